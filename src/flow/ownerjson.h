#pragma once

#include "base/result.h"

#include <QJsonValue>

#include <optional>

namespace obstat::flow {

/// Reads an owner's answer (contract 7.2). It need not be canonical, but it must be JSON (RFC 8259) that can be read in
/// one way only: Malformed for a name that occurs twice in an object at any depth, trailing text, NaN, a byte order
/// mark, invalid UTF-8, a number that no double holds; TooLarge for nesting deeper than 256. The message names no part
/// of the answer. Thread-safe.
///
/// Nothing of a string or an integer is lost: an integer of any size (no fraction, no exponent) becomes the string of
/// its digits as the owner wrote them, and a lone surrogate stays one. So canonicalBytes() must not be asked for the
/// whole value; policy::MatchRule and base::lookUp may read it.
[[nodiscard]] base::Result<QJsonValue> parseOwnerJson(const QByteArray &body);

/// The value of a member of the outermost object as it stands in a body that parseOwnerJson() has read: no number and
/// no string of it is written anew. nullopt where no member is written by this name without escapes. Thread-safe.
[[nodiscard]] std::optional<QByteArray> memberBytes(const QByteArray &body, QByteArrayView name);

} // namespace obstat::flow
