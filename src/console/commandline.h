#pragma once

#include "base/result.h"
#include "console/theme/themecolors.h"

#include <QSize>
#include <QString>

#include <optional>

namespace obstat::console {

/// What `obstat` was asked for.
struct CommandLine
{
    enum class Action { Run, Help, Version };

    Action action = Action::Run;
    QString ledger; ///< "" = the one that is found, or the start page
    QString page;   ///< "" = the first
    std::optional<Scheme> theme;
    QString language; ///< "" = the system's
    QSize size{1280, 800};
    QString scale; ///< "" = the platform's
    QString screenshot;
    std::optional<qint64> select;

    /// Usage, with what was expected.
    [[nodiscard]] static base::Result<CommandLine> parse(const QStringList &arguments);
    [[nodiscard]] static QString help();

    /// Before the application object exists: scale, and a platform without a display where there is none.
    void prepareProcess() const;
};

} // namespace obstat::console
