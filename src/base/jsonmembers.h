#pragma once

#include <QJsonObject>
#include <QString>

#include <utility>
#include <vector>

namespace obstat::base {

using JsonMember = std::pair<QString, QJsonValue>;

/// The members of an object in the order of RFC 8785, by UTF-16 code units of the names. QJsonObject keeps another
/// order for names that came in as UTF-8.
[[nodiscard]] std::vector<JsonMember> sortedMembers(const QJsonObject &object);

} // namespace obstat::base
