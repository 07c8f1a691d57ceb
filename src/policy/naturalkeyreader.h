#pragma once

#include "policy/tomlreader.h"
#include "policy/toolentry.h"

namespace obstat::policy {

/// `["record_id", { path = "amount", kind = "decimal" }]` (contract 3.1); empty when the key is not there.
[[nodiscard]] QList<NaturalField> readNaturalKey(TomlReader &reader, const QString &key);

/// A list of earlier natural keys, each as readNaturalKey() reads it.
[[nodiscard]] QList<QList<NaturalField>> readNaturalKeys(TomlReader &reader, const QString &key);

/// `plain`, `decimal` or `set`.
[[nodiscard]] QString fieldKindText(base::FieldKind kind);
[[nodiscard]] std::optional<base::FieldKind> fieldKindOf(QStringView text);

} // namespace obstat::policy
