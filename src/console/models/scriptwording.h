#pragma once

#include <QCoreApplication>
#include <QStringList>

namespace obstat::console {

/// What is said about words whose letters are of scripts that are not written together (approval-integrity C3).
class ScriptWording
{
    Q_DECLARE_TR_FUNCTIONS(ScriptWording)

public:
    /// `Latin, Cyrillic`; rare scripts by the name that Unicode gives them.
    [[nodiscard]] static QString names(const QStringList &scripts);
    /// `mixed scripts: Latin, Cyrillic`, "" when there are none.
    [[nodiscard]] static QString tag(const QStringList &scripts);
    /// Of a text as it is shown.
    [[nodiscard]] static QString tag(const QString &shown);
};

} // namespace obstat::console
