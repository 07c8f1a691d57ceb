// How LedgerWriter starts, and what it says about the clock.
#include "ledger/ledgerwriter_p.h"
#include "ledger/recovery.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

base::Result<> LedgerWriter::Private::start()
{
    return startParts().map_error([this](const base::Error &error) { return ofLedger(error, core->files.database); });
}

base::Result<> LedgerWriter::Private::startParts()
{
    QString trouble;
    auto rules = acts.fold(trouble);
    if (!rules) {
        return tl::unexpected(rules.error());
    }
    core->rules = std::move(*rules);
    if (auto judged = sealer.judge(); !judged) {
        return judged;
    }
    if (!trouble.isEmpty()) {
        core->doubt = trouble;
        core->resumable = false;
    }
    if (auto begun = core->transact([this] { return begin(); }); !begun) {
        return begun;
    }
    auto opened = LedgerReader::open(core->files.database);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    reader = std::move(*opened);
    return {};
}

base::Result<> LedgerWriter::Private::begin()
{
    const auto automatic = acts.automaticByLog();
    if (!automatic) {
        return tl::unexpected(automatic.error());
    }
    if (core->events.head().automatic != *automatic) {
        core->events.setAutomatic(*automatic);
    }
    if (!core->resumable) {
        evidence::Event alarm;
        alarm.kind = evidence::kinds::alarm;
        alarm.actor = core->flowActor();
        alarm.data = {{u"why"_s, u"acts"_s}};
        core->events.append(std::move(alarm));
    }
    if (auto recovered = Recovery(*core).run(); !recovered) {
        return recovered;
    }
    return instances.start();
}

/// Contract 7.8: once for each time that the clock is off.
void LedgerWriter::Private::raiseClock()
{
    const Micros jump = core->clock->jump();
    if (jump != 0 && !clockRaised) {
        evidence::Event alarm;
        alarm.kind = evidence::kinds::alarm;
        alarm.actor = core->flowActor();
        alarm.data = {{u"why"_s, u"clock"_s}, {u"jump"_s, jump}};
        core->events.append(std::move(alarm));
    }
    clockRaised = jump != 0;
}

QString LedgerWriter::Private::clockTrouble() const
{
    const Micros jump = core->clock->jump();
    if (jump == 0) {
        return {};
    }
    return u"The machine's clock jumped %1 by %2 minutes; nothing is claimed until it is back or an administrator "
           "signs 'resume'."_s.arg(jump > 0 ? u"forward"_s : u"back"_s)
               .arg(std::abs(jump) / base::kMinute);
}

} // namespace obstat::ledger
