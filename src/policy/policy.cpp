#include "policy/policyreader.h"

#include "base/canonicaljson.h"
#include "base/digest.h"

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

enum class Match { No, Yes, Unknown };

bool concerns(const Rule &rule, const PlanView &plan)
{
    return globMatches(rule.tool, plan.tool);
}

/// No as soon as one predicate is false; else unknown while one could not be evaluated.
Match match(const QList<Predicate> &when, const PlanView &plan, QList<PredicateTrace> &trace)
{
    Match result = Match::Yes;
    for (const Predicate &predicate : when) {
        const PredicateTrace each = predicate.evaluate(plan);
        trace.append(each);
        if (each.outcome == PredicateTrace::Outcome::False)
            result = Match::No;
        else if (each.outcome == PredicateTrace::Outcome::NotEvaluated && result == Match::Yes)
            result = Match::Unknown;
    }
    return result;
}

/// What a rule asks for over this plan. Only a threshold that is known not to apply is left out.
QList<Approval> approvalsOf(const Rule &rule, const PlanView &plan, QList<PredicateTrace> &trace)
{
    QList<Approval> approvals;
    for (const Threshold &threshold : rule.thresholds) {
        if (match(threshold.when, plan, trace) != Match::No)
            approvals.append(threshold.approval);
    }
    return approvals;
}

Verdict verdictOf(const Rule &rule, const PlanView &plan, const QList<PredicateTrace> &trace)
{
    Verdict verdict;
    verdict.kind = rule.then;
    verdict.rule = rule.name;
    verdict.reason = rule.reason;
    verdict.trace = trace;
    verdict.approvals = approvalsOf(rule, plan, verdict.trace);
    verdict.escalate = rule.escalate;
    verdict.expiresAfter = rule.expiresAfter;
    return verdict;
}

/// The person who decides where no rule says who.
QList<Approval> fallback(const PlanView &plan, const QString &defaultRole)
{
    const bool own = !plan.approver.isEmpty() && plan.approver != "policy"_L1;
    const QString role = own ? plan.approver : defaultRole;
    return role.isEmpty() ? QList<Approval>() : QList<Approval>{{1, role}};
}

/// A stricter rule that would have come first, had it been possible to evaluate it.
struct Doubt
{
    QString rule;
    QList<PredicateTrace> trace;
    [[nodiscard]] bool isThere() const { return !rule.isEmpty(); }
};

/// The first rule that matches, and the traces that led there. An automatic rule behind a doubt is not one.
Verdict judged(const QList<Rule> &rules, const PlanView &plan, const QList<Approval> &people, Doubt doubt)
{
    QList<PredicateTrace> nearly;
    for (const Rule &rule : rules) {
        if (!concerns(rule, plan))
            continue;
        QList<PredicateTrace> trace;
        const Match matched = match(rule.when, plan, trace);
        if (matched == Match::Yes && (rule.then != VerdictKind::Automatic || !doubt.isThere()))
            return verdictOf(rule, plan, doubt.trace + trace);
        if (matched == Match::Yes)
            break;
        if (matched == Match::Unknown && rule.then != VerdictKind::Automatic && !doubt.isThere())
            doubt = {rule.name, trace};
        nearly = trace;
    }
    Verdict verdict;
    verdict.rule = doubt.rule;
    verdict.approvals = people;
    verdict.trace = doubt.isThere() ? doubt.trace : nearly;
    return verdict;
}

QString thenText(const Rule &rule)
{
    if (rule.then != VerdictKind::Human)
        return verdictText(rule.then);
    QStringList parts;
    for (const Threshold &threshold : rule.thresholds) {
        QString part = u"%1 × %2"_s.arg(QString::number(threshold.approval.count), threshold.approval.role);
        QStringList when;
        for (const Predicate &predicate : threshold.when)
            when.append(predicate.text());
        if (!when.isEmpty())
            part += u" when %1"_s.arg(when.join(u" and "_s));
        parts.append(part);
    }
    return parts.join(u" + "_s);
}

RuleView viewOf(const Rule &rule)
{
    RuleView view{rule.name,   rule.tool,        {}, thenText(rule), rule.then == VerdictKind::Deny,
                  rule.reason, rule.expiresAfter};
    for (const Predicate &predicate : rule.when)
        view.when.append(predicate.text());
    return view;
}

} // namespace

base::Result<Policy> Policy::parse(const QByteArray &toml, const QString &fileName)
{
    const base::Result<TomlValue> document = parseToml(toml, fileName);
    if (!document)
        return tl::unexpected(document.error());
    TomlProblems problems(fileName);
    PolicyText read = readPolicy(*document, problems);
    if (!problems.isEmpty())
        return tl::unexpected(problems.error());

    auto data = std::make_shared<Data>();
    data->text = toml;
    data->digest = base::digestHex(toml);
    data->defaultRole = std::move(read.defaultRole);
    data->denies = std::move(read.denies);
    data->rules = std::move(read.rules);
    data->tests = std::move(read.tests);
    data->lists = std::move(read.lists);
    data->secondPersonAbove = std::move(read.secondPersonAbove);
    Policy policy;
    policy.m_data = std::move(data);
    return policy;
}

Verdict Policy::evaluate(const PlanView &plan) const
{
    if (!m_data) {
        Verdict nobody;
        nobody.approvals = fallback(plan, QString());
        return nobody;
    }
    Doubt doubt;
    for (const Rule &deny : m_data->denies) {
        if (!concerns(deny, plan))
            continue;
        QList<PredicateTrace> trace;
        const Match matched = match(deny.when, plan, trace);
        if (matched == Match::Yes)
            return verdictOf(deny, plan, trace);
        if (matched == Match::Unknown && !doubt.isThere())
            doubt = {deny.name, trace};
    }
    return judged(m_data->rules, plan, fallback(plan, m_data->defaultRole), doubt);
}

QList<RuleView> Policy::rules() const
{
    QList<RuleView> views;
    if (!m_data)
        return views;
    for (const Rule &rule : m_data->denies + m_data->rules)
        views.append(viewOf(rule));
    return views;
}

QMap<QString, QStringList> Policy::lists() const
{
    QMap<QString, QStringList> texts;
    if (!m_data)
        return texts;
    for (auto list = m_data->lists.begin(); list != m_data->lists.end(); ++list) {
        QStringList &elements = texts[list.key()];
        for (const QJsonValue &element : list.value())
            elements.append(QString::fromUtf8(base::canonicalBytes(element)));
    }
    return texts;
}

bool Policy::wantsSecondPerson(const QString &amount, const QString &currency) const
{
    if (!m_data || m_data->secondPersonAbove.isEmpty() || amount.isEmpty())
        return false;
    const auto limit = m_data->secondPersonAbove.constFind(currency);
    const auto value = base::Decimal::parse(amount);
    return limit == m_data->secondPersonAbove.constEnd() || !value || *value > *limit;
}

QString Policy::defaultRole() const
{
    return m_data ? m_data->defaultRole : QString();
}

const QByteArray &Policy::text() const
{
    static const QByteArray none;
    return m_data ? m_data->text : none;
}

QString Policy::digest() const
{
    return m_data ? m_data->digest : base::digestHex(QByteArray());
}

} // namespace obstat::policy
