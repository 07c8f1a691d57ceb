#include "policy/policy.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

/// Every refusal of policy.toml names file, line and what was expected.
class MalformedPolicyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_wrongText_namesLineAndExpectation_data();
    void parse_wrongText_namesLineAndExpectation();
    void parse_moreThanOneApprover_isUnsupported_data();
    void parse_moreThanOneApprover_isUnsupported();
};

void MalformedPolicyTest::parse_wrongText_namesLineAndExpectation_data()
{
    QTest::addColumn<QByteArray>("toml"); // after the line `default_role = "r"`
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &toml, int line, const QString &says) {
        QTest::newRow(name) << toml << line << says;
    };
    const QByteArray rule = "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = \"automatic\"\n"; // lines 2 to 5
    const QByteArray test = "[[test]]\nname = \"a\"\ntool = \"t\"\nexpect = \"human\"\n";
    row("not TOML", "[[rule]\n", 2, u"this is not TOML"_s);
    row("unknown table", "[[rules]]\nname = \"a\"\n", 2,
        u"'rules' is not known in the file; expected one of default_role, deny, lists, rule, test"_s);
    row("rule as table", "[rule]\nname = \"a\"\n", 2, u"'rule' must be a list of tables, each begun by [[rule]]"_s);
    row("rule without name", "[[rule]]\ntool = \"t\"\nthen = \"deny\"\n", 2, u"[[rule]] lacks 'name'"_s);
    row("rule without tool", "[[rule]]\nname = \"a\"\nthen = \"deny\"\n", 2, u"[[rule]] lacks 'tool'"_s);
    row("rule without then", "[[rule]]\nname = \"a\"\ntool = \"t\"\n", 2, u"[[rule]] lacks 'then', \"automatic\""_s);
    row("rule name with spaces", "[[rule]]\nname = \"a b\"\ntool = \"t\"\nthen = \"deny\"\n", 3, u"'name' must be"_s);
    row("rule name twice", rule + rule, 7, u"the name 'a' is there twice"_s);
    row("rule named like a deny", "[[deny]]\nname = \"a\"\ntool = \"t\"\nreason = \"x\"\n" + rule, 7,
        u"the name 'a' is there twice"_s);
    row("tool with brackets", "[[rule]]\nname = \"a\"\ntool = \"t[ab]\"\nthen = \"deny\"\n", 4,
        u"'tool' must be a tool's name, where * stands for any characters"_s);
    row("then other word", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = \"maybe\"\n", 5,
        u"'then' must be \"automatic\""_s);
    row("then number", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = 1\n", 5, u"not a whole number"_s);
    row("then without approvals", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = {}\n", 5,
        u"rule 'a' lacks 'approvals'"_s);
    row("then with no approvals", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [] }\n", 5,
        u"'approvals' must be a list such as"_s);
    row("approval without role", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ count = 1 }] }\n", 5,
        u"lacks 'role'"_s);
    row("approval by nobody",
        "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ count = 0, role = \"r\" }] }\n", 5,
        u"'count' must be a whole number from 1 to 100"_s);
    row("approval unknown key",
        "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ count = 1, role = \"r\", by = 1 }] }\n", 5,
        u"'by' is not known in 'approvals' of rule 'a'"_s);
    row("when as text", rule + "when = \"facts.a\"\n", 6, u"'when' must be a list of predicates such as"_s);
    row("when of numbers", rule + "when = [\n  1,\n]\n", 7, u"not a whole number"_s);
    row("predicate not understood", rule + "when = [\n  'facts.a',\n  'args.amount < 500 usd',\n]\n", 8,
        u"the predicate 'args.amount < 500 usd' is not understood: expected an amount such as 500 USD"_s);
    row("predicate of another root", rule + "when = ['env.x']\n", 6,
        u"it must begin with args.PATH, facts.PATH or run.PATH"_s);
    row("predicate with unknown list", rule + "when = ['args.x in friends']\n", 6,
        u"expected the name of a list of [lists]"_s);
    row("expires_after", rule + "expires_after = 5\n", 6, u"'expires_after' must be a duration such as \"30s\""_s);
    row("escalate of an automatic rule", rule + "escalate = { after = \"1h\", role = \"r\" }\n", 6,
        u"'escalate' must be beside 'approvals' only"_s);
    row("escalate without after",
        "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ role = \"r\" }] }\nescalate = { role = \"r\" "
        "}\n",
        6, u"'escalate' of rule 'a' lacks 'after'"_s);
    row("reason of an automatic rule", rule + "reason = \"x\"\n", 6, u"'reason' must be beside a deny only"_s);
    row("rule unknown key", rule + "wehn = []\n", 6, u"'wehn' is not known in [[rule]]; expected one of escalate"_s);
    row("deny without reason", "[[deny]]\nname = \"a\"\ntool = \"t\"\n", 2, u"[[deny]] lacks 'reason'"_s);
    row("deny with then", "[[deny]]\nname = \"a\"\ntool = \"t\"\nreason = \"x\"\nthen = \"deny\"\n", 6,
        u"'then' is not known in [[deny]]"_s);
    row("list as text", "[lists]\ntrusted = \"x\"\n", 3, u"'trusted' must be a list of texts or of numbers"_s);
    row("list empty", "[lists]\ntrusted = []\n", 3, u"not empty"_s);
    row("list mixed", "[lists]\ntrusted = [1, \"a\"]\n", 3, u"'trusted' must be a list of texts or of numbers"_s);
    row("list with a hidden character", "[lists]\ntrusted = [\"a\\u200B\"]\n", 3, u"without hidden characters"_s);
    row("list name", "[lists]\n\"a b\" = [1]\n", 3, u"'a b' cannot name a list"_s);
    row("test without expect", "[[test]]\nname = \"a\"\ntool = \"t\"\n", 2, u"[[test]] lacks 'expect'"_s);
    row("test expects something else", "[[test]]\nname = \"a\"\ntool = \"t\"\nexpect = \"person\"\n", 5,
        u"'expect' must be \"automatic\", \"human\" or \"deny\""_s);
    row("test args as text", test + "args = \"{}\"\n", 6, u"'args' must be a table"_s);
    row("test args with a date", test + "args = { day = 2026-09-20 }\n", 6, u"'args' must be a table of texts"_s);
    row("test currency", test + "currency = \"dollar\"\n", 6, u"'currency' must be three capitals"_s);
    row("test rule unknown", test + "rule = \"nobody\"\n", 6, u"'rule' names 'nobody', which is no deny and no rule"_s);
    row("test name twice", test + test, 7, u"the name 'a' is there twice"_s);
    row("test unknown key", test + "fact = {}\n", 6, u"'fact' is not known in [[test]]"_s);
}

void MalformedPolicyTest::parse_wrongText_namesLineAndExpectation()
{
    QFETCH(QByteArray, toml);
    QFETCH(int, line);
    QFETCH(QString, says);
    const auto policy = policy::Policy::parse("default_role = \"r\"\n" + toml, u"policy.toml"_s);
    QVERIFY(!policy.has_value());
    QCOMPARE(policy.error().code, base::ErrorCode::Malformed);
    QVERIFY2(policy.error().message.startsWith(u"policy.toml:%1: "_s.arg(line)), qPrintable(policy.error().message));
    QVERIFY2(policy.error().message.contains(says), qPrintable(policy.error().message));

    const auto without = policy::Policy::parse("# nothing\n", u"policy.toml"_s);
    QVERIFY(!without.has_value());
    QVERIFY(without.error().message.startsWith("policy.toml:1: the file lacks 'default_role'"_L1));
}

void MalformedPolicyTest::parse_moreThanOneApprover_isUnsupported_data()
{
    QTest::addColumn<QByteArray>("approvals");
    QTest::newRow("count") << QByteArray("[{ count = 2, role = \"r\" }]");
    QTest::newRow("two thresholds") << QByteArray("[{ count = 1, role = \"r\" }, { count = 1, role = \"s\" }]");
    QTest::newRow("predicate") << QByteArray("[{ count = 1, role = \"r\", when = \"args.amount > 5 USD\" }]");
}

void MalformedPolicyTest::parse_moreThanOneApprover_isUnsupported()
{
    QFETCH(QByteArray, approvals);
    const auto policy = policy::Policy::parse("default_role = \"r\"\n[[rule]]\nname = \"big\"\ntool = \"t\"\n"
                                              "then = { approvals = " +
                                                  approvals + " }\n",
                                              u"policy.toml"_s);
    QVERIFY(!policy.has_value());
    QCOMPARE(policy.error().code, base::ErrorCode::Unsupported);
    QVERIFY2(policy.error().message.startsWith("policy.toml:5: "_L1), qPrintable(policy.error().message));
    QVERIFY(
        policy.error().message.contains("rule 'big' needs more than one approver; this version decides with one"_L1));
}

QTEST_APPLESS_MAIN(MalformedPolicyTest)
#include "tst_malformedpolicy.moc"
