#include "ledger/decisionadmission.h"

#include "base/digest.h"
#include "base/faultpoint.h"
#include "base/plantedbug.h"
#include "ledger/rows.h"

#include <array>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;
using Outcome = Admission::Outcome;

namespace {

constexpr std::array kStates{"admitted"_L1, "lost"_L1, "expired"_L1, "refused"_L1};

QString stateText(Outcome outcome)
{
    return kStates.at(static_cast<size_t>(outcome));
}

Outcome outcomeOf(const QString &state)
{
    for (size_t i = 0; i < kStates.size(); ++i) {
        if (state == kStates[i]) {
            return static_cast<Outcome>(i);
        }
    }
    return Outcome::Refused;
}

} // namespace

DecisionAdmission::DecisionAdmission(WriterCore &core)
    : m_core(core)
    , m_judge(core)
    , m_ending(core)
    , m_votes(core)
    , m_resubmission(core)
    , m_outcomes(core)
    , m_conflicts(core)
    , m_lookup(*core.connection)
    , m_byNonce(*core.connection, u"SELECT "_s + rows::decisionColumns() + u" FROM decision WHERE nonce=?"_s)
    , m_insert(*core.connection, u"INSERT INTO decision(nonce, operation, kind, approver, key_id, body, signature, "
                                 "decided_at, sent_at, received_at, state, code, why, version, event) "
                                 "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"_s)
{
}

base::Result<Admission> DecisionAdmission::admit(const approval::DecisionEnvelope &envelope)
{
    const auto body = approval::DecisionBody::parse(envelope.body);
    if (!body) {
        return tl::unexpected(body.error());
    }
    if (auto known = authenticate(envelope, *body); !known) {
        return tl::unexpected(known.error());
    }
    auto before = repeated(envelope, *body);
    if (!before) {
        return tl::unexpected(before.error());
    }
    if (*before) {
        return std::move(**before);
    }
    auto row = m_core.operations.byId(body->operation);
    if (!row) {
        return tl::unexpected(row.error());
    }
    if (const auto concern = m_judge.concernOf(envelope, *body, *row)) {
        return object(envelope, *body, *row, *concern);
    }
    const auto objection = judge(*body, *row);
    if (!objection) {
        return tl::unexpected(objection.error());
    }
    return *objection ? object(envelope, *body, *row, **objection) : settle(envelope, *body, *row);
}

DecisionJudge::Judged DecisionAdmission::judge(const approval::DecisionBody &body, const OperationRow &row)
{
    const bool outcome = OutcomeDecisions::concerns(body.kind);
    const bool conflict = ConflictDecisions::concerns(body.kind);
    if (!outcome && !conflict && body.kind != "reopen"_L1) {
        return m_judge.judge(body, row);
    }
    if (row.held && !conflict) {
        return DecisionObjection{Outcome::Refused, u"held"_s,
                                 u"The operation is held because its record was tampered with."_s};
    }
    if (auto record = recordOf(row); !record || *record) {
        return record;
    }
    return outcome    ? m_outcomes.judge(body, row)
           : conflict ? m_conflicts.judge(body, row)
                      : m_resubmission.judgeReopen(body, row);
}

/// What became of a plan, and who may say so, is what was frozen and what the log says, and nothing that a row says
/// since (C17).
DecisionJudge::Judged DecisionAdmission::recordOf(const OperationRow &row)
{
    const auto witnessed = m_lookup.witnesses(row.id, row.status);
    if (!witnessed) {
        return tl::unexpected(witnessed.error());
    }
    if (*witnessed && macHolds(row, m_core.options.instanceKey)) {
        return std::nullopt;
    }
    return DecisionObjection{Outcome::Refused, u"damaged"_s,
                             u"The operation's record was tampered with; run obstatctl verify."_s};
}

base::Result<Admission> DecisionAdmission::object(const approval::DecisionEnvelope &envelope,
                                                  const approval::DecisionBody &body, OperationRow &row,
                                                  const DecisionObjection &objection)
{
    if (objection.outcome == Outcome::Expired && row.status != Status::Expired) {
        if (auto expired = m_ending.expire(row); !expired) {
            return tl::unexpected(expired.error());
        }
    }
    Admission admission;
    admission.outcome = objection.outcome;
    admission.code = objection.code;
    admission.message = objection.message;
    admission.operation = row;
    const bool refused = admission.outcome == Outcome::Refused;
    evidence::Event event = eventOf(row, refused ? evidence::kinds::decisionRefused : evidence::kinds::decisionReceived,
                                    {evidence::actors::person, body.approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}};
    event.data = {
        {u"kind"_s, body.kind}, {u"code"_s, admission.code}, {u"key_id"_s, body.keyId}, {u"nonce"_s, body.nonce}};
    const qint64 number = m_core.events.append(std::move(event));
    if (auto kept = record(envelope, body, admission, number); !kept) {
        return tl::unexpected(kept.error());
    }
    return admission;
}

base::Result<> DecisionAdmission::authenticate(const approval::DecisionEnvelope &envelope,
                                               const approval::DecisionBody &body) const
{
    const approval::Person *person = m_core.rules.directory.person(body.approver);
    if (person != nullptr) {
        for (const approval::PersonKey &key : person->keys) {
            if (key.key.id() == body.keyId &&
                (approval::verifyDecision(envelope, key.key) || base::plantedBug("decision_unsigned"))) {
                return {};
            }
        }
    }
    return fail(ErrorCode::Unauthorized, u"The decision does not carry the signature of an enrolled person."_s);
}

base::Result<std::optional<Admission>> DecisionAdmission::repeated(const approval::DecisionEnvelope &envelope,
                                                                   const approval::DecisionBody &body)
{
    const auto found = m_byNonce.first({body.nonce});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return std::optional<Admission>();
    }
    const DecisionRow stored = rows::decision(m_byNonce.row());
    m_byNonce.done();
    if (stored.body != envelope.body) {
        return fail(ErrorCode::Conflict, u"This nonce was used for another decision."_s);
    }
    auto row = m_core.operations.byId(stored.operation);
    if (!row) {
        return tl::unexpected(row.error());
    }
    Admission admission;
    admission.outcome = outcomeOf(stored.state);
    admission.code = stored.code;
    admission.message = stored.why;
    admission.operation = std::move(*row);
    admission.repeated = true;
    return std::optional<Admission>(std::move(admission));
}

base::Result<Admission> DecisionAdmission::settle(const approval::DecisionEnvelope &envelope,
                                                  const approval::DecisionBody &body, OperationRow &row)
{
    if (OutcomeDecisions::concerns(body.kind)) {
        return settleOutcome(envelope, body, row);
    }
    if (ConflictDecisions::concerns(body.kind)) {
        return settleConflict(envelope, body, row);
    }
    if (body.kind == "reopen"_L1) {
        return settleReopen(envelope, body, row);
    }
    if (body.kind == "change"_L1) {
        return settleChange(envelope, body, row);
    }
    return body.kind == "approve"_L1 ? settleApprove(envelope, body, row) : move(envelope, body, row, {});
}

base::Result<Admission> DecisionAdmission::settleOutcome(const approval::DecisionEnvelope &envelope,
                                                         const approval::DecisionBody &body, OperationRow &row)
{
    auto settled = m_outcomes.settle(envelope, body, row);
    if (!settled) {
        return tl::unexpected(settled.error());
    }
    Admission admission;
    admission.outcome = Outcome::Admitted;
    admission.code = settled->code;
    admission.message = settled->message;
    admission.operation = row;
    if (auto kept = record(envelope, body, admission, settled->event); !kept) {
        return tl::unexpected(kept.error());
    }
    return admission;
}

base::Result<Admission> DecisionAdmission::settleConflict(const approval::DecisionEnvelope &envelope,
                                                          const approval::DecisionBody &body, OperationRow &row)
{
    auto settled = m_conflicts.settle(envelope, body, row);
    if (!settled) {
        return tl::unexpected(settled.error());
    }
    if (!*settled) {
        return object(envelope, body, row, settled->error());
    }
    Admission admission;
    admission.outcome = Outcome::Admitted;
    admission.code = u"admitted"_s;
    admission.message = (*settled)->message;
    admission.operation = row;
    admission.planned = std::move((*settled)->planned);
    if (auto kept = record(envelope, body, admission, (*settled)->event); !kept) {
        return tl::unexpected(kept.error());
    }
    return admission;
}

/// The same payload as the next revision; the row that ended stays as it is.
base::Result<Admission> DecisionAdmission::settleReopen(const approval::DecisionEnvelope &envelope,
                                                        const approval::DecisionBody &body, OperationRow &row)
{
    const auto prepared = m_resubmission.prepareSame(body, row);
    if (!prepared) {
        return tl::unexpected(prepared.error());
    }
    if (!*prepared) {
        return object(envelope, body, row, prepared->error());
    }
    auto planned = m_resubmission.make(**prepared);
    if (!planned) {
        return tl::unexpected(planned.error());
    }
    evidence::Event event = eventOf(row, evidence::kinds::reopened, {evidence::actors::person, body.approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}, {u"payload"_s, row.payloadDigest}};
    event.data = {{u"kind"_s, body.kind},
                  {u"key_id"_s, body.keyId},
                  {u"nonce"_s, body.nonce},
                  {u"planned"_s, planned->id},
                  {u"status"_s, statusText(row.status)}};
    const qint64 number = m_core.events.append(std::move(event));
    Admission admission;
    admission.outcome = Outcome::Admitted;
    admission.code = u"admitted"_s;
    admission.message = u"%1 opened it again at %2 as operation %3; somebody else must approve that."_s
                            .arg(body.approver, clockText(m_core.now()))
                            .arg(planned->id);
    admission.operation = row;
    admission.planned = std::move(*planned);
    if (auto kept = record(envelope, body, admission, number); !kept) {
        return tl::unexpected(kept.error());
    }
    return admission;
}

/// Ends the plan and plans the edited payload as its next revision, or neither.
base::Result<Admission> DecisionAdmission::settleChange(const approval::DecisionEnvelope &envelope,
                                                        const approval::DecisionBody &body, OperationRow &row)
{
    const auto prepared = m_resubmission.prepare(envelope, body, row);
    if (!prepared) {
        return tl::unexpected(prepared.error());
    }
    if (!*prepared) {
        return object(envelope, body, row, prepared->error());
    }
    if (auto kept = m_core.payloads.store(body.replacementDigest, envelope.replacement); !kept) {
        return tl::unexpected(kept.error());
    }
    auto admission = move(envelope, body, row, {});
    if (!admission) {
        return admission;
    }
    auto planned = m_resubmission.make(**prepared);
    if (!planned) {
        return tl::unexpected(planned.error());
    }
    admission->message = u"%1 rejected it at %2 and planned operation %3 with the edited payload; somebody else must "
                         "approve that."_s.arg(body.approver, clockText(m_core.now()))
                             .arg(planned->id);
    admission->planned = std::move(*planned);
    return admission;
}

/// Approves the plan when the quorum is met, else counts the vote.
base::Result<Admission> DecisionAdmission::settleApprove(const approval::DecisionEnvelope &envelope,
                                                         const approval::DecisionBody &body, OperationRow &row)
{
    const auto frozen = frozenVerdict(row);
    if (!frozen) {
        return tl::unexpected(frozen.error());
    }
    auto votes = m_votes.of(row.id, row.version);
    if (!votes) {
        return tl::unexpected(votes.error());
    }
    votes->append({envelope, body, base::digestHex(envelope.body), 0, m_core.now()});
    const approval::Quorum quorum = quorumOf(*frozen);
    const QList<approval::Voter> voters = m_votes.counting(*votes, row, *frozen);
    row.counted = quorum.taken(voters);
    if (!quorum.isMet(voters)) {
        return count(envelope, body, row, quorum, voters);
    }
    QStringList digests;
    for (const Vote &vote : std::as_const(*votes)) {
        digests.append(vote.digest);
    }
    return move(envelope, body, row, digests);
}

base::Result<Admission> DecisionAdmission::count(const approval::DecisionEnvelope &envelope,
                                                 const approval::DecisionBody &body, OperationRow &row,
                                                 const approval::Quorum &quorum, const QList<approval::Voter> &voters)
{
    const QList<approval::Seats> open = quorum.open(voters);
    QStringList missing;
    for (const approval::Seats &seats : open) {
        missing.append(u"%1 × %2"_s.arg(QString::number(seats.count), seats.role));
    }
    row.role = open.first().role;
    Admission admission;
    admission.outcome = Outcome::Admitted;
    admission.code = u"counted"_s;
    admission.message = u"%1 approved it at %2; still needed: %3."_s.arg(body.approver, clockText(m_core.now()),
                                                                         missing.join(u" and "_s));
    admission.operation = row;
    evidence::Event event = eventOf(row, evidence::kinds::decisionReceived, {evidence::actors::person, body.approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}, {u"payload"_s, row.payloadDigest}};
    event.data = {{u"kind"_s, body.kind},     {u"code"_s, admission.code}, {u"key_id"_s, body.keyId},
                  {u"nonce"_s, body.nonce},   {u"role"_s, row.role},       {u"counted"_s, row.counted},
                  {u"seats"_s, quorum.size()}};
    if (!body.onBehalfOf.isEmpty()) {
        event.data.insert("on_behalf_of"_L1, body.onBehalfOf);
    }
    const qint64 number = m_core.events.append(std::move(event));
    if (auto saved = m_core.operations.saveVotes(row); !saved) {
        return tl::unexpected(saved.error());
    }
    if (auto kept = record(envelope, body, admission, number); !kept) {
        return tl::unexpected(kept.error());
    }
    return admission;
}

base::Result<Admission> DecisionAdmission::move(const approval::DecisionEnvelope &envelope,
                                                const approval::DecisionBody &body, OperationRow &row,
                                                const QStringList &votes)
{
    const bool approve = body.kind == "approve"_L1;
    evidence::Event event = eventOf(row, approve ? evidence::kinds::approved : evidence::kinds::rejected,
                                    {evidence::actors::person, body.approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}, {u"payload"_s, row.payloadDigest}};
    event.data = {{u"kind"_s, u"human"_s}, {u"rule"_s, row.rule}, {u"key_id"_s, body.keyId}, {u"nonce"_s, body.nonce}};
    if (!body.onBehalfOf.isEmpty()) {
        event.data.insert("on_behalf_of"_L1, body.onBehalfOf);
    }
    if (!body.replacementDigest.isEmpty()) {
        event.digests.insert(u"replacement"_s, body.replacementDigest);
    }
    if (votes.size() > 1) {
        event.data.insert("votes"_L1, QJsonArray::fromStringList(votes)); // digests of all that count, in their order
        event.data.insert("counted"_L1, row.counted);
    }
    row.decidedAt = m_core.now();
    if (approve) {
        row.notBefore = m_core.now();
    } else {
        row.finishedAt = m_core.now();
    }
    const qint64 number = m_core.events.head().size;
    if (auto moved = m_core.operations.move(row, approve ? Status::Approved : Status::Rejected, std::move(event));
        !moved) {
        return tl::unexpected(moved.error());
    }
    if (approve) {
        if (auto saved = m_core.operations.saveVotes(row); !saved) {
            return tl::unexpected(saved.error());
        }
    }
    Admission admission;
    admission.outcome = Outcome::Admitted;
    admission.code = u"admitted"_s;
    admission.message = u"%1 %2 it at %3."_s.arg(body.approver, decidedWord(body.kind), clockText(m_core.now()));
    admission.operation = row;
    if (auto kept = record(envelope, body, admission, number); !kept) {
        return tl::unexpected(kept.error());
    }
    base::faultPoint("P3");
    return admission;
}

base::Result<> DecisionAdmission::record(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body,
                                         const Admission &admission, qint64 event)
{
    return m_insert.run({body.nonce, body.operation, body.kind, body.approver, body.keyId, blob(envelope.body),
                         blob(envelope.signature), body.decidedAt, envelope.sentAt, m_core.now(),
                         stateText(admission.outcome), admission.code, text(admission.message), body.version, event});
}

} // namespace obstat::ledger
