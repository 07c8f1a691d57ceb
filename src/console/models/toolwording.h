#pragma once

#include "console/client/ledgertypes.h"
#include "policy/toolentry.h"

#include <QCoreApplication>

namespace obstat::console {

/// What the entries of tools.toml say, in words. What the file's author wrote is escaped. Pure.
class ToolWording
{
    Q_DECLARE_TR_FUNCTIONS(ToolWording)

public:
    [[nodiscard]] static QString title(const policy::ToolEntry &tool);
    /// Of the tool that the operation's own registry entry describes; of its name when that entry cannot be believed.
    [[nodiscard]] static QString title(const OperationDetail &detail);
    [[nodiscard]] static QString effect(const policy::ToolEntry &tool);
    /// The three questions (contract 2); "not answered" where there is no answer, "–" for what only reads.
    [[nodiscard]] static QString undo(const policy::ToolEntry &tool);
    [[nodiscard]] static QString approver(const policy::ToolEntry &tool);
    [[nodiscard]] static QString onRepeat(const policy::ToolEntry &tool);
    /// `withdrawal_id, amount (decimal)`; "named by the orchestrator" without one.
    [[nodiscard]] static QString naturalKey(const policy::ToolEntry &tool);
    [[nodiscard]] static QString window(const policy::ToolEntry &tool);
    [[nodiscard]] static QString record(const policy::ToolEntry &tool);
    [[nodiscard]] static QString amount(const policy::ToolEntry &tool);
    /// Name of a question in `ToolEntry::unanswered()`.
    [[nodiscard]] static QString question(const QString &name);
};

} // namespace obstat::console
