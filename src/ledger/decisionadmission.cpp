#include "ledger/decisionadmission.h"

#include "base/digest.h"
#include "base/faultpoint.h"
#include "ledger/rows.h"
#include "ledger/shownplan.h"

#include <array>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;
using Outcome = Admission::Outcome;

namespace {

constexpr Micros kClockTolerance = 120 * base::kSecond; // approval-integrity C16
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

QString clockText(Micros at)
{
    return QString(base::isoText(at).mid(11, 8) + u'Z');
}

QString decidedWord(const QString &kind)
{
    return kind == "reject"_L1 ? u"rejected"_s : u"approved"_s;
}

} // namespace

DecisionAdmission::DecisionAdmission(WriterCore &core)
    : m_core(core)
    , m_ending(core)
    , m_byNonce(*core.connection, u"SELECT "_s + rows::decisionColumns() + u" FROM decision WHERE nonce=?"_s)
    , m_winner(*core.connection, u"SELECT kind, approver, received_at FROM decision WHERE operation=? AND "
                                 "state='admitted' ORDER BY id DESC LIMIT 1"_s)
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
    const auto objection = judge(envelope, *body, *row);
    if (!objection) {
        return tl::unexpected(objection.error());
    }
    if (!*objection) {
        return settle(envelope, *body, *row);
    }
    Admission admission;
    admission.outcome = (*objection)->outcome;
    admission.code = (*objection)->code;
    admission.message = (*objection)->message;
    admission.operation = *row;
    const bool refused = admission.outcome == Outcome::Refused;
    evidence::Event event =
        eventOf(*row, refused ? evidence::kinds::decisionRefused : evidence::kinds::decisionReceived,
                {evidence::actors::person, body->approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}};
    event.data = {
        {u"kind"_s, body->kind}, {u"code"_s, admission.code}, {u"key_id"_s, body->keyId}, {u"nonce"_s, body->nonce}};
    const qint64 number = m_core.events.append(std::move(event));
    if (auto kept = record(envelope, *body, admission, number); !kept) {
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
            if (key.key.id() == body.keyId && approval::verifyDecision(envelope, key.key)) {
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

DecisionAdmission::Judged DecisionAdmission::judge(const approval::DecisionEnvelope &envelope,
                                                   const approval::DecisionBody &body, OperationRow &row)
{
    if (const auto form = formOf(envelope, body)) {
        return form;
    }
    if (body.tenant != row.tenant || body.intentKey != row.intentKey || body.revision != row.revision) {
        return Objection{Outcome::Refused, u"wrong_operation"_s, u"The decision is about another plan."_s};
    }
    const bool open =
        row.status == Status::AwaitingApproval || (row.status == Status::Approved && body.kind == "reject"_L1);
    if (!open) {
        return raceOf(body, row);
    }
    if (row.expiresAt <= m_core.now()) {
        if (auto expired = m_ending.expire(row); !expired) {
            return tl::unexpected(expired.error());
        }
        return Objection{Outcome::Expired, u"expired"_s, u"The plan expired at %1."_s.arg(clockText(row.expiresAt))};
    }
    if (const auto eligibility = eligibilityOf(body, row)) {
        return eligibility;
    }
    if (const auto binding = bindingOf(body, row)) {
        return binding;
    }
    return body.kind == "approve"_L1 ? shownOf(body, row) : Judged(std::nullopt);
}

std::optional<DecisionAdmission::Objection> DecisionAdmission::formOf(const approval::DecisionEnvelope &envelope,
                                                                      const approval::DecisionBody &body) const
{
    const auto refuse = [](const QString &code, const QString &message) {
        return Objection{Outcome::Refused, code, message};
    };
    if (body.origin != m_core.events.head().origin) {
        return refuse(u"wrong_origin"_s, u"The decision is for another ledger, %1."_s.arg(body.origin));
    }
    if (body.kind != "approve"_L1 && body.kind != "reject"_L1) {
        return refuse(u"unsupported"_s, u"This version does not admit decisions of the kind '%1'."_s.arg(body.kind));
    }
    // The time that a decision waited in the console's outbox is declared by sent_at and not counted.
    const Micros off = envelope.sentAt - m_core.now();
    if (std::abs(off) > kClockTolerance || body.decidedAt > envelope.sentAt + kClockTolerance) {
        return refuse(u"clock"_s, u"Your clock is wrong by %1 seconds."_s.arg(off / base::kSecond));
    }
    if (body.kind == "reject"_L1 && body.reason.trimmed().isEmpty()) {
        return refuse(u"no_reason"_s, u"A rejection needs a reason."_s);
    }
    if (body.kind == "approve"_L1 && !body.allShown) {
        return refuse(u"not_shown"_s, u"The whole plan was not on the screen when it was approved."_s);
    }
    return {};
}

DecisionAdmission::Judged DecisionAdmission::raceOf(const approval::DecisionBody &body, const OperationRow &row)
{
    const auto found = m_winner.first({row.id});
    if (!found) {
        return tl::unexpected(found.error());
    }
    QString message = u"The plan is %1 since %2."_s.arg(statusText(row.status), clockText(row.updatedAt));
    if (*found) {
        const QString kind = m_winner.value(0).toString();
        const QString who = m_winner.value(1).toString();
        const QString when = clockText(m_winner.value(2).toLongLong());
        m_winner.done();
        const bool claimed = body.kind == "reject"_L1 && kind == "approve"_L1;
        message = claimed ? u"%1 approved it at %2 and it is %3 already."_s.arg(who, when, statusText(row.status))
                          : u"%1 %2 it at %3."_s.arg(who, decidedWord(kind), when);
    }
    return Objection{Outcome::Lost, u"lost"_s, message};
}

std::optional<DecisionAdmission::Objection> DecisionAdmission::eligibilityOf(const approval::DecisionBody &body,
                                                                             const OperationRow &row) const
{
    if (body.kind == "approve"_L1 && row.held) {
        return Objection{Outcome::Refused, u"held"_s, u"The plan is held because its record was tampered with."_s};
    }
    approval::Directory::Question question;
    question.person = body.approver;
    question.keyId = body.keyId;
    question.role = body.kind == "approve"_L1 ? row.role : QString();
    question.tenant = row.tenant;
    question.actor = row.actor;
    question.sponsor = row.sponsor;
    const auto may = m_core.rules.directory.mayDecide(question);
    if (!may) {
        return Objection{Outcome::Refused, u"not_eligible"_s, may.error().message};
    }
    return {};
}

std::optional<DecisionAdmission::Objection> DecisionAdmission::bindingOf(const approval::DecisionBody &body,
                                                                         const OperationRow &row) const
{
    if (body.payloadDigest != row.payloadDigest) {
        return Objection{Outcome::Refused, u"wrong_digest"_s, u"The decision is about another payload."_s};
    }
    if (body.kind == "reject"_L1) {
        return {};
    }
    if (body.version != row.version) {
        return Objection{Outcome::Refused, u"wrong_version"_s,
                         u"The plan changed since it was shown: version %1 was seen, it is %2 now."_s.arg(body.version)
                             .arg(row.version)};
    }
    const bool same = body.tool == row.tool && body.registryDigest == row.registryDigest &&
                      body.factsDigest == row.factsDigest && body.policyDigest == row.policyDigest &&
                      (body.expiresAt == 0 || body.expiresAt == row.expiresAt);
    if (!same) {
        return Objection{Outcome::Refused, u"wrong_digest"_s,
                         u"The decision names other facts, tool entry, policy or expiry than the plan has."_s};
    }
    return {};
}

/// The digest of what was on the screen must be that of what the ledger holds (approval-integrity C1).
DecisionAdmission::Judged DecisionAdmission::shownOf(const approval::DecisionBody &body, const OperationRow &row)
{
    const Objection wrong{Outcome::Refused, u"wrong_shown"_s, u"What was shown is not what the ledger holds."_s};
    const auto arguments = m_core.payloads.load(row.payloadDigest);
    const auto facts = m_core.payloads.load(row.factsDigest);
    const auto canonical = m_core.documents.load(row.registryDigest);
    for (const auto *value : {&arguments, &facts, &canonical}) {
        if (!*value && value->error().code != ErrorCode::NotFound && value->error().code != ErrorCode::Corrupt) {
            return tl::unexpected(value->error());
        }
        if (!*value) {
            return wrong;
        }
    }
    const auto entry = policy::entryFromCanonical(*canonical);
    const auto parsedArguments = base::parseStoredCanonical(*arguments);
    const auto parsedFacts = base::parseStoredCanonical(*facts);
    if (!entry || !parsedArguments || !parsedFacts) {
        return wrong;
    }
    const auto plan = shownPlan(row, *entry, *parsedArguments, *parsedFacts);
    if (!plan || approval::shownDigest(*plan) != body.shownDigest) {
        return wrong;
    }
    return std::nullopt;
}

base::Result<Admission> DecisionAdmission::settle(const approval::DecisionEnvelope &envelope,
                                                  const approval::DecisionBody &body, OperationRow &row)
{
    const bool approve = body.kind == "approve"_L1;
    evidence::Event event = eventOf(row, approve ? evidence::kinds::approved : evidence::kinds::rejected,
                                    {evidence::actors::person, body.approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}, {u"payload"_s, row.payloadDigest}};
    event.data = {{u"kind"_s, u"human"_s}, {u"rule"_s, row.rule}, {u"key_id"_s, body.keyId}, {u"nonce"_s, body.nonce}};
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
