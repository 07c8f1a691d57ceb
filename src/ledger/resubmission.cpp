#include "ledger/resubmission.h"

#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<DecisionObjection> refuse(const QString &code, const QString &message)
{
    return tl::unexpected(DecisionObjection{Admission::Outcome::Refused, code, message});
}

} // namespace

Resubmission::Resubmission(WriterCore &core) : m_core(core), m_maker(core) {}

base::Result<tl::expected<Resubmission::Prepared, DecisionObjection>>
Resubmission::prepare(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body,
                      const OperationRow &row)
{
    using Answer = tl::expected<Prepared, DecisionObjection>;
    auto arguments = base::parseCanonical(envelope.replacement);
    if (!arguments || arguments->bytes != envelope.replacement) {
        return Answer(refuse(u"not_canonical"_s,
                             arguments ? u"The edited payload is not in its canonical form."_s
                                       : u"The edited payload cannot be read: "_s + arguments.error().message));
    }
    if (base::digestHex(envelope.replacement) != body.replacementDigest) {
        return Answer(refuse(u"wrong_digest"_s, u"The edited payload is not the one that was signed."_s));
    }
    auto facts = m_core.payloads.load(row.factsDigest);
    if (!facts) {
        return tl::unexpected(facts.error());
    }
    Prepared prepared;
    prepared.submission.tenant = row.tenant;
    prepared.submission.actor = body.approver;
    prepared.submission.tokenId = row.tokenId;
    prepared.submission.sponsor = row.sponsor;
    prepared.submission.tool = row.tool;
    prepared.submission.arguments = std::move(*arguments);
    prepared.submission.facts = {QJsonObject(), "{}"}; // those of the first plan are kept as they are
    prepared.submission.run = row.run;
    auto intake = takeIn(prepared.submission, m_core.rules.registry);
    if (!intake) {
        return Answer(refuse(intake.error().code, intake.error().message));
    }
    prepared.intake = std::move(*intake);
    if (prepared.intake.payloadDigest == row.payloadDigest) {
        return Answer(
            refuse(u"no_change"_s, u"The edited payload is the one that was planned: reject or approve it."_s));
    }
    auto identity = identityFor(prepared, row);
    if (!identity || identity->intentKey != row.intentKey) {
        return Answer(refuse(u"other_intent"_s,
                             identity ? u"The edited payload is other work, its natural key differs: reject this plan, "
                                        "and let the agent plan that."_s
                                      : identity.error().message));
    }
    const auto subject = policy::subjectOf(*prepared.intake.entry, prepared.intake.arguments);
    const auto known = base::parseStoredCanonical(*facts);
    if (!subject || !known) {
        return Answer(refuse(u"not_canonical"_s, subject ? known.error().message : subject.error().message));
    }
    prepared.identity = std::move(*identity);
    prepared.subject = *subject;
    prepared.facts = std::move(*facts);
    prepared.verdict = m_core.rules.judge(*prepared.intake.entry, prepared.intake.arguments, subject->currency,
                                          known->value.toObject(), false);
    if (prepared.verdict.kind == policy::VerdictKind::Deny) {
        return Answer(
            refuse(u"denied"_s, u"Denied by the rule '%1': %2"_s.arg(prepared.verdict.rule, prepared.verdict.reason)));
    }
    return Answer(std::move(prepared));
}

/// In the same window; a name that the orchestrator gave does not depend on the payload.
tl::expected<policy::Identity, Refusal> Resubmission::identityFor(const Prepared &prepared,
                                                                  const OperationRow &row) const
{
    if (!prepared.intake.entry->naturalKey.isEmpty()) {
        return identityOf(prepared.submission, prepared.intake, row.window);
    }
    policy::Identity same;
    same.intentKey = row.intentKey;
    same.natural = row.natural;
    same.withoutWindow = row.withoutWindow;
    same.window = row.window;
    return same;
}

base::Result<OperationRow> Resubmission::make(const Prepared &prepared, const OperationRow &rejected)
{
    return m_maker.make({prepared.submission, prepared.intake, prepared.identity, prepared.subject, prepared.facts,
                         prepared.verdict, rejected.revision + 1, rejected.generation, PlanMaker::By::Person});
}

} // namespace obstat::ledger
