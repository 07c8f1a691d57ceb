#pragma once

#include "evidence/compactrange.h"
#include "evidence/event.h"
#include "ledger/statement.h"
#include "ledger/types.h"

#include <vector>

namespace obstat::ledger {

/// The log under the head row: numbers, leaves and the compact range (evidence.md 1, 2). Events are collected while a
/// transaction works and written with the head row when it ends, so that numbers are dense.
///
/// Digest names in leaves: payload, first (conflict: of the operation's own payload), facts, entry, policy, registry,
/// rationale, reason, request, response, result, decision, act. Data of every transition: version (after it). Data by
/// kind: planned {tool, key, revision, generation, rule, verdict, expires_at, role, token, sponsor, window,
/// key_arguments}, approved/rejected {kind, nonce, key_id, rule}, refused {tool, code}, replayed {tool, count,
/// first_at, last_at}, conflict {tool, paths}, claimed {fence, resend; by a caller also token, nonce (its digest),
/// lease}, attempt_started {attempt, kind, fence, timeout}, attempt_ended {attempt, outcome, status, duration, late,
/// reference}, reported {attempt, fence, outcome, late, status, reference}, and why wherever a reason code is due.
class EventLog
{
public:
    EventLog(SqliteConnection &connection, QByteArray instanceKey);

    /// Reads the head row. Corrupt when it is missing or its range does not belong to its size.
    [[nodiscard]] base::Result<> load();
    /// The head row that load() read is one that an instance of this ledger wrote.
    [[nodiscard]] bool isAuthentic() const { return m_authentic; }
    /// Writes the first head row of a new ledger.
    [[nodiscard]] base::Result<> create(const QString &origin, const QString &copy, bool simulated);

    /// Starts collecting for one transaction at this ledger time.
    void begin(Micros now) { m_now = now; }
    /// Numbers, dates and collects an event; gives its number.
    qint64 append(evidence::Event event);
    /// The same with the data given as canonical text; event.data is not looked at.
    qint64 append(evidence::Event event, const QByteArray &data);
    /// Writes what was collected and the head row, where anything changed.
    [[nodiscard]] base::Result<> flush();
    void committed();
    void rolledBack();

    [[nodiscard]] Micros now() const { return m_now; }
    /// With what the running transaction changed.
    [[nodiscard]] const HeadRow &head() const { return m_head; }
    [[nodiscard]] const QString &copy() const { return m_copy; }
    [[nodiscard]] const evidence::CompactRange &range() const { return m_range; }
    [[nodiscard]] qint64 nextOperation();
    [[nodiscard]] qint64 nextFence();
    /// Leaves out so many: another copy may have given them out.
    void skipFences(qint64 count);
    void setAutomatic(bool on);
    void setCopy(const QString &copy);

private:
    struct Pending
    {
        qint64 seq;
        QString kind, tenant, actor, run;
        std::optional<qint64> operation;
        QByteArray leaf;
    };
    qint64 collect(evidence::Event &event, QByteArray leaf);
    [[nodiscard]] base::Result<> writeEvents();

    const QByteArray m_instanceKey;
    Statement m_read;
    Statement m_insert;
    Statement m_insertMany;
    Statement m_update;
    HeadRow m_head, m_committedHead;
    QString m_copy, m_committedCopy;
    evidence::CompactRange m_range, m_committedRange;
    std::vector<Pending> m_pending;
    Micros m_now = 0;
    bool m_changed = false;
    bool m_authentic = true;
};

} // namespace obstat::ledger
