#include "gateway/daemon.h"

#include "approval/frozenplan.h"
#include "base/textfile.h"
#include "gateway/sweep.h"
#include "ledger/ledgerfiles.h"
#include "policy/registry.h"

#include <csignal>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;
using base::fail;
using ledger::LedgerWriter;

namespace {

constexpr base::Micros kHeartbeat = 2 * base::kSecond;
constexpr base::Micros kSeal = base::kSecond;
constexpr base::Micros kSweep = base::kSecond;
constexpr int kSweepAtOnce = 256;

base::Result<policy::Registry> readRegistry(const QString &path)
{
    const auto text = base::readTextFile(path);
    return text ? policy::Registry::parse(*text, path) : tl::unexpected(text.error());
}

QString hostAndPort(const QString &address, quint16 port)
{
    return (address.contains(u':') ? u'[' + address + u']' : address) + u':' + QString::number(port);
}

/// Says a complaint once until it changes or ends; these jobs run every second.
class Complaint
{
public:
    Complaint(base::JsonLog &log, QString event) : m_log(log), m_event(std::move(event)) {}
    template <typename T>
    void note(const base::Result<T> &result)
    {
        const QString now = result ? QString() : result.error().message;
        if (now == m_last)
            return;
        if (!result)
            m_log.error(m_event, {{u"code"_s, base::codeText(result.error().code)},
                                  {u"why"_s, now},
                                  {u"detail"_s, result.error().detail}});
        m_last = now;
    }

private:
    base::JsonLog &m_log;
    QString m_event;
    QString m_last;
};

} // namespace

Daemon::Daemon(flow::DaemonConfig config, const base::Clock &clock, base::Random &random, base::JsonLog &log)
    : m_config(std::move(config)), m_clock(clock), m_random(random), m_log(log)
{
}

Daemon::~Daemon()
{
    stop(0);
}

base::Result<> Daemon::start()
{
    auto registry = readRegistry(m_config.registry);
    if (!registry)
        return tl::unexpected(registry.error());
    if (auto looked = ledger::inspectLedgerFile(m_config.ledger); !looked)
        return looked; // before a key is missed that belongs to no ledger
    auto key = approval::loadInstanceKey(ledger::LedgerFiles::beside(m_config.ledger).key);
    if (!key)
        return tl::unexpected(key.error());

    ledger::WriterOptions options;
    options.database = m_config.ledger;
    options.administrators = m_config.administrators;
    options.instanceKey = *key;
    options.clock = &m_clock;
    options.random = &m_random;
    options.flow = m_config.flow;
    auto ledger = flow::LedgerThread::start(options, *registry, m_log);
    if (!ledger)
        return tl::unexpected(ledger.error());
    m_ledger = std::move(*ledger);
    tellTroubles(*registry);

    GatewayConfig settings;
    settings.listen = m_config.listen;
    settings.port = m_config.port;
    settings.maxConnections = m_config.maxConnections;
    settings.submitsPerSecond = m_config.submitsPerSecond;
    m_gateway = std::make_unique<Gateway>(*m_ledger, m_clock, m_log, settings);
    base::Result<> listening = m_gateway->start();
    if (listening) {
        // The port may have been chosen by the system, so consoles learn it only now.
        const QString address = hostAndPort(m_config.listen, m_gateway->port());
        auto told = m_ledger->call<bool>([address](LedgerWriter &writer) -> base::Result<bool> {
            if (auto set = writer.setAddress(address); !set)
                return tl::unexpected(set.error());
            return true;
        });
        if (!told)
            listening = tl::unexpected(told.error());
    }
    if (!listening) {
        stop(0);
        return listening;
    }
    if (m_config.flow) {
        startIntegrityWatch();
        m_drain = std::make_unique<flow::Drain>(*m_ledger, m_clock, m_random, m_log);
        m_drain->start();
    }
    startPeriodicWork();
    startWebhook();
    m_log.info(u"started"_s, {{u"ledger"_s, m_config.ledger},
                              {u"address"_s, hostAndPort(m_config.listen, m_gateway->port())},
                              {u"flow"_s, m_config.flow},
                              {u"version"_s, QStringLiteral(OBSTAT_VERSION)}});
    return {};
}

void Daemon::startIntegrityWatch()
{
    const auto key =
        m_ledger->call<QString>([](LedgerWriter &writer) -> base::Result<QString> { return writer.logVerifierKey(); });
    m_watch = std::make_unique<flow::IntegrityWatch>(
        *m_ledger, m_log,
        flow::IntegrityWatch::Settings{m_config.ledger, key.value_or(QString()), m_config.administrators});
    m_watch->start();
}

/// A webhook that cannot work keeps nobody from deciding: it is told and left out.
void Daemon::startWebhook()
{
    if (m_config.webhook.url.isEmpty())
        return;
    m_webhook =
        std::make_unique<flow::Webhook>(flow::Webhook::Settings{m_config.ledger, m_config.webhook}, m_clock, m_log);
    if (auto started = m_webhook->start(); !started) {
        m_log.error(u"webhook_not_started"_s, {{u"why"_s, started.error().message}});
        m_webhook.reset();
    }
}

/// What does not keep it from starting but from doing all its work; only a log is read when nobody looks at readyz.
void Daemon::tellTroubles(const policy::Registry &registry)
{
    const QStringList problems = registry.problems();
    for (const QString &problem : problems)
        m_log.warning(u"registry_problem"_s, {{u"file"_s, m_config.registry}, {u"problem"_s, problem}});
    (void)m_ledger->call<bool>([this](LedgerWriter &writer) -> base::Result<bool> {
        if (!writer.doubt().isEmpty())
            m_log.error(u"in_doubt"_s, {{u"ledger"_s, m_config.ledger}, {u"why"_s, writer.doubt()}});
        return true;
    });
}

void Daemon::startPeriodicWork()
{
    m_ledger->every(kHeartbeat, [complaint = Complaint(m_log, u"heartbeat_failed"_s)](LedgerWriter &writer) mutable {
        complaint.note(writer.heartbeat(writer.doubt().isEmpty() ? u"running"_s : u"doubt"_s));
    });
    m_ledger->every(kSeal, [complaint = Complaint(m_log, u"checkpoint_refused"_s)](LedgerWriter &writer) mutable {
        complaint.note(writer.seal());
    });
    m_ledger->every(kSweep, [&ledger = *m_ledger, &log = m_log,
                             complaint = Complaint(m_log, u"sweep_failed"_s)](LedgerWriter &writer) mutable {
        complaint.note(endOverdue(writer, ledger, log, kSweepAtOnce));
    });
    m_ledger->every(kSweep, [complaint = Complaint(m_log, u"reminders_failed"_s)](LedgerWriter &writer) mutable {
        complaint.note(writer.remindDue(kSweepAtOnce));
    });
    m_ledger->every(kSweep, [this](LedgerWriter &writer) {
        if (!writer.mustEnd() || !m_onMustEnd)
            return;
        m_log.error(u"ledger_not_durable"_s, {{u"ledger"_s, m_config.ledger}});
        std::exchange(m_onMustEnd, nullptr)();
    });
}

void Daemon::stop()
{
    stop(m_config.graceSeconds * base::kSecond);
}

void Daemon::stop(base::Micros grace)
{
    if (!m_ledger)
        return;
    if (m_gateway)
        m_gateway->stop(grace);
    m_watch.reset();
    m_webhook.reset();
    if (m_drain)
        m_drain->stop(grace);
    m_drain.reset();
    m_gateway.reset();
    (void)m_ledger->call<bool>([](LedgerWriter &writer) -> base::Result<bool> { return writer.seal(); });
    m_ledger->stop();
    m_ledger.reset();
    m_log.info(u"stopped"_s);
}

quint16 Daemon::port() const
{
    return m_gateway ? m_gateway->port() : 0;
}

void blockStopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

int waitForStopSignal()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    int signal = 0;
    sigwait(&set, &signal);
    return signal;
}

} // namespace obstat::gateway
