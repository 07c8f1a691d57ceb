#include "ledger/ledgerwriter.h"

#include "base/faultpoint.h"
#include "base/plantedbug.h"
#include "ledger/callerwork.h"
#include "ledger/ledgercreation.h"
#include "ledger/ledgerwriter_p.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

LedgerWriter::LedgerWriter(std::unique_ptr<Private> p) : d(std::move(p)) {}
LedgerWriter::~LedgerWriter() = default;

base::Result<> LedgerWriter::create(const WriterOptions &options, const QString &origin, bool simulated)
{
    return createLedger(options, origin, simulated);
}

base::Result<std::unique_ptr<LedgerWriter>> LedgerWriter::open(const WriterOptions &options)
{
    auto core = openCore(options);
    if (!core) {
        return tl::unexpected(core.error());
    }
    auto p = std::make_unique<Private>(std::move(*core));
    if (auto started = p->start(); !started) {
        return tl::unexpected(started.error());
    }
    return std::unique_ptr<LedgerWriter>(new LedgerWriter(std::move(p)));
}

base::Result<> LedgerWriter::loadRegistry(const policy::Registry &registry)
{
    if (d->core->rules.registrySigned) {
        return {};
    }
    const auto last = d->reader->activeRegistryDigest();
    if (!last) {
        return tl::unexpected(last.error());
    }
    const auto stored = d->core->transact([&]() -> base::Result<> {
        if (*last != registry.digest()) {
            evidence::Event event;
            event.kind = evidence::kinds::registryLoaded;
            event.actor = d->core->flowActor();
            event.digests = {{u"registry"_s, registry.digest()}};
            event.data = {{u"tools"_s, registry.names().size()}};
            d->core->events.append(std::move(event));
        }
        return storeRegistry(*d->core, registry);
    });
    if (stored) {
        d->core->rules.registry = registry;
    }
    return stored;
}

const policy::Registry &LedgerWriter::registry() const
{
    return d->core->rules.registry;
}

const policy::Policy &LedgerWriter::activePolicy() const
{
    return d->core->rules.policy;
}

const approval::Directory &LedgerWriter::directory() const
{
    return d->core->rules.directory;
}

base::Result<QList<SubmitAnswer>> LedgerWriter::submit(std::span<const Submission> batch)
{
    auto answers = d->core->transact([&] { return d->submits.run(batch); });
    base::faultPoint("P2");
    return answers;
}

base::Result<OperationRow> LedgerWriter::withdraw(const QString &tenant, const QString &actor, qint64 operation,
                                                  const QString &reason)
{
    return d->core->transact([&] { return d->endings.withdraw(tenant, actor, operation, reason); });
}

base::Result<Admission> LedgerWriter::admit(const approval::DecisionEnvelope &envelope)
{
    auto admission = d->core->transact([&] { return d->decisions.admit(envelope); });
    base::faultPoint("P4");
    return admission;
}

base::Result<approval::AdminAct> LedgerWriter::admitAct(const approval::SignedAct &act, const QByteArray &document)
{
    auto admitted = d->core->transact([&] { return d->acts.admit(act, document); });
    if (!admitted) {
        return admitted;
    }
    d->core->rules = d->acts.next();
    if (admitted->act == "resume"_L1) {
        d->core->clock->accept();
        if (!d->core->doubt.isEmpty()) {
            if (auto accepted = d->sealer.acceptCopy(); !accepted) {
                return tl::unexpected(accepted.error());
            }
        }
    }
    return admitted;
}

base::Result<ClaimReport> LedgerWriter::claim(int limit, Micros lease)
{
    if (!d->core->doubt.isEmpty()) {
        return fail(ErrorCode::Doubt, d->core->doubt);
    }
    auto report = d->core->transact([&]() -> base::Result<ClaimReport> {
        d->raiseClock();
        // What another program wrote a moment ago is not acted on before it was verified.
        const bool jumped = d->core->clock->jump() != 0 && !base::plantedBug("clock_jump_ignored");
        return jumped || d->core->outside.isUntold() ? ClaimReport() : d->claims.run(limit, lease);
    });
    if (const QString clock = d->clockTrouble(); report && !clock.isEmpty()) {
        return fail(ErrorCode::Doubt, clock);
    }
    return report;
}

base::Result<int> LedgerWriter::startAttempt(const AttemptStart &start)
{
    const auto started = startAttempts({&start, 1});
    return started ? started->first() : tl::unexpected(started.error());
}

base::Result<QList<base::Result<int>>> LedgerWriter::startAttempts(std::span<const AttemptStart> starts)
{
    if (!d->core->doubt.isEmpty()) {
        return fail(ErrorCode::Doubt, d->core->doubt);
    }
    return d->startEach<int>(starts, [this](const AttemptStart &start) { return d->attempts.start(start); });
}

base::Result<QList<base::Result<QuestionStarted>>> LedgerWriter::startQuestions(std::span<const AttemptStart> starts)
{
    if (!d->core->doubt.isEmpty()) {
        return fail(ErrorCode::Doubt, d->core->doubt);
    }
    return d->startEach<QuestionStarted>(starts,
                                         [this](const AttemptStart &start) { return d->questions.start(start); });
}

base::Result<OperationRow> LedgerWriter::endQuestion(const AttemptEnd &end, const policy::ToolEntry &entry)
{
    base::faultPoint("P13");
    return d->core->transact([&] { return d->questions.end(end, entry); });
}

base::Result<OperationRow> LedgerWriter::attemptTimedOut(qint64 operation, qint64 fence, int number)
{
    return d->core->transact([&] { return d->attempts.timedOut(operation, fence, number); });
}

base::Result<OperationRow> LedgerWriter::endAttempt(const AttemptEnd &end)
{
    base::faultPoint("P9");
    auto row = d->core->transact([&] { return d->attempts.end(end); });
    base::faultPoint("P11");
    return row;
}

base::Result<> LedgerWriter::release(qint64 operation, qint64 fence, const QString &why,
                                     std::optional<Micros> notBefore)
{
    return d->core->transact([&] { return d->attempts.release(operation, fence, why, notBefore); });
}

base::Result<CallerClaimAnswer> LedgerWriter::claimForCaller(const CallerClaim &claim)
{
    if (!d->core->doubt.isEmpty()) {
        return fail(ErrorCode::Doubt, d->core->doubt);
    }
    const auto due = d->core->outside.due();
    // A lease that is over is over for whoever comes next, also before the sweeper came; in a transaction of its own,
    // because a claim believes only what the log witnesses.
    if (auto ended = d->core->transact([&] { return d->leases.endRunOutOf(claim.operation); }); !ended) {
        return tl::unexpected(ended.error());
    }
    auto answer = d->core->transact([&]() -> base::Result<std::optional<CallerClaimAnswer>> {
        d->raiseClock();
        // What another program wrote a moment ago is not acted on before it was verified; either transaction may be
        // the first to know.
        if (d->core->clock->jump() != 0 || d->core->outside.isUntold() || d->core->outside.due() != due) {
            return std::nullopt;
        }
        return d->claims.forCaller(claim).map([](CallerClaimAnswer given) { return std::optional(std::move(given)); });
    });
    base::faultPoint("P6");
    if (!answer) {
        return tl::unexpected(answer.error());
    }
    if (const QString clock = d->clockTrouble(); !clock.isEmpty()) {
        return fail(ErrorCode::Doubt, clock);
    }
    return *answer ? base::Result<CallerClaimAnswer>(std::move(**answer))
                   : fail(ErrorCode::Busy, u"Another program wrote into the ledger; it is verified first."_s);
}

base::Result<CallerReportAnswer> LedgerWriter::takeReport(const CallerReport &report)
{
    base::faultPoint("P9");
    auto answer = d->core->transact([&] { return d->reports.take(report); });
    base::faultPoint("P11");
    return answer;
}

base::Result<QList<OperationRow>> LedgerWriter::expireDue(int limit)
{
    return d->core->transact([&]() -> base::Result<QList<OperationRow>> {
        auto ended = d->endings.expireDue(limit);
        const auto left = ended ? d->leases.endRunOut(limit) : tl::unexpected(ended.error());
        if (!left) {
            return tl::unexpected(left.error());
        }
        ended->append(*left);
        return ended;
    });
}

base::Result<QList<OperationRow>> LedgerWriter::remindDue(int limit)
{
    return d->core->transact([&] { return d->reminders.raiseDue(limit); });
}

base::Result<> LedgerWriter::heartbeat(const QString &state)
{
    return d->core->transact([&] {
        d->raiseClock();
        return d->instances.heartbeat(state);
    });
}

base::Result<> LedgerWriter::setAddress(const QString &address)
{
    return d->core->transact([&] { return d->instances.setAddress(address); });
}

base::Result<> LedgerWriter::markStopped()
{
    return d->core->transact([&] { return d->instances.stop(); });
}

base::Result<bool> LedgerWriter::seal()
{
    return d->sealer.seal();
}

bool LedgerWriter::diskFull() const
{
    return d->core->diskFull;
}

bool LedgerWriter::mustEnd() const
{
    return d->core->connection->syncFailed();
}

std::optional<qint64> LedgerWriter::verificationDue() const
{
    return d->core->outside.due();
}

base::Result<> LedgerWriter::verified(qint64 number, const VerifyReport &report)
{
    return d->integrity.take(number, report);
}

QString LedgerWriter::doubt() const
{
    return d->core->doubt.isEmpty() ? d->clockTrouble() : d->core->doubt;
}

const HeadRow &LedgerWriter::head() const
{
    return d->core->events.head();
}

QString LedgerWriter::instanceId() const
{
    return d->core->instanceId;
}

QString LedgerWriter::logVerifierKey() const
{
    return d->sealer.verifierKey().text();
}

LedgerReader &LedgerWriter::reader()
{
    return *d->reader;
}

} // namespace obstat::ledger
