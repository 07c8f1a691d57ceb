#pragma once

#include "evidence/hashsource.h"
#include "ledger/statement.h"

namespace obstat::ledger {

/// Leaf hashes computed from the stored leaves.
class EventHashes final : public evidence::HashSource
{
public:
    explicit EventHashes(SqliteConnection &connection);
    [[nodiscard]] base::Result<std::vector<evidence::Hash>> leafHashes(quint64 from, quint64 to) override;

private:
    Statement m_select;
};

} // namespace obstat::ledger
