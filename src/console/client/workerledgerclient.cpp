#include "console/client/workerledgerclient.h"

#include "base/clock.h"
#include "console/client/readdetail.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ledger::LedgerReader;

WorkerLedgerClient::WorkerLedgerClient(const QString &database, const base::Clock &clock, QObject *parent)
    : LedgerClient(parent)
    , m_database(database)
    , m_clock(clock)
    , m_pages(u"ledger pages"_s, database)
    , m_counts(u"ledger counts"_s, database)
    , m_jobs(u"ledger metrics"_s, database)
    , m_verify(u"ledger verify"_s, database)
{
    connect(&m_pages, &LedgerWorker::changed, this, &LedgerClient::ledgerChanged);
    m_pages.watch(250ms);
}

Answer<Overview> WorkerLedgerClient::overview()
{
    return m_pages.ask<Overview>([this](LedgerReader &reader) { return readOverview(reader, m_clock.now()); });
}

Answer<QList<ledger::OperationRow>> WorkerLedgerClient::operations(const ledger::OperationFilter &filter, qint64 after,
                                                                   int limit)
{
    return m_pages.ask<QList<ledger::OperationRow>>(
        [=](LedgerReader &reader) { return reader.operations(filter, after, limit); });
}

Answer<OperationDetail> WorkerLedgerClient::operation(qint64 id)
{
    return m_pages.ask<OperationDetail>([id](LedgerReader &reader) { return readDetail(reader, id); });
}

Answer<QList<ledger::OperationRow>> WorkerLedgerClient::search(const QString &text, int limit)
{
    return m_pages.ask<QList<ledger::OperationRow>>([=](LedgerReader &reader) { return reader.search(text, limit); });
}

Answer<LedgerReader::Distinct> WorkerLedgerClient::distinctValues()
{
    return m_pages.ask<LedgerReader::Distinct>([](LedgerReader &reader) { return reader.distinctValues(); });
}

Answer<QList<ledger::EventRow>> WorkerLedgerClient::events(const ledger::EventFilter &filter, qint64 before, int limit)
{
    return m_pages.ask<QList<ledger::EventRow>>(
        [=](LedgerReader &reader) { return reader.events(filter, before, limit); });
}

Answer<QList<ledger::ConflictRow>> WorkerLedgerClient::openConflicts(qint64 before, int limit)
{
    return m_pages.ask<QList<ledger::ConflictRow>>(
        [=](LedgerReader &reader) { return reader.openConflicts(before, limit); });
}

Answer<std::optional<QByteArray>> WorkerLedgerClient::payload(const QString &digest)
{
    return m_pages.ask<std::optional<QByteArray>>([=](LedgerReader &reader) { return reader.payload(digest); });
}

Answer<std::optional<QByteArray>> WorkerLedgerClient::document(const QString &digest)
{
    return m_pages.ask<std::optional<QByteArray>>([=](LedgerReader &reader) { return reader.document(digest); });
}

Answer<QList<LedgerReader::DocumentRow>> WorkerLedgerClient::documents(const QString &kind)
{
    return m_pages.ask<QList<LedgerReader::DocumentRow>>([=](LedgerReader &reader) { return reader.documents(kind); });
}

Answer<LedgerClient::ActiveDocuments> WorkerLedgerClient::activeDocuments()
{
    return m_pages.ask<ActiveDocuments>([](LedgerReader &reader) -> base::Result<ActiveDocuments> {
        auto policy = reader.activePolicyDigest();
        if (!policy)
            return tl::unexpected(policy.error());
        auto registry = reader.activeRegistryDigest();
        if (!registry)
            return tl::unexpected(registry.error());
        return ActiveDocuments{*policy, *registry};
    });
}

Answer<LedgerPeople> WorkerLedgerClient::people()
{
    return m_pages.ask<LedgerPeople>([](LedgerReader &reader) -> base::Result<LedgerPeople> {
        auto keys = reader.enrolments();
        if (!keys)
            return tl::unexpected(keys.error());
        auto tokens = reader.tokens();
        if (!tokens)
            return tl::unexpected(tokens.error());
        auto delegations = reader.delegations();
        if (!delegations)
            return tl::unexpected(delegations.error());
        return LedgerPeople{*keys, *tokens, *delegations};
    });
}

Answer<QByteArray> WorkerLedgerClient::lastCheckpoint()
{
    return m_pages.ask<QByteArray>([](LedgerReader &reader) { return reader.lastCheckpoint(); });
}

Answer<RowIndex> WorkerLedgerClient::operationIndex(const ledger::OperationFilter &filter, int pageSize)
{
    return m_counts.ask<RowIndex>([=](LedgerReader &reader) { return readOperationIndex(reader, filter, pageSize); });
}

Answer<RowIndex> WorkerLedgerClient::eventIndex(const ledger::EventFilter &filter, int pageSize)
{
    return m_counts.ask<RowIndex>([=](LedgerReader &reader) { return readEventIndex(reader, filter, pageSize); });
}

Answer<LedgerClient::NumbersReport> WorkerLedgerClient::sixNumbers(const metrics::SixNumbersRequest &request)
{
    return m_jobs.ask<NumbersReport>([request](LedgerReader &reader) -> base::Result<NumbersReport> {
        ledger::MetricsQuery query(reader);
        auto six = metrics::SixNumbers::compute(query, request);
        if (!six)
            return tl::unexpected(six.error());
        ledger::OperationFilter planned;
        planned.tool = request.range.tool;
        planned.from = request.range.from;
        planned.to = request.range.to;
        const auto operations = reader.countOperations(planned);
        if (!operations)
            return tl::unexpected(operations.error());
        return NumbersReport{*six, *operations};
    });
}

Answer<ledger::MetricsQuery::Completeness> WorkerLedgerClient::completeness(const ledger::MetricsRange &range)
{
    return m_jobs.ask<ledger::MetricsQuery::Completeness>(
        [range](LedgerReader &reader) { return ledger::MetricsQuery(reader).completeness(range); });
}

Answer<QList<ledger::OperationRow>> WorkerLedgerClient::gapOperations(const ledger::MetricsRange &range,
                                                                      const QString &gap, qint64 after, int limit)
{
    return m_jobs.ask<QList<ledger::OperationRow>>(
        [=](LedgerReader &reader) -> base::Result<QList<ledger::OperationRow>> {
            const auto ids = ledger::MetricsQuery(reader).gapOperations(range, gap, after, limit);
            if (!ids)
                return tl::unexpected(ids.error());
            QList<ledger::OperationRow> rows;
            for (const qint64 id : *ids) {
                auto row = reader.operation(id);
                if (!row)
                    return tl::unexpected(row.error());
                if (*row)
                    rows.append(**row);
            }
            return rows;
        });
}

Answer<ledger::VerifyReport> WorkerLedgerClient::verify(const QString &logVerifierKey,
                                                        const QList<approval::Administrator> &administrators)
{
    using Report = ledger::VerifyReport;
    return m_verify.ask<Report>([=, this](LedgerReader &reader, QPromise<base::Result<Report>> &promise) {
        ledger::LedgerVerifier verifier(reader, logVerifierKey, administrators);
        return verifier.run([&](const ledger::VerifyProgress &progress) {
            Q_EMIT verifyProgressed(progress.done, progress.total, progress.step);
            return !promise.isCanceled();
        });
    });
}

} // namespace obstat::console
