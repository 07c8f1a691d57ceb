#pragma once

#include <QJsonValue>
#include <QStringView>

#include <optional>

namespace obstat::policy {

/// True for a dotted path as base::lookUp reads it that begins with a name: `a.b`, `flights[].number`, `"a.b"[0]`.
[[nodiscard]] bool isArgumentPath(QStringView path);

/// True when the path walks a list (`[]`), so that it names many values.
[[nodiscard]] bool isCollectingPath(QStringView path);

/// True for what names tools, owners, roles and rules: 1 to 128 ASCII letters, digits and `_ . : / -`, beginning
/// with a letter or digit.
[[nodiscard]] bool isPlainName(QStringView name);

/// Three ASCII capitals, as ISO 4217 codes are written.
[[nodiscard]] bool isCurrencyCode(QStringView text);

/// A string as it is, any other scalar as its RFC 8785 text; nullopt for lists, objects and undefined.
[[nodiscard]] std::optional<QString> scalarText(const QJsonValue &value);

} // namespace obstat::policy
