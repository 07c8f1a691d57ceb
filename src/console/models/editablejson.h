#pragma once

#include <QJsonObject>
#include <QString>

namespace obstat::console {

/// Canonical arguments as a person edits them: one member a line, and every character that the eye does not see
/// written as a JSON escape (approval-integrity C3). The strict reader gives back exactly the same canonical bytes.
[[nodiscard]] QString editableJson(const QJsonObject &object);

} // namespace obstat::console
