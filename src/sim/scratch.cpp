#include "sim/scratch.h"

#include "sim/ledgeradmin.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

QByteArray withOwnerAt(const QByteArray &registry, quint16 port)
{
    static const QRegularExpression url(u"^url\\s*=\\s*\"[^\"]*\""_s, QRegularExpression::MultilineOption);
    return QString::fromUtf8(registry).replace(url, u"url = \"http://127.0.0.1:%1\""_s.arg(port)).toUtf8();
}

} // namespace

Scratch::Scratch(ScratchConfig config, const base::Clock &clock, base::Random &random, base::JsonLog &log)
    : m_config(std::move(config)), m_clock(clock), m_random(random), m_log(log)
{
}

Scratch::~Scratch()
{
    stop();
}

Result<> Scratch::start(const QList<Recording> &recordings)
{
    QString database = m_config.keep;
    if (database.isEmpty()) {
        m_folder = std::make_unique<QTemporaryDir>();
        if (!m_folder->isValid())
            return fail(ErrorCode::Io, u"No temporary folder can be made."_s, m_folder->errorString());
        database = m_folder->filePath(u"scratch.obstat"_s);
    }
    const QDir folder = QFileInfo(database).absoluteDir();
    if (!folder.mkpath(u"."_s))
        return fail(ErrorCode::Io, u"The folder '%1' cannot be made."_s.arg(folder.path()));

    m_config.owner.book = folder.filePath(u"owner.sqlite"_s);
    m_owner = std::make_unique<SimulatedOwner>(m_config.owner);
    for (const Recording &recording : recordings)
        m_owner->loadRecording(recording);
    if (auto started = m_owner->start(); !started)
        return started;

    LedgerSetup setup;
    setup.database = database;
    setup.simulated = true;
    setup.registry = withOwnerAt(m_config.registry, m_owner->port());
    setup.policy = m_config.policy;
    setup.passphrase = m_config.passphrase;
    auto made = makeLedger(setup, m_clock, m_random);
    if (!made)
        return tl::unexpected(made.error());
    m_made = std::move(*made);
    m_made->config.flow = m_config.drains;
    m_made->config.submitsPerSecond = m_config.submitsPerSecond;
    m_made->config.graceSeconds = m_config.graceSeconds;
    const auto work = [this, &recordings](LedgerAdmin &admin) { return prepare(admin, recordings); };
    if (auto prepared = administer(*m_made, m_clock, m_random, work); !prepared)
        return prepared;
    m_daemon = std::make_unique<gateway::Daemon>(m_made->config, m_clock, m_random, m_log);
    return m_daemon->start();
}

Result<> Scratch::prepare(LedgerAdmin &admin, const QList<Recording> &recordings)
{
    m_approverKey = approval::SigningKey::generate();
    m_approverKeyFile = QFileInfo(m_made->config.ledger).absoluteDir().filePath(m_config.approver + u".pem"_s);
    if (auto saved = approval::saveKeyFile(m_approverKeyFile, *m_approverKey, m_config.passphrase); !saved)
        return saved;
    const QString sponsor = u"orchestrator"_s;
    if (auto done = admin.activatePolicy(m_config.policy); !done)
        return done;
    if (auto done = admin.enrol(m_config.approver, *m_approverKey, m_config.roles); !done)
        return done;
    if (auto done = admin.enrol(sponsor, approval::SigningKey::generate(), {u"sponsor"_s}); !done)
        return done;
    for (const Recording &recording : recordings) {
        for (const RecordedRun &run : recording.runs) {
            auto token =
                admin.addToken(SimulatedOwner::tenantOf(run), run.actor, sponsor, {u"submit"_s, u"facts"_s, u"read"_s});
            if (!token)
                return tl::unexpected(token.error());
            m_tokens.insert(run.id, *token);
        }
    }
    return {};
}

void Scratch::stop()
{
    if (m_daemon)
        m_daemon->stop();
    m_daemon.reset();
    if (m_owner)
        m_owner->stop();
}

} // namespace obstat::sim
