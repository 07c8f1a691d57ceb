#pragma once

#include "base/result.h"
#include "ledger/filesystem.h"
#include "ledger/types.h"

#include <atomic>
#include <memory>

namespace obstat::ledger {

/// What Operations and Queue filter by; empty parts do not filter. Every combination is served newest first by an
/// index (a test EXPLAINs them).
struct OperationFilter
{
    QString tenant;
    QList<Status> statuses;
    QString tool, run, actor, record, rule, reference, key, role;
    std::optional<Micros> from, to; ///< created, [from, to)
    std::optional<double> amountFrom, amountTo;
    bool overdue = false; ///< approved but not executed for over a minute
    bool held = false;
    bool contradicted = false; ///< with evidence against its end that no person has settled yet
    bool oldestFirst = false;  ///< the queue
    std::optional<Micros> now; ///< what `overdue` is judged by; none: the machine's clock
};

struct EventFilter
{
    QString tenant, kind, actor, run;
    std::optional<qint64> operation;
    std::optional<Micros> from, to;
};

/// The counts that navigation shows; all from partial indexes.
struct LiveCounts
{
    qint64 awaiting = 0, approved = 0, overdue = 0, running = 0, unknown = 0, held = 0, openConflicts = 0, failed = 0;
    qint64 contradicted = 0; ///< settled, with evidence against it
    std::optional<Micros> oldestAwaiting;
    qint64 operations = 0, events = 0; ///< from the head row
};

/// Read-only access; any number, in any process, each used by one thread only. Opens `mode=ro`, never writes, never
/// checkpoints. Long reads can be interrupted from another thread.
class LedgerReader
{
public:
    /// NotFound, NotALedger, Newer, Truncated, ReadOnly, Corrupt, Locked, Io.
    [[nodiscard]] static base::Result<std::unique_ptr<LedgerReader>> open(const QString &database,
                                                                          const FileSystemProbe &probe = statfsMagic);
    ~LedgerReader();
    LedgerReader(const LedgerReader &) = delete;
    LedgerReader &operator=(const LedgerReader &) = delete;

    /// Thread-safe: makes the running query of this reader fail with Cancelled.
    void interrupt();
    /// Changes when any other connection committed (PRAGMA data_version): what live updates poll.
    [[nodiscard]] base::Result<qint64> dataVersion();

    [[nodiscard]] base::Result<HeadRow> head();
    [[nodiscard]] base::Result<LiveCounts> liveCounts(Micros now);
    [[nodiscard]] base::Result<QList<InstanceRow>> instances(); ///< running first, newest heartbeat first

    [[nodiscard]] base::Result<std::optional<OperationRow>> operation(qint64 id);
    [[nodiscard]] base::Result<QList<OperationRow>>
    operationsByKey(const QString &tenant, const QString &intentKey); ///< newest first; tenant "" = any
    /// Up to `limit` rows after the keyset position `after` (an id; 0 = from the start) in the filter's order.
    [[nodiscard]] base::Result<QList<OperationRow>> operations(const OperationFilter &filter, qint64 after, int limit);
    /// How many rows the filter has; unfiltered from the head row.
    [[nodiscard]] base::Result<qint64> countOperations(const OperationFilter &filter);
    /// The id of every `pageSize`-th row in order, for jumping: anchors[k] is the position after which page k starts (0
    /// first).
    [[nodiscard]] base::Result<QList<qint64>> operationAnchors(const OperationFilter &filter, int pageSize);
    /// Operations whose intent key, record, reference or run equals the text (search box), newest first.
    [[nodiscard]] base::Result<QList<OperationRow>> search(const QString &text, int limit);
    /// The last operation before `before` for the same tenant, tool and record.
    [[nodiscard]] base::Result<std::optional<OperationRow>> previousForRecord(const OperationRow &before);
    /// Operations of a run, and the median of operations a run over the actor's last 50 other runs (0: no other run).
    struct RunShape
    {
        qint64 operations = 0;
        double usual = 0;
    };
    [[nodiscard]] base::Result<RunShape> runShape(const QString &tenant, const QString &run, const QString &actor);

    [[nodiscard]] base::Result<QList<EventRow>> events(const EventFilter &filter, qint64 before,
                                                       int limit); ///< newest first, seq < before (-1 = newest)
    [[nodiscard]] base::Result<QList<EventRow>> eventsFrom(qint64 seq, int limit); ///< in order, for followers
    [[nodiscard]] base::Result<qint64> countEvents(const EventFilter &filter);
    [[nodiscard]] base::Result<QList<qint64>> eventAnchors(const EventFilter &filter,
                                                           int pageSize);   ///< `before` of each page, −1 first
    [[nodiscard]] base::Result<QList<EventRow>> timeline(qint64 operation); ///< oldest first, at most 5,000
    [[nodiscard]] base::Result<QList<AttemptRow>> attempts(qint64 operation);
    [[nodiscard]] base::Result<QList<DecisionRow>> decisions(qint64 operation);
    [[nodiscard]] base::Result<std::optional<DecisionRow>> decisionByNonce(const QString &nonce);
    [[nodiscard]] base::Result<QList<ConflictRow>> openConflicts(qint64 before, int limit);
    [[nodiscard]] base::Result<QList<ConflictRow>> conflictsOf(qint64 operation);

    /// Stored bytes, checked against their digest; nullopt when purged. Corrupt.
    [[nodiscard]] base::Result<std::optional<QByteArray>> payload(const QString &digest);
    [[nodiscard]] base::Result<std::optional<QByteArray>> document(const QString &digest);
    struct DocumentRow
    {
        QString digest, kind, name;
        Micros seenAt = 0;
    };
    [[nodiscard]] base::Result<QList<DocumentRow>> documents(const QString &kind);
    [[nodiscard]] base::Result<QString> activePolicyDigest();   ///< by the last `policy_activated` event
    [[nodiscard]] base::Result<QString> activeRegistryDigest(); ///< by the last `registry_loaded` event
    struct EnrolmentRow
    {
        QString person, keyId, publicKey;
        QStringList roles, tenants;
        bool revoked = false;
        qint64 since = -1;     ///< event number
        qint64 revokedAt = -1; ///< event number, -1 = in force
    };
    [[nodiscard]] base::Result<QList<EnrolmentRow>> enrolments();
    struct TokenRow
    {
        QString id, tenant, actor, sponsor;
        QStringList scopes;
        qint64 since = -1;   ///< event number
        qint64 revoked = -1; ///< event number, -1 = in force
    };
    [[nodiscard]] base::Result<QList<TokenRow>> tokens(); ///< without their hashes
    struct DelegationRow
    {
        QString delegate, principal;
        base::Micros from = 0, until = 0;
        qint64 since = -1;   ///< event number
        qint64 revoked = -1; ///< event number, -1 = in force
    };
    [[nodiscard]] base::Result<QList<DelegationRow>> delegations(); ///< newest first
    /// The newest checkpoint note, empty when none.
    [[nodiscard]] base::Result<QByteArray> lastCheckpoint();
    struct Distinct
    {
        QStringList tools, actors, rules, roles, tenants;
    };
    [[nodiscard]] base::Result<Distinct> distinctValues(); ///< for filter menus, by loose index scans, at most 500 each

private:
    friend class LedgerWriter;
    friend class MetricsQuery;
    friend class LedgerVerifier;
    struct Private;
    explicit LedgerReader(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace obstat::ledger
