#include "policy/policy.h"
#include "policy/registry.h"

#include "base/jsonpath.h"

#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;

/// What must hold for every policy and plan, not only for the rows somebody thought of.
class PolicyPropertiesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evaluate_fieldRemoved_isNeverAutomatic();
    void evaluate_anyPolicy_doesNotCountArgumentsAsFacts();
    void evaluate_frozen_comesBackForEveryPlan();
    void parse_anyBytes_isAValueNeverACrash();
};

namespace {

struct Field
{
    const char *predicate; // true over completePlan()
    const char *root;
    const char *path;
};

constexpr Field kFields[] = {
    {"args.amount < 500 USD", "args", "amount"},      {"args.to in trusted", "args", "to"},
    {"args.to not in [\"X\"]", "args", "to"},         {"args.express != true", "args", "express"},
    {"args.deep.kind == \"a\"", "args", "deep.kind"}, {"facts.kyc_complete", "facts", "kyc_complete"},
    {"facts.level >= 2", "facts", "level"},           {"facts.country != \"KP\"", "facts", "country"},
    {"run.operations <= 5", "run", "operations"},     {"facts.country exists", "facts", "country"}};
constexpr int kFieldCount = static_cast<int>(std::size(kFields));

policy::PlanView completePlan()
{
    policy::PlanView plan;
    plan.tool = u"pay"_s;
    plan.currency = u"USD"_s;
    plan.args = {{u"amount"_s, u"499"_s},
                 {u"to"_s, u"A"_s},
                 {u"express"_s, false},
                 {u"deep"_s, QJsonObject{{u"kind"_s, u"a"_s}}}};
    plan.facts = {{u"kyc_complete"_s, true}, {u"level"_s, 3}, {u"country"_s, u"DE"_s}};
    plan.run = {{u"operations"_s, 2}};
    return plan;
}

QByteArray whenOf(const std::vector<int> &fields)
{
    QByteArray list;
    for (const int field : fields)
        list += "'" + QByteArray(kFields[field].predicate) + "', ";
    return "when = [" + list + "]\n";
}

policy::Policy parsed(const QByteArray &rules)
{
    const auto policy =
        policy::Policy::parse("default_role = \"r\"\n[lists]\ntrusted = [\"A\", \"B\"]\n" + rules, u"policy.toml"_s);
    RC_ASSERT(policy.has_value());
    return *policy;
}

QJsonObject &rootOf(policy::PlanView &plan, const char *root)
{
    const QLatin1StringView name(root);
    return name == "args"_L1 ? plan.args : name == "facts"_L1 ? plan.facts : plan.run;
}

rc::Gen<std::vector<int>> someFields()
{
    return rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, kFieldCount)));
}

} // namespace

void PolicyPropertiesTest::evaluate_fieldRemoved_isNeverAutomatic()
{
    const bool holds =
        rc::check("an automatic verdict needs every field of its rule, of denies, of stricter rules", [] {
            const std::vector<int> fields = *someFields();
            const QByteArray when = whenOf(fields);
            const QByteArray automatic = "[[rule]]\nname = \"auto\"\ntool = \"pay\"\nthen = \"automatic\"\n";
            const policy::Policy policy = parsed(automatic + when);
            RC_ASSERT(policy.evaluate(completePlan()).kind == policy::VerdictKind::Automatic);

            policy::PlanView plan = completePlan();
            const Field &gone = kFields[*rc::gen::elementOf(fields)];
            QJsonObject &root = rootOf(plan, gone.root);
            root = base::withoutPath(root, QString::fromLatin1(gone.path));
            RC_ASSERT(policy.evaluate(plan).kind == policy::VerdictKind::Human);

            // the same predicates, negated, in front of a rule without any
            const QByteArray denied = "[[deny]]\nname = \"d\"\ntool = \"*\"\nreason = \"x\"\n" + when;
            const QByteArray stricter =
                "[[rule]]\nname = \"s\"\ntool = \"*\"\nthen = { approvals = [{ role = \"t\" }] }\n" + when;
            const bool onlyExists = std::all_of(fields.begin(), fields.end(), [](int field) {
                return QLatin1StringView(kFields[field].predicate).endsWith("exists"_L1);
            });
            if (onlyExists || QLatin1StringView(gone.path) == "country"_L1)
                return; // `exists` is false, not in doubt, when the field is gone
            RC_ASSERT(parsed(denied + automatic).evaluate(plan).kind == policy::VerdictKind::Human);
            RC_ASSERT(parsed(stricter + automatic).evaluate(plan).kind == policy::VerdictKind::Human);
        });
    QVERIFY(holds);
}

void PolicyPropertiesTest::evaluate_anyPolicy_doesNotCountArgumentsAsFacts()
{
    const bool holds = rc::check("what an agent writes never makes a fact or a run", [] {
        policy::PlanView plan = completePlan();
        for (const auto &[name, facts] : {std::pair{u"facts"_s, plan.facts}, std::pair{u"run"_s, plan.run}}) {
            plan.args.insert(name, facts);
            for (const QString &each : facts.keys())
                plan.args.insert(each, facts[each]);
        }
        plan.facts = {};
        plan.run = {};
        const std::vector<int> fields = *someFields();
        const bool needsFacts = std::any_of(fields.begin(), fields.end(), [](int field) {
            return QLatin1StringView(kFields[field].root) != "args"_L1;
        });
        const policy::Policy policy =
            parsed("[[rule]]\nname = \"auto\"\ntool = \"pay\"\nthen = \"automatic\"\n" + whenOf(fields));
        RC_ASSERT((policy.evaluate(plan).kind == policy::VerdictKind::Automatic) == !needsFacts);
    });
    QVERIFY(holds);
}

void PolicyPropertiesTest::evaluate_frozen_comesBackForEveryPlan()
{
    const bool holds = rc::check("every verdict comes back from its frozen form, neither stricter nor laxer", [] {
        const std::vector<int> denies = *someFields();
        const std::vector<int> rules = *someFields();
        const policy::Policy policy =
            parsed("[[deny]]\nname = \"d\"\ntool = \"*\"\nreason = \"x\"\n" + whenOf(denies) +
                   "[[rule]]\nname = \"s\"\ntool = \"*\"\nthen = { approvals = [{ role = \"t\" }] }\n" + whenOf(rules));
        policy::PlanView plan = completePlan();
        const Field &gone = kFields[*rc::gen::inRange(0, kFieldCount)];
        QJsonObject &root = rootOf(plan, gone.root);
        root = base::withoutPath(root, QString::fromLatin1(gone.path));
        const policy::Verdict verdict = policy.evaluate(plan);
        const auto back = policy::verdictFromFrozen(verdict.frozen());
        RC_ASSERT(back.has_value());
        RC_ASSERT(back->frozen() == verdict.frozen());
        RC_ASSERT(!back->isStricterThan(verdict) && !verdict.isStricterThan(*back));
    });
    QVERIFY(holds);
}

void PolicyPropertiesTest::parse_anyBytes_isAValueNeverACrash()
{
    const bool holds = rc::check("any text is read or refused with the file's name", [] {
        static const std::vector<QByteArray> words{
            "[tool.t]",     "[owner.o]",   "[[rule]]", "[[test]]", "[lists]", "natural_key", "commit",
            "then",         "when",        "effect",   "name",     "args",    " = ",         "\n",
            "\"write\"",    "[",           "]",        "{",        "}",       "\"a.b[]\"",   "'args.a < 1 USD'",
            ", ",           "1",           "-1e400",   "nan",      "true",    "path",        "2026-01-01",
            "default_role", "\"\\uD800\"", "\xff",     "\"",       "#",       ".",           "kind",
            "status"};
        QByteArray text;
        for (const QByteArray &word : *rc::gen::container<std::vector<QByteArray>>(rc::gen::elementOf(words)))
            text += word + " ";
        const auto registry = policy::Registry::parse(text, u"t.toml"_s);
        const auto policy = policy::Policy::parse(text, u"t.toml"_s);
        // In parentheses: RC_ASSERT takes the expression apart, and an overloaded || evaluates both sides.
        RC_ASSERT((registry || registry.error().message.startsWith("t.toml:"_L1)));
        RC_ASSERT((policy || policy.error().message.startsWith("t.toml:"_L1)));
    });
    QVERIFY(holds);
}

QTEST_APPLESS_MAIN(PolicyPropertiesTest)
#include "tst_policyproperties.moc"
