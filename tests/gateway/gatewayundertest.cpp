#include "gateway/gatewayundertest.h"

#include "approval/adminact.h"
#include "base/digest.h"
#include "gateway/tokencheck.h"
#include "ledger/shownplan.h"

namespace obstat::tests {

using namespace Qt::StringLiterals;

namespace {

const QByteArray kTools = R"(
[owner.bank]
kind = "http"
url = "http://127.0.0.1:9"
honours_key = true
replay_marker = { headers = { "Idempotent-Replayed" = "true" } }

[owner.forgetful]
kind = "http"
url = "http://127.0.0.1:9"

[tool.pay]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["record"]
record = "record"
amount = "amount"
currency = "USD"
timeout = "1s"
key_arguments = ["idempotency_key"]
owner = "bank"
reference = "id"
commit = { method = "POST", path = "/v1/pay", headers = { "X-Tenant" = "{tenant}" } }
success = { status = [200, 201], body = { "status" = "done" } }
no_effect = { status = 422, body_has = ["error"] }

[tool.plain]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
natural_key = ["record"]
record = "record"
timeout = "1s"
owner = "forgetful"
commit = { method = "POST", path = "/v1/plain", headers = { "X-Tenant" = "{tenant}" } }
success = { status = 200, body = { "status" = "done" } }
no_effect = { status = 422 }

[owner.askable]
kind = "http"
url = "http://127.0.0.1:9"
settle_after = "1s"

[tool.asked]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
natural_key = ["record"]
record = "record"
timeout = "1s"
owner = "askable"
reference = "id"
commit = { method = "POST", path = "/v1/asked", headers = { "X-Tenant" = "{tenant}" } }
query = { method = "GET", path = "/v1/effects", query = { record = "{args.record}" }, headers = { "X-Tenant" = "{tenant}" }, matches = "effects" }
success = { status = 200, body = { "status" = "done" } }
no_effect = { status = 422 }

[tool.brief]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["record"]
expires_after = "1s"
owner = "bank"
commit = { method = "POST", path = "/v1/brief", headers = { "X-Tenant" = "{tenant}" } }
success = { status = 200 }
no_effect = { status = 422 }

[tool.noted]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["record"]
owner = "bank"
commit = { method = "POST", path = "/v1/noted", headers = { "X-Tenant" = "{tenant}", "X-Note" = "{args.note}" } }
success = { status = 200 }
no_effect = { status = 422 }

[tool.reboot]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
named = true
owner = "bank"
commit = { method = "POST", path = "/v1/reboot", headers = { "X-Tenant" = "{tenant}" } }
success = { status = 200 }
no_effect = { status = 422 }

[tool.halfway]
effect = "write"
undo = "no"
natural_key = ["record"]
owner = "bank"
commit = { method = "POST", path = "/v1/halfway" }
success = { status = 200 }

[tool.look]
effect = "read"
)";

const QByteArray kPolicy = R"(
default_role = "treasury"

[[deny]]
name = "blocked"
tool = "pay"
when = ['args.record == "BLOCKED"']
reason = "This record is blocked."

[[rule]]
name = "small_and_known"
tool = "pay"
when = ['args.amount < 500 USD', 'facts.known']
then = "automatic"

[[rule]]
name = "plain"
tool = "plain"
then = "automatic"

[[rule]]
name = "asked"
tool = "asked"
then = "automatic"

[[rule]]
name = "noted"
tool = "noted"
then = "automatic"

[[rule]]
name = "reboots"
tool = "reboot"
then = "automatic"
)";

/// Over the longest wait that a request may ask for.
constexpr base::Micros kPatience = 90 * base::kSecond;

sim::Recording twoTenants()
{
    sim::Recording recording;
    recording.name = u"tests"_s;
    recording.runs = {{u"first"_s, u"agent-1"_s, {}}, {u"second"_s, u"agent-2"_s, {}}};
    return recording;
}

} // namespace

QByteArray Answer::resultBytes() const
{
    const QByteArray mark = R"(,"result":)";
    const qsizetype at = body.indexOf(mark);
    return at < 0 ? QByteArray() : body.mid(at + mark.size()).chopped(1);
}

sim::ScratchConfig GatewayUnderTest::complete(sim::ScratchConfig config)
{
    config.registry = kTools + config.registry;
    config.policy = kPolicy + config.policy;
    return config;
}

GatewayUnderTest::GatewayUnderTest(sim::ScratchConfig config)
    : m_log(m_clock,
            [this](const QByteArray &line) {
                const std::lock_guard lock(m_logMutex);
                m_logLines.append(line);
            })
    , m_tenants(twoTenants())
    , m_scratch(complete(std::move(config)), m_clock, m_random, m_log)
{
    need(m_scratch.start({m_tenants}), "start");
    m_client = std::make_unique<wire::KeepAliveClient>("127.0.0.1", m_scratch.port());
}

GatewayUnderTest::~GatewayUnderTest()
{
    m_scratch.stop();
}

QString GatewayUnderTest::token(int tenant) const
{
    return m_scratch.token(m_tenants.runs.at(tenant));
}

QString GatewayUnderTest::tenant(int number) const
{
    return sim::SimulatedOwner::tenantOf(m_tenants.runs.at(number));
}

QString GatewayUnderTest::newToken(const QStringList &scopes, int tenantNumber)
{
    const gateway::NewToken issued = gateway::newToken(m_random);
    const Answer answer = act(u"token"_s, issued.id,
                              {{u"hash"_s, issued.hash},
                               {u"tenant"_s, tenant(tenantNumber)},
                               {u"actor"_s, u"agent-1"_s},
                               {u"sponsor"_s, u"orchestrator"_s},
                               {u"scopes"_s, QJsonArray::fromStringList(scopes)}});
    if (answer.status != 200)
        qFatal("token: %s", answer.body.constData());
    return issued.text;
}

Answer GatewayUnderTest::send(const QByteArray &method, const QByteArray &path, const QByteArray &body,
                              const wire::Headers &more, const QString &tokenText)
{
    wire::Headers headers = more;
    if (!headers.contains("Authorization"))
        headers.set("Authorization", "Bearer " + (tokenText.isEmpty() ? token() : tokenText).toLatin1());
    if (!body.isEmpty())
        headers.set("Content-Type", "application/json");
    auto response = need(m_client->send(method, path, headers, body, kPatience), path.constData());
    return {response.status, response.headers, response.body};
}

Answer GatewayUnderTest::sendAlone(const QByteArray &method, const QByteArray &path, const QByteArray &body,
                                   const wire::Headers &more, const QString &tokenText)
{
    wire::KeepAliveClient client("127.0.0.1", m_scratch.port());
    wire::Headers headers = more;
    headers.set("Authorization", "Bearer " + (tokenText.isEmpty() ? token() : tokenText).toLatin1());
    auto response = need(client.send(method, path, headers, body, kPatience), path.constData());
    return {response.status, response.headers, response.body};
}

Answer GatewayUnderTest::submit(const QByteArray &body, int waitSeconds, const QString &tokenText)
{
    wire::Headers headers;
    if (waitSeconds > 0)
        headers.set("Prefer", "wait=" + QByteArray::number(waitSeconds));
    return send("POST", "/v1/operations", body, headers, tokenText);
}

QByteArray GatewayUnderTest::payment(const QString &record, const QString &amount, bool known)
{
    QJsonObject body{{u"tool"_s, u"pay"_s},
                     {u"run"_s, u"r-1"_s},
                     {u"arguments"_s, QJsonObject{{u"record"_s, record}, {u"amount"_s, amount}}}};
    if (known)
        body.insert(u"facts"_s, QJsonObject{{u"known"_s, true}});
    return QJsonDocument(body).toJson(QJsonDocument::Compact);
}

Answer GatewayUnderTest::get(qint64 id, int waitSeconds)
{
    wire::Headers headers;
    if (waitSeconds > 0)
        headers.set("Prefer", "wait=" + QByteArray::number(waitSeconds));
    return send("GET", "/v1/operations/" + QByteArray::number(id), {}, headers);
}

approval::DecisionBody GatewayUnderTest::decision(qint64 operation, const QString &kind, const QString &reason)
{
    return read<approval::DecisionBody>([&](ledger::LedgerWriter &writer) -> base::Result<approval::DecisionBody> {
        const ledger::OperationRow row = need(writer.reader().operation(operation), "row").value();
        const auto value = [&writer](const QString &digest) {
            return need(base::parseStoredCanonical(need(writer.reader().payload(digest), "payload").value()), "json");
        };
        const auto entry = need(
            policy::entryFromCanonical(need(writer.reader().document(row.registryDigest), "entry").value()), "entry");
        const auto plan = need(ledger::shownPlan(row, entry, value(row.payloadDigest), value(row.factsDigest)), "plan");
        approval::DecisionBody body;
        body.origin = writer.head().origin;
        body.tenant = row.tenant;
        body.operation = row.id;
        body.intentKey = row.intentKey;
        body.revision = row.revision;
        body.version = row.version;
        body.tool = row.tool;
        body.registryDigest = row.registryDigest;
        body.payloadDigest = row.payloadDigest;
        body.factsDigest = row.factsDigest;
        body.policyDigest = row.policyDigest;
        body.kind = body.verdict = kind;
        body.reason = reason;
        body.approver = u"m.keller"_s;
        body.keyId = m_scratch.approverKey().publicKey().id();
        body.nonce = QString::fromLatin1(m_random.bytes(16).toHex());
        body.decidedAt = m_clock.now();
        body.expiresAt = row.expiresAt;
        body.shownDigest = approval::shownDigest(plan);
        body.millisecondsShown = 4000;
        body.allShown = true;
        body.surface = u"ctl"_s;
        return body;
    });
}

Answer GatewayUnderTest::decide(const approval::DecisionBody &body)
{
    return send("POST", "/v1/decisions", approval::signDecision(body, m_scratch.approverKey(), m_clock.now()).toJson());
}

Answer GatewayUnderTest::decide(qint64 operation, const QString &kind, const QString &reason)
{
    return decide(decision(operation, kind, reason));
}

QByteArray GatewayUnderTest::policy()
{
    return kPolicy;
}

Answer GatewayUnderTest::activatePolicy(const QByteArray &toml)
{
    return act(u"policy"_s, base::digestHex(toml), {{u"size"_s, toml.size()}}, toml);
}

Answer GatewayUnderTest::act(const QString &name, const QString &subject, const QJsonObject &data,
                             const QByteArray &document)
{
    approval::AdminAct act;
    act.origin =
        read<QString>([](ledger::LedgerWriter &writer) -> base::Result<QString> { return writer.head().origin; });
    act.act = name;
    act.subject = subject;
    act.data = data;
    act.admin = u"admin"_s;
    act.keyId = m_scratch.administratorKey().publicKey().id();
    act.nonce = QString::fromLatin1(m_random.bytes(16).toHex());
    act.at = m_clock.now();
    return send("POST", "/v1/admin", approval::signAct(act, m_scratch.administratorKey()).toJson(document));
}

QList<ledger::AttemptRow> GatewayUnderTest::attempts(qint64 operation)
{
    return read<QList<ledger::AttemptRow>>(
        [operation](ledger::LedgerWriter &writer) { return writer.reader().attempts(operation); });
}

QStringList GatewayUnderTest::eventKinds(qint64 operation)
{
    QStringList kinds;
    const auto rows = read<QList<ledger::EventRow>>(
        [operation](ledger::LedgerWriter &writer) { return writer.reader().timeline(operation); });
    for (const ledger::EventRow &row : rows)
        kinds.append(row.kind);
    return kinds;
}

QByteArrayList GatewayUnderTest::logLines() const
{
    const std::lock_guard lock(m_logMutex);
    return m_logLines;
}

} // namespace obstat::tests
