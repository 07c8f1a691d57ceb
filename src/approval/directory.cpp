#include "approval/directory.h"

#include "approval/strictobject.h"

#include <QJsonArray>

#include <algorithm>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using Shape = StrictObject::Shape;

namespace {

QStringList textsOf(const QJsonObject &data, QLatin1StringView name)
{
    QStringList list;
    const QJsonArray array = data.value(name).toArray();
    for (const QJsonValue &element : array)
        list.append(element.toString());
    return list;
}

void requireRoles(StrictObject &data)
{
    const QStringList roles = data.texts("roles"_L1);
    if (!std::all_of(roles.begin(), roles.end(), isRole))
        data.refuse(u"names a role that is not [a-z][a-z0-9_-]*"_s);
}

void requireTenants(StrictObject &data)
{
    const QStringList tenants = data.texts("tenants"_L1);
    const bool named =
        !tenants.isEmpty() && !tenants.contains(u"*"_s) && std::all_of(tenants.begin(), tenants.end(), isName);
    if (tenants != QStringList{u"*"_s} && !named)
        data.refuse(u"names tenants that are neither [\"*\"] nor a list of names"_s);
}

bool isInForce(const PersonKey &key)
{
    return key.revoked < 0;
}

} // namespace

Directory::Directory(QString origin, QList<Administrator> administrators)
    : m_origin(std::move(origin)), m_administrators(std::move(administrators))
{
}

base::Result<AdminAct> Directory::check(const SignedAct &act) const
{
    auto content = AdminAct::parse(act.body);
    if (!content)
        return content;
    if (const auto signer = checkSigner(act, *content); !signer)
        return tl::unexpected(signer.error());
    if (m_nonces.contains(content->nonce))
        return base::fail(ErrorCode::Conflict, u"This administrator's act was admitted before."_s);
    if (const auto sense = checkSense(*content); !sense)
        return tl::unexpected(sense.error());
    return content;
}

base::Result<> Directory::checkSigner(const SignedAct &act, const AdminAct &content) const
{
    if (content.origin != m_origin)
        return base::fail(ErrorCode::Forbidden,
                          u"The administrator's act is for another ledger, %1."_s.arg(content.origin));
    const auto signer = std::find_if(m_administrators.begin(), m_administrators.end(), [&](const Administrator &admin) {
        return admin.name == content.admin && admin.key.id() == content.keyId;
    });
    if (signer == m_administrators.end())
        return base::fail(ErrorCode::Forbidden, u"%1 with the key %2 is no administrator of this ledger."_s.arg(
                                                    content.admin, content.keyId));
    if (const auto strong = signer->key.checkStrength(); !strong)
        return strong;
    if (!verifyAct(act, signer->key))
        return base::fail(ErrorCode::BadSignature, u"The signature of %1 does not verify."_s.arg(content.admin));
    return {};
}

base::Result<> Directory::checkSense(const AdminAct &act) const
{
    if (act.act == "enrol"_L1)
        return checkEnrol(act);
    if (act.act == "revoke"_L1)
        return checkRevoke(act);
    if (act.act == "role"_L1)
        return checkRole(act);
    if (act.act == "token"_L1)
        return checkToken(act);
    if (act.act == "delegate"_L1)
        return checkDelegate(act);
    StrictObject data(act.data, u"The act '%1'"_s.arg(act.act));
    if (act.act == "policy"_L1 || act.act == "registry"_L1) {
        if (!isHex(act.subject, 64))
            data.refuse(u"must have a digest as its subject"_s);
        static_cast<void>(data.integer("size"_L1, 0));
        return data.finish();
    }
    if (act.act == "resume"_L1 || act.act == "automatic_on"_L1) {
        static_cast<void>(data.text("reason"_L1));
        return data.finish();
    }
    return base::fail(ErrorCode::Unsupported, u"The act '%1' is not in this version."_s.arg(act.act));
}

base::Result<> Directory::checkEnrol(const AdminAct &act) const
{
    StrictObject data(act.data, u"The enrolment"_s);
    if (!isName(act.subject))
        data.refuse(u"has no person's name as its subject"_s);
    const QString encoded = data.text("public_key"_L1);
    requireRoles(data);
    requireTenants(data);
    const QByteArray proof = data.bytes("proof"_L1);
    if (const auto finished = data.finish(); !finished)
        return finished;
    const auto key = PublicKey::fromBase64(encoded);
    if (!key)
        return tl::unexpected(key.error());
    if (const auto strong = key->checkStrength(); !strong)
        return strong;
    if (!verifyEnrolProof(m_origin, act.subject, *key, proof))
        return base::fail(ErrorCode::BadSignature,
                          u"%1 has not proved to hold the private key %2."_s.arg(act.subject, key->id()));
    if (const auto owner = m_keyOwner.constFind(key->id()); owner != m_keyOwner.constEnd())
        return base::fail(ErrorCode::Conflict,
                          u"The key %1 was enrolled before, for %2."_s.arg(key->id(), owner.value()));
    return {};
}

base::Result<> Directory::checkRevoke(const AdminAct &act) const
{
    StrictObject data(act.data, u"The revocation"_s);
    const QString keyId = data.contains("key_id"_L1) ? data.text("key_id"_L1, Shape::Hex16) : QString();
    if (const auto finished = data.finish(); !finished)
        return finished;
    const Person *known = person(act.subject);
    if (!known)
        return base::fail(ErrorCode::NotFound, u"%1 is not enrolled."_s.arg(act.subject));
    if (known->revoked)
        return base::fail(ErrorCode::Conflict, u"%1 is revoked already."_s.arg(act.subject));
    if (keyId.isEmpty())
        return {};
    const auto key = std::find_if(known->keys.begin(), known->keys.end(),
                                  [&](const PersonKey &candidate) { return candidate.key.id() == keyId; });
    if (key == known->keys.end())
        return base::fail(ErrorCode::NotFound, u"%1 has no key %2."_s.arg(act.subject, keyId));
    if (!isInForce(*key))
        return base::fail(ErrorCode::Conflict, u"The key %1 is revoked already."_s.arg(keyId));
    return {};
}

base::Result<> Directory::checkRole(const AdminAct &act) const
{
    StrictObject data(act.data, u"The change of roles"_s);
    requireRoles(data);
    if (const auto finished = data.finish(); !finished)
        return finished;
    const Person *known = person(act.subject);
    if (!known)
        return base::fail(ErrorCode::NotFound, u"%1 is not enrolled."_s.arg(act.subject));
    if (known->revoked)
        return base::fail(ErrorCode::Conflict, u"%1 is revoked."_s.arg(act.subject));
    return {};
}

base::Result<> Directory::checkToken(const AdminAct &act) const
{
    static const QStringList knownScopes = {u"submit"_s, u"facts"_s, u"report"_s, u"read"_s, u"audit"_s};
    StrictObject data(act.data, u"The token"_s);
    if (!isTokenId(act.subject))
        data.refuse(u"has an id that is not 12 lower-case hex or base32 characters"_s);
    const Token *known = token(act.subject);
    if (data.contains("revoked"_L1)) {
        if (!data.boolean("revoked"_L1))
            data.refuse(u"can only be revoked for ever"_s);
        if (const auto finished = data.finish(); !finished)
            return finished;
        if (!known)
            return base::fail(ErrorCode::NotFound, u"There is no token %1."_s.arg(act.subject));
        if (known->revoked)
            return base::fail(ErrorCode::Conflict, u"The token %1 is revoked already."_s.arg(act.subject));
        return {};
    }
    static_cast<void>(data.text("hash"_L1, Shape::Hex64));
    static_cast<void>(data.text("tenant"_L1, Shape::Name));
    static_cast<void>(data.text("actor"_L1, Shape::Name));
    const QString sponsor = data.text("sponsor"_L1, Shape::Name);
    const QStringList scopes = data.texts("scopes"_L1);
    const bool scopesKnown =
        std::all_of(scopes.begin(), scopes.end(), [](const QString &scope) { return knownScopes.contains(scope); });
    if (scopes.isEmpty() || !scopesKnown)
        data.refuse(u"must have scopes out of submit, facts, report, read, audit"_s);
    if (data.contains("tenant"_L1) && act.data.value("tenant"_L1) == "*"_L1)
        data.refuse(u"must name one tenant"_s);
    if (const auto finished = data.finish(); !finished)
        return finished;
    if (known)
        return base::fail(ErrorCode::Conflict, u"There is a token %1 already."_s.arg(act.subject));
    const Person *person = this->person(sponsor);
    if (!person)
        return base::fail(ErrorCode::NotFound, u"The sponsor %1 is not enrolled."_s.arg(sponsor));
    if (person->revoked)
        return base::fail(ErrorCode::Forbidden, u"The sponsor %1 is revoked."_s.arg(sponsor));
    return {};
}

base::Result<AdminAct> Directory::apply(const SignedAct &act, qint64 seq)
{
    auto content = check(act);
    if (!content)
        return content;
    m_nonces.insert(content->nonce);
    if (content->act == "enrol"_L1)
        applyEnrol(*content, seq);
    else if (content->act == "revoke"_L1)
        applyRevoke(*content, seq);
    else if (content->act == "role"_L1)
        m_people[content->subject].roles = textsOf(content->data, "roles"_L1);
    else if (content->act == "token"_L1)
        applyToken(*content);
    else if (content->act == "delegate"_L1)
        applyDelegate(*content, seq);
    else if (content->act == "policy"_L1)
        m_policy = content->subject;
    else if (content->act == "registry"_L1)
        m_registry = content->subject;
    return content;
}

void Directory::applyEnrol(const AdminAct &act, qint64 seq)
{
    const PublicKey key = PublicKey::fromBase64(act.data.value("public_key"_L1).toString()).value();
    Person &person = m_people[act.subject];
    person.name = act.subject;
    person.roles = textsOf(act.data, "roles"_L1);
    person.tenants = textsOf(act.data, "tenants"_L1);
    person.revoked = false;
    person.keys.append({key, seq, -1});
    m_keyOwner.insert(key.id(), act.subject);
}

void Directory::applyRevoke(const AdminAct &act, qint64 seq)
{
    Person &person = m_people[act.subject];
    const QString keyId = act.data.value("key_id"_L1).toString();
    person.revoked = keyId.isEmpty();
    for (PersonKey &key : person.keys) {
        if (isInForce(key) && (keyId.isEmpty() || key.key.id() == keyId))
            key.revoked = seq;
    }
}

void Directory::applyToken(const AdminAct &act)
{
    Token &token = m_tokens[act.subject];
    if (act.data.contains("revoked"_L1)) {
        token.revoked = true;
        return;
    }
    token = {act.subject,
             act.data.value("hash"_L1).toString(),
             act.data.value("tenant"_L1).toString(),
             act.data.value("actor"_L1).toString(),
             act.data.value("sponsor"_L1).toString(),
             textsOf(act.data, "scopes"_L1),
             false};
}

const Person *Directory::person(const QString &name) const
{
    const auto found = m_people.constFind(name);
    return found == m_people.constEnd() ? nullptr : &found.value();
}

QList<Person> Directory::people() const
{
    QList<Person> list = m_people.values();
    std::sort(list.begin(), list.end(), [](const Person &a, const Person &b) { return a.name < b.name; });
    return list;
}

const Token *Directory::token(const QString &id) const
{
    const auto found = m_tokens.constFind(id);
    return found == m_tokens.constEnd() ? nullptr : &found.value();
}

QList<Token> Directory::tokens() const
{
    QList<Token> list = m_tokens.values();
    std::sort(list.begin(), list.end(), [](const Token &a, const Token &b) { return a.id < b.id; });
    return list;
}

QString Directory::activePolicy() const
{
    return m_policy;
}

QString Directory::activeRegistry() const
{
    return m_registry;
}

} // namespace obstat::approval
