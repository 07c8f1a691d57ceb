#pragma once

#include "console/client/ledgerclient.h"

#include <functional>
#include <optional>

namespace obstat::tests {

/// A ledger in memory. Answers come with the event loop, as those of the real client; while it is held they wait until
/// they are released, in any order.
class FakeLedgerClient final : public console::LedgerClient
{
    Q_OBJECT

public:
    FakeLedgerClient();

    QList<console::OperationDetail> book; ///< ids 1, 2, 3 … in order
    console::Overview frame;
    QList<ledger::EventRow> eventRows;
    QString file = QStringLiteral("/ledgers/payments.obstat"); ///< what database() says; nothing opens it
    QList<ledger::ConflictRow> conflictRows;
    QMap<QString, QByteArray> bytes; ///< payloads and documents by digest
    QList<ledger::LedgerReader::DocumentRow> documentRows;
    ActiveDocuments active;
    NumbersReport numbers;
    ledger::MetricsQuery::Completeness complete;
    QMap<QString, QList<qint64>> gaps; ///< operations by what they lack
    console::LedgerPeople known;
    QByteArray checkpoint;
    ledger::VerifyReport verifyReport;
    std::optional<base::Error> failure; ///< of every answer while set
    int operationCalls = 0;
    int indexCalls = 0;
    QList<qint64> askedAfter; ///< positions of operations()
    QList<qint64> askedEventsBefore;
    QList<ledger::EventFilter> eventFilters;
    QList<metrics::SixNumbersRequest> numbersAsked;
    QList<ledger::MetricsRange> completenessAsked;
    int cancelled = 0; ///< answers that were cancelled before they were given

    void hold() { m_held = true; }
    void release(); ///< all, oldest first, and no longer held
    void releaseNewest();
    /// Says that another connection committed.
    void change();
    void setStatus(qint64 id, ledger::Status status);

    [[nodiscard]] QString database() const override { return file; }
    [[nodiscard]] console::Answer<console::Overview> overview() override;
    [[nodiscard]] console::Answer<QList<ledger::OperationRow>> operations(const ledger::OperationFilter &filter,
                                                                          qint64 after, int limit) override;
    [[nodiscard]] console::Answer<console::OperationDetail> operation(qint64 id) override;
    [[nodiscard]] console::Answer<QList<ledger::OperationRow>> search(const QString &text, int limit) override;
    [[nodiscard]] console::Answer<ledger::LedgerReader::Distinct> distinctValues() override;
    [[nodiscard]] console::Answer<QList<ledger::EventRow>> events(const ledger::EventFilter &filter, qint64 before,
                                                                  int limit) override;
    [[nodiscard]] console::Answer<QList<ledger::ConflictRow>> openConflicts(qint64 before, int limit) override;
    [[nodiscard]] console::Answer<std::optional<QByteArray>> payload(const QString &digest) override;
    [[nodiscard]] console::Answer<std::optional<QByteArray>> document(const QString &digest) override;
    [[nodiscard]] console::Answer<QList<ledger::LedgerReader::DocumentRow>> documents(const QString &kind) override;
    [[nodiscard]] console::Answer<ActiveDocuments> activeDocuments() override;
    [[nodiscard]] console::Answer<console::RowIndex> operationIndex(const ledger::OperationFilter &filter,
                                                                    int pageSize) override;
    [[nodiscard]] console::Answer<console::RowIndex> eventIndex(const ledger::EventFilter &filter,
                                                                int pageSize) override;
    [[nodiscard]] console::Answer<console::LedgerPeople> people() override;
    [[nodiscard]] console::Answer<QByteArray> lastCheckpoint() override;
    [[nodiscard]] console::Answer<NumbersReport> sixNumbers(const metrics::SixNumbersRequest &request) override;
    [[nodiscard]] console::Answer<ledger::MetricsQuery::Completeness>
    completeness(const ledger::MetricsRange &range) override;
    [[nodiscard]] console::Answer<QList<ledger::OperationRow>>
    gapOperations(const ledger::MetricsRange &range, const QString &gap, qint64 after, int limit) override;
    [[nodiscard]] console::Answer<ledger::VerifyReport>
    verify(const QString &logVerifierKey, const QList<approval::Administrator> &administrators) override;

private:
    template <typename T>
    console::Answer<T> answer(T value);
    [[nodiscard]] QList<ledger::OperationRow> matching(const ledger::OperationFilter &filter) const;
    [[nodiscard]] QList<ledger::EventRow> matching(const ledger::EventFilter &filter) const;

    bool m_held = false;
    QList<std::function<void()>> m_waiting;
};

} // namespace obstat::tests
