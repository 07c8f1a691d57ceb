#include "contract/ledgerundertest.h"

#include "approval/adminact.h"
#include "ledger/ledgerreader.h"
#include "ledger/shownplan.h"
#include "ledger/statement.h"

#include <QJsonArray>
#include <QTest>

namespace obstat::tests {

using namespace Qt::StringLiterals;

namespace {

const QString kOrigin = u"obstat.local/contract"_s;

approval::SigningKey keyOf(char seed)
{
    return need(approval::SigningKey::fromSeed(QByteArray(32, seed)), "key");
}

QMap<QString, QString> triggersOf(ledger::SqliteConnection &connection)
{
    QMap<QString, QString> triggers;
    ledger::Statement query(connection, u"SELECT name, sql FROM sqlite_schema WHERE type='trigger'"_s);
    need(query.run({}), "triggers");
    while (need(query.next(), "trigger")) {
        triggers.insert(query.value(0).toString(), query.value(1).toString());
    }
    return triggers;
}

base::CanonicalJson json(const QByteArray &text)
{
    return need(base::parseCanonical(text), "json");
}

} // namespace

QByteArray LedgerUnderTest::toolsToml()
{
    return R"(
[owner.bank]
kind = "http"
url = "http://127.0.0.1:9"
honours_key = true
key_lifetime = "24h"
replay_marker = { headers = { "Idempotent-Replayed" = "true" } }

[owner.plain]
kind = "http"
url = "http://127.0.0.1:10"

[tool.pay]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["record"]
record = "record"
amount = "amount"
currency = "USD"
timeout = "30s"
expires_after = "4h"
key_arguments = ["idempotency_key"]
owner = "bank"
reference = "id"
commit = { method = "POST", path = "/pay" }
success = { status = 200 }
no_effect = { status = 422 }

[tool.daily]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["record"]
window = "business_day"
zone = "UTC"
owner = "bank"
expires_after = "3d"
commit = { method = "POST", path = "/daily" }
success = { status = 200 }
no_effect = { status = 422 }

[tool.reboot]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
named = true
owner = "plain"
commit = { method = "POST", path = "/reboot" }
success = { status = 200 }
no_effect = { status = 422 }

[tool.halfway]
effect = "write"
undo = "no"
natural_key = ["record"]
owner = "bank"
commit = { method = "POST", path = "/half" }
success = { status = 200 }

[tool.look]
effect = "read"
)";
}

QByteArray LedgerUnderTest::policyToml()
{
    return R"(
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
name = "busy_run"
tool = "reboot"
when = ['run.operations > 3']
then = { approvals = [{ count = 1, role = "sre" }] }

[[rule]]
name = "reboots"
tool = "reboot"
then = "automatic"

[[rule]]
name = "dailies"
tool = "daily"
then = "automatic"
)";
}

LedgerUnderTest::LedgerUnderTest()
    : m_files(ledger::LedgerFiles::beside(m_folder.path(u"contract.obstat"_s))), m_admin(keyOf('a'))
{
    m_options.database = m_files.database;
    m_options.administrators = {{u"root"_s, m_admin.publicKey()}};
    m_options.instanceKey = QByteArray(32, 'k');
    m_options.clock = &clock;
    m_options.random = &random;
    m_options.flow = true;
    m_tools = need(policy::Registry::parse(toolsToml(), u"tools.toml"_s), "tools");
    need(ledger::LedgerWriter::create(m_options, kOrigin, false), "create");
    open();
    m_people.insert(u"keller"_s, keyOf('b'));
    m_people.insert(u"mayr"_s, keyOf('c'));
    enrol(u"keller"_s, {u"treasury"_s});
    enrol(u"mayr"_s, {u"treasury"_s});
    activatePolicy(policyToml());
}

base::Result<> LedgerUnderTest::tryOpen()
{
    m_writer.reset();
    auto writer = ledger::LedgerWriter::open(m_options);
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    m_writer = std::move(*writer);
    return m_writer->loadRegistry(m_tools);
}

void LedgerUnderTest::open()
{
    need(tryOpen(), "open");
}

void LedgerUnderTest::reopen()
{
    open();
}

ledger::Submission LedgerUnderTest::submission(const QString &tool, const QByteArray &arguments, const QString &run,
                                               const QByteArray &facts)
{
    ledger::Submission submission;
    submission.tenant = u"acme"_s;
    submission.actor = u"ops-agent-3"_s;
    submission.tokenId = u"000000000001"_s;
    submission.sponsor = u"sponsor"_s;
    submission.tool = tool;
    submission.arguments = json(arguments);
    submission.facts = json(facts);
    submission.run = run;
    return submission;
}

ledger::Submission LedgerUnderTest::payment(const QString &record, const QString &amount, bool known)
{
    const QJsonObject arguments{{u"record"_s, record}, {u"amount"_s, amount}};
    return submission(u"pay"_s, base::canonicalBytes(arguments), u"r-1"_s, known ? R"({"known":true})" : "{}");
}

ledger::SubmitAnswer LedgerUnderTest::submit(const ledger::Submission &submission)
{
    return need(m_writer->submit({&submission, 1}), "submit").first();
}

approval::DecisionBody LedgerUnderTest::decisionBody(const ledger::OperationRow &operation, const QString &kind,
                                                     const QString &person)
{
    approval::DecisionBody body;
    body.origin = kOrigin;
    body.tenant = operation.tenant;
    body.operation = operation.id;
    body.intentKey = operation.intentKey;
    body.revision = operation.revision;
    body.version = operation.version;
    body.tool = operation.tool;
    body.registryDigest = operation.registryDigest;
    body.payloadDigest = operation.payloadDigest;
    body.factsDigest = operation.factsDigest;
    body.policyDigest = operation.policyDigest;
    body.kind = kind;
    body.verdict = kind;
    body.reason = kind == "reject"_L1 ? u"wrong account"_s : QString();
    body.approver = person;
    body.keyId = m_people.value(person, m_admin).publicKey().id();
    body.nonce = QString::fromLatin1(random.bytes(16).toHex());
    body.decidedAt = clock.now();
    body.expiresAt = operation.expiresAt;
    body.millisecondsShown = 4000;
    body.allShown = true;
    body.surface = u"ctl"_s;
    const auto value = [this](const QString &digest) {
        const auto bytes = need(m_writer->reader().payload(digest), "payload");
        return bytes ? json(*bytes) : base::CanonicalJson{QJsonObject(), "{}"};
    };
    const auto entry = need(m_writer->reader().document(operation.registryDigest), "entry");
    const auto plan =
        ledger::shownPlan(operation, need(policy::entryFromCanonical(entry.value_or(QByteArray())), "entry"),
                          value(operation.payloadDigest), value(operation.factsDigest));
    body.shownDigest = plan ? approval::shownDigest(*plan) : QString(64, u'0');
    return body;
}

approval::DecisionEnvelope LedgerUnderTest::sign(const approval::DecisionBody &body)
{
    return approval::signDecision(body, m_people.value(body.approver, m_admin), clock.now());
}

ledger::Admission LedgerUnderTest::decide(const ledger::OperationRow &operation, const QString &kind,
                                          const QString &person)
{
    return need(m_writer->admit(sign(decisionBody(operation, kind, person))), "admit");
}

base::Result<approval::AdminAct> LedgerUnderTest::act(const QString &name, const QString &subject,
                                                      const QJsonObject &data, const QByteArray &document)
{
    approval::AdminAct act;
    act.origin = kOrigin;
    act.act = name;
    act.subject = subject;
    act.data = data;
    act.admin = u"root"_s;
    act.keyId = m_admin.publicKey().id();
    act.nonce = QString::fromLatin1(random.bytes(16).toHex());
    act.at = clock.now();
    return m_writer->admitAct(approval::signAct(act, m_admin), document);
}

void LedgerUnderTest::enrol(const QString &name, const QStringList &roles)
{
    if (!m_people.contains(name)) {
        m_people.insert(name, keyOf(static_cast<char>('d' + m_people.size())));
    }
    const approval::SigningKey key = m_people.value(name, m_admin);
    const QByteArray proof = approval::enrolProof(kOrigin, name, key);
    need(act(u"enrol"_s, name,
             {{u"public_key"_s, key.publicKey().base64()},
              {u"roles"_s, QJsonArray::fromStringList(roles)},
              {u"tenants"_s, QJsonArray{u"*"_s}},
              {u"proof"_s, QString::fromLatin1(proof.toBase64())}}),
         "enrol");
}

void LedgerUnderTest::activatePolicy(const QByteArray &toml)
{
    need(act(u"policy"_s, base::digestHex(toml), {{u"size"_s, toml.size()}}, toml), "policy");
}

void LedgerUnderTest::loadTools(const QByteArray &toml)
{
    m_tools = need(policy::Registry::parse(toml, u"tools.toml"_s), "tools");
    need(m_writer->loadRegistry(m_tools), "load registry");
}

ledger::ClaimReport LedgerUnderTest::claim(int limit)
{
    return need(m_writer->claim(limit, kLease), "claim");
}

ledger::Claim LedgerUnderTest::claimOne()
{
    const ledger::ClaimReport report = claim(1);
    if (report.claims.size() != 1) {
        qFatal("nothing was claimed");
    }
    return report.claims.first();
}

int LedgerUnderTest::start(const ledger::Claim &claim)
{
    return need(m_writer->startAttempt({claim.operation.id, claim.fence, "POST /pay", 30 * base::kSecond}), "start");
}

ledger::AttemptEnd LedgerUnderTest::ending(const ledger::Claim &claim, int number, ledger::AttemptOutcome outcome)
{
    ledger::AttemptEnd end;
    end.operation = claim.operation.id;
    end.fence = claim.fence;
    end.number = number;
    end.outcome = outcome;
    end.duration = 20 * base::kMillisecond;
    if (outcome == ledger::AttemptOutcome::Succeeded) {
        end.httpStatus = 200;
        end.response = "HTTP/1.1 200 OK";
        end.result = R"({"id":"inv_91"})";
        end.reference = u"inv_91"_s;
    } else if (outcome == ledger::AttemptOutcome::NoEffect) {
        end.httpStatus = 422;
        end.response = "HTTP/1.1 422 Unprocessable";
        end.result = R"({"error":"declined"})";
    }
    return end;
}

ledger::OperationRow LedgerUnderTest::end(const ledger::AttemptEnd &end)
{
    return need(m_writer->endAttempt(end), "end attempt");
}

ledger::OperationRow LedgerUnderTest::execute(ledger::AttemptOutcome outcome)
{
    const ledger::Claim claim = claimOne();
    const int number = start(claim);
    return end(ending(claim, number, outcome));
}

ledger::OperationRow LedgerUnderTest::row(qint64 id)
{
    const auto found = need(m_writer->reader().operation(id), "operation");
    if (!found) {
        qFatal("no such operation");
    }
    return *found;
}

QList<evidence::Event> LedgerUnderTest::events()
{
    QList<evidence::Event> found;
    qint64 from = 0;
    while (true) {
        const auto rows = need(m_writer->reader().eventsFrom(from, 500), "events");
        if (rows.isEmpty()) {
            return found;
        }
        for (const ledger::EventRow &row : rows) {
            found.append(need(evidence::parseLeaf(row.leaf), "leaf"));
        }
        from = rows.last().seq + 1;
    }
}

QStringList LedgerUnderTest::kinds(qint64 operation)
{
    QStringList found;
    const auto all = events();
    for (const evidence::Event &event : all) {
        if (operation < 0 || event.operation == operation) {
            found.append(event.kind);
        }
    }
    return found;
}

qsizetype LedgerUnderTest::count(QLatin1StringView kind)
{
    return kinds().count(QString(kind));
}

void LedgerUnderTest::tamper(const QStringList &statements)
{
    close();
    tamperLive(statements);
    open();
}

void LedgerUnderTest::tamperLive(const QStringList &statements)
{
    tamperFile(m_files.database, statements);
}

void LedgerUnderTest::tamperFile(const QString &database, const QStringList &statements)
{
    auto connection =
        need(ledger::SqliteConnection::open(database, ledger::SqliteConnection::Mode::ReadWrite), "tamper");
    const QMap<QString, QString> before = triggersOf(*connection);
    for (const QString &statement : statements) {
        need(connection->execute(statement), "tamper");
    }
    const QMap<QString, QString> after = triggersOf(*connection);
    for (auto trigger = before.begin(); trigger != before.end(); ++trigger) {
        if (!after.contains(trigger.key())) { // who knows what he does leaves no trace of having dropped it
            need(connection->execute(trigger.value()), "tamper");
        }
    }
}

QVariant LedgerUnderTest::sql(const QString &statement)
{
    auto connection =
        need(ledger::SqliteConnection::open(m_files.database, ledger::SqliteConnection::Mode::ReadOnly), "sql");
    ledger::Statement query(*connection, statement);
    return need(query.first({}), "sql") ? query.value(0) : QVariant();
}

} // namespace obstat::tests
