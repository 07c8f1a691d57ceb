#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace obstat::evidence {

/// RFC 4648 section 4 with padding; nullopt for white space, other characters, missing padding or set spare bits.
[[nodiscard]] std::optional<QByteArray> fromStrictBase64(QByteArrayView text);

} // namespace obstat::evidence
