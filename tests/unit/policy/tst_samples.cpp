#include "policy/policy.h"
#include "policy/registry.h"

#include <QFile>
#include <QJsonDocument>
#include <QSet>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

/// The files that ship: what `obstatctl init` writes and what replays use.
class SamplesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void registry_sample_mayPassABuild_data();
    void registry_sample_mayPassABuild();
    void registry_shippedTools_answerAllThreeQuestions();
    void policy_sample_passesItsOwnTests_data();
    void policy_sample_passesItsOwnTests();
    void policy_injectedAgent_isAmongTheTests();
    void policy_smallAndKnown_isAutomaticThroughTheRegistry_data();
    void policy_smallAndKnown_isAutomaticThroughTheRegistry();
    void success_ownersAnswers_meetTheDeclaredRules();
    void tau_registry_hasEveryToolOfTheRecordings();
};

namespace {

QByteArray sample(const QString &name)
{
    QFile file(QStringLiteral(OBSTAT_SOURCE_DIR "/resources/samples/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(file.fileName()));
    return file.readAll();
}

policy::Registry registry(const QString &name)
{
    const auto result = policy::Registry::parse(sample(name), name);
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    return *result;
}

policy::Policy policyOf(const QString &name)
{
    const auto result = policy::Policy::parse(sample(name), name);
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    return *result;
}

QStringList texts(const QJsonValue &array)
{
    QStringList result;
    for (const QJsonValue &item : array.toArray())
        result.append(item.toString());
    return result;
}

} // namespace

void SamplesTest::registry_sample_mayPassABuild_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("tools.toml") << u"tools.toml"_s;
    QTest::newRow("tools-tau.toml") << u"tools-tau.toml"_s;
}

void SamplesTest::registry_sample_mayPassABuild()
{
    QFETCH(QString, name);
    QCOMPARE(registry(name).problems(), QStringList());
}

void SamplesTest::registry_shippedTools_answerAllThreeQuestions()
{
    const policy::Registry tools = registry(u"tools.toml"_s);
    for (const QString &name : {u"approve_withdrawal"_s, u"create_invoice"_s, u"issue_refund"_s, u"send_email"_s,
                                u"update_payee"_s, u"deploy"_s}) {
        const policy::ToolEntry *tool = tools.find(name);
        QVERIFY2(tool && tool->isWritable(), qPrintable(name));
        QVERIFY2(tool->owner.honoursKey && !tool->query.isEmpty(), qPrintable(name));
    }
    QCOMPARE(tools.find(u"get_balance"_s)->effect, policy::Effect::Read);
}

void SamplesTest::policy_sample_passesItsOwnTests_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("atLeast");
    QTest::newRow("policy.toml") << u"policy.toml"_s << 8;
    QTest::newRow("policy-tau.toml") << u"policy-tau.toml"_s << 3;
}

void SamplesTest::policy_sample_passesItsOwnTests()
{
    QFETCH(QString, name);
    QFETCH(int, atLeast);
    const QList<policy::TestResult> results = policyOf(name).runTests();
    QVERIFY(results.size() >= atLeast);
    for (const policy::TestResult &result : results)
        QVERIFY2(result.passed,
                 qPrintable(u"%1: expected %2, got %3"_s.arg(result.name, result.expected.text(), result.got.text())));
}

void SamplesTest::policy_injectedAgent_isAmongTheTests()
{
    const QList<policy::TestResult> results = policyOf(u"policy.toml"_s).runTests();
    const auto injected = std::find_if(results.begin(), results.end(), [](const policy::TestResult &result) {
        return result.name.contains("writes kyc_complete into its arguments"_L1);
    });
    QVERIFY(injected != results.end());
    QVERIFY(injected->passed && injected->got.kind == policy::VerdictKind::Human);
}

void SamplesTest::policy_smallAndKnown_isAutomaticThroughTheRegistry_data()
{
    QTest::addColumn<QString>("amount");
    QTest::addColumn<QString>("currency");
    QTest::addColumn<bool>("automatic");
    QTest::newRow("under") << u"499.99"_s << u"USD"_s << true;
    QTest::newRow("limit") << u"500"_s << u"USD"_s << false;
    QTest::newRow("other currency") << u"100"_s << u"KWD"_s << false;
}

void SamplesTest::policy_smallAndKnown_isAutomaticThroughTheRegistry()
{
    QFETCH(QString, amount);
    QFETCH(QString, currency);
    QFETCH(bool, automatic);
    const policy::Registry tools = registry(u"tools.toml"_s);
    policy::PlanView plan;
    plan.tool = u"approve_withdrawal"_s;
    plan.args = {{u"withdrawal_id"_s, u"WD-1"_s}, {u"amount"_s, amount}, {u"currency"_s, currency}};
    plan.facts = {{u"kyc_complete"_s, true}};
    const auto subject = policy::subjectOf(*tools.find(plan.tool), plan.args);
    QVERIFY(subject.has_value());
    plan.currency = subject->currency;
    QCOMPARE(policyOf(u"policy.toml"_s).evaluate(plan).kind == policy::VerdictKind::Automatic, automatic);
}

void SamplesTest::success_ownersAnswers_meetTheDeclaredRules()
{
    const policy::ToolEntry tool = *registry(u"tools.toml"_s).find(u"approve_withdrawal"_s);
    const QJsonObject done{{u"id"_s, u"wd_1"_s}, {u"status"_s, u"done"_s}};
    const QJsonObject declined{{u"error"_s, u"declined"_s}};
    QVERIFY(tool.success.matches(201, {}, done));
    QVERIFY(!tool.noEffect.matches(201, {}, done));
    QVERIFY(tool.noEffect.matches(422, {}, declined));
    QVERIFY(!tool.success.matches(422, {}, declined));
    QVERIFY(!tool.noEffect.matches(422, {}, QJsonObject{{u"error"_s, u"key in use"_s}})); // §7.2: not a refusal
    QVERIFY(!tool.noEffect.matches(409, {}, declined));
    QVERIFY(!tool.success.matches(500, {}, done));
    QVERIFY(tool.owner.replayMarker.matches(201, {{"idempotent-replayed", "true"}}, done));
    QVERIFY(!tool.owner.replayMarker.matches(201, {}, done));
}

void SamplesTest::tau_registry_hasEveryToolOfTheRecordings()
{
    QFile file(QStringLiteral(OBSTAT_SHARED_DIR "/cases/tool_effects.json"));
    if (!file.open(QIODevice::ReadOnly)) {
        qWarning("THE HANDED CASES ARE MISSING (%s): tools-tau.toml is not compared with them",
                 qPrintable(file.fileName()));
        QSKIP("tool_effects.json is not there");
    }
    const QJsonObject effects = QJsonDocument::fromJson(file.readAll()).object();
    const policy::Registry tools = registry(u"tools-tau.toml"_s);
    QSet<QString> seen;
    for (const QString &domain : {u"tau.airline"_s, u"tau.retail"_s, u"tau.telecom"_s}) {
        const QJsonObject all = effects[domain].toObject();
        const QJsonObject writes = all[u"write"_s].toObject();
        for (const QString &name : writes.keys()) {
            const policy::ToolEntry *tool = tools.find(name);
            QVERIFY2(tool && tool->isWritable(), qPrintable(name));
            const QJsonObject effect = writes[name].toObject();
            QStringList paths;
            for (const policy::NaturalField &field : tool->naturalKey)
                paths.append(field.path);
            const QString key = effect.contains(u"natural"_s) ? u"natural"_s : u"record"_s;
            QCOMPARE(paths, texts(effect[key]));
            QCOMPARE(tool->record, texts(effect[u"record"_s]));
            QCOMPARE(tool->window.kind, base::WindowKind::None);
            seen.insert(name);
        }
        for (const QString &name : texts(all[u"read"_s]) + texts(all[u"generic"_s]) + texts(all[u"think"_s])) {
            const policy::ToolEntry *tool = tools.find(name);
            QVERIFY2(tool && tool->effect == policy::Effect::Read, qPrintable(name));
            seen.insert(name);
        }
        for (const QString &name : texts(all[u"user_device_write"_s]))
            QVERIFY2(!tools.find(name), qPrintable(name));
    }
    QCOMPARE(seen.size(), tools.names().size());
}

QTEST_APPLESS_MAIN(SamplesTest)
#include "tst_samples.moc"
