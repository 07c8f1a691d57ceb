#pragma once

#include "ledger/signedacts.h"
#include "ledger/storedvalues.h"
#include "ledger/types.h"
#include "policy/toolentry.h"

namespace obstat::ledger {

/// The rows of operations, attempts, decisions and conflicts against the events of each operation, and the events of
/// none against what they name. In chunks of operations, each one consistent look, so that a writer may go on
/// meanwhile.
class OperationsCheck
{
public:
    /// Return false to stop.
    using Step = std::function<bool(qint64 done, qint64 total)>;

    OperationsCheck(ReadSession &session, FindingList &findings, StoredValues &values, SignedActs &acts,
                    QString firstOrigin);

    /// False: the step wanted to stop.
    [[nodiscard]] base::Result<bool> checkOperations(const Step &step);
    /// Events without an operation among the first `size`.
    [[nodiscard]] base::Result<bool> checkOtherEvents(qint64 size, const Step &step);
    [[nodiscard]] qint64 checked() const { return m_checked; }

private:
    struct Chunk;
    [[nodiscard]] base::Result<qint64> highestOperation();
    [[nodiscard]] base::Result<bool> checkCount();
    [[nodiscard]] base::Result<std::optional<qint64>> nextOperation(qint64 first);
    [[nodiscard]] base::Result<> checkChunk(qint64 first, qint64 last);
    [[nodiscard]] base::Result<> read(Chunk &chunk, qint64 first, qint64 last);
    [[nodiscard]] base::Result<> checkOne(qint64 operation, Chunk &chunk);
    [[nodiscard]] base::Result<> checkSubject(const OperationRow &row);
    [[nodiscard]] base::Result<const policy::ToolEntry *> entryOf(const QString &digest);
    void checkConflicts(qint64 operation, const QList<evidence::Event> &events, const QList<ConflictRow> &rows);
    /// The event of a row, checked against the row's columns; nothing where the leaf cannot be read (told before).
    [[nodiscard]] std::optional<evidence::Event> eventOf(const EventRow &row);

    ReadSession &m_session;
    FindingList &m_findings;
    StoredValues &m_values;
    SignedActs &m_acts;
    QString m_firstOrigin;
    QHash<QString, std::optional<policy::ToolEntry>> m_entries;
    qint64 m_checked = 0;
};

} // namespace obstat::ledger
