#pragma once

#include "approval/decision.h"
#include "approval/directory.h"
#include "base/clock.h"
#include "base/random.h"
#include "ledger/ledgerfiles.h"
#include "ledger/types.h"

#include <memory>
#include <span>

namespace obstat::ledger {

struct VerifyReport;
struct CallerClaim;
struct CallerClaimAnswer;
struct CallerReport;
struct CallerReportAnswer;

struct WriterOptions
{
    QString database;
    QList<approval::Administrator> administrators; ///< from obstatd.toml
    QByteArray instanceKey;                        ///< NAME.key, for the MAC and (derived) the log's signing key
    const base::Clock *clock = nullptr;            ///< must outlive the writer
    base::Random *random = nullptr;                ///< must outlive the writer
    QString address;                               ///< of this instance's gateway, "" = none
    bool flow = false;                             ///< this instance drains approved plans
};

/// An unknown outcome that the retry policy gives up.
struct ForPerson
{
    OperationRow operation;
    QString why; ///< NextStep::why, for the log
};

/// What a claim gave, and what it met on the way.
struct ClaimReport
{
    QList<Claim> claims;
    QList<Question> questions; ///< due to be asked; not one of the claims
    int expired = 0, withdrawn = 0, returned = 0, held = 0;
    QList<ForPerson> forPeople;    ///< nothing more by itself
    QList<OperationRow> changed;   ///< those four as they are now, for whoever waits for them
    std::optional<Micros> nextDue; ///< earliest not_before of what is not due yet
};

/// The one writer of a SQLite ledger. Synchronous, no thread, no event loop: construct, use and destroy it in one
/// thread. Holds NAME.lock for its life. Every function is one durable transaction (synchronous=FULL) and returns only
/// after commit; on error nothing changed. Errors: Locked, Newer, NotALedger, Truncated, NetworkFileSystem, ReadOnly,
/// DiskFull, Corrupt, Io, Doubt (only where a claim or seal is asked for), and what each function says.
class LedgerWriter
{
public:
    /// Creates a new ledger: schema, head, first event (`simulated` when asked, else `epoch`). AlreadyExists.
    /// Creates nothing but NAME.obstat, NAME.lock and NAME.state; on error removes what it made.
    [[nodiscard]] static base::Result<> create(const WriterOptions &options, const QString &origin, bool simulated);

    /// Takes the lock, migrates, folds the directory from signed acts, judges the state file, recovers what a dead
    /// process left (7.1: running operations become unknown with a `crashed` attempt, claimed ones approved again),
    /// writes the instance row.
    [[nodiscard]] static base::Result<std::unique_ptr<LedgerWriter>> open(const WriterOptions &options);
    ~LedgerWriter();
    LedgerWriter(const LedgerWriter &) = delete;
    LedgerWriter &operator=(const LedgerWriter &) = delete;

    // --- registry and policy -------------------------------------------------------------------------------------
    /// Stores a registry text and its entries by digest, appends `registry_loaded` when it is another than the last.
    /// The active registry is the one loaded here (obstatd's tools.toml) unless an administrator signed one, then only
    /// that.
    [[nodiscard]] base::Result<> loadRegistry(const policy::Registry &registry);
    [[nodiscard]] const policy::Registry &registry() const;
    /// The policy an administrator activated; default-constructed digest "" when none: then everything waits for
    /// a person of role "approver".
    [[nodiscard]] const policy::Policy &activePolicy() const;
    [[nodiscard]] const approval::Directory &directory() const;

    // --- orchestrators (4.2) -------------------------------------------------------------------------------------
    /// All in one transaction, in order; one answer each. A whole-batch error (disk full) is the outer Result.
    [[nodiscard]] base::Result<QList<SubmitAnswer>> submit(std::span<const Submission> batch);
    /// awaiting or approved → withdrawn. NotFound (also another tenant's), Illegal.
    [[nodiscard]] base::Result<OperationRow> withdraw(const QString &tenant, const QString &actor, qint64 operation,
                                                      const QString &reason);

    // --- people (4.8, 6) -----------------------------------------------------------------------------------------
    /// Stores, verifies and admits a signed decision. A refused or lost one is a value, not an error, and is recorded
    /// when its signature is a known person's; Malformed/Unauthorized otherwise (nothing stored).
    [[nodiscard]] base::Result<Admission> admit(const approval::DecisionEnvelope &envelope);
    /// An administrator's act. `document` is the policy or registry text for those acts. For `policy` its tests must
    /// pass.
    [[nodiscard]] base::Result<approval::AdminAct> admitAct(const approval::SignedAct &act, const QByteArray &document);

    // --- flow (7) ------------------------------------------------------------------------------------------------
    /// Claims up to `limit` due plans after all checks of 6.3, resends of unknown ones included. Doubt: nothing is
    /// claimed.
    [[nodiscard]] base::Result<ClaimReport> claim(int limit, Micros lease);
    /// Durable before the first byte leaves; gives the attempt's number. Stale when fence or lease are not current.
    [[nodiscard]] base::Result<int> startAttempt(const AttemptStart &start);
    /// One transaction for several.
    [[nodiscard]] base::Result<QList<base::Result<int>>> startAttempts(std::span<const AttemptStart> starts);
    /// At the timeout: running → unknown, the attempt stays open and goes on listening.
    [[nodiscard]] base::Result<OperationRow> attemptTimedOut(qint64 operation, qint64 fence, int number);
    /// Ends an open attempt and settles the operation by its outcome (7.2), late answers too. Stale, Illegal.
    [[nodiscard]] base::Result<OperationRow> endAttempt(const AttemptEnd &end);
    /// One transaction for several: records the questions before their first byte leaves; gives each attempt's number
    /// and fence. Stale when the operation is no longer unknown, Illegal while another attempt is open.
    [[nodiscard]] base::Result<QList<base::Result<QuestionStarted>>>
    startQuestions(std::span<const AttemptStart> starts);
    /// Ends a question and settles the operation by its answer (7.5). `entry` is what was asked with.
    [[nodiscard]] base::Result<OperationRow> endQuestion(const AttemptEnd &end, const policy::ToolEntry &entry);
    /// Gives a claim back that was never started (running → approved, or unknown again for a resend), due again at
    /// `notBefore`; none on a resend: not without a person.
    [[nodiscard]] base::Result<> release(qint64 operation, qint64 fence, const QString &why,
                                         std::optional<Micros> notBefore);
    // --- callers: orchestrators that execute by themselves (7.3), see callerwork.h ---
    /// Claims one plan after all checks of 6.3, its attempt durable before the answer. A refusal is a value. NotFound
    /// (also another tenant's), Doubt.
    [[nodiscard]] base::Result<CallerClaimAnswer> claimForCaller(const CallerClaim &claim);
    /// What became of it. After the lease only a success settles anything; all else is kept as evidence. A refusal is
    /// a value. NotFound (also another tenant's).
    [[nodiscard]] base::Result<CallerReportAnswer> takeReport(const CallerReport &report);

    /// The cosmetic sweeper: ends up to `limit` overdue plans, and claims of callers whose lease ran out, and gives
    /// them as they are now.
    [[nodiscard]] base::Result<QList<OperationRow>> expireDue(int limit);

    /// Raises up to `limit` waiting plans whose half time, nine tenths or escalation has come; gives them.
    [[nodiscard]] base::Result<QList<OperationRow>> remindDue(int limit);

    // --- instance and log ----------------------------------------------------------------------------------------
    [[nodiscard]] base::Result<> heartbeat(const QString &state);
    /// Tells consoles where this instance's gateway listens.
    [[nodiscard]] base::Result<> setAddress(const QString &address);
    [[nodiscard]] base::Result<> markStopped();
    /// Signs a checkpoint when the log grew since the last: consistency with the state file proved, the new state
    /// durable, then the note stored (evidence.md 4). False: nothing new. Doubt: the log went back.
    [[nodiscard]] base::Result<bool> seal();
    /// The last transaction found the disk full: nothing is recorded, so nothing is done (contract 4.7).
    [[nodiscard]] bool diskFull() const;
    /// A sync failed, so what is durable is not known: nothing is written any more, and the process must end. The next
    /// one reads what there is.
    [[nodiscard]] bool mustEnd() const;
    /// The number of the verification that is due before anything may be claimed: at the start, and when another
    /// program wrote into the database. nullopt when the ledger is known to be whole. Whoever claims looks here first.
    [[nodiscard]] std::optional<qint64> verificationDue() const;
    /// Takes the report of a LedgerVerifier that began when `number` was due. Live plans whose rows or values differ
    /// are held; a grave finding puts the ledger in doubt until an administrator signs `resume`; at the next start, and
    /// after the next outside write, it is in doubt again.
    [[nodiscard]] base::Result<> verified(qint64 number, const VerifyReport &report);
    /// Empty when serving normally, else why nothing is claimed ("the log went back from 8,412 to 8,300").
    [[nodiscard]] QString doubt() const;

    [[nodiscard]] const HeadRow &head() const; ///< as of the last commit
    [[nodiscard]] QString instanceId() const;
    [[nodiscard]] QString logVerifierKey() const; ///< C2SP verifier key text of this log

    /// A read-only connection of this writer, for answers that need rows (GET by the gateway's ledger thread): sees
    /// every commit.
    class LedgerReader &reader();

private:
    struct Private;
    explicit LedgerWriter(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace obstat::ledger
