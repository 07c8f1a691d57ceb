#include "ledger/reminders.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

struct Moment
{
    Micros at;
    QString what; ///< "half", "nine_tenths", "escalated"
};

/// In the order of time; what comes after the expiry is left out.
QList<Moment> momentsOf(const OperationRow &row, const policy::Verdict &frozen)
{
    const Micros time = row.expiresAt - row.createdAt;
    QList<Moment> moments{{row.createdAt + time / 2, u"half"_s}, {row.createdAt + time / 10 * 9, u"nine_tenths"_s}};
    if (frozen.escalate.after > 0) {
        moments.append({row.createdAt + frozen.escalate.after, u"escalated"_s});
    }
    std::stable_sort(moments.begin(), moments.end(), [](const Moment &a, const Moment &b) { return a.at < b.at; });
    moments.removeIf([&row](const Moment &moment) { return moment.at >= row.expiresAt; });
    return moments;
}

} // namespace

std::optional<Micros> nextReminder(const OperationRow &row, const policy::Verdict &frozen, Micros now)
{
    const QList<Moment> moments = momentsOf(row, frozen);
    for (const Moment &moment : moments) {
        if (moment.at > now) {
            return moment.at;
        }
    }
    return std::nullopt;
}

Reminders::Reminders(WriterCore &core)
    : m_core(core)
    , m_due(*core.connection, u"SELECT id FROM operation INDEXED BY operation_remind WHERE status='awaiting_approval' "
                              "AND remind_at IS NOT NULL AND remind_at<=? ORDER BY remind_at LIMIT ?"_s)
    , m_set(*core.connection, u"UPDATE operation SET remind_at=? WHERE id=?"_s)
{
}

base::Result<QList<OperationRow>> Reminders::raiseDue(int limit)
{
    const auto due = OperationStore::ids(m_due, {m_core.now(), limit});
    if (!due) {
        return tl::unexpected(due.error());
    }
    QList<OperationRow> raised;
    for (const qint64 id : *due) {
        auto row = m_core.operations.byId(id);
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (auto done = raise(*row); !done) {
            return tl::unexpected(done.error());
        }
        raised.append(std::move(*row));
    }
    return raised;
}

base::Result<> Reminders::raise(OperationRow &row)
{
    const auto frozen = frozenVerdict(row);
    if (!frozen || row.expiresAt <= m_core.now()) {
        return m_set.run({QVariant(), row.id}); // what is damaged is held at the claim, what is over expires
    }
    std::optional<Moment> last;
    const QList<Moment> moments = momentsOf(row, *frozen);
    for (const Moment &moment : moments) {
        if (moment.at <= m_core.now() && (!last || last->what != "escalated"_L1)) {
            last = moment; // who was away hears of the escalation, not of the half time before it
        }
    }
    if (last) {
        const bool escalated = last->what == "escalated"_L1;
        evidence::Event event = eventOf(row, escalated ? evidence::kinds::escalated : evidence::kinds::reminded,
                                        {evidence::actors::rule, row.rule.isEmpty() ? u"expiry"_s : row.rule});
        event.data = {{u"moment"_s, last->what},
                      {u"role"_s, escalated ? frozen->escalate.role : row.role},
                      {u"expires_at"_s, row.expiresAt}};
        m_core.events.append(std::move(event));
    }
    return m_set.run({orNull(nextReminder(row, *frozen, m_core.now())), row.id});
}

} // namespace obstat::ledger
