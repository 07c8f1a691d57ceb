#include "base/clock.h"
#include "base/jsonlog.h"
#include "base/random.h"
#include "gateway/daemon.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTextStream>

#include <csignal>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace obstat;

namespace {

enum Exit { Stopped = 0, CouldNotStart = 1, WrongUsage = 2, LedgerTaken = 3, NotDurable = 4 };

int startAndWait(const QString &configFile, const QString &listen)
{
    base::SystemClock clock;
    base::SystemRandom random;
    base::JsonLog log(clock, stderr);
    auto config = flow::DaemonConfig::load(configFile);
    if (config && !listen.isEmpty())
        config = config->withListen(listen);
    if (!config) {
        log.error(u"not_started"_s, {{u"code"_s, base::codeText(config.error().code)},
                                     {u"why"_s, config.error().message},
                                     {u"detail"_s, config.error().detail}});
        return WrongUsage;
    }
    gateway::Daemon daemon(*config, clock, random, log);
    daemon.onMustEnd([] { _exit(NotDurable); }); // an orderly stop would wait for what cannot be recorded
    if (auto started = daemon.start(); !started) {
        log.error(u"not_started"_s, {{u"code"_s, base::codeText(started.error().code)},
                                     {u"why"_s, started.error().message},
                                     {u"detail"_s, started.error().detail}});
        return started.error().code == base::ErrorCode::Locked ? LedgerTaken : CouldNotStart;
    }
    QTextStream(stdout) << u"listening on "_s << config->listen << u':' << daemon.port() << Qt::endl;
    const int signal = gateway::waitForStopSignal();
    log.info(u"stopping"_s, {{u"signal"_s, signal}, {u"grace_seconds"_s, config->graceSeconds}});
    daemon.stop();
    return Stopped;
}

} // namespace

int main(int argc, char **argv)
{
    gateway::blockStopSignals();
    std::signal(SIGPIPE, SIG_IGN); // whoever reads the log may go; the ledger goes on
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(u"obstatd"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(OBSTAT_VERSION));
    QCommandLineParser parser;
    parser.setApplicationDescription(u"The gateway that orchestrators call, and the flow that drains approved plans.\n"
                                     "Exit: 0 stopped, 1 could not start, 2 wrong usage or configuration, 3 another "
                                     "instance has the ledger, 4 the disk failed to make the ledger durable: start it "
                                     "again."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption config(u"config"_s, u"The instance's configuration (obstatd.toml)."_s, u"FILE"_s,
                                    u"obstatd.toml"_s);
    const QCommandLineOption listen(u"listen"_s, u"Listen here instead, for example 127.0.0.1:0."_s, u"ADDRESS:PORT"_s);
    parser.addOptions({config, listen});
    if (!parser.parse(app.arguments())) {
        QTextStream(stderr) << parser.errorText() << u"\n\n"_s << parser.helpText();
        return WrongUsage;
    }
    if (parser.isSet(u"version"_s))
        parser.showVersion();
    if (parser.isSet(u"help"_s))
        parser.showHelp();
    if (!parser.positionalArguments().isEmpty()) {
        QTextStream(stderr) << u"obstatd takes no arguments; see --help.\n"_s;
        return WrongUsage;
    }
    return startAndWait(parser.value(config), parser.value(listen));
}
