#pragma once

#include "base/result.h"

#include <QJsonValue>

namespace obstat::base {

/// Reads an object or array that somebody else wrote (an owner's answer, a recording), leniently: it need not be
/// canonical to be understood. What canonicalBytes() could not write is made harmless: a lone surrogate becomes U+FFFD,
/// an integer that no double holds becomes the string of its digits. Malformed otherwise. Thread-safe.
[[nodiscard]] Result<QJsonValue> parseForeign(const QByteArray &text);

} // namespace obstat::base
