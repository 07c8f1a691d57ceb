#pragma once

#include "base/result.h"

#include <QJsonObject>
#include <QJsonValue>

namespace obstat::base {

/// A JSON value together with its RFC 8785 bytes. The bytes are what is digested, stored and signed; the value is
/// for reading fields. Both always agree.
struct CanonicalJson
{
    QJsonValue value;
    QByteArray bytes;
};

struct JsonLimits
{
    qsizetype maxBytes = 256 * 1024; ///< of the input text
    int maxDepth = 64;               ///< nested arrays and objects
};

/// Reads JSON strictly (contract 3.3) and returns its canonical form. Refused with its place as a JSON pointer in the
/// message: duplicate names (after unescaping), lone or reversed surrogates, invalid UTF-8, BOM, a number whose decimal
/// value differs from that of its RFC 8785 text, integers beyond ±(2^53−1), non-finite, too deep, too large.
/// NotCanonical, Malformed or TooLarge. Thread-safe.
[[nodiscard]] Result<CanonicalJson> parseCanonical(QByteArrayView text, const JsonLimits &limits = {});

/// Reads stored bytes that must already be canonical: fails with Corrupt when they are not byte-identical to their
/// canonical form.
[[nodiscard]] Result<CanonicalJson> parseStoredCanonical(QByteArrayView bytes);

/// RFC 8785 bytes of a value built in code (finite numbers and valid UTF-16 are the caller's promise; a violation
/// aborts). Object names are sorted by UTF-16 code units.
[[nodiscard]] QByteArray canonicalBytes(const QJsonValue &value);
[[nodiscard]] QByteArray canonicalBytes(const QJsonObject &object);

/// RFC 8785 section 3.2.2.3 (ECMAScript Number::toString), for finite doubles.
[[nodiscard]] QByteArray canonicalNumber(double number);

/// RFC 8785 text of a string with its quotes.
[[nodiscard]] QByteArray canonicalString(QStringView text);

} // namespace obstat::base
