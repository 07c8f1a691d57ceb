#include "policy/policyreader.h"

#include "policy/argumentpath.h"
#include "policy/predicateparser.h"

#include "base/visibletext.h"

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostPeople = 20; // of one role

const QString &roleForm()
{
    static const QString text = u"a role such as \"treasury\""_s;
    return text;
}

QString readName(TomlReader &reader, const QString &key, const QString &form)
{
    const QString name = reader.requiredText(key, form);
    if (!name.isEmpty() && !isPlainName(name))
        reader.wrong(key, form);
    return name;
}

QString readGlob(TomlReader &reader)
{
    const QString form = u"a tool's name, where * stands for any characters and ? for one"_s;
    const QString glob = reader.requiredText(u"tool"_s, form);
    QString filled = glob;
    filled.replace(u'*', u'x').replace(u'?', u'x');
    if (!glob.isEmpty() && !isPlainName(filled))
        reader.wrong(u"tool"_s, form);
    return glob;
}

Predicate::Lists readLists(TomlReader &root)
{
    Predicate::Lists lists;
    auto reader = root.child(u"lists"_s, u"[lists]"_s);
    if (!reader)
        return lists;
    for (const TomlMember &member : reader->table().members) {
        const std::optional<QJsonValue> json = jsonOf(member.value);
        if (!isPlainName(member.name))
            root.problems().add(member.line, u"'%1' cannot name a list"_s.arg(base::visibleText(member.name)));
        else if (!json || !json->isArray() || !isComparableList(json->toArray()))
            root.problems().add(member.line, u"'%1' must be a list of texts or of numbers, not empty, without hidden "
                                             "characters"_s.arg(member.name));
        else
            lists.insert(member.name, json->toArray());
    }
    return lists;
}

/// `[second_person_above]`: `USD = "1000.00"`.
Limits readLimits(TomlReader &root)
{
    Limits limits;
    auto reader = root.child(u"second_person_above"_s, u"[second_person_above]"_s);
    if (!reader)
        return limits;
    const auto isCurrency = [](const QString &name) {
        return name.size() == 3 &&
               std::all_of(name.begin(), name.end(), [](QChar c) { return c >= u'A' && c <= u'Z'; });
    };
    for (const TomlMember &member : reader->table().members) {
        const auto amount =
            member.value.kind == TomlValue::Kind::String ? base::Decimal::parse(member.value.text) : std::nullopt;
        if (amount && isCurrency(member.name))
            limits.insert(member.name, *amount);
        else
            root.problems().add(member.line,
                                u"'%1': expected three capitals and an amount, such as USD = \"1000.00\""_s.arg(
                                    base::visibleText(member.name)));
    }
    return limits;
}

QList<Predicate> readWhen(TomlReader &reader, const Predicate::Lists &lists)
{
    QList<Predicate> predicates;
    const QString form = u"a list of predicates such as [\"args.amount < 500 USD\"]"_s;
    const TomlValue *value = reader.value(u"when"_s);
    if (!value)
        return predicates;
    if (value->kind != TomlValue::Kind::Array) {
        reader.wrong(u"when"_s, form);
        return predicates;
    }
    for (const TomlValue &item : value->items) {
        if (item.kind != TomlValue::Kind::String) {
            reader.problems().add(item.line, u"'when' must be %1, not %2"_s.arg(form, item.kindText()));
            continue;
        }
        const base::Result<Predicate> predicate = Predicate::parse(item.text, lists);
        if (predicate)
            predicates.append(*predicate);
        else
            reader.problems().add(item.line, predicate.error().message);
    }
    return predicates;
}

Threshold readThreshold(TomlReader reader, const Predicate::Lists &lists)
{
    Threshold threshold;
    threshold.approval.count = reader.integer(u"count"_s, 1, kMostPeople, 1);
    threshold.approval.role = readName(reader, u"role"_s, roleForm());
    if (reader.has(u"when"_s))
        threshold.when = readWhen(reader, lists);
    reader.refuseUnknown();
    return threshold;
}

void readApprovals(Rule &rule, TomlReader reader, const Predicate::Lists &lists)
{
    std::vector<TomlReader> thresholds = reader.children(u"approvals"_s);
    if (!reader.has(u"approvals"_s))
        reader.missing(u"approvals"_s, u"a list such as [{ count = 1, role = \"treasury\" }]"_s);
    else if (thresholds.empty())
        reader.wrong(u"approvals"_s, u"a list such as [{ count = 1, role = \"treasury\" }]"_s);
    for (const TomlReader &threshold : thresholds)
        rule.thresholds.append(readThreshold(
            TomlReader(threshold.table(), u"'approvals' of "_s + reader.where(), reader.problems()), lists));
    const bool always = std::any_of(rule.thresholds.begin(), rule.thresholds.end(),
                                    [](const Threshold &threshold) { return threshold.when.isEmpty(); });
    if (!rule.thresholds.isEmpty() && !always)
        reader.problems().add(reader.lineOf(u"approvals"_s),
                              reader.where() + u" must ask for at least one person without a 'when'"_s);
    reader.refuseUnknown();
}

void readThen(Rule &rule, TomlReader &reader, const Predicate::Lists &lists)
{
    const QString form = u"\"automatic\", \"deny\" or { approvals = [{ count = 1, role = \"treasury\" }] }"_s;
    const TomlValue *value = reader.value(u"then"_s);
    if (!value) {
        reader.missing(u"then"_s, form);
    } else if (value->kind == TomlValue::Kind::Table) {
        readApprovals(rule, TomlReader(*value, u"rule '%1'"_s.arg(rule.name), reader.problems()), lists);
    } else if (value->kind == TomlValue::Kind::String && value->text == "automatic"_L1) {
        rule.then = VerdictKind::Automatic;
    } else if (value->kind == TomlValue::Kind::String && value->text == "deny"_L1) {
        rule.then = VerdictKind::Deny;
    } else {
        reader.wrong(u"then"_s, form);
    }
}

Rule readRule(TomlReader reader, const Predicate::Lists &lists)
{
    Rule rule;
    rule.name = readName(reader, u"name"_s, u"a name such as \"small_withdrawal\""_s);
    rule.tool = readGlob(reader);
    rule.when = readWhen(reader, lists);
    readThen(rule, reader, lists);
    rule.reason = reader.text(u"reason"_s);
    rule.expiresAfter = reader.duration(u"expires_after"_s, 0);
    if (auto escalate = reader.child(u"escalate"_s, u"'escalate' of rule '%1'"_s.arg(rule.name))) {
        if (!escalate->has(u"after"_s))
            escalate->missing(u"after"_s, u"a duration such as \"2h\""_s);
        rule.escalate.after = escalate->duration(u"after"_s, 0);
        rule.escalate.role = readName(*escalate, u"role"_s, roleForm());
        escalate->refuseUnknown();
    }
    if (reader.has(u"escalate"_s) && rule.then != VerdictKind::Human)
        reader.wrong(u"escalate"_s, u"beside 'approvals' only"_s);
    if (reader.has(u"reason"_s) && rule.then != VerdictKind::Deny)
        reader.wrong(u"reason"_s, u"beside a deny only"_s);
    reader.refuseUnknown();
    return rule;
}

Rule readDeny(TomlReader reader, const Predicate::Lists &lists)
{
    Rule rule;
    rule.then = VerdictKind::Deny;
    rule.name = readName(reader, u"name"_s, u"a name such as \"blocked_account\""_s);
    rule.tool = readGlob(reader);
    rule.when = readWhen(reader, lists);
    rule.reason = reader.requiredText(u"reason"_s, u"the sentence that the agent is told"_s);
    reader.refuseUnknown();
    return rule;
}

/// Names stand on plans and in the log, so each means one rule.
void takeName(QStringList &names, const QString &name, const TomlReader &reader)
{
    if (!name.isEmpty() && names.contains(name))
        reader.problems().add(reader.lineOf(u"name"_s), u"the name '%1' is there twice"_s.arg(base::visibleText(name)));
    names.append(name);
}

} // namespace

PolicyText readPolicy(const TomlValue &root, TomlProblems &problems)
{
    TomlReader reader(root, u"the file"_s, problems);
    PolicyText policy;
    policy.defaultRole = readName(reader, u"default_role"_s, u"the role that decides where no rule does"_s);
    const Predicate::Lists lists = readLists(reader);
    policy.lists = lists;
    policy.secondPersonAbove = readLimits(reader);
    QStringList names;
    for (const TomlReader &each : reader.children(u"deny"_s)) {
        policy.denies.append(readDeny(each, lists));
        takeName(names, policy.denies.last().name, each);
    }
    for (const TomlReader &each : reader.children(u"rule"_s)) {
        policy.rules.append(readRule(each, lists));
        takeName(names, policy.rules.last().name, each);
    }
    QStringList testNames;
    for (const TomlReader &each : reader.children(u"test"_s)) {
        policy.tests.append(readPolicyTest(each));
        const PolicyTest &test = policy.tests.last();
        takeName(testNames, test.name, each);
        if (test.rule && !test.rule->isEmpty() && !names.contains(*test.rule))
            problems.add(each.lineOf(u"rule"_s),
                         u"'rule' names '%1', which is no deny and no rule"_s.arg(base::visibleText(*test.rule)));
    }
    reader.refuseUnknown();
    return policy;
}

} // namespace obstat::policy
