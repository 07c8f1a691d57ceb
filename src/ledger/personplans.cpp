#include "ledger/personplans.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<DecisionObjection> refuse(const QString &code, const QString &message)
{
    return tl::unexpected(DecisionObjection{Admission::Outcome::Refused, code, message});
}

} // namespace

base::Result<PersonPlans::Answer> PersonPlans::prepare(Request request, const OperationRow &first)
{
    auto facts = m_core.payloads.load(first.factsDigest);
    if (!facts) {
        return tl::unexpected(facts.error());
    }
    const auto known = base::parseStoredCanonical(*facts);
    if (!known) {
        return tl::unexpected(known.error());
    }
    Prepared prepared;
    prepared.submission.tenant = first.tenant;
    prepared.submission.actor = request.person;
    prepared.submission.tokenId = first.tokenId;
    prepared.submission.sponsor = first.sponsor;
    prepared.submission.tool = first.tool;
    prepared.submission.arguments = std::move(request.arguments);
    prepared.submission.facts = {QJsonObject(), "{}"}; // those of the first plan are kept as they are
    prepared.submission.run = request.run;
    auto intake = takeIn(prepared.submission, m_core.rules.registry);
    if (!intake) {
        return Answer(refuse(intake.error().code, intake.error().message));
    }
    prepared.intake = std::move(*intake);
    auto identity = request.identityOf(prepared.submission, prepared.intake);
    if (!identity) {
        return Answer(tl::unexpected(identity.error()));
    }
    prepared.identity = std::move(*identity);
    const auto subject = policy::subjectOf(*prepared.intake.entry, prepared.intake.arguments);
    if (!subject) {
        return Answer(refuse(u"not_canonical"_s, subject.error().message));
    }
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

base::Result<OperationRow> PersonPlans::make(const Prepared &prepared)
{
    return m_maker.make({prepared.submission, prepared.intake, prepared.identity, prepared.subject, prepared.facts,
                         prepared.verdict, prepared.revision, prepared.generation, PlanMaker::By::Person});
}

} // namespace obstat::ledger
