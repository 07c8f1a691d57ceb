#pragma once

#include "policy/tomlreader.h"
#include "policy/toolentry.h"

namespace obstat::policy {

/// One `[tool.NAME]` table as read: the entry, without its canonical text, and what only the check of the file asks.
struct ToolText
{
    ToolEntry entry;
    bool named = false; ///< says that the orchestrator names each piece of work
    int line = 0;
};

/// Reads one `[tool.NAME]` table (contract 2). Unanswered questions are not a problem here.
[[nodiscard]] ToolText readTool(const QString &name, TomlReader reader, const QList<OwnerEntry> &owners);

} // namespace obstat::policy
