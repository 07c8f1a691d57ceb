#include "ledger/keyholder.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

KeyHolder::KeyHolder(SqliteConnection &connection)
    : m_holder(connection, u"SELECT id FROM operation INDEXED BY operation_any_key WHERE intent_key=? AND tenant=? AND "
                           "id<>? AND status NOT IN ('rejected','expired','withdrawn','failed') ORDER BY id LIMIT 1"_s)
{
}

base::Result<std::optional<qint64>> KeyHolder::otherThan(const OperationRow &row)
{
    const auto found = m_holder.first({text(row.intentKey), text(row.tenant), row.id});
    if (!found) {
        return tl::unexpected(found.error());
    }
    const auto id = *found ? std::optional(m_holder.value(0).toLongLong()) : std::nullopt;
    m_holder.done();
    return id;
}

} // namespace obstat::ledger
