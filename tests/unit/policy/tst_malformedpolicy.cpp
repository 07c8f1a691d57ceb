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
    void parse_impossibleQuorum_isRefusedWithItsLine_data();
    void parse_impossibleQuorum_isRefusedWithItsLine();
};

namespace {

struct WrongText
{
    const char *name;
    QByteArray toml; ///< after the line `default_role = "r"`
    int line;
    QString says;
};

const QByteArray kRule = "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = \"automatic\"\n"; // lines 2 to 5
const QByteArray kTest = "[[test]]\nname = \"a\"\ntool = \"t\"\nexpect = \"human\"\n";

const WrongText kWrongTexts[] = {
    {"not TOML", "[[rule]\n", 2, u"this is not TOML"_s},
    {"unknown table", "[[rules]]\nname = \"a\"\n", 2,
     u"'rules' is not known in the file; expected one of default_role, deny, lists, rule, second_person_above, test"_s},
    {"rule as table", "[rule]\nname = \"a\"\n", 2, u"'rule' must be a list of tables, each begun by [[rule]]"_s},
    {"rule without name", "[[rule]]\ntool = \"t\"\nthen = \"deny\"\n", 2, u"[[rule]] lacks 'name'"_s},
    {"rule without tool", "[[rule]]\nname = \"a\"\nthen = \"deny\"\n", 2, u"[[rule]] lacks 'tool'"_s},
    {"rule without then", "[[rule]]\nname = \"a\"\ntool = \"t\"\n", 2, u"[[rule]] lacks 'then', \"automatic\""_s},
    {"rule name with spaces", "[[rule]]\nname = \"a b\"\ntool = \"t\"\nthen = \"deny\"\n", 3, u"'name' must be"_s},
    {"rule name twice", kRule + kRule, 7, u"the name 'a' is there twice"_s},
    {"rule named like a deny", "[[deny]]\nname = \"a\"\ntool = \"t\"\nreason = \"x\"\n" + kRule, 7,
     u"the name 'a' is there twice"_s},
    {"tool with brackets", "[[rule]]\nname = \"a\"\ntool = \"t[ab]\"\nthen = \"deny\"\n", 4,
     u"'tool' must be a tool's name, where * stands for any characters"_s},
    {"then other word", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = \"maybe\"\n", 5,
     u"'then' must be \"automatic\""_s},
    {"then number", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = 1\n", 5, u"not a whole number"_s},
    {"then without approvals", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = {}\n", 5, u"rule 'a' lacks 'approvals'"_s},
    {"then with no approvals", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [] }\n", 5,
     u"'approvals' must be a list such as"_s},
    {"approval without role", "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ count = 1 }] }\n", 5,
     u"lacks 'role'"_s},
    {"approval by nobody",
     "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ count = 0, role = \"r\" }] }\n", 5,
     u"'count' must be a whole number from 1 to 20"_s},
    {"approval unknown key",
     "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ count = 1, role = \"r\", by = 1 }] }\n", 5,
     u"'by' is not known in 'approvals' of rule 'a'"_s},
    {"when as text", kRule + "when = \"facts.a\"\n", 6, u"'when' must be a list of predicates such as"_s},
    {"when of numbers", kRule + "when = [\n  1,\n]\n", 7, u"not a whole number"_s},
    {"predicate not understood", kRule + "when = [\n  'facts.a',\n  'args.amount < 500 usd',\n]\n", 8,
     u"the predicate 'args.amount < 500 usd' is not understood: expected an amount such as 500 USD"_s},
    {"predicate of another root", kRule + "when = ['env.x']\n", 6,
     u"it must begin with args.PATH, facts.PATH or run.PATH"_s},
    {"predicate with unknown list", kRule + "when = ['args.x in friends']\n", 6,
     u"expected the name of a list of [lists]"_s},
    {"expires_after", kRule + "expires_after = 5\n", 6, u"'expires_after' must be a duration such as \"30s\""_s},
    {"escalate of an automatic rule", kRule + "escalate = { after = \"1h\", role = \"r\" }\n", 6,
     u"'escalate' must be beside 'approvals' only"_s},
    {"escalate without after",
     "[[rule]]\nname = \"a\"\ntool = \"t\"\nthen = { approvals = [{ role = \"r\" }] }\nescalate = { role = \"r\" "
     "}\n",
     6, u"'escalate' of rule 'a' lacks 'after'"_s},
    {"reason of an automatic rule", kRule + "reason = \"x\"\n", 6, u"'reason' must be beside a deny only"_s},
    {"rule unknown key", kRule + "wehn = []\n", 6, u"'wehn' is not known in [[rule]]; expected one of escalate"_s},
    {"deny without reason", "[[deny]]\nname = \"a\"\ntool = \"t\"\n", 2, u"[[deny]] lacks 'reason'"_s},
    {"deny with then", "[[deny]]\nname = \"a\"\ntool = \"t\"\nreason = \"x\"\nthen = \"deny\"\n", 6,
     u"'then' is not known in [[deny]]"_s},
    {"list as text", "[lists]\ntrusted = \"x\"\n", 3, u"'trusted' must be a list of texts or of numbers"_s},
    {"list empty", "[lists]\ntrusted = []\n", 3, u"not empty"_s},
    {"list mixed", "[lists]\ntrusted = [1, \"a\"]\n", 3, u"'trusted' must be a list of texts or of numbers"_s},
    {"list with a hidden character", "[lists]\ntrusted = [\"a\\u200B\"]\n", 3, u"without hidden characters"_s},
    {"list name", "[lists]\n\"a b\" = [1]\n", 3, u"'a b' cannot name a list"_s},
    {"test without expect", "[[test]]\nname = \"a\"\ntool = \"t\"\n", 2, u"[[test]] lacks 'expect'"_s},
    {"test expects something else", "[[test]]\nname = \"a\"\ntool = \"t\"\nexpect = \"person\"\n", 5,
     u"'expect' must be \"automatic\", \"human\" or \"deny\""_s},
    {"test args as text", kTest + "args = \"{}\"\n", 6, u"'args' must be a table"_s},
    {"test args with a date", kTest + "args = { day = 2026-09-20 }\n", 6, u"'args' must be a table of texts"_s},
    {"test currency", kTest + "currency = \"dollar\"\n", 6, u"'currency' must be three capitals"_s},
    {"test rule unknown", kTest + "rule = \"nobody\"\n", 6, u"'rule' names 'nobody', which is no deny and no rule"_s},
    {"test name twice", kTest + kTest, 7, u"the name 'a' is there twice"_s},
    {"test unknown key", kTest + "fact = {}\n", 6, u"'fact' is not known in [[test]]"_s},
};

} // namespace

void MalformedPolicyTest::parse_wrongText_namesLineAndExpectation_data()
{
    QTest::addColumn<QByteArray>("toml");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("says");
    for (const WrongText &row : kWrongTexts)
        QTest::newRow(row.name) << row.toml << row.line << row.says;
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

void MalformedPolicyTest::parse_impossibleQuorum_isRefusedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("approvals");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const char *approvals, const QString &message) {
        QTest::newRow(name) << QByteArray(approvals) << message;
    };
    row("nobody", "[{ count = 0, role = \"r\" }]", u"'count'"_s);
    row("a crowd", "[{ count = 21, role = \"r\" }]", u"'count'"_s);
    row("no role", "[{ count = 2 }]", u"'role'"_s);
    row("a word of its own", "[{ count = 2, role = \"r\", unless = 1 }]", u"'unless'"_s);
    row("a predicate that is none", "[{ count = 1, role = \"r\" }, { role = \"s\", when = [\"args.amount <\"] }]",
        u"args.amount <"_s);
    row("nobody for sure", "[{ count = 1, role = \"r\", when = [\"args.amount > 5 USD\"] }]",
        u"must ask for at least one person without a 'when'"_s);
}

void MalformedPolicyTest::parse_impossibleQuorum_isRefusedWithItsLine()
{
    QFETCH(QByteArray, approvals);
    QFETCH(QString, message);
    const auto policy = policy::Policy::parse("default_role = \"r\"\n[[rule]]\nname = \"big\"\ntool = \"t\"\n"
                                              "then = { approvals = " +
                                                  approvals + " }\n",
                                              u"policy.toml"_s);
    QVERIFY(!policy.has_value());
    QCOMPARE(policy.error().code, base::ErrorCode::Malformed);
    QVERIFY2(policy.error().message.startsWith("policy.toml:5: "_L1), qPrintable(policy.error().message));
    QVERIFY2(policy.error().message.contains(message), qPrintable(policy.error().message));
}

QTEST_APPLESS_MAIN(MalformedPolicyTest)
#include "tst_malformedpolicy.moc"
