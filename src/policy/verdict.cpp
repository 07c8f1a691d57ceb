#include "policy/policydata.h"

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

bool covers(const QList<Approval> &approvals, const Approval &wanted)
{
    return std::any_of(approvals.begin(), approvals.end(), [&wanted](const Approval &given) {
        return given.role == wanted.role && given.count >= wanted.count;
    });
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
    return {{u"kind"_s, verdictText(kind)}, {u"rule"_s, rule}, {u"approvals"_s, wanted}};
}

bool Verdict::isStricterThan(const Verdict &other) const
{
    const auto rank = [](VerdictKind each) {
        return each == VerdictKind::Automatic ? 0 : each == VerdictKind::Human ? 1 : 2;
    };
    if (rank(kind) != rank(other.kind))
        return rank(kind) > rank(other.kind);
    return std::any_of(approvals.begin(), approvals.end(),
                       [&other](const Approval &wanted) { return !covers(other.approvals, wanted); });
}

base::Result<Verdict> verdictFromFrozen(const QJsonObject &frozen)
{
    const std::optional<VerdictKind> kind = verdictKindOf(frozen[u"kind"_s].toString());
    if (frozen.size() != 3 || !kind || !frozen[u"rule"_s].isString() || !frozen[u"approvals"_s].isArray())
        return base::fail(base::ErrorCode::Corrupt, u"A frozen verdict is not kind, rule and approvals."_s);
    Verdict verdict;
    verdict.kind = *kind;
    verdict.rule = frozen[u"rule"_s].toString();
    for (const QJsonValue &each : frozen[u"approvals"_s].toArray()) {
        const base::Result<Approval> approval = approvalOf(each);
        if (!approval)
            return tl::unexpected(approval.error());
        verdict.approvals.append(*approval);
    }
    return verdict;
}

} // namespace obstat::policy
