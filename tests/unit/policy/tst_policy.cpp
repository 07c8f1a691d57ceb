#include "policy/policy.h"

#include "base/canonicaljson.h"
#include "base/digest.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using policy::VerdictKind;
Q_DECLARE_METATYPE(obstat::policy::VerdictKind)

class PolicyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evaluate_plan_isJudgedInOrder_data();
    void evaluate_plan_isJudgedInOrder();
    void evaluate_denyCannotBeEvaluated_meansAPersonAndSaysWhy();
    void evaluate_denyCannotBeEvaluated_keepsTheRolesOfRules();
    void evaluate_laterDenyMatches_deniesInSpiteOfDoubt();
    void secondPerson_overTheLimitOfTheCurrency_data();
    void secondPerson_overTheLimitOfTheCurrency();
    void evaluate_stricterRuleCannotBeEvaluated_isNotAutomaticBehindIt();
    void evaluate_noRule_tracesTheLastThatNearlyMatched();
    void evaluate_noRule_asksTheToolsOwnApprover_data();
    void evaluate_noRule_asksTheToolsOwnApprover();
    void evaluate_rule_carriesItsExpiryAndReason();
    void evaluate_glob_matchesWholeNames_data();
    void evaluate_glob_matchesWholeNames();
    void evaluate_nothingRead_isAPersonNobodyIs();
    void rules_areListedInEvaluationOrder();
    void text_isKeptAndNamedByItsDigest();
    void runTests_eachExpectation_isToldApart();
    void runTests_currency_comesFromTheTestOrItsArguments();
    void runTests_none_isValid();
};

namespace {

policy::Policy parsed(const QByteArray &toml)
{
    auto result = policy::Policy::parse(toml, u"policy.toml"_s);
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    return *result;
}

QJsonObject object(const QByteArray &json)
{
    const auto value = base::parseCanonical(json);
    if (!value)
        qFatal("%s", qPrintable(value.error().message));
    return value->value.toObject();
}

policy::PlanView planOf(const QString &tool, const QByteArray &args, const QByteArray &facts = "{}",
                        const QByteArray &run = R"({"operations":1})")
{
    policy::PlanView plan;
    plan.tool = tool;
    plan.args = object(args);
    plan.currency = plan.args[u"currency"_s].toString();
    plan.facts = object(facts);
    plan.run = object(run);
    return plan;
}

const QByteArray kPolicy = R"(default_role = "people"
[lists]
blocked = ["BAD1", "BAD2"]

[[deny]]
name = "blocked"
tool = "pay*"
when = ["args.to in blocked"]
reason = "The account is blocked."

[[deny]]
name = "frozen"
tool = "pay*"
when = ["facts.frozen"]
reason = "The customer is frozen."

[[rule]]
name = "large"
tool = "pay"
when = ["args.amount >= 10000 USD"]
then = { approvals = [{ count = 1, role = "cfo" }] }
expires_after = "90m"
escalate = { after = "30m", role = "ceo" }

[[rule]]
name = "small"
tool = "pay"
when = ["args.amount < 500 USD", "facts.kyc_complete"]
then = "automatic"

[[rule]]
name = "busy"
tool = "pay"
when = ["run.operations > 5"]
then = "deny"
reason = "Too many."

[[rule]]
name = "look"
tool = "look_?"
then = "automatic"
)";

} // namespace

void PolicyTest::evaluate_plan_isJudgedInOrder_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<int>("operations");
    QTest::addColumn<VerdictKind>("kind");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("role");
    const auto row = [](const char *name, const char *tool, const char *args, const char *facts, int operations,
                        VerdictKind kind, const QString &rule, const QString &role = {}) {
        QTest::newRow(name) << QString::fromLatin1(tool) << QByteArray(args) << QByteArray(facts) << operations << kind
                            << rule << role;
    };
    const char *good = R"({"frozen":false,"kyc_complete":true})";
    row("small and known", "pay", R"({"to":"A","amount":"499.99","currency":"USD"})", good, 1, VerdictKind::Automatic,
        u"small"_s);
    row("exactly the limit", "pay", R"({"to":"A","amount":"500","currency":"USD"})", good, 1, VerdictKind::Human, {},
        u"people"_s);
    row("not known", "pay", R"({"to":"A","amount":"5","currency":"USD"})", R"({"frozen":false})", 1, VerdictKind::Human,
        {}, u"people"_s);
    row("known as text", "pay", R"({"to":"A","amount":"5","currency":"USD"})",
        R"({"frozen":false,"kyc_complete":"true"})", 1, VerdictKind::Human, {}, u"people"_s);
    row("known by its own word (injected)", "pay",
        R"({"to":"A","amount":"5","currency":"USD","kyc_complete":true,"facts":{"kyc_complete":true}})",
        R"({"frozen":false})", 1, VerdictKind::Human, {}, u"people"_s);
    row("large", "pay", R"({"to":"A","amount":"10000","currency":"USD"})", good, 1, VerdictKind::Human, u"large"_s,
        u"cfo"_s);
    row("large and busy: the first rule wins", "pay", R"({"to":"A","amount":"10000","currency":"USD"})", good, 9,
        VerdictKind::Human, u"large"_s, u"cfo"_s);
    row("busy", "pay", R"({"to":"A","amount":"600","currency":"USD"})", good, 6, VerdictKind::Deny, u"busy"_s);
    row("blocked, though small", "pay", R"({"to":"BAD1","amount":"5","currency":"USD"})", good, 1, VerdictKind::Deny,
        u"blocked"_s);
    row("blocked, other tool of the glob", "pay_out", R"({"to":"BAD2"})", good, 1, VerdictKind::Deny, u"blocked"_s);
    row("frozen", "pay", R"({"to":"A","amount":"5","currency":"USD"})", R"({"frozen":true,"kyc_complete":true})", 1,
        VerdictKind::Deny, u"frozen"_s);
    row("other currency", "pay", R"({"to":"A","amount":"5","currency":"KWD"})", good, 1, VerdictKind::Human, u"large"_s,
        u"people"_s);
    row("no rule for the tool", "mail", R"({"to":"BAD1"})", "{}", 99, VerdictKind::Human, {}, u"people"_s);
    row("without conditions", "look_a", "{}", "{}", 1, VerdictKind::Automatic, u"look"_s);
}

void PolicyTest::evaluate_plan_isJudgedInOrder()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, args);
    QFETCH(QByteArray, facts);
    QFETCH(int, operations);
    QFETCH(VerdictKind, kind);
    QFETCH(QString, rule);
    QFETCH(QString, role);
    const QByteArray run = "{\"operations\":" + QByteArray::number(operations) + "}";
    const policy::Verdict verdict = parsed(kPolicy).evaluate(planOf(tool, args, facts, run));
    QCOMPARE(verdict.kind, kind);
    QCOMPARE(verdict.rule, rule);
    QCOMPARE(verdict.approvals.size(), kind == VerdictKind::Human ? 1 : 0);
    if (kind == VerdictKind::Human) {
        QCOMPARE(verdict.approvals.first().role, role);
        QCOMPARE(verdict.approvals.first().count, 1);
    }
}

void PolicyTest::evaluate_denyCannotBeEvaluated_meansAPersonAndSaysWhy()
{
    const policy::Verdict verdict = parsed(kPolicy).evaluate(
        planOf(u"pay"_s, R"({"to":"A","amount":"5","currency":"USD"})", R"({"kyc_complete":true})"));
    QCOMPARE(verdict.kind, VerdictKind::Human);
    QCOMPARE(verdict.rule, u"frozen"_s);
    QCOMPARE(verdict.approvals.first().role, u"people"_s);
    QCOMPARE(verdict.trace.first().text, u"facts.frozen"_s);
    QCOMPARE(verdict.trace.first().outcome, policy::PredicateTrace::Outcome::NotEvaluated);
    QCOMPARE(verdict.trace.first().why, u"missing"_s);
}

void PolicyTest::evaluate_denyCannotBeEvaluated_keepsTheRolesOfRules()
{
    const policy::Verdict verdict =
        parsed(kPolicy).evaluate(planOf(u"pay"_s, R"({"to":"A","amount":"20000","currency":"USD"})"));
    QCOMPARE(verdict.kind, VerdictKind::Human);
    QCOMPARE(verdict.rule, u"large"_s);
    QCOMPARE(verdict.approvals.first().role, u"cfo"_s);
    QCOMPARE(verdict.trace.size(), 2); // the deny in doubt, then the rule
    QCOMPARE(verdict.trace[0].text, u"facts.frozen"_s);
    QCOMPARE(verdict.trace[1].text, u"args.amount >= 10000 USD"_s);
}

void PolicyTest::evaluate_laterDenyMatches_deniesInSpiteOfDoubt()
{
    const policy::Verdict verdict =
        parsed(kPolicy).evaluate(planOf(u"pay"_s, R"({"amount":"5","currency":"USD"})", R"({"frozen":true})"));
    QCOMPARE(verdict.kind, VerdictKind::Deny);
    QCOMPARE(verdict.rule, u"frozen"_s);
    QCOMPARE(verdict.reason, u"The customer is frozen."_s);
}

void PolicyTest::secondPerson_overTheLimitOfTheCurrency_data()
{
    QTest::addColumn<QString>("amount");
    QTest::addColumn<QString>("currency");
    QTest::addColumn<bool>("wanted");
    QTest::newRow("under") << u"999.99"_s << u"USD"_s << false;
    QTest::newRow("at the limit") << u"1000"_s << u"USD"_s << false;
    QTest::newRow("over") << u"1000.01"_s << u"USD"_s << true;
    QTest::newRow("a currency without a limit") << u"1"_s << u"KWD"_s << true;
    QTest::newRow("no amount at all") << QString() << QString() << false;
}

void PolicyTest::secondPerson_overTheLimitOfTheCurrency()
{
    QFETCH(const QString, amount);
    QFETCH(const QString, currency);
    QFETCH(const bool, wanted);
    const policy::Policy policy =
        parsed("default_role = \"people\"\n[second_person_above]\nUSD = \"1000.00\"\nEUR = \"900\"\n");
    QCOMPARE(policy.wantsSecondPerson(amount, currency), wanted);
    QVERIFY(!parsed("default_role = \"people\"\n").wantsSecondPerson(amount, currency)); // nothing stated
    for (const QByteArray &bad :
         {QByteArray("USD = 1000"), QByteArray("usd = \"1000\""), QByteArray("USD = \"1,000\"")}) {
        const auto refused =
            policy::Policy::parse("default_role = \"people\"\n[second_person_above]\n" + bad + "\n", u"policy.toml"_s);
        QVERIFY2(!refused, bad.constData());
        QVERIFY2(refused.error().message.startsWith("policy.toml:3:"_L1), qPrintable(refused.error().message));
    }
}

void PolicyTest::evaluate_stricterRuleCannotBeEvaluated_isNotAutomaticBehindIt()
{
    const policy::Policy policy =
        parsed("default_role = \"people\"\n"
               "[[rule]]\nname = \"large\"\ntool = \"pay\"\nwhen = [\"args.amount > 5 USD\"]\n"
               "then = { approvals = [{ role = \"cfo\" }] }\n"
               "[[rule]]\nname = \"rest\"\ntool = \"pay\"\nthen = \"automatic\"\n");
    QCOMPARE(policy.evaluate(planOf(u"pay"_s, R"({"amount":"1","currency":"USD"})")).kind, VerdictKind::Automatic);
    for (const QByteArray &args : {QByteArray("{}"), QByteArray(R"({"amount":"1,0","currency":"USD"})"),
                                   QByteArray(R"({"amount":"1","currency":"EUR"})")}) {
        const policy::Verdict verdict = policy.evaluate(planOf(u"pay"_s, args));
        QCOMPARE(verdict.kind, VerdictKind::Human);
        QCOMPARE(verdict.rule, u"large"_s);
        QCOMPARE(verdict.approvals.first().role, u"people"_s);
        QCOMPARE(verdict.trace.size(), 1);
    }
}

void PolicyTest::evaluate_noRule_tracesTheLastThatNearlyMatched()
{
    const policy::Verdict verdict = parsed(kPolicy).evaluate(planOf(
        u"pay"_s, R"({"to":"A","amount":"1250.00","currency":"USD"})", R"({"frozen":false,"kyc_complete":true})"));
    QVERIFY(verdict.rule.isEmpty());
    QCOMPARE(verdict.trace.size(), 1);
    QCOMPARE(verdict.trace.first().text, u"run.operations > 5"_s);
    QCOMPARE(verdict.trace.first().seen, u"1"_s);
    QCOMPARE(verdict.trace.first().outcome, policy::PredicateTrace::Outcome::False);
}

void PolicyTest::evaluate_noRule_asksTheToolsOwnApprover_data()
{
    QTest::addColumn<QString>("approver");
    QTest::addColumn<QString>("role");
    QTest::newRow("not said") << QString() << u"people"_s;
    QTest::newRow("the policy says") << u"policy"_s << u"people"_s;
    QTest::newRow("a role") << u"release"_s << u"release"_s;
}

void PolicyTest::evaluate_noRule_asksTheToolsOwnApprover()
{
    QFETCH(QString, approver);
    policy::PlanView plan = planOf(u"mail"_s, "{}");
    plan.approver = approver;
    const policy::Verdict verdict = parsed(kPolicy).evaluate(plan);
    QCOMPARE(verdict.kind, VerdictKind::Human);
    QCOMPARE(verdict.approvals.size(), 1);
    QTEST(verdict.approvals.first().role, "role");
}

void PolicyTest::evaluate_rule_carriesItsExpiryAndReason()
{
    const policy::Policy policy = parsed(kPolicy);
    const QByteArray facts = R"({"frozen":false,"kyc_complete":true})";
    const policy::Verdict large =
        policy.evaluate(planOf(u"pay"_s, R"({"to":"A","amount":"10000","currency":"USD"})", facts));
    QCOMPARE(large.expiresAfter, 90 * base::kMinute);
    const policy::Verdict small =
        policy.evaluate(planOf(u"pay"_s, R"({"to":"A","amount":"5","currency":"USD"})", facts));
    QCOMPARE(small.expiresAfter, base::Micros(0));
    QCOMPARE(small.trace.size(), 2);
    const policy::Verdict busy = policy.evaluate(
        planOf(u"pay"_s, R"({"to":"A","amount":"600","currency":"USD"})", facts, R"({"operations":6})"));
    QCOMPARE(busy.reason, u"Too many."_s);
}

void PolicyTest::evaluate_glob_matchesWholeNames_data()
{
    QTest::addColumn<QString>("glob");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char *glob, const char *tool, bool matches) {
        QTest::addRow("%s against %s", glob, tool) << QString::fromLatin1(glob) << QString::fromLatin1(tool) << matches;
    };
    row("*", "anything", true);
    row("pay", "pay", true);
    row("pay", "pay_out", false);
    row("pay", "prepay", false);
    row("pay*", "pay", true);
    row("pay*", "pay_out", true);
    row("*pay", "prepay", true);
    row("*pay", "payer", false);
    row("p*y*t", "pay_out", true);
    row("p*y*t", "pay_outs", false);
    row("pay_?", "pay_1", true);
    row("pay_?", "pay_", false);
    row("pay_?", "pay_12", false);
    row("a*b*c", "a-b-b-c", true);
    row("PAY", "pay", false);
    row("pay.x", "payxx", false);
}

void PolicyTest::evaluate_glob_matchesWholeNames()
{
    QFETCH(QString, glob);
    QFETCH(QString, tool);
    QFETCH(bool, matches);
    const policy::Policy policy = parsed(
        "default_role = \"r\"\n[[rule]]\nname = \"x\"\nthen = \"automatic\"\ntool = \"" + glob.toUtf8() + "\"\n");
    QCOMPARE(policy.evaluate(planOf(tool, "{}")).kind == VerdictKind::Automatic, matches);
}

void PolicyTest::evaluate_nothingRead_isAPersonNobodyIs()
{
    const policy::Policy none;
    const policy::Verdict verdict = none.evaluate(planOf(u"pay"_s, "{}"));
    QCOMPARE(verdict.kind, VerdictKind::Human);
    QVERIFY(verdict.approvals.isEmpty());
    QVERIFY(none.rules().isEmpty() && none.runTests().isEmpty() && none.defaultRole().isEmpty());
}

void PolicyTest::rules_areListedInEvaluationOrder()
{
    const QList<policy::RuleView> rules = parsed(kPolicy).rules();
    QStringList lines;
    for (const policy::RuleView &rule : rules)
        lines.append(
            QStringList({rule.name, rule.tool, rule.when.join(u" & "_s), rule.then, rule.deny ? u"deny"_s : QString()})
                .join(u'|'));
    const QStringList expected{u"blocked|pay*|args.to in blocked|deny|deny"_s,
                               u"frozen|pay*|facts.frozen|deny|deny"_s,
                               u"large|pay|args.amount >= 10000 USD|1 × cfo|"_s,
                               u"small|pay|args.amount < 500 USD & facts.kyc_complete|automatic|"_s,
                               u"busy|pay|run.operations > 5|deny|deny"_s,
                               u"look|look_?||automatic|"_s};
    QCOMPARE(lines, expected);
}

void PolicyTest::text_isKeptAndNamedByItsDigest()
{
    const policy::Policy policy = parsed(kPolicy);
    QCOMPARE(policy.text(), kPolicy);
    QCOMPARE(policy.digest(), base::digestHex(kPolicy));
    QCOMPARE(policy.defaultRole(), u"people"_s);
}

void PolicyTest::runTests_eachExpectation_isToldApart()
{
    const QByteArray plan = "tool = \"pay\"\nargs = { to = \"A\", amount = 10, currency = \"USD\" }\n"
                            "facts = { frozen = false, kyc_complete = true }\nrun = { operations = 1 }\n";
    const QByteArray large = "tool = \"pay\"\nargs = { to = \"A\", amount = \"10000\", currency = \"USD\" }\n"
                             "facts = { frozen = false }\n";
    const QList<policy::TestResult> results =
        parsed(kPolicy + "[[test]]\nname = \"right\"\nexpect = \"automatic\"\nrule = \"small\"\n" + plan +
               "[[test]]\nname = \"wrong verdict\"\nexpect = \"human\"\n" + plan +
               "[[test]]\nname = \"wrong rule\"\nexpect = \"automatic\"\nrule = \"look\"\n" + plan +
               "[[test]]\nname = \"wrong no rule\"\nexpect = \"automatic\"\nrule = \"\"\n" + plan +
               "[[test]]\nname = \"right role\"\nexpect = \"human\"\nrole = \"cfo\"\nrule = \"large\"\n" + large +
               "[[test]]\nname = \"wrong role\"\nexpect = \"human\"\nrole = \"people\"\n" + large)
            .runTests();
    QStringList lines;
    for (const policy::TestResult &result : results)
        lines.append(u"%1: %2 / %3 %4"_s.arg(result.name, result.expected.text(), result.got.text(),
                                             result.passed ? u"passed"_s : u"failed"_s));
    const QStringList expected{u"right: automatic, rule small / automatic, rule small passed"_s,
                               u"wrong verdict: a person / automatic failed"_s,
                               u"wrong rule: automatic, rule look / automatic, rule small failed"_s,
                               u"wrong no rule: automatic, no rule matches / automatic, rule small failed"_s,
                               u"right role: a person of cfo, rule large / a person of cfo, rule large passed"_s,
                               u"wrong role: a person of people / a person of cfo failed"_s};
    QCOMPARE(lines, expected);
}

void PolicyTest::runTests_currency_comesFromTheTestOrItsArguments()
{
    const QByteArray rest = "tool = \"pay\"\nexpect = \"automatic\"\nfacts = { frozen = false, kyc_complete = true }\n";
    const QList<policy::TestResult> results =
        parsed(kPolicy + "[[test]]\nname = \"literal\"\nargs = { to = \"A\", amount = 1.5 }\ncurrency = \"USD\"\n" +
               rest + "[[test]]\nname = \"argument\"\nargs = { to = \"A\", amount = 1.5, currency = \"USD\" }\n" +
               rest + "[[test]]\nname = \"neither\"\nargs = { to = \"A\", amount = 1.5 }\n" + rest)
            .runTests();
    QCOMPARE(results.size(), 3);
    QVERIFY(results[0].passed && results[1].passed);
    QVERIFY(!results[2].passed);
}

void PolicyTest::runTests_none_isValid()
{
    QVERIFY(parsed(kPolicy).runTests().isEmpty());
}

QTEST_APPLESS_MAIN(PolicyTest)
#include "tst_policy.moc"
