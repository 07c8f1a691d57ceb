#include "support/fakeledgerclient.h"

#include <QPromise>

#include <algorithm>
#include <memory>

namespace obstat::tests {

using console::Answer;
using console::OperationDetail;
using console::RowIndex;
using ledger::OperationRow;

namespace {

bool passes(const QString &wanted, const QString &value)
{
    return wanted.isEmpty() || wanted == value;
}

bool passes(const ledger::OperationFilter &f, const OperationRow &row)
{
    const double amount = row.amount.toDouble();
    return passes(f.tenant, row.tenant) && passes(f.tool, row.tool) && passes(f.run, row.run) &&
           passes(f.actor, row.actor) && passes(f.record, row.record) && passes(f.rule, row.rule) &&
           passes(f.reference, row.reference) && passes(f.key, row.intentKey) && passes(f.role, row.role) &&
           (f.statuses.isEmpty() || f.statuses.contains(row.status)) && (!f.from || row.createdAt >= *f.from) &&
           (!f.to || row.createdAt < *f.to) && (!f.amountFrom || (!row.amount.isEmpty() && amount >= *f.amountFrom)) &&
           (!f.amountTo || (!row.amount.isEmpty() && amount <= *f.amountTo)) && (!f.held || row.held) &&
           (!f.overdue || row.status == ledger::Status::Approved) && (!f.contradicted || row.contrary);
}

template <typename Row, typename Position>
RowIndex indexOf(const QList<Row> &rows, int pageSize, Position position)
{
    RowIndex index{rows.size(), {0}};
    for (qsizetype row = pageSize; row < rows.size(); row += pageSize)
        index.anchors.append(position(rows.at(row - 1)));
    return index;
}

} // namespace

FakeLedgerClient::FakeLedgerClient() = default;

template <typename T>
Answer<T> FakeLedgerClient::answer(T value)
{
    auto promise = std::make_shared<QPromise<base::Result<T>>>();
    promise->start();
    Answer<T> future = promise->future();
    const base::Result<T> result =
        failure ? base::Result<T>(tl::unexpected(*failure)) : base::Result<T>(std::move(value));
    const auto finish = [this, promise, result] {
        if (promise->isCanceled())
            ++cancelled;
        else
            promise->addResult(result);
        promise->finish();
    };
    if (m_held)
        m_waiting.append(finish);
    else
        QMetaObject::invokeMethod(this, finish, Qt::QueuedConnection);
    return future;
}

void FakeLedgerClient::release()
{
    m_held = false;
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto &finish : waiting)
        finish();
}

void FakeLedgerClient::releaseNewest()
{
    if (!m_waiting.isEmpty())
        m_waiting.takeLast()();
}

void FakeLedgerClient::change()
{
    Q_EMIT ledgerChanged();
}

void FakeLedgerClient::setStatus(qint64 id, ledger::Status status)
{
    OperationRow &row = book[id - 1].row;
    row.status = status;
    ++row.version;
    ++row.updatedAt;
}

Answer<console::Overview> FakeLedgerClient::overview()
{
    console::Overview overview = frame;
    overview.head.operations = book.size();
    overview.counts.operations = book.size();
    overview.counts.awaiting = 0;
    for (const OperationDetail &detail : std::as_const(book))
        overview.counts.awaiting += detail.row.status == ledger::Status::AwaitingApproval ? 1 : 0;
    return answer(overview);
}

QList<OperationRow> FakeLedgerClient::matching(const ledger::OperationFilter &filter) const
{
    QList<OperationRow> rows;
    for (const OperationDetail &detail : book) {
        if (passes(filter, detail.row))
            rows.append(detail.row);
    }
    if (!filter.oldestFirst)
        std::reverse(rows.begin(), rows.end());
    return rows;
}

Answer<QList<OperationRow>> FakeLedgerClient::operations(const ledger::OperationFilter &filter, qint64 after, int limit)
{
    ++operationCalls;
    askedAfter.append(after);
    QList<OperationRow> rows = matching(filter);
    rows.removeIf([&](const OperationRow &row) {
        return after != 0 && (filter.oldestFirst ? row.id <= after : row.id >= after);
    });
    return answer(rows.mid(0, limit));
}

Answer<OperationDetail> FakeLedgerClient::operation(qint64 id)
{
    OperationDetail detail = book.value(id - 1);
    detail.people = frame.people;
    detail.delegations = frame.delegations;
    return answer(detail);
}

Answer<QList<OperationRow>> FakeLedgerClient::search(const QString &text, int limit)
{
    QList<OperationRow> rows = matching(ledger::OperationFilter());
    rows.removeIf([&text](const OperationRow &row) {
        return row.intentKey != text && row.record != text && row.reference != text && row.run != text;
    });
    return answer(rows.mid(0, limit));
}

Answer<ledger::LedgerReader::Distinct> FakeLedgerClient::distinctValues()
{
    ledger::LedgerReader::Distinct values;
    for (const OperationDetail &detail : std::as_const(book)) {
        values.tools.append(detail.row.tool);
        values.actors.append(detail.row.actor);
        values.roles.append(detail.row.role);
        values.rules.append(detail.row.rule);
        values.tenants.append(detail.row.tenant);
    }
    for (QStringList *list : {&values.tools, &values.actors, &values.roles, &values.rules, &values.tenants}) {
        list->removeDuplicates();
        list->removeAll(QString());
        list->sort();
    }
    return answer(values);
}

QList<ledger::EventRow> FakeLedgerClient::matching(const ledger::EventFilter &filter) const
{
    QList<ledger::EventRow> rows;
    for (const ledger::EventRow &row : eventRows) {
        if (passes(filter.kind, row.kind) && passes(filter.actor, row.actor) && passes(filter.run, row.run) &&
            passes(filter.tenant, row.tenant) && (!filter.operation || filter.operation == row.operation) &&
            (!filter.from || row.at >= *filter.from) && (!filter.to || row.at < *filter.to))
            rows.prepend(row);
    }
    return rows;
}

Answer<QList<ledger::EventRow>> FakeLedgerClient::events(const ledger::EventFilter &filter, qint64 before, int limit)
{
    askedEventsBefore.append(before);
    eventFilters.append(filter);
    QList<ledger::EventRow> rows = matching(filter);
    rows.removeIf([before](const ledger::EventRow &row) { return before >= 0 && row.seq >= before; });
    return answer(rows.mid(0, limit));
}

Answer<QList<ledger::ConflictRow>> FakeLedgerClient::openConflicts(qint64 before, int limit)
{
    QList<ledger::ConflictRow> rows = conflictRows; // newest first
    rows.removeIf([before](const ledger::ConflictRow &row) { return before > 0 && row.event >= before; });
    return answer(rows.mid(0, limit));
}

Answer<std::optional<QByteArray>> FakeLedgerClient::payload(const QString &digest)
{
    return answer(bytes.contains(digest) ? std::optional(bytes.value(digest)) : std::nullopt);
}

Answer<std::optional<QByteArray>> FakeLedgerClient::document(const QString &digest)
{
    return payload(digest);
}

Answer<QList<ledger::LedgerReader::DocumentRow>> FakeLedgerClient::documents(const QString &kind)
{
    QList<ledger::LedgerReader::DocumentRow> rows = documentRows;
    rows.removeIf([&kind](const auto &row) { return row.kind != kind; });
    return answer(rows);
}

Answer<console::LedgerClient::ActiveDocuments> FakeLedgerClient::activeDocuments()
{
    return answer(active);
}

Answer<RowIndex> FakeLedgerClient::operationIndex(const ledger::OperationFilter &filter, int pageSize)
{
    ++indexCalls;
    return answer(indexOf(matching(filter), pageSize, [](const OperationRow &row) { return row.id; }));
}

Answer<RowIndex> FakeLedgerClient::eventIndex(const ledger::EventFilter &filter, int pageSize)
{
    return answer(indexOf(matching(filter), pageSize, [](const ledger::EventRow &row) { return row.seq; }));
}

console::Answer<console::LedgerPeople> FakeLedgerClient::people()
{
    return answer(known);
}

Answer<QByteArray> FakeLedgerClient::lastCheckpoint()
{
    return answer(checkpoint);
}

Answer<console::LedgerClient::NumbersReport> FakeLedgerClient::sixNumbers(const metrics::SixNumbersRequest &request)
{
    numbersAsked.append(request);
    return answer(numbers);
}

Answer<ledger::MetricsQuery::Completeness> FakeLedgerClient::completeness(const ledger::MetricsRange &range)
{
    completenessAsked.append(range);
    return answer(complete);
}

Answer<QList<OperationRow>> FakeLedgerClient::gapOperations(const ledger::MetricsRange &, const QString &gap,
                                                            qint64 after, int limit)
{
    QList<OperationRow> rows;
    for (const qint64 id : gaps.value(gap)) {
        if ((after == 0 || id < after) && rows.size() < limit)
            rows.append(book.at(id - 1).row);
    }
    return answer(rows);
}

Answer<ledger::VerifyReport> FakeLedgerClient::verify(const QString &, const QList<approval::Administrator> &)
{
    Q_EMIT verifyProgressed(verifyReport.events, verifyReport.events, QStringLiteral("leaves"));
    return answer(verifyReport);
}

} // namespace obstat::tests
