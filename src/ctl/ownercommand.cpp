#include "ctl/ownercommand.h"

#include "base/decimal.h"
#include "flow/daemonconfig.h"
#include "gateway/daemon.h"
#include "sim/simulatedowner.h"

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

CLI::App *OwnerCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("owner", "A simulated owner with its own book: POST /v1/TOOL, GET /v1/effects?key=…");
    command->add_option("--book", m_book, "SQLite file of what it really did");
    command->add_option("--listen", m_listen, "ADDRESS:PORT (port 0: any)");
    command->add_option("--delay", m_delay, "Wait before each answer, for example 31s");
    command->add_option("--refuse-over", m_refuseOver, "Decline amounts over this (422, no effect)");
    command->add_option("--lose-answers", m_loseAnswers, "Do the first N and close without an answer");
    command->add_option("--server-errors", m_serverErrors, "Do the next N and answer 500");
    command->add_flag("--ignore-key", m_ignoreKey, "Do not honour Idempotency-Key");
    command->add_option("--recording", m_recordings, "Answer from this recording (repeatable)");
    command->add_option("--format", m_format, "Format of the recordings: tau-bench, tau2, obstat");
    return command;
}

int OwnerCommand::run()
{
    auto listen = flow::DaemonConfig().withListen(QString::fromStdString(m_listen));
    if (!listen) {
        context().complain(listen.error());
        return WrongUsage;
    }
    sim::OwnerConfig config;
    config.book = QString::fromStdString(m_book);
    config.listen = listen->listen;
    config.port = listen->port;
    config.honoursKey = !m_ignoreKey;
    config.refuseOver = QString::fromStdString(m_refuseOver);
    config.loseAnswers = m_loseAnswers;
    config.serverErrors = m_serverErrors;
    if (!m_delay.empty()) {
        config.delay = base::parseDuration(QString::fromStdString(m_delay));
        if (config.delay < 0) {
            context().complain({base::ErrorCode::Usage, u"--delay must be a duration such as 31s."_s});
            return WrongUsage;
        }
    }
    if (!m_refuseOver.empty() && !base::Decimal::parse(config.refuseOver)) {
        context().complain({base::ErrorCode::Usage, u"--refuse-over must be an amount such as 500.00."_s});
        return WrongUsage;
    }
    gateway::blockStopSignals();
    sim::SimulatedOwner owner(config);
    for (const std::string &file : m_recordings) {
        auto recording = sim::Recording::load(QString::fromStdString(file), QString::fromStdString(m_format));
        if (!recording)
            return context().complain(recording.error());
        owner.loadRecording(*recording);
    }
    if (auto started = owner.start(); !started)
        return context().complain(started.error());
    context().say(u"owner on %1:%2, book %3"_s.arg(config.listen).arg(owner.port()).arg(config.book));
    (void)gateway::waitForStopSignal();
    owner.stop();
    return Done;
}

} // namespace obstat::ctl
