#pragma once

#include "policy/toolentry.h"

#include <QJsonObject>
#include <QSet>
#include <QStringList>

namespace obstat::console {

/// What of a plan's arguments only people with one of its roles may see: the registry entry's `sensitive` paths
/// (contract 6.4). Hides them wherever they come up again: facts, results, texts that hold them. A pure value.
class SensitiveMask
{
public:
    SensitiveMask() = default;
    /// `rolesText` says who may see them.
    SensitiveMask(const policy::ToolEntry &entry, const QList<QJsonObject> &arguments, const QString &rolesText);

    /// Nothing of these arguments is sensitive.
    [[nodiscard]] bool isEmpty() const { return m_labels.isEmpty(); }
    [[nodiscard]] bool hides(const QString &label) const { return m_labels.contains(label); }
    /// What stands in the place of a value.
    [[nodiscard]] QString placeholder() const { return m_placeholder; }
    /// The value of a line as it may be shown: `label` is that of a shown line or a pointer made visible.
    [[nodiscard]] QString value(const QString &label, const QString &value) const;
    /// A text without the values, where they stand in it as they are.
    [[nodiscard]] QString text(const QString &text) const;

private:
    QSet<QString> m_labels;
    QStringList m_values; ///< escaped, the longest first
    QString m_placeholder;
};

} // namespace obstat::console
