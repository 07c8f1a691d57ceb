#include "ledger/claimtransaction.h"

#include "base/faultpoint.h"
#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using Kind = PlanFinding::Kind;

namespace {

base::Result<> tell(ClaimReport &report, const OperationRow &row, base::Result<> done)
{
    if (done) {
        report.changed.append(row);
    }
    return done;
}

} // namespace

base::Result<> hold(WriterCore &core, OperationRow &row, const QString &why)
{
    row.held = true;
    if (auto saved = core.operations.save(row); !saved) {
        return saved;
    }
    evidence::Event alarm = eventOf(row, evidence::kinds::alarm, core.flowActor());
    alarm.data = {{u"why"_s, why}, {u"held"_s, true}, {u"tool"_s, row.tool}, {u"status"_s, statusText(row.status)}};
    core.events.append(std::move(alarm));
    return {};
}

ClaimTransaction::ClaimTransaction(WriterCore &core)
    : m_core(core)
    , m_check(core)
    , m_ending(core)
    , m_attempts(core)
    , m_leases(core)
    , m_questions(core)
    , m_due(*core.connection, u"SELECT id FROM operation INDEXED BY operation_due WHERE status IN "
                              "('approved','unknown') AND held=0 AND not_before<=? ORDER BY not_before LIMIT ?"_s)
    , m_confirm(
          *core.connection,
          u"SELECT id FROM operation INDEXED BY operation_confirm WHERE status IN "
          "('succeeded','failed') AND not_before IS NOT NULL AND not_before<=? AND held=0 ORDER BY not_before LIMIT ?"_s)
    , m_ranOut(*core.connection, u"SELECT id FROM operation INDEXED BY operation_status WHERE status='running' AND "
                                 "lease_until<=?"_s)
    , m_byHand(*core.connection, u"SELECT id FROM operation INDEXED BY operation_by_hand WHERE status='approved' AND "
                                 "not_before IS NULL AND held=0 LIMIT ?"_s)
    , m_nextDue(*core.connection, u"SELECT min(not_before) FROM operation INDEXED BY operation_due WHERE status IN "
                                  "('approved','unknown') AND held=0 AND not_before>?"_s)
{
}

base::Result<QList<qint64>> ClaimTransaction::due(int limit)
{
    QList<qint64> ids;
    const auto collect = [&ids](Statement &statement, std::initializer_list<QVariant> parameters) -> base::Result<> {
        if (auto ran = statement.run(parameters); !ran) {
            return ran;
        }
        while (true) {
            const auto more = statement.next();
            if (!more) {
                return tl::unexpected(more.error());
            }
            if (!*more) {
                return {};
            }
            ids.append(statement.value(0).toLongLong());
        }
    };
    if (auto done = collect(m_byHand, {limit}); !done) {
        return tl::unexpected(done.error());
    }
    if (auto done = collect(m_due, {m_core.now(), limit}); !done) {
        return tl::unexpected(done.error());
    }
    if (auto done = collect(m_confirm, {m_core.now(), limit}); !done) {
        return tl::unexpected(done.error());
    }
    return ids;
}

base::Result<QSet<qint64>> ClaimTransaction::takeBackRunOut(ClaimReport &report)
{
    const auto ids = OperationStore::ids(m_ranOut, {m_core.now()});
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    QSet<qint64> takenBack;
    if (base::plantedBug("claims_never_run_out")) {
        return takenBack;
    }
    for (const qint64 id : *ids) {
        auto row = m_core.operations.byId(id);
        const auto attempts = m_core.attempts.of(id);
        if (!row || !attempts) {
            return tl::unexpected(row ? attempts.error() : row.error());
        }
        if (!attempts->isEmpty() && attempts->last().fence == row->fence && !attempts->last().endedAt) {
            continue; // it was started: its end settles it
        }
        const auto effectOpen = m_attempts.isEffectOpen(*row, *attempts);
        auto done = effectOpen ? m_attempts.giveBack(*row, *effectOpen, u"lease_over"_s, m_core.now())
                               : tl::unexpected(effectOpen.error());
        if (auto told = tell(report, *row, std::move(done)); !told) {
            return tl::unexpected(told.error());
        }
        takenBack.insert(id);
    }
    return takenBack;
}

base::Result<ClaimReport> ClaimTransaction::run(int limit, Micros lease)
{
    ClaimReport report;
    const auto takenBack = takeBackRunOut(report);
    if (!takenBack) {
        return tl::unexpected(takenBack.error());
    }
    const auto ids = due(limit);
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    for (const qint64 id : *ids) {
        if (report.claims.size() + report.questions.size() >= limit) {
            break;
        }
        if (takenBack->contains(id)) {
            continue; // the log does not witness it before this transaction is written
        }
        if (auto looked = look(id, lease, report); !looked) {
            return tl::unexpected(looked.error());
        }
    }
    const auto next = m_nextDue.first({m_core.now()});
    if (!next) {
        return tl::unexpected(next.error());
    }
    if (*next && !m_nextDue.value(0).isNull()) {
        report.nextDue = m_nextDue.value(0).toLongLong();
    }
    m_nextDue.done();
    base::faultPoint("P5");
    return report;
}

base::Result<> ClaimTransaction::look(qint64 operation, Micros lease, ClaimReport &report)
{
    auto row = m_core.operations.byId(operation);
    if (!row) {
        return tl::unexpected(row.error());
    }
    const auto finding = m_check.check(*row);
    if (!finding) {
        return tl::unexpected(finding.error());
    }
    if (finding->kind == Kind::Hold) {
        ++report.held;
        return tell(report, *row, hold(m_core, *row, finding->why));
    }
    if (row->status == Status::Unknown) {
        return lookAtUnknown(*row, *finding, lease, report);
    }
    if (row->status == Status::Succeeded || row->status == Status::Failed) {
        return confirm(*row, lease, report);
    }
    if (row->expiresAt <= m_core.now() && !base::plantedBug("expiry_by_sweeper_only")) {
        ++report.expired;
        return tell(report, *row, m_ending.expire(*row));
    }
    switch (finding->kind) {
    case Kind::Withdraw:
        ++report.withdrawn;
        return tell(report, *row, withdraw(*row, *finding));
    case Kind::Return:
        ++report.returned;
        return tell(report, *row, giveBack(*row, *finding));
    case Kind::Good:
    case Kind::Hold:
        break;
    }
    if (finding->entry.owner.isCaller()) {
        row->notBefore = row->expiresAt; // whoever executes it claims it; here it ends by its expiry
        return m_core.operations.save(*row);
    }
    const auto attempts = m_core.attempts.of(row->id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    if (situationOf(*row, *attempts, m_core.now()).sends >= finding->entry.maxAttempts) {
        row->notBefore = row->expiresAt; // nothing more is sent; it ends by its expiry
        return m_core.operations.save(*row);
    }
    return claim(*row, *finding, attempts->isEmpty() ? u"first"_s : attempts->last().outcome, lease, report);
}

/// Where the checks of 6.3 fail or the plan is over nothing is sent any more, but the owner may still be asked.
base::Result<> ClaimTransaction::lookAtUnknown(OperationRow &row, const PlanFinding &finding, Micros lease,
                                               ClaimReport &report)
{
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    if (hasOpenAttempt(*attempts)) {
        return block(row); // its end says what comes next
    }
    auto question = m_questions.prepare(row, *attempts);
    if (!question) {
        return tl::unexpected(question.error());
    }
    Situation situation = situationOf(row, *attempts, m_core.now());
    situation.maySend = finding.kind == Kind::Good && row.expiresAt > m_core.now();
    NextStep next = nextStep(question->entry, situation);
    if (next.step == Step::Person) {
        const auto wanted = m_questions.isAskedFor(row.id, *attempts);
        if (!wanted) {
            return tl::unexpected(wanted.error());
        }
        situation.questions = *wanted ? 0 : situation.questions;
        next = nextStep(question->entry, situation);
    }
    switch (next.step) {
    case Step::Send:
        return finding.entry.owner.isCaller() ? block(row) : claim(row, finding, next.why, lease, report);
    case Step::Ask:
        question->why = next.why;
        return ask(row, std::move(*question), lease, report);
    case Step::Person:
        break;
    }
    report.forPeople.append({row, next.why});
    return block(row);
}

base::Result<> ClaimTransaction::confirm(OperationRow &row, Micros lease, ClaimReport &report)
{
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    auto question = m_questions.prepare(row, *attempts);
    if (!question) {
        return tl::unexpected(question.error());
    }
    const bool may = question->entry.canBeAsked() && !hasOpenAttempt(*attempts);
    question->why = u"confirms"_s;
    return may ? ask(row, std::move(*question), lease, report) : block(row);
}

/// Due again after the lease, should the question never start.
base::Result<> ClaimTransaction::ask(OperationRow &row, Question question, Micros lease, ClaimReport &report)
{
    row.notBefore = m_core.now() + lease;
    question.operation = row;
    report.questions.append(std::move(question));
    return m_core.operations.save(row);
}

base::Result<> ClaimTransaction::block(OperationRow &row)
{
    row.notBefore.reset();
    return m_core.operations.save(row);
}

base::Result<> ClaimTransaction::claim(OperationRow &row, const PlanFinding &finding, const QString &why, Micros lease,
                                       ClaimReport &report)
{
    Claim claim;
    claim.why = why;
    claim.resend = row.status == Status::Unknown;
    claim.fence = m_core.events.nextFence();
    claim.leaseUntil = m_core.now() + lease;
    row.fence = claim.fence;
    row.leaseUntil = claim.leaseUntil;
    row.instance = m_core.instanceId;
    row.notBefore.reset();
    evidence::Event event = eventOf(row, evidence::kinds::claimed, m_core.flowActor());
    event.digests = {{u"payload"_s, row.payloadDigest}, {u"entry"_s, row.registryDigest}};
    event.data = {{u"fence"_s, claim.fence}, {u"resend"_s, claim.resend}};
    if (auto moved = m_core.operations.move(row, Status::Running, std::move(event)); !moved) {
        return moved;
    }
    claim.operation = row;
    if (claim.resend && base::plantedBug("resend_takes_new_key")) {
        claim.operation.wireKey =
            base::wireKey(m_core.events.head().firstOrigin, row.tenant, row.intentKey, row.generation + 1);
    }
    claim.entry = finding.entry;
    claim.arguments = finding.arguments;
    report.claims.append(std::move(claim));
    return {};
}

base::Result<> ClaimTransaction::withdraw(OperationRow &row, const PlanFinding &finding)
{
    evidence::Event event = eventOf(row, evidence::kinds::withdrawn, {evidence::actors::rule, finding.verdict.rule});
    event.data = {{u"why"_s, finding.why}};
    row.finishedAt = m_core.now();
    return m_core.operations.move(row, Status::Withdrawn, std::move(event));
}

/// Back to the queue, frozen anew; what was signed does not count any more, because the version moved.
base::Result<> ClaimTransaction::giveBack(OperationRow &row, const PlanFinding &finding)
{
    const Rulebook &rules = m_core.rules;
    freeze(row, finding.verdict, finding.entry, rules.hasPolicy ? rules.policy.digest() : QString(), m_core.now(),
           m_core.options.instanceKey);
    if (const auto subject = policy::subjectOf(finding.entry, finding.arguments.value.toObject())) {
        row.record = subject->record;
        row.amount = subject->amount;
        row.currency = subject->currency;
    }
    auto done = m_core.documents.store(finding.entry.digest, u"entry"_s, finding.entry.name, finding.entry.canonical,
                                       m_core.now());
    evidence::Event event = eventOf(row, evidence::kinds::returned, m_core.flowActor());
    event.digests = {{u"payload"_s, row.payloadDigest}, {u"entry"_s, row.registryDigest}};
    if (!row.policyDigest.isEmpty()) {
        event.digests.insert(u"policy"_s, row.policyDigest);
    }
    event.data = {{u"why"_s, finding.why},
                  {u"rule"_s, row.rule},
                  {u"role"_s, row.role},
                  {u"verdict"_s, row.verdict},
                  {u"expires_at"_s, row.expiresAt}};
    row.decidedAt.reset();
    row.notBefore = m_core.now();
    if (done) {
        done = m_core.operations.move(row, Status::AwaitingApproval, std::move(event));
    }
    if (done) {
        done = m_core.operations.saveFrozen(row);
    }
    if (!done || row.verdict != "automatic"_L1) {
        return done;
    }
    evidence::Event approved = eventOf(row, evidence::kinds::approved, {evidence::actors::rule, row.rule});
    approved.digests = {{u"payload"_s, row.payloadDigest}};
    approved.data = {{u"kind"_s, u"automatic"_s}, {u"rule"_s, row.rule}};
    row.decidedAt = m_core.now();
    return m_core.operations.move(row, Status::Approved, std::move(approved));
}

} // namespace obstat::ledger
