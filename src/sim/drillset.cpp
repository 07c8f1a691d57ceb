#include "sim/drillset.h"

#include "ledger/ledgerreader.h"
#include "sim/ledgeradmin.h"
#include "wire/keepaliveclient.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

constexpr int kLook = 20; // ms

const QByteArray kPolicy = R"(default_role = "treasury"

[[rule]]
name = "drill"
tool = "pay"
then = "automatic"
)";

const QByteArray kTool = R"(
[tool.pay]
title = "Pay"
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
natural_key = ["record"]
record = "record"
owner = "drilled"
timeout = "2s"
reference = "id"
commit = { method = "POST", path = "/v1/pay", headers = { "X-Tenant" = "{tenant}" } }
success = { status = 200, body = { status = "done" } }
no_effect = { status = 422, body_has = ["error"] }
)";

} // namespace

DrillSet::DrillSet(const DrillCase &drilled, QString daemon, const base::Clock &clock, base::Random &random)
    : m_drilled(drilled), m_daemon(std::move(daemon)), m_clock(clock), m_random(random)
{
}

DrillSet::~DrillSet()
{
    if (m_instance) {
        m_instance->kill();
        m_instance->waitForFinished();
    }
    if (m_owner)
        m_owner->stop();
}

QByteArray DrillSet::registry() const
{
    QByteArray text =
        "[owner.drilled]\nkind = \"http\"\nurl = \"http://127.0.0.1:" + QByteArray::number(m_owner->port()) +
        "\"\nsettle_after = \"1s\"\n";
    if (m_drilled.owner.honoursKey)
        text += "honours_key = true\nreplay_marker = { headers = { \"Idempotent-Replayed\" = \"true\" } }\n";
    text += kTool;
    if (m_drilled.owner.canBeAsked)
        text += "query = { method = \"GET\", path = \"/v1/effects\", query = { record = \"{args.record}\" }, "
                "headers = { \"X-Tenant\" = \"{tenant}\" }, "
                "matches = \"effects\" }\n";
    return text;
}

Result<> DrillSet::make()
{
    if (!m_folder.isValid())
        return fail(ErrorCode::Io, u"No temporary folder can be made."_s, m_folder.errorString());
    OwnerConfig owner;
    owner.book = m_folder.filePath(u"owner.sqlite"_s);
    owner.honoursKey = m_drilled.owner.honoursKey;
    owner.loseAnswers = m_drilled.point == u"P13" ? 1 : 0; // only an unknown outcome is reconciled
    m_owner = std::make_unique<SimulatedOwner>(owner);
    if (auto started = m_owner->start(); !started)
        return started;
    LedgerSetup setup;
    setup.database = m_folder.filePath(u"drill.obstat"_s);
    setup.simulated = true;
    setup.registry = registry();
    setup.policy = kPolicy;
    setup.passphrase = m_random.bytes(16).toHex();
    auto made = makeLedger(setup, m_clock, m_random);
    if (!made)
        return tl::unexpected(made.error());
    m_made = std::move(*made);
    return administer(*m_made, m_clock, m_random, [this](LedgerAdmin &admin) { return prepare(admin); });
}

Result<> DrillSet::prepare(LedgerAdmin &admin)
{
    const QString sponsor = u"orchestrator"_s;
    if (auto done = admin.activatePolicy(kPolicy); !done)
        return done;
    if (auto done = admin.enrol(sponsor, approval::SigningKey::generate(), {u"sponsor"_s}); !done)
        return done;
    auto token = admin.addToken(u"drill"_s, u"agent"_s, sponsor, {u"submit"_s, u"read"_s});
    if (!token)
        return tl::unexpected(token.error());
    m_token = *token;
    return {};
}

/// Where the running instance listens; nothing while it does not.
Result<std::optional<quint16>> DrillSet::port() const
{
    auto reader = ledger::LedgerReader::open(m_made->config.ledger);
    if (!reader)
        return tl::unexpected(reader.error());
    const auto instances = (*reader)->instances();
    if (!instances)
        return tl::unexpected(instances.error());
    for (const ledger::InstanceRow &instance : *instances) {
        const qsizetype colon = instance.address.lastIndexOf(u':');
        if (instance.pid == m_instance->processId() && !instance.stoppedAt && colon > 0)
            return std::optional(instance.address.mid(colon + 1).toUShort());
    }
    return std::optional<quint16>();
}

Result<> DrillSet::startInstance(const QString &point, int patience)
{
    m_instance = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(u"OBSTAT_FAULT"_s);
    if (!point.isEmpty())
        environment.insert(u"OBSTAT_FAULT"_s, point + u":kill"_s);
    m_instance->setProcessEnvironment(environment);
    m_instance->setStandardOutputFile(QProcess::nullDevice());
    m_instance->setStandardErrorFile(m_folder.filePath(u"obstatd.log"_s), QIODevice::Append);
    // Nothing of the drill outlives it, however it ends.
    m_instance->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_instance->start(m_daemon, {u"--config"_s, m_folder.filePath(u"obstatd.toml"_s)});
    QElapsedTimer waited;
    waited.start();
    while (waited.elapsed() < patience) {
        if (m_instance->state() == QProcess::NotRunning || m_instance->waitForFinished(kLook))
            return fail(ErrorCode::Internal, u"The instance ended before it listened."_s,
                        u"see %1"_s.arg(m_folder.filePath(u"obstatd.log"_s)));
        const auto listening = port();
        if (!listening)
            return tl::unexpected(listening.error());
        if (*listening) {
            m_port = **listening;
            return {};
        }
    }
    return fail(ErrorCode::Timeout, u"The instance did not begin to listen."_s);
}

bool DrillSet::waitForDeath(int patience)
{
    return m_instance->state() == QProcess::NotRunning || m_instance->waitForFinished(patience);
}

Result<DrillSet::Answer> DrillSet::submit()
{
    wire::KeepAliveClient client("127.0.0.1", m_port);
    const wire::Headers headers{{"Authorization", "Bearer " + m_token.toLatin1()},
                                {"Content-Type", "application/json"}};
    const auto response =
        client.send("POST", "/v1/operations", headers, R"({"tool":"pay","run":"drill","arguments":{"record":"D-1"}})");
    if (!response)
        return tl::unexpected(response.error());
    const QJsonObject answer = QJsonDocument::fromJson(response->body).object();
    const QJsonValue result = answer.value(u"operation"_s).toObject().value(u"result"_s);
    return Answer{answer.value(u"answer"_s).toString(), result.isObject() || answer.value(u"result"_s).isObject()};
}

Result<DrillSet::Seen> DrillSet::look() const
{
    auto reader = ledger::LedgerReader::open(m_made->config.ledger);
    if (!reader)
        return tl::unexpected(reader.error());
    const auto row = (*reader)->operation(1);
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return fail(ErrorCode::Internal, u"The work was accepted, but the ledger does not hold it."_s);
    auto attempts = (*reader)->attempts(1);
    if (!attempts)
        return tl::unexpected(attempts.error());
    return Seen{**row, *attempts};
}

} // namespace obstat::sim
