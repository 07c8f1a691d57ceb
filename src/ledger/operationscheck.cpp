#include "ledger/operationscheck.h"

#include "ledger/otherwork.h"

#include "evidence/eventcount.h"
#include "ledger/ledgerreader_p.h"
#include "ledger/operationfold.h"
#include "ledger/rows.h"
#include "ledger/signeddecisions.h"
#include "policy/registry.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kOperationsAtOnce = 256;
constexpr qint64 kEventsAtOnce = 8192;

QByteArray readBytes(const QSqlQuery &row, int from)
{
    return row.value(from).toByteArray();
}

} // namespace

struct OperationsCheck::Chunk
{
    QHash<qint64, OperationRow> rows;
    QHash<qint64, QList<EventRow>> events;
    QHash<qint64, QList<AttemptRow>> attempts;
    QHash<qint64, QList<DecisionRow>> decisions;
    QHash<qint64, QList<ConflictRow>> conflicts;
};

OperationsCheck::OperationsCheck(ReadSession &session, FindingList &findings, StoredValues &values, SignedActs &acts,
                                 QString firstOrigin)
    : m_session(session), m_findings(findings), m_values(values), m_acts(acts), m_firstOrigin(std::move(firstOrigin))
{
}

base::Result<qint64> OperationsCheck::highestOperation()
{
    const auto highest = m_session.number(
        {u"SELECT max((SELECT operations FROM head WHERE one = 1), (SELECT coalesce(max(id), 0) FROM operation), "
         "(SELECT coalesce(max(operation), 0) FROM event INDEXED BY event_operation WHERE operation IS NOT NULL))"_s,
         {}});
    if (!highest)
        return tl::unexpected(highest.error());
    return highest->value_or(0);
}

base::Result<bool> OperationsCheck::checkOperations(const Step &step)
{
    const auto highest = highestOperation();
    if (!highest)
        return tl::unexpected(highest.error());
    qint64 first = 0;
    while (true) { // from one that exists to the next: a forged number must not keep it busy for ever
        const auto next = nextOperation(first);
        if (!next)
            return tl::unexpected(next.error());
        if (!*next)
            return checkCount();
        first = **next;
        const qint64 last = first + qMin(kOperationsAtOnce - 1, std::numeric_limits<qint64>::max() - 1 - first);
        if (auto done = checkChunk(first, last); !done)
            return tl::unexpected(done.error());
        if (!step(qMin(last, *highest), *highest))
            return false;
        first = last + 1;
    }
}

/// Ids are dense and the head row counts them; it may have fallen behind only while this ran.
base::Result<bool> OperationsCheck::checkCount()
{
    const auto missing = m_session.number({u"SELECT (SELECT operations FROM head WHERE one = 1) - (SELECT "
                                           "coalesce(max(id), 0) FROM operation)"_s,
                                           {}});
    if (!missing)
        return tl::unexpected(missing.error());
    if (missing->value_or(0) != 0)
        m_findings.addGrave(-1, -1, u"The head row does not count the operations that there are."_s);
    return true;
}

/// The lowest id from `first` on that a row or an event has.
base::Result<std::optional<qint64>> OperationsCheck::nextOperation(qint64 first)
{
    return m_session.number(
        {u"SELECT min(n) FROM (SELECT min(id) AS n FROM operation WHERE id >= ? UNION ALL SELECT min(operation) FROM "
         "event INDEXED BY event_operation WHERE operation >= ?)"_s,
         {first, first}});
}

base::Result<> OperationsCheck::read(Chunk &chunk, qint64 first, qint64 last)
{
    const auto each = [&](const QString &columns, const QString &source, const QString &order, const auto &keep) {
        const QString key = order.section(u',', 0, 0);
        return m_session.forEach({u"SELECT "_s % columns % u" FROM "_s % source % u" WHERE "_s % key % u" >= ? AND "_s %
                                      key % u" <= ? ORDER BY "_s % order,
                                  {first, last}},
                                 [&keep](const QSqlQuery &row) {
                                     keep(row);
                                     return true;
                                 });
    };
    auto done = each(rows::operationColumns(), u"operation"_s, u"id"_s, [&chunk](const QSqlQuery &row) {
        const OperationRow one = rows::operation(row);
        chunk.rows.insert(one.id, one);
    });
    if (done)
        done = each(rows::eventColumns(), u"event INDEXED BY event_operation"_s, u"operation, seq"_s,
                    [&chunk](const QSqlQuery &row) {
                        const EventRow one = rows::event(row);
                        chunk.events[one.operation.value_or(0)].append(one);
                    });
    if (done)
        done = each(rows::attemptColumns(), u"attempt"_s, u"operation, number"_s, [&chunk](const QSqlQuery &row) {
            const AttemptRow one = rows::attempt(row);
            chunk.attempts[one.operation].append(one);
        });
    if (done)
        done = each(rows::decisionColumns(), u"decision"_s, u"operation, id"_s, [&chunk](const QSqlQuery &row) {
            const DecisionRow one = rows::decision(row);
            chunk.decisions[one.operation].append(one);
        });
    if (done)
        done = each(rows::conflictColumns(), u"conflict"_s, u"operation, event"_s, [&chunk](const QSqlQuery &row) {
            const ConflictRow one = rows::conflict(row);
            chunk.conflicts[one.operation].append(one);
        });
    return done;
}

base::Result<> OperationsCheck::checkChunk(qint64 first, qint64 last)
{
    const Reading reading(m_session);
    Chunk chunk;
    if (auto done = read(chunk, first, last); !done)
        return done;
    for (auto rows = chunk.events.constBegin(); rows != chunk.events.constEnd(); ++rows) {
        for (const EventRow &row : rows.value()) { // numbers beyond all bounds are cut when they are read
            if (rows.key() < first || rows.key() > last)
                static_cast<void>(eventOf(row));
        }
    }
    for (qint64 operation = first; operation <= last; ++operation) {
        if (auto done = checkOne(operation, chunk); !done)
            return done;
    }
    m_values.forget();
    return {};
}

std::optional<evidence::Event> OperationsCheck::eventOf(const EventRow &row)
{
    auto event = evidence::parseLeaf(row.leaf);
    if (!event)
        return {};
    const bool same = event->seq == row.seq && event->at == row.at && event->kind == row.kind &&
                      event->tenant == row.tenant && event->operation == row.operation &&
                      event->actor.id == row.actor && event->run == row.run;
    if (!same) {
        m_findings.addGrave(row.seq, event->operation.value_or(-1),
                            u"The columns of event %1 are not what its leaf says."_s.arg(row.seq));
    }
    return std::move(*event);
}

base::Result<> OperationsCheck::checkOne(qint64 operation, Chunk &chunk)
{
    const QList<EventRow> rows = chunk.events.value(operation);
    const auto row = chunk.rows.constFind(operation);
    if (rows.isEmpty()) {
        if (row != chunk.rows.constEnd())
            m_findings.addGrave(-1, operation,
                                u"Operation %1 has a row, but no event that planned it."_s.arg(operation));
        return {};
    }
    OperationFold fold(operation);
    SignedDecisions decisions(m_findings, m_acts.directory(), m_acts.asOf());
    QList<evidence::Event> events;
    for (const EventRow &one : rows) {
        const auto event = eventOf(one);
        if (!event)
            continue;
        if (const QString wrong = fold.apply(*event); !wrong.isEmpty())
            m_findings.addGrave(event->seq, operation, wrong); // no instance writes such a life
        decisions.expect(*event);
        events.append(*event);
    }
    for (const evidence::Event &event : std::as_const(events)) {
        if (auto named = m_values.checkNamed(event, fold.isPurged()); !named)
            return named;
    }
    decisions.check(operation, chunk.decisions.value(operation));
    checkConflicts(operation, events, chunk.conflicts.value(operation));
    if (row == chunk.rows.constEnd()) {
        m_findings.addGrave(fold.lastEvent(), operation,
                            u"Operation %1 has %2, but no row."_s.arg(QString::number(operation),
                                                                      evidence::eventCount(quint64(events.size()))));
        return {};
    }
    ++m_checked;
    const QStringList identity = fold.identityDifferences(*row, m_firstOrigin);
    for (const QString &what : identity)
        m_findings.addGrave(fold.lastEvent(), operation, what);
    QStringList wrong = fold.differences(*row);
    wrong += fold.differences(chunk.attempts.value(operation));
    for (const QString &what : std::as_const(wrong))
        m_findings.add(fold.lastEvent(), operation, what);
    return fold.isPurged() ? base::Result<>() : checkSubject(*row);
}

void OperationsCheck::checkConflicts(qint64 operation, const QList<evidence::Event> &events,
                                     const QList<ConflictRow> &rows)
{
    QHash<qint64, ConflictRow> left;
    for (const ConflictRow &row : rows)
        left.insert(row.event, row);
    QHash<qint64, QString> settled; // by the decisions that name them
    for (const evidence::Event &event : events) {
        if (event.data.value("code"_L1) == "settled_conflict"_L1)
            settled.insert(event.data.value("conflict"_L1).toInteger(), event.data.value("kind"_L1).toString());
    }
    for (const evidence::Event &event : events) {
        if (event.kind != evidence::kinds::conflict)
            continue;
        const auto row = left.constFind(event.seq);
        if (row == left.constEnd()) {
            m_findings.add(
                event.seq, operation,
                u"The conflict of event %1 under operation %2 is missing from the ledger."_s.arg(event.seq).arg(
                    operation));
            continue;
        }
        const bool same = row->payloadDigest == event.digests.value(u"payload"_s) && row->actor == event.actor.id &&
                          row->run == event.run && row->at == event.at &&
                          row->state == conflictState(settled.value(event.seq));
        if (!same) {
            m_findings.add(
                event.seq, operation,
                u"The conflict of event %1 under operation %2 is not what its event says."_s.arg(event.seq).arg(
                    operation));
        }
        left.erase(row);
    }
    for (const ConflictRow &row : std::as_const(left)) {
        m_findings.add(
            row.event, operation,
            u"A conflict under operation %1 is stored for event %2, which is none."_s.arg(operation).arg(row.event));
    }
}

base::Result<const policy::ToolEntry *> OperationsCheck::entryOf(const QString &digest)
{
    auto known = m_entries.find(digest);
    if (known == m_entries.end()) {
        const auto bytes =
            collectOne(m_session, {u"SELECT bytes FROM document WHERE digest = ?"_s, {digest}}, &readBytes);
        if (!bytes)
            return tl::unexpected(bytes.error());
        std::optional<policy::ToolEntry> entry;
        if (*bytes) {
            if (auto parsed = policy::entryFromCanonical(**bytes))
                entry = std::move(*parsed);
        }
        known = m_entries.insert(digest, std::move(entry));
    }
    return known->has_value() ? &**known : nullptr;
}

/// Record, amount and currency are columns for filters: they must be what the arguments say.
base::Result<> OperationsCheck::checkSubject(const OperationRow &row)
{
    const auto entry = entryOf(row.registryDigest);
    if (!entry)
        return tl::unexpected(entry.error());
    const auto bytes =
        collectOne(m_session, {u"SELECT bytes FROM payload WHERE digest = ?"_s, {row.payloadDigest}}, &readBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (*entry == nullptr || !*bytes)
        return {}; // told by the values
    const auto arguments = base::parseStoredCanonical(**bytes);
    if (!arguments)
        return {};
    const auto subject = policy::subjectOf(**entry, arguments->value.toObject());
    if (!subject || subject->record != row.record || subject->amount != row.amount ||
        subject->currency != row.currency) {
        m_findings.add(
            -1, row.id,
            u"The record, amount or currency in the row of operation %1 is not what its arguments say."_s.arg(row.id));
    }
    return {};
}

base::Result<bool> OperationsCheck::checkOtherEvents(qint64 size, const Step &step)
{
    for (qint64 first = 0; first < size; first += kEventsAtOnce) {
        const Reading reading(m_session);
        const auto rows =
            collect(m_session,
                    {u"SELECT "_s % rows::eventColumns() %
                         u" FROM event NOT INDEXED WHERE seq >= ? AND seq < ? AND operation IS NULL ORDER BY "
                         "seq"_s,
                     {first, qMin(first + kEventsAtOnce, size)}},
                    &rows::event);
        if (!rows)
            return tl::unexpected(rows.error());
        for (const EventRow &row : *rows) {
            const auto event = eventOf(row);
            if (!event)
                continue;
            if (auto named = m_values.checkNamed(*event, false); !named)
                return tl::unexpected(named.error());
            if (auto named = m_acts.checkNamed(*event); !named)
                return tl::unexpected(named.error());
        }
        m_values.forget();
        if (!step(qMin(first + kEventsAtOnce, size), size))
            return false;
    }
    return true;
}

} // namespace obstat::ledger
