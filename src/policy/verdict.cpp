#include "policy/policydata.h"

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

QMap<QString, int> peoplePerRole(const QList<Approval> &approvals)
{
    QMap<QString, int> people;
    for (const Approval &approval : approvals)
        people[approval.role] += approval.count;
    return people;
}

bool asksForMore(const QList<Approval> &wanted, const QList<Approval> &given)
{
    const QMap<QString, int> people = peoplePerRole(given);
    const QMap<QString, int> needed = peoplePerRole(wanted);
    for (auto role = needed.begin(); role != needed.end(); ++role) {
        if (role.value() > people.value(role.key()))
            return true;
    }
    return false;
}

base::Result<Approval> approvalOf(const QJsonValue &json)
{
    const QJsonObject object = json.toObject();
    const int count = object[u"count"_s].toInt();
    const QString role = object[u"role"_s].toString();
    if (object.size() != 2 || count < 1 || role.isEmpty())
        return base::fail(base::ErrorCode::Corrupt, u"A frozen verdict asks for an approval without count or role."_s);
    return Approval{count, role};
}

} // namespace

QString verdictText(VerdictKind kind)
{
    switch (kind) {
    case VerdictKind::Automatic:
        return u"automatic"_s;
    case VerdictKind::Deny:
        return u"deny"_s;
    case VerdictKind::Human:
        break;
    }
    return u"human"_s;
}

std::optional<VerdictKind> verdictKindOf(QStringView text)
{
    for (const VerdictKind kind : {VerdictKind::Automatic, VerdictKind::Human, VerdictKind::Deny}) {
        if (verdictText(kind) == text)
            return kind;
    }
    return std::nullopt;
}

QJsonObject Verdict::frozen() const
{
    QJsonArray wanted;
    for (const Approval &approval : approvals)
        wanted.append(QJsonObject{{u"count"_s, approval.count}, {u"role"_s, approval.role}});
    QJsonObject frozen{{u"kind"_s, verdictText(kind)}, {u"rule"_s, rule}, {u"approvals"_s, wanted}};
    if (escalate.after > 0)
        frozen.insert(u"escalate"_s, QJsonObject{{u"after"_s, escalate.after}, {u"role"_s, escalate.role}});
    return frozen;
}

bool Verdict::isStricterThan(const Verdict &other) const
{
    const auto rank = [](VerdictKind each) {
        return each == VerdictKind::Automatic ? 0 : each == VerdictKind::Human ? 1 : 2;
    };
    if (rank(kind) != rank(other.kind))
        return rank(kind) > rank(other.kind);
    return asksForMore(approvals, other.approvals) || (other.escalate.after > 0 && escalate != other.escalate);
}

base::Result<Verdict> verdictFromFrozen(const QJsonObject &frozen)
{
    const std::optional<VerdictKind> kind = verdictKindOf(frozen[u"kind"_s].toString());
    const bool escalates = frozen.contains(u"escalate"_s);
    if (frozen.size() != (escalates ? 4 : 3) || !kind || !frozen[u"rule"_s].isString() ||
        !frozen[u"approvals"_s].isArray())
        return base::fail(base::ErrorCode::Corrupt, u"A frozen verdict is not kind, rule, approvals and escalation."_s);
    Verdict verdict;
    verdict.kind = *kind;
    verdict.rule = frozen[u"rule"_s].toString();
    for (const QJsonValue &each : frozen[u"approvals"_s].toArray()) {
        const base::Result<Approval> approval = approvalOf(each);
        if (!approval)
            return tl::unexpected(approval.error());
        verdict.approvals.append(*approval);
    }
    if (escalates) {
        const QJsonObject escalate = frozen[u"escalate"_s].toObject();
        verdict.escalate = {escalate[u"after"_s].toInteger(), escalate[u"role"_s].toString()};
        if (escalate.size() != 2 || verdict.escalate.after <= 0 || verdict.escalate.role.isEmpty())
            return base::fail(base::ErrorCode::Corrupt, u"A frozen verdict has an escalation without time or role."_s);
    }
    return verdict;
}

} // namespace obstat::policy
