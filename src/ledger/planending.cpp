#include "ledger/planending.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

base::Result<OperationRow> PlanEnding::withdraw(const QString &tenant, const QString &actor, qint64 operation,
                                                const QString &reason)
{
    auto row = m_core.operations.byId(operation);
    if (!row || row->tenant != tenant) {
        return row ? fail(ErrorCode::NotFound, u"There is no operation %1."_s.arg(operation))
                   : tl::unexpected(row.error());
    }
    if (row->status != Status::AwaitingApproval && row->status != Status::Approved) {
        return fail(ErrorCode::Illegal, u"Operation %1 is %2 and cannot be withdrawn any more."_s.arg(operation).arg(
                                            statusText(row->status)));
    }
    evidence::Event event = eventOf(*row, evidence::kinds::withdrawn, {evidence::actors::agent, actor});
    event.data = {{u"why"_s, u"asked"_s}};
    if (!reason.isEmpty()) {
        const auto stored = m_core.payloads.storeSalted(reason.toUtf8());
        if (!stored) {
            return tl::unexpected(stored.error());
        }
        event.digests = {{u"reason"_s, *stored}};
    }
    row->finishedAt = m_core.now();
    if (auto moved = m_core.operations.move(*row, Status::Withdrawn, std::move(event)); !moved) {
        return tl::unexpected(moved.error());
    }
    return row;
}

base::Result<> PlanEnding::expire(OperationRow &row)
{
    evidence::Event event = eventOf(row, evidence::kinds::expired, {evidence::actors::rule, u"expiry"_s});
    event.data = {{u"expires_at"_s, row.expiresAt}};
    row.finishedAt = m_core.now();
    return m_core.operations.move(row, Status::Expired, std::move(event));
}

base::Result<QList<OperationRow>> PlanEnding::expireDue(int limit)
{
    const auto due = m_core.operations.overdue(m_core.now(), limit);
    if (!due) {
        return tl::unexpected(due.error());
    }
    QList<OperationRow> ended;
    for (const qint64 id : *due) {
        auto row = m_core.operations.byId(id);
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (auto done = expire(*row); !done) {
            return tl::unexpected(done.error());
        }
        ended.append(std::move(*row));
    }
    return ended;
}

} // namespace obstat::ledger
