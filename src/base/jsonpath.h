#pragma once

#include <QJsonValue>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace obstat::base {

/// One leaf of a JSON value: a scalar, or an empty array or object.
struct JsonLeaf
{
    QString pointer; ///< RFC 6901, "" for the root
    QJsonValue value;
};

/// Every leaf, depth first, objects by UTF-16 order of names (as in the canonical bytes). Nothing is left out.
[[nodiscard]] std::vector<JsonLeaf> leaves(const QJsonValue &value);

/// Looks up a dotted path, `a.b`, `flights[].number` (collects into an array), `items[0].id`. A name with a dot is
/// quoted: `"a.b".c`. nullopt when any part is missing; JSON null is a value.
[[nodiscard]] std::optional<QJsonValue> lookUp(const QJsonValue &root, QStringView path);

/// RFC 6901 pointers of all leaves at or under a dotted path; parts that are missing in one element of a list do not
/// hide the others.
[[nodiscard]] QStringList leafPointers(const QJsonValue &root, QStringView path);

/// Looks up an RFC 6901 pointer.
[[nodiscard]] std::optional<QJsonValue> lookUpPointer(const QJsonValue &root, QStringView pointer);

/// A copy of the object without the value at a dotted path (no `[]`); unchanged when it is not there.
[[nodiscard]] QJsonObject withoutPath(const QJsonObject &root, QStringView path);

/// RFC 6901 pointers of all places where the two differ: one for a leaf that was added, removed or changed, in the
/// order of the canonical bytes. Empty exactly when the canonical bytes are equal.
[[nodiscard]] QStringList differingPointers(const QJsonValue &before, const QJsonValue &after);

} // namespace obstat::base
