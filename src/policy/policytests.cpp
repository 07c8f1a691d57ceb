#include "policy/argumentpath.h"
#include "policy/policyreader.h"

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

/// Text that may be empty: `rule = ""` expects that no rule matched.
std::optional<QString> optionalText(TomlReader &reader, const QString &key)
{
    const TomlValue *value = reader.value(key);
    if (!value)
        return std::nullopt;
    if (value->kind != TomlValue::Kind::String)
        reader.wrong(key, u"text"_s);
    return value->text;
}

QString kindWord(VerdictKind kind)
{
    switch (kind) {
    case VerdictKind::Automatic:
        return u"automatic"_s;
    case VerdictKind::Deny:
        return u"denied"_s;
    case VerdictKind::Human:
        break;
    }
    return u"a person"_s;
}

} // namespace

QString TestOutcome::text() const
{
    QString text = kindWord(kind);
    if (role)
        text += role->isEmpty() ? u" of no role"_s : QString(u" of "_s + *role);
    if (rule)
        text += rule->isEmpty() ? u", no rule matches"_s : QString(u", rule "_s + *rule);
    return text;
}

PolicyTest readPolicyTest(TomlReader reader)
{
    PolicyTest test;
    test.name = reader.requiredText(u"name"_s, u"a sentence that says what is tested"_s);
    test.plan.tool = reader.requiredText(u"tool"_s, u"a tool's name"_s);
    test.plan.args = reader.json(u"args"_s).value_or(QJsonObject());
    test.plan.facts = reader.json(u"facts"_s).value_or(QJsonObject());
    test.plan.run = reader.json(u"run"_s).value_or(QJsonObject());
    const QString currencyForm = u"three capitals such as \"USD\""_s;
    test.plan.currency = reader.text(u"currency"_s, currencyForm);
    if (!test.plan.currency.isEmpty() && !isCurrencyCode(test.plan.currency))
        reader.wrong(u"currency"_s, currencyForm);
    const QString argument = test.plan.args[u"currency"_s].toString();
    if (!reader.has(u"currency"_s) && isCurrencyCode(argument))
        test.plan.currency = argument;
    test.plan.approver = reader.text(u"approver"_s, u"the tool's approver"_s);
    const QStringList kinds{u"automatic"_s, u"human"_s, u"deny"_s};
    if (!reader.has(u"expect"_s))
        reader.missing(u"expect"_s, alternatives(kinds));
    test.expect = verdictKindOf(reader.word(u"expect"_s, kinds)).value_or(VerdictKind::Human);
    test.rule = optionalText(reader, u"rule"_s);
    test.role = optionalText(reader, u"role"_s);
    reader.refuseUnknown();
    return test;
}

QList<TestResult> Policy::runTests() const
{
    QList<TestResult> results;
    if (!m_data)
        return results;
    for (const PolicyTest &test : m_data->tests) {
        const Verdict verdict = evaluate(test.plan);
        const QString role = verdict.approvals.isEmpty() ? QString() : verdict.approvals.first().role;
        TestResult result;
        result.name = test.name;
        result.expected = {test.expect, test.rule, test.role};
        result.got = {verdict.kind, test.rule ? std::optional(verdict.rule) : std::nullopt,
                      test.role ? std::optional(role) : std::nullopt};
        result.passed = result.expected == result.got;
        results.append(result);
    }
    return results;
}

} // namespace obstat::policy
