// Who may decide (contract 6.2): roles, tenants, delegations, and nobody on his own agent's plan.
#include "approval/directory.h"

#include "approval/strictobject.h"

#include <algorithm>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr base::Micros kLongestDelegation = 400 * 24 * base::kHour;

} // namespace

const Delegation *Directory::delegationOf(const QString &delegate, const QString &principal, base::Micros at) const
{
    const auto found = std::find_if(m_delegations.begin(), m_delegations.end(), [&](const Delegation &one) {
        return one.delegate == delegate && one.principal == principal && one.isInForce(at);
    });
    return found == m_delegations.end() ? nullptr : &*found;
}

/// "" when the person may decide for himself, else why not.
QString Directory::whyNot(const Person &person, const Question &question) const
{
    if (person.revoked)
        return u"%1 is revoked."_s.arg(person.name);
    const bool hasRole =
        question.roles.isEmpty() || std::any_of(question.roles.begin(), question.roles.end(),
                                                [&person](const QString &role) { return person.roles.contains(role); });
    if (person.roles.isEmpty() || !hasRole)
        return u"%1 does not have the role '%2'."_s.arg(person.name, question.roles.join(u"' or '"_s));
    if (!person.tenants.contains(u"*"_s) && !person.tenants.contains(question.tenant))
        return u"%1 does not decide for the tenant '%2'."_s.arg(person.name, question.tenant);
    if (person.name == question.actor)
        return u"%1 asked for this and cannot decide on it."_s.arg(person.name);
    if (person.name == question.sponsor)
        return u"%1 sponsors the token that asked for this and cannot decide on it."_s.arg(person.name);
    for (const QString &asker : {question.actor, question.sponsor}) {
        if (delegationOf(person.name, asker, question.at) != nullptr)
            return u"%1 decides for %2, who asked for this, and cannot decide on it."_s.arg(person.name, asker);
    }
    return {};
}

/// The same for somebody who decides for another: the principal's rights count, and neither may have asked.
QString Directory::whyNotFor(const Person &delegate, const Question &question) const
{
    if (delegationOf(delegate.name, question.onBehalfOf, question.at) == nullptr)
        return u"%1 does not decide for %2 now."_s.arg(delegate.name, question.onBehalfOf);
    const Person *principal = person(question.onBehalfOf);
    if (principal == nullptr)
        return u"%1 is not enrolled."_s.arg(question.onBehalfOf);
    if (const QString reason = whyNot(*principal, question); !reason.isEmpty())
        return reason;
    Person acting = *principal; // the delegate with the principal's rights
    acting.name = delegate.name;
    acting.revoked = delegate.revoked;
    return whyNot(acting, question);
}

base::Result<PublicKey> Directory::mayDecide(const Question &question) const
{
    const Person *known = person(question.person);
    if (known == nullptr)
        return base::fail(ErrorCode::Forbidden, u"%1 is not enrolled."_s.arg(question.person));
    const auto key = std::find_if(known->keys.begin(), known->keys.end(),
                                  [&](const PersonKey &candidate) { return candidate.key.id() == question.keyId; });
    if (key == known->keys.end())
        return base::fail(ErrorCode::BadSignature,
                          u"The key %1 is not one of %2."_s.arg(question.keyId, question.person));
    if (key->revoked >= 0)
        return base::fail(ErrorCode::Forbidden, u"The key %1 of %2 is revoked."_s.arg(question.keyId, question.person));
    const QString reason = question.onBehalfOf.isEmpty() ? whyNot(*known, question) : whyNotFor(*known, question);
    if (!reason.isEmpty())
        return base::fail(ErrorCode::Forbidden, reason);
    return key->key;
}

int Directory::eligible(const QString &role, const QString &tenant, const QString &actor, const QString &sponsor,
                        base::Micros at) const
{
    int count = 0;
    for (const Person &person : m_people) {
        const bool hasKey =
            std::any_of(person.keys.begin(), person.keys.end(), [](const PersonKey &key) { return key.revoked < 0; });
        if (hasKey && whyNot(person, {person.name, {}, {role}, tenant, actor, sponsor, {}, at}).isEmpty())
            ++count;
    }
    return count;
}

base::Result<> Directory::checkDelegate(const AdminAct &act) const
{
    StrictObject data(act.data, u"The delegation"_s);
    const QString principal = data.text("principal"_L1, StrictObject::Shape::Name);
    const bool ends = data.contains("revoked"_L1);
    base::Micros from = 0;
    base::Micros until = 0;
    if (ends && !data.boolean("revoked"_L1))
        data.refuse(u"can only be ended for ever"_s);
    if (!ends) {
        from = data.integer("from"_L1, 0);
        until = data.integer("until"_L1, 0);
        if (until <= from || until - from > kLongestDelegation)
            data.refuse(u"must end after it begins, and within 400 days"_s);
    }
    if (principal == act.subject)
        data.refuse(u"names the same person twice"_s);
    if (const auto finished = data.finish(); !finished)
        return finished;
    for (const QString &name : {act.subject, principal}) {
        const Person *known = person(name);
        if (known == nullptr || (known->revoked && !ends))
            return base::fail(known == nullptr ? ErrorCode::NotFound : ErrorCode::Forbidden,
                              known == nullptr ? u"%1 is not enrolled."_s.arg(name) : u"%1 is revoked."_s.arg(name));
    }
    const bool exists = std::any_of(m_delegations.begin(), m_delegations.end(), [&](const Delegation &one) {
        return one.delegate == act.subject && one.principal == principal && one.revoked < 0;
    });
    if (ends && !exists)
        return base::fail(ErrorCode::NotFound, u"%1 does not decide for %2."_s.arg(act.subject, principal));
    return {};
}

void Directory::applyDelegate(const AdminAct &act, qint64 seq)
{
    const QString principal = act.data.value("principal"_L1).toString();
    if (act.data.contains("revoked"_L1)) {
        for (Delegation &one : m_delegations) {
            if (one.delegate == act.subject && one.principal == principal && one.revoked < 0)
                one.revoked = seq;
        }
        return;
    }
    m_delegations.append({act.subject, principal, act.data.value("from"_L1).toInteger(),
                          act.data.value("until"_L1).toInteger(), seq, -1});
}

} // namespace obstat::approval
