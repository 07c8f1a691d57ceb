// The half of SubmitTransaction that plans new work.
#include "base/plantedbug.h"
#include "ledger/submittransaction.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr Micros kFlowHeartbeat = 15 * base::kSecond;

Refusal deniedBy(const policy::Verdict &verdict)
{
    const QString reason = verdict.reason.isEmpty() ? u"The policy does not allow this."_s : verdict.reason;
    return {u"denied"_s, u"stop"_s, u"Denied by the rule '%1': %2"_s.arg(verdict.rule, reason), {}};
}

} // namespace

base::Result<QByteArray> SubmitTransaction::factsDocument(const Submission &submission, QJsonObject &facts)
{
    facts = submission.facts.value.toObject();
    QJsonObject run;
    if (!submission.run.isEmpty()) {
        const auto before = m_runs.operations(submission.tenant, submission.run);
        if (!before) {
            return tl::unexpected(before.error());
        }
        run.insert("operations"_L1, *before + 1);
    }
    facts.insert("run"_L1, run);
    return base::canonicalBytes(facts);
}

/// Contract 3.5: the generation rises after the owner's own explicit refusal; and where a key that was sent would carry
/// another payload, which only people may approve. What a person called failed is free for such plans alone (7.5).
base::Result<SubmitTransaction::Lineage> SubmitTransaction::lineageOf(const Standing &standing, const Intake &intake)
{
    Lineage lineage;
    if (standing.last) {
        lineage.revision = standing.last->revision + 1;
        lineage.generation = standing.last->generation;
    }
    const int generation = lineage.generation;
    for (const Revision &revision : standing.ended) {
        bool refused = false;
        if (revision.status == Status::Failed) {
            // By the leaf, not by the rows of attempts: a risen generation is a new wire key at the owner.
            const auto failed = m_lookup.lastTransition(
                revision.id, [](const evidence::Event &event) { return event.to == statusText(Status::Failed); });
            if (!failed) {
                return tl::unexpected(failed.error());
            }
            refused =
                *failed && (*failed)->data.value("outcome"_L1).toString() == outcomeText(AttemptOutcome::NoEffect);
            lineage.byPeople = lineage.byPeople || (*failed && (*failed)->actor.type == evidence::actors::person);
        }
        const auto settled = m_declined.first({revision.id, intake.payloadDigest});
        if (!settled) {
            return tl::unexpected(settled.error());
        }
        m_declined.done();
        lineage.byPeople = lineage.byPeople || *settled; // a person has looked at this very payload under this key
        const bool ofThisKey = revision.sameKey && revision.generation == generation;
        const auto carried = ofThisKey && !refused ? carriesOther(revision, intake) : base::Result<bool>(false);
        if (!carried) {
            return tl::unexpected(carried.error());
        }
        if (ofThisKey && (refused || *carried) && !base::plantedBug("generation_never_rises")) {
            lineage.generation = generation + 1;
        }
        lineage.byPeople = lineage.byPeople || *carried;
    }
    return lineage;
}

/// The owner has seen this revision's wire key with another payload, and would take the key for that one.
base::Result<bool> SubmitTransaction::carriesOther(const Revision &revision, const Intake &intake)
{
    if (revision.attempts == 0 || revision.payloadDigest == intake.payloadDigest || intake.entry->owner.comparesBody) {
        return false;
    }
    const auto attempts = m_core.attempts.of(revision.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    return std::any_of(attempts->begin(), attempts->end(), [](const AttemptRow &attempt) {
        return attempt.kind == kCommit && attempt.outcome != outcomeText(AttemptOutcome::NotSent);
    });
}

SubmitTransaction::Answer SubmitTransaction::create(const Submission &submission, const Intake &intake,
                                                    const policy::Identity &identity, const Standing &standing)
{
    if (submission.mayCreate && !submission.mayCreate()) {
        SubmitAnswer over;
        over.code = u"over_limit"_s;
        over.advice = u"keep-key"_s;
        over.message = u"Too much new work at once; nothing was done. Send the same again later."_s;
        return over;
    }
    const auto subject = policy::subjectOf(*intake.entry, intake.arguments);
    if (!subject) {
        return refuse(submission, {u"not_canonical"_s, u"new-intent"_s, subject.error().message, {}},
                      intake.payloadDigest);
    }
    if (!m_core.doubt.isEmpty()) {
        return refuse(submission, {u"doubt"_s, u"keep-key"_s, m_core.doubt, {}}, intake.payloadDigest);
    }
    QJsonObject facts;
    const auto factsBytes = factsDocument(submission, facts);
    if (!factsBytes) {
        return tl::unexpected(factsBytes.error());
    }
    const auto lineage = lineageOf(standing, intake);
    if (!lineage) {
        return tl::unexpected(lineage.error());
    }
    const policy::Verdict verdict = m_core.rules.judge(*intake.entry, intake.arguments, subject->currency, facts,
                                                       m_core.events.head().automatic && !lineage->byPeople);
    if (verdict.kind == policy::VerdictKind::Deny) {
        return refuse(submission, deniedBy(verdict), intake.payloadDigest);
    }
    auto made = m_maker.make(
        {submission, intake, identity, *subject, *factsBytes, verdict, lineage->revision, lineage->generation});
    if (!made) {
        return tl::unexpected(made.error());
    }
    OperationRow row = std::move(*made);
    m_runs.created(row.tenant, row.run);

    SubmitAnswer answer;
    answer.kind = AnswerKind::Created;
    answer.code = u"created"_s;
    answer.advice = u"keep-key"_s;
    answer.message = row.status == Status::Approved ? u"Planned and approved by a rule; it will be done."_s
                                                    : u"Planned; it waits for a person."_s;
    auto warned = warnings(row);
    if (!warned) {
        return tl::unexpected(warned.error());
    }
    answer.warnings = std::move(*warned);
    answer.operation = std::move(row);
    return answer;
}

/// As many eligible people as the plan needs; one who has several roles is counted for each.
bool SubmitTransaction::enoughApprovers(const OperationRow &row) const
{
    const auto frozen = frozenVerdict(row);
    return frozen && std::all_of(frozen->approvals.begin(), frozen->approvals.end(), [&](const auto &wanted) {
               return m_core.rules.directory.eligible(wanted.role, row.tenant, row.actor, row.sponsor, m_core.now()) >=
                      wanted.count;
           });
}

base::Result<QStringList> SubmitTransaction::warnings(const OperationRow &row)
{
    QStringList found;
    if (row.status == Status::AwaitingApproval && !enoughApprovers(row)) {
        found.append(u"no_eligible_approver"_s);
    }
    if (!m_core.options.flow) {
        if (!m_flowRuns) {
            const auto other = m_flows.first({m_core.now() - kFlowHeartbeat, m_core.instanceId});
            if (!other) {
                return tl::unexpected(other.error());
            }
            m_flows.done();
            m_flowRuns = *other;
        }
        if (!*m_flowRuns) {
            found.append(u"no_flow"_s);
        }
    }
    return found;
}

} // namespace obstat::ledger
