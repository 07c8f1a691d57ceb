#pragma once

#include "console/client/ledgerclient.h"
#include "console/client/ledgerworker.h"

namespace obstat::base {
class Clock;
}

namespace obstat::console {

/// The client of a SQLite ledger file: one worker for pages, one for counts over whole lists, one for metrics, one
/// for verification, each with a thread and a read-only connection of its own.
class WorkerLedgerClient final : public LedgerClient
{
    Q_OBJECT

public:
    /// `clock` must outlive the client. Opens nothing yet; the first answer says whether the file can be read.
    WorkerLedgerClient(const QString &database, const base::Clock &clock, QObject *parent = nullptr);

    [[nodiscard]] QString database() const override { return m_database; }
    [[nodiscard]] Answer<Overview> overview() override;
    [[nodiscard]] Answer<QList<ledger::OperationRow>> operations(const ledger::OperationFilter &filter, qint64 after,
                                                                 int limit) override;
    [[nodiscard]] Answer<OperationDetail> operation(qint64 id) override;
    [[nodiscard]] Answer<QList<ledger::OperationRow>> search(const QString &text, int limit) override;
    [[nodiscard]] Answer<ledger::LedgerReader::Distinct> distinctValues() override;
    [[nodiscard]] Answer<QList<ledger::EventRow>> events(const ledger::EventFilter &filter, qint64 before,
                                                         int limit) override;
    [[nodiscard]] Answer<QList<ledger::ConflictRow>> openConflicts(qint64 before, int limit) override;
    [[nodiscard]] Answer<std::optional<QByteArray>> payload(const QString &digest) override;
    [[nodiscard]] Answer<std::optional<QByteArray>> document(const QString &digest) override;
    [[nodiscard]] Answer<QList<ledger::LedgerReader::DocumentRow>> documents(const QString &kind) override;
    [[nodiscard]] Answer<ActiveDocuments> activeDocuments() override;
    [[nodiscard]] Answer<LedgerPeople> people() override;
    [[nodiscard]] Answer<QByteArray> lastCheckpoint() override;
    [[nodiscard]] Answer<RowIndex> operationIndex(const ledger::OperationFilter &filter, int pageSize) override;
    [[nodiscard]] Answer<RowIndex> eventIndex(const ledger::EventFilter &filter, int pageSize) override;
    [[nodiscard]] Answer<NumbersReport> sixNumbers(const metrics::SixNumbersRequest &request) override;
    [[nodiscard]] Answer<ledger::MetricsQuery::Completeness> completeness(const ledger::MetricsRange &range) override;
    [[nodiscard]] Answer<QList<ledger::OperationRow>>
    gapOperations(const ledger::MetricsRange &range, const QString &gap, qint64 after, int limit) override;
    [[nodiscard]] Answer<ledger::VerifyReport> verify(const QString &logVerifierKey,
                                                      const QList<approval::Administrator> &administrators) override;

private:
    const QString m_database;
    const base::Clock &m_clock;
    LedgerWorker m_pages;
    LedgerWorker m_counts;
    LedgerWorker m_jobs;
    LedgerWorker m_verify;
};

} // namespace obstat::console
