#include "ledger/resubmission.h"

#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<DecisionObjection> refuse(const QString &code, const QString &message)
{
    return tl::unexpected(DecisionObjection{Admission::Outcome::Refused, code, message});
}

/// The identity of the same work with this payload, in the same window; a name that the orchestrator gave does not
/// depend on the payload.
tl::expected<policy::Identity, DecisionObjection> sameWork(const Submission &submission, const Intake &intake,
                                                           const OperationRow &row)
{
    if (intake.entry->naturalKey.isEmpty()) {
        policy::Identity same;
        same.intentKey = row.intentKey;
        same.natural = row.natural;
        same.withoutWindow = row.withoutWindow;
        same.window = row.window;
        return same;
    }
    auto identity = identityOf(submission, intake, row.window);
    if (!identity) {
        return refuse(u"other_intent"_s, identity.error().message);
    }
    if (identity->intentKey != row.intentKey) {
        return refuse(u"other_intent"_s, u"This payload is other work, its natural key differs: reject this plan, and "
                                         "let the agent plan that."_s);
    }
    return std::move(*identity);
}

} // namespace

Resubmission::Resubmission(WriterCore &core)
    : m_core(core)
    , m_plans(core)
    , m_lookup(*core.connection)
    , m_votes(core)
    , m_later(*core.connection,
              u"SELECT id FROM (SELECT id FROM operation INDEXED BY operation_any_key WHERE intent_key=? AND "
              "likelihood(tenant=?, 1.0) AND id>? UNION ALL SELECT id FROM operation INDEXED BY operation_open_work "
              "WHERE tenant=? AND base_text=? AND status IN ('awaiting_approval','approved','running','unknown') AND "
              "work_window<>'') LIMIT 1"_s)
{
}

base::Result<Resubmission::Answer> Resubmission::prepare(const approval::DecisionEnvelope &envelope,
                                                         const approval::DecisionBody &body, const OperationRow &row)
{
    auto arguments = base::parseCanonical(envelope.replacement);
    if (!arguments || arguments->bytes != envelope.replacement) {
        return Answer(refuse(u"not_canonical"_s,
                             arguments ? u"The edited payload is not in its canonical form."_s
                                       : u"The edited payload cannot be read: "_s + arguments.error().message));
    }
    if (base::digestHex(envelope.replacement) != body.replacementDigest) {
        return Answer(refuse(u"wrong_digest"_s, u"The edited payload is not the one that was signed."_s));
    }
    if (body.replacementDigest == row.payloadDigest) {
        return Answer(
            refuse(u"no_change"_s, u"The edited payload is the one that was planned: reject or approve it."_s));
    }
    return prepareWith(std::move(*arguments), body, row);
}

base::Result<Resubmission::Answer> Resubmission::prepareSame(const approval::DecisionBody &body,
                                                             const OperationRow &row)
{
    const auto payload = m_core.payloads.load(row.payloadDigest);
    if (!payload) {
        return tl::unexpected(payload.error());
    }
    auto arguments = base::parseStoredCanonical(*payload);
    if (!arguments) {
        return tl::unexpected(arguments.error());
    }
    auto prepared = prepareWith(std::move(*arguments), body, row);
    if (!prepared || !*prepared) {
        return prepared;
    }
    // Contract 3.5: a re-open after the owner's own refusal takes a new wire key.
    const auto failed = m_lookup.lastTransition(
        row.id, [](const evidence::Event &event) { return event.to == statusText(Status::Failed); });
    if (!failed) {
        return tl::unexpected(failed.error());
    }
    const bool refused = row.status == Status::Failed && *failed &&
                         (*failed)->data.value("outcome"_L1).toString() == outcomeText(AttemptOutcome::NoEffect);
    (*prepared)->generation = row.generation + (refused ? 1 : 0);
    return prepared;
}

base::Result<Resubmission::Answer>
Resubmission::prepareWith(base::CanonicalJson arguments, const approval::DecisionBody &body, const OperationRow &row)
{
    const auto identityOf = [&row](const Submission &submission, const Intake &intake) {
        return sameWork(submission, intake, row);
    };
    auto prepared = m_plans.prepare({body.approver, std::move(arguments), row.run, identityOf}, row);
    if (prepared && *prepared) {
        (*prepared)->revision = row.revision + 1;
        (*prepared)->generation = row.generation;
    }
    return prepared;
}

DecisionJudge::Judged Resubmission::judgeReopen(const approval::DecisionBody &body, const OperationRow &row)
{
    const auto objection = [](Admission::Outcome outcome, const QString &code, const QString &message) {
        return DecisionObjection{outcome, code, message};
    };
    using Outcome = Admission::Outcome;
    if (body.payloadDigest != row.payloadDigest) {
        return objection(Outcome::Refused, u"wrong_digest"_s, u"The decision is about another payload."_s);
    }
    if (row.status != Status::Failed && row.status != Status::Rejected) {
        return objection(
            Outcome::Refused, u"not_ended"_s,
            u"The operation is %1; what failed or was rejected can be opened again."_s.arg(statusText(row.status)));
    }
    if (body.version != row.version) {
        return objection(Outcome::Lost, u"lost"_s, u"The operation has changed; look at it again."_s);
    }
    if (row.contrary) {
        return objection(Outcome::Refused, u"contrary"_s,
                         u"There is evidence that it happened after all; settle that first."_s);
    }
    const auto later =
        m_later.first({text(row.intentKey), text(row.tenant), row.id, text(row.tenant), text(row.withoutWindow)});
    if (!later) {
        return tl::unexpected(later.error());
    }
    const qint64 id = *later ? m_later.value(0).toLongLong() : 0;
    m_later.done();
    if (id > 0) {
        return objection(Outcome::Refused, u"key_held"_s,
                         u"Operation %1 is a later plan of the same work; decide on that one."_s.arg(id));
    }
    const auto may = m_votes.maySettle(body, row, m_core.now());
    return may ? DecisionJudge::Judged(std::nullopt)
               : objection(Outcome::Refused, u"not_eligible"_s, may.error().message);
}

} // namespace obstat::ledger
