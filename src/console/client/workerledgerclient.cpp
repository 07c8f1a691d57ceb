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
    , m_jobs(u"ledger jobs"_s, database)
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
    return m_pages.ask<QList<ledger::OperationRow>>(
        [=](LedgerReader &reader) { return reader.search(text, limit); });
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

Answer<RowIndex> WorkerLedgerClient::operationIndex(const ledger::OperationFilter &filter, int pageSize)
{
    return m_counts.ask<RowIndex>(
        [=](LedgerReader &reader) { return readOperationIndex(reader, filter, pageSize); });
}

Answer<RowIndex> WorkerLedgerClient::eventIndex(const ledger::EventFilter &filter, int pageSize)
{
    return m_counts.ask<RowIndex>([=](LedgerReader &reader) { return readEventIndex(reader, filter, pageSize); });
}

Answer<LedgerClient::MetricsReport> WorkerLedgerClient::metrics(const ledger::MetricsRange &range, qint64 runLimit)
{
    return m_jobs.ask<MetricsReport>([this, range, runLimit](LedgerReader &reader) -> base::Result<MetricsReport> {
        ledger::MetricsQuery query(reader);
        MetricsReport report;
        base::Error error;
        const auto take = [&error](auto &into, auto answer) {
            if (answer)
                into = std::move(*answer);
            else
                error = answer.error();
            return answer.has_value();
        };
        const bool read = take(report.hits, query.hits(range)) && take(report.runs, query.runs(range, runLimit))
            && take(report.attempts, query.attempts(range))
            && take(report.waiting, query.waiting(range, m_clock.now()))
            && take(report.approvals, query.approvals(range)) && take(report.completeness, query.completeness(range));
        if (!read)
            return tl::unexpected(error);
        return report;
    });
}

Answer<QList<qint64>> WorkerLedgerClient::gapOperations(const ledger::MetricsRange &range, const QString &gap,
                                                        qint64 after, int limit)
{
    return m_jobs.ask<QList<qint64>>([=](LedgerReader &reader) {
        return ledger::MetricsQuery(reader).gapOperations(range, gap, after, limit);
    });
}

Answer<ledger::VerifyReport> WorkerLedgerClient::verify(const QString &logVerifierKey,
                                                        const QList<approval::Administrator> &administrators)
{
    using Report = ledger::VerifyReport;
    return m_jobs.ask<Report>([=, this](LedgerReader &reader, QPromise<base::Result<Report>> &promise) {
        ledger::LedgerVerifier verifier(reader, logVerifierKey, administrators);
        return verifier.run([&](const ledger::VerifyProgress &progress) {
            Q_EMIT verifyProgressed(progress.done, progress.total, progress.step);
            return !promise.isCanceled();
        });
    });
}

} // namespace obstat::console
