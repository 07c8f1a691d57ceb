#pragma once

#include "console/client/ledgertypes.h"
#include "ledger/ledgerverifier.h"
#include "metrics/sixnumbers.h"

#include <QFuture>
#include <QObject>

namespace obstat::console {

template <typename T>
using Answer = QFuture<base::Result<T>>;

/// What pages know of a ledger. Lives in the GUI thread and never waits: every call returns at once, its answer comes
/// from another thread; pages continue with whenReady(answer, this, …). `cancel()` on a copy of the future drops what
/// waits and interrupts what runs; a cancelled answer's continuation is not called. Errors as LedgerReader has them.
class LedgerClient : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// File name of the ledger, for people.
    [[nodiscard]] virtual QString database() const = 0;

    [[nodiscard]] virtual Answer<Overview> overview() = 0;

    // Pages of lists and one operation: answered in milliseconds, in the order asked.
    [[nodiscard]] virtual Answer<QList<ledger::OperationRow>> operations(const ledger::OperationFilter &filter,
                                                                         qint64 after, int limit) = 0;
    [[nodiscard]] virtual Answer<OperationDetail> operation(qint64 id) = 0; ///< NotFound
    [[nodiscard]] virtual Answer<QList<ledger::OperationRow>> search(const QString &text, int limit) = 0;
    [[nodiscard]] virtual Answer<ledger::LedgerReader::Distinct> distinctValues() = 0;
    [[nodiscard]] virtual Answer<QList<ledger::EventRow>> events(const ledger::EventFilter &filter, qint64 before,
                                                                 int limit) = 0;
    [[nodiscard]] virtual Answer<QList<ledger::ConflictRow>> openConflicts(qint64 before, int limit) = 0;
    [[nodiscard]] virtual Answer<std::optional<QByteArray>> payload(const QString &digest) = 0;
    [[nodiscard]] virtual Answer<std::optional<QByteArray>> document(const QString &digest) = 0;
    [[nodiscard]] virtual Answer<QList<ledger::LedgerReader::DocumentRow>> documents(const QString &kind) = 0;
    /// Digests of the policy and the registry in force.
    struct ActiveDocuments
    {
        QString policy, registry;
    };
    [[nodiscard]] virtual Answer<ActiveDocuments> activeDocuments() = 0;
    [[nodiscard]] virtual Answer<LedgerPeople> people() = 0;
    [[nodiscard]] virtual Answer<QByteArray> lastCheckpoint() = 0; ///< the newest note, empty when there is none

    // Counts and positions over whole lists: may take a second on millions of rows, never in the way of the above.
    [[nodiscard]] virtual Answer<RowIndex> operationIndex(const ledger::OperationFilter &filter, int pageSize) = 0;
    [[nodiscard]] virtual Answer<RowIndex> eventIndex(const ledger::EventFilter &filter, int pageSize) = 0;

    // Jobs: seconds to minutes. Metrics one after the other; a verification beside them.
    struct NumbersReport
    {
        metrics::SixNumbers six;
        qint64 operations = 0; ///< planned in the range
    };
    [[nodiscard]] virtual Answer<NumbersReport> sixNumbers(const metrics::SixNumbersRequest &request) = 0;
    [[nodiscard]] virtual Answer<ledger::MetricsQuery::Completeness>
    completeness(const ledger::MetricsRange &range) = 0;
    /// Operations with a gap of that name, newest first, below `after` (0 = from the newest).
    [[nodiscard]] virtual Answer<QList<ledger::OperationRow>>
    gapOperations(const ledger::MetricsRange &range, const QString &gap, qint64 after, int limit) = 0;
    /// Progress comes by verifyProgressed.
    [[nodiscard]] virtual Answer<ledger::VerifyReport> verify(const QString &logVerifierKey,
                                                              const QList<approval::Administrator> &administrators) = 0;

Q_SIGNALS:
    /// Another connection committed something; at most four times a second.
    void ledgerChanged();
    void verifyProgressed(qint64 done, qint64 total, const QString &step);
};

} // namespace obstat::console
