// The half of SubmitTransaction that plans new work.
#include "base/canonicalwriter.h"
#include "base/digest.h"
#include "base/faultpoint.h"
#include "ledger/submittransaction.h"

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

/// Contract 3.5: rises only after the owner's own explicit refusal.
base::Result<int> SubmitTransaction::generation(const Standing &standing)
{
    if (!standing.last) {
        return 1;
    }
    if (standing.last->status != Status::Failed) {
        return standing.last->generation;
    }
    // By the leaf, not by the rows of attempts: a risen generation is a new wire key at the owner.
    const auto failed = m_lookup.lastTransition(
        standing.last->id, [](const evidence::Event &event) { return event.to == statusText(Status::Failed); });
    if (!failed) {
        return tl::unexpected(failed.error());
    }
    const bool refused =
        *failed && (*failed)->data.value("outcome"_L1).toString() == outcomeText(AttemptOutcome::NoEffect);
    return standing.last->generation + (refused ? 1 : 0);
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
    const policy::Verdict verdict =
        m_core.rules.judge(*intake.entry, intake.arguments, subject->currency, facts, m_core.events.head().automatic);
    if (verdict.kind == policy::VerdictKind::Deny) {
        return refuse(submission, deniedBy(verdict), intake.payloadDigest);
    }
    const auto generation = this->generation(standing);
    if (!generation) {
        return tl::unexpected(generation.error());
    }

    const Micros now = m_core.now();
    OperationRow row;
    row.id = m_core.events.nextOperation();
    row.version = 1;
    row.tenant = submission.tenant;
    row.tool = submission.tool;
    row.intentKey = identity.intentKey;
    row.natural = identity.natural;
    row.withoutWindow = identity.withoutWindow;
    row.window = identity.window;
    row.revision = standing.last ? standing.last->revision + 1 : 1;
    row.generation = *generation;
    row.wireKey = base::wireKey(m_core.events.head().firstOrigin, row.tenant, row.intentKey, row.generation);
    row.payloadDigest = intake.payloadDigest;
    row.factsDigest = base::digestHex(*factsBytes);
    row.actor = submission.actor;
    row.tokenId = submission.tokenId;
    row.sponsor = submission.sponsor;
    row.run = submission.run;
    row.record = subject->record;
    row.amount = subject->amount;
    row.currency = subject->currency;
    row.keyArguments = intake.keyArguments;
    row.createdAt = row.updatedAt = now;
    row.notBefore = now;
    const QString policyDigest = m_core.rules.hasPolicy ? m_core.rules.policy.digest() : QString();
    freeze(row, verdict, *intake.entry, policyDigest, now, m_core.options.instanceKey);
    if (auto stored = store(submission, intake, *factsBytes, row); !stored) {
        return tl::unexpected(stored.error());
    }
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

base::Result<> SubmitTransaction::store(const Submission &submission, const Intake &intake, const QByteArray &facts,
                                        OperationRow &row)
{
    base::faultPoint("P1");
    const policy::ToolEntry &entry = *intake.entry;
    auto done = m_core.documents.store(entry.digest, u"entry"_s, entry.name, entry.canonical, row.createdAt);
    if (done) {
        done = m_core.payloads.store(row.payloadDigest, intake.bytes);
    }
    if (done) {
        done = m_core.payloads.store(row.factsDigest, facts);
    }
    if (done && !submission.rationale.isEmpty()) {
        const auto rationale = m_core.payloads.storeSalted(submission.rationale.toUtf8());
        if (!rationale) {
            return tl::unexpected(rationale.error());
        }
        row.rationaleDigest = *rationale;
    }
    if (!done) {
        return done;
    }
    appendPlanned(row);
    if (row.verdict == "automatic"_L1) {
        row.status = Status::Approved;
        row.version = 2;
        row.decidedAt = row.createdAt;
        evidence::Event approved = eventOf(row, evidence::kinds::approved, {evidence::actors::rule, row.rule});
        approved.from = statusText(Status::AwaitingApproval);
        approved.to = statusText(Status::Approved);
        approved.digests = {{u"payload"_s, row.payloadDigest}};
        base::CanonicalWriter data;
        data.text("kind"_L1, u"automatic").text("rule"_L1, row.rule).number("version"_L1, row.version);
        m_core.events.append(std::move(approved), data.take());
    }
    return m_core.operations.insert(row);
}

void SubmitTransaction::appendPlanned(const OperationRow &row)
{
    evidence::Event event = eventOf(row, evidence::kinds::planned, {evidence::actors::agent, row.actor});
    event.to = statusText(Status::AwaitingApproval);
    event.digests = {
        {u"payload"_s, row.payloadDigest}, {u"facts"_s, row.factsDigest}, {u"entry"_s, row.registryDigest}};
    if (!row.policyDigest.isEmpty()) {
        event.digests.insert(u"policy"_s, row.policyDigest);
    }
    if (!row.rationaleDigest.isEmpty()) {
        event.digests.insert(u"rationale"_s, row.rationaleDigest);
    }
    base::CanonicalWriter data;
    data.number("expires_at"_L1, row.expiresAt).number("generation"_L1, row.generation).text("key"_L1, row.intentKey);
    if (!row.keyArguments.isEmpty()) {
        data.text("key_arguments"_L1, row.keyArguments);
    }
    data.number("revision"_L1, row.revision)
        .text("role"_L1, row.role)
        .text("rule"_L1, row.rule)
        .text("sponsor"_L1, row.sponsor)
        .text("token"_L1, row.tokenId)
        .text("tool"_L1, row.tool)
        .text("verdict"_L1, row.verdict)
        .number("version"_L1, row.version);
    if (!row.window.isEmpty()) {
        data.text("window"_L1, row.window);
    }
    m_core.events.append(std::move(event), data.take());
}

/// As many eligible people as the plan needs; one who has several roles is counted for each.
bool SubmitTransaction::enoughApprovers(const OperationRow &row) const
{
    const auto approvals = base::parseStoredCanonical(row.approvals);
    const auto frozen = approvals ? policy::verdictFromFrozen(approvals->value.toObject())
                                  : base::Result<policy::Verdict>(tl::unexpected(approvals.error()));
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
