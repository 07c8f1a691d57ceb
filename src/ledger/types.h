#pragma once

#include "base/canonicaljson.h"
#include "base/clock.h"
#include "policy/policy.h"
#include "policy/registry.h"

#include <QJsonObject>
#include <QList>
#include <QStringList>

#include <functional>
#include <optional>

namespace obstat::ledger {

using base::Micros;

/// Contract 4.3. The texts are stored and go over the wire.
enum class Status { AwaitingApproval, Approved, Running, Unknown, Succeeded, Failed, Rejected, Expired, Withdrawn };
[[nodiscard]] QString statusText(Status status);
[[nodiscard]] std::optional<Status> statusFromText(QStringView text);
/// rejected, expired, withdrawn, failed: ended without effect, the key is free for a revision.
[[nodiscard]] bool endedWithoutEffect(Status status);
/// Something may still happen to it: neither ended without effect nor succeeded.
[[nodiscard]] bool isOpen(Status status);
/// Contract 4.3, the only transitions.
[[nodiscard]] bool isLegalTransition(Status from, Status to);

/// One row of `operation`.
struct OperationRow
{
    qint64 id = 0;
    qint64 version = 0;
    QString tenant, tool, intentKey, natural, withoutWindow, window;
    int revision = 1;
    int generation = 1;
    QString wireKey;
    Status status = Status::AwaitingApproval;
    QString payloadDigest, factsDigest, rationaleDigest, registryDigest, policyDigest;
    QString rule, verdict;
    QByteArray approvals; ///< canonical JSON of the frozen verdict
    QString role, mac;
    bool held = false;
    QString actor, tokenId, sponsor, run, record, amount, currency, keyArguments;
    std::optional<Micros> remindAt; ///< written with the plan, not read back
    int counted = 0;                ///< approvals that count so far, at this version
    qint64 hits = 0;
    QString reference, resultDigest; ///< "" = none
    int attempts = 0;
    /// notBefore: when the next step is due, a send or a question; on unknown, none = not without a person.
    std::optional<Micros> firstSentAt, leaseUntil, notBefore, decidedAt, finishedAt;
    std::optional<qint64> contrary; ///< event of evidence against this end that no person has settled yet
    std::optional<qint64> fence;
    QString instance;
    Micros createdAt = 0, updatedAt = 0, expiresAt = 0;
};

/// What the gateway hands over for one submit. Parsed and bounded by the caller; who submits comes from the token.
struct Submission
{
    QString tenant, actor, tokenId, sponsor;
    bool mayRead = false; ///< scope `read`: conflict answers name digests
    QString tool;
    base::CanonicalJson arguments; ///< an object
    /// An object, {} when none. The member "run" is reserved: the stored facts document is these members plus
    /// `"run": {"operations": N}` (N counts the operations of the run with this one), frozen at submit. Its digest is
    /// the facts digest, and the whole document is what the shown text lists as facts.
    base::CanonicalJson facts;
    QString run;
    QString named;  ///< the orchestrator's name for tools without a natural key
    QString window; ///< as requested, "" = by the clock
    QString rationale;
    /// Asked inside the transaction when this would be new work, never for a repeat or a conflict. False: refused with
    /// `over_limit`, unrecorded. Empty = always. The answer may still be a refusal, which the caller gives back.
    std::function<bool()> mayCreate;
};

enum class AnswerKind { Created, Repeated, Conflict, Refused };
[[nodiscard]] QString answerText(AnswerKind kind);

/// Contract 4.2.
struct SubmitAnswer
{
    AnswerKind kind = AnswerKind::Refused;
    QString
        code; ///< stable: created, repeated, repeated_rejection, conflict, denied, unknown_tool, unanswered_questions,
              ///< read_only, not_canonical, no_natural_key, named_key_refused, bad_window, doubt, result_damaged
    QString advice;                        ///< keep-key, new-intent or stop
    QString message;                       ///< one sentence for the agent
    std::optional<OperationRow> operation; ///< none when refused
    std::optional<qint64> liveOperation;   ///< where a rejection is repeated: the live revision, if any
    std::optional<QByteArray> result;      ///< the owner's stored bytes, once settled with a result
    QString rejectReason;                  ///< of a repeated rejection
    QStringList differing;                 ///< conflict: pointers
    QString firstDigest, secondDigest;     ///< conflict, only with mayRead
    QStringList missing;                   ///< unanswered questions
    QStringList warnings;                  ///< no_eligible_approver, no_flow
    QList<OperationRow> expired;           ///< overdue plans that ended because this submit met them
};

/// What a claim gives the flow.
struct Claim
{
    OperationRow operation;
    policy::ToolEntry entry;
    base::CanonicalJson arguments;
    qint64 fence = 0;
    Micros leaseUntil = 0;
    bool resend = false; ///< from unknown, with the same wire key
    QString why;         ///< NextStep::why, for the log
};

/// What happened to one attempt (contract 7.2); texts are stored.
enum class AttemptOutcome {
    Succeeded,  ///< matched the declared success rule
    NoEffect,   ///< matched the declared no-effect rule (and, on a resend, carried the replay marker)
    NotSent,    ///< proved not sent
    TimedOut,   ///< no answer within the timeout, nor until twice the timeout
    Reset,      ///< connection ended without an answer
    Unreadable, ///< not HTTP, too large
    Unmatched,  ///< an answer that no rule declares (other 4xx, 5xx, a redirect, 2xx outside the success rule)
    Crashed,    ///< the sender died
    // Of a question (an attempt of kind query):
    Found,        ///< the owner says that the work was done
    Absent,       ///< it says that it was not, but that may be too early to count
    ProvedAbsent, ///< it says so after every sender had stopped and its time to settle had passed
    Several,      ///< more than one work matches
};
[[nodiscard]] QString outcomeText(AttemptOutcome outcome);

struct AttemptStart
{
    qint64 operation = 0;
    qint64 fence = 0;
    QByteArray request; ///< what goes on the wire, without secrets
    Micros timeout = 0;
};

struct QuestionStarted
{
    int number = 0;
    qint64 fence = 0;
};

struct AttemptEnd
{
    qint64 operation = 0;
    qint64 fence = 0;
    int number = 0;
    AttemptOutcome outcome = AttemptOutcome::Crashed;
    std::optional<int> httpStatus;
    std::optional<Micros> duration; ///< until the answer
    bool late = false;              ///< came after the timeout
    bool replayMarked = false;      ///< the answer carried the owner's declared replay marker
    QByteArray response;            ///< metadata and body as stored, empty when none
    QByteArray result;              ///< owner's body when Succeeded or NoEffect
    QString reference;
    QString reportedBy;              ///< the actor of the caller that said so; "" = the flow heard it itself
    std::optional<Micros> retryAt;   ///< when the next send or question is due; none = a person
    std::optional<Micros> confirmAt; ///< when the owner is asked again about its yes
};

/// A question to the owner that is due (contract 7.5).
struct Question
{
    OperationRow operation;
    policy::ToolEntry entry; ///< asks the owner that was to do the work
    base::CanonicalJson arguments;
    QString reference; ///< that an earlier answer named, "" = none
    QString why;       ///< NextStep::why, for the log
};

struct EventRow
{
    qint64 seq = 0;
    Micros at = 0;
    QString kind, tenant;
    std::optional<qint64> operation;
    QString actor, run;
    QByteArray leaf;
};

struct AttemptRow
{
    qint64 id = 0, operation = 0;
    int number = 0;
    QString kind;
    qint64 fence = 0;
    QString instance;
    Micros startedAt = 0, timeout = 0;
    std::optional<Micros> endedAt, duration;
    QString outcome;
    std::optional<int> httpStatus;
    bool late = false;
    QString requestDigest, responseDigest, reference;
};

struct DecisionRow
{
    qint64 id = 0;
    QString nonce;
    qint64 operation = 0;
    QString kind, approver, keyId;
    QByteArray body, signature;
    Micros decidedAt = 0, sentAt = 0, receivedAt = 0;
    QString state, code, why; ///< code and why as in Admission
    qint64 event = 0;
};

struct ConflictRow
{
    qint64 event = 0, operation = 0;
    QString payloadDigest;
    QStringList paths;
    QString actor, run, state;
    Micros at = 0;
    QString record; ///< of the operation; read by openConflicts() only
};

struct InstanceRow
{
    QString id, address, version, state;
    qint64 pid = 0;
    Micros startedAt = 0, heartbeat = 0;
    std::optional<Micros> stoppedAt;
    bool flow = false;
};

struct HeadRow
{
    QString origin, firstOrigin;
    qint64 size = 0;
    QByteArray range;
    Micros at = 0;
    qint64 operations = 0, fences = 0;
    bool simulated = false, automatic = true;
};

/// How an admission ended (contract 4.8).
struct Admission
{
    enum class Outcome { Admitted, Lost, Expired, Refused } outcome = Outcome::Refused;
    QString message; ///< one sentence, for example "m.keller rejected it at 14:02:11Z"
    QString code;    ///< admitted, lost, expired, wrong_version, wrong_digest, not_eligible, bad_signature, clock …
    OperationRow operation;              ///< as it is now
    std::optional<OperationRow> planned; ///< the new revision that a `change` made
    bool repeated = false;               ///< this nonce was here before: the same answer again
};

} // namespace obstat::ledger
