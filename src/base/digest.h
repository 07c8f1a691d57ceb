#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

namespace obstat::base {

/// SHA-256, 32 raw bytes.
[[nodiscard]] QByteArray sha256(QByteArrayView bytes);

/// SHA-256 of the concatenation, without building it.
[[nodiscard]] QByteArray sha256(QByteArrayView first, QByteArrayView second);

/// SHA-256 as 64 lower-case hex digits: the form in which every digest is stored, signed and shown.
[[nodiscard]] QString digestHex(QByteArrayView bytes);

/// digestHex of salt‖bytes: how requests, responses, results and rationales are named (formats.md).
[[nodiscard]] QString saltedDigestHex(QByteArrayView salt, QByteArrayView bytes);

/// HMAC-SHA256, 32 raw bytes (RFC 2104).
[[nodiscard]] QByteArray hmacSha256(QByteArrayView key, QByteArrayView message);

/// Equal in constant time for equal lengths; different lengths are unequal.
[[nodiscard]] bool equalConstantTime(QByteArrayView a, QByteArrayView b);

/// Lower-case hex to raw bytes; empty when a character is not `[0-9a-f]` or the length is odd.
[[nodiscard]] QByteArray fromHexStrict(QStringView hex);

} // namespace obstat::base
