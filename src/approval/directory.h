#pragma once

#include "approval/adminact.h"
#include "approval/decision.h"

#include <QHash>
#include <QList>
#include <QSet>
#include <QStringList>

namespace obstat::approval {

struct Administrator ///< from obstatd.toml, never from the database
{
    QString name;
    PublicKey key;
};

struct PersonKey
{
    PublicKey key;
    qint64 since = 0;    ///< event number of the enrolment
    qint64 revoked = -1; ///< event number, -1 = in force
};

struct Person
{
    QString name;
    QStringList roles;
    QStringList tenants; ///< "*" = all
    QList<PersonKey> keys;
    bool revoked = false;
};

/// `delegate` decides for `principal`, with the principal's roles and tenants, from `from` until before `until`.
struct Delegation
{
    QString delegate;
    QString principal;
    base::Micros from = 0;
    base::Micros until = 0;
    qint64 since = 0;    ///< event number
    qint64 revoked = -1; ///< event number, -1 = in force

    [[nodiscard]] bool isInForce(base::Micros at) const { return revoked < 0 && from <= at && at < until; }
};

struct Token
{
    QString id;
    QString hash; ///< hex SHA-256 of the secret
    QString tenant;
    QString actor;
    QString sponsor;
    QStringList scopes;
    bool revoked = false;
};

/// Rules of the acts beyond adminact.h. Names of people, tenants and actors are isName(), roles isRole(), token ids
/// isTokenId(); lists have no element twice; tenants are ["*"] or at least one name. `enrol` of a known person adds the
/// key, replaces roles and tenants by those of the act, and ends a revocation of the whole person; a key that was ever
/// enrolled, revoked or not, is never enrolled again (Conflict). `revoke` of what is revoked is a Conflict. `token`
/// scopes are submit, facts, report, read, audit. `resume` and `automatic_on` have data {"reason": text} and change
/// nothing here. `delegate` has the delegate as its subject and data {"principal", "from", "until"}, at most 400 days,
/// or
/// {"principal", "revoked": true}; a delegation is not passed on. `epoch` is Unsupported in this version.

/// Who may do what, folded from administrators' signed acts in the order of the log. A pure value: the ledger feeds it
/// the stored acts at start and each new one as it is admitted. Not thread-safe; copy it.
class Directory
{
public:
    Directory() = default;
    Directory(QString origin, QList<Administrator> administrators);

    /// Checks signature, administrator, key id, origin, nonce (once), and the act's own sense (known person, proof of
    /// possession, strong key not used by somebody else, enrolled sponsor, known scopes), then applies it as of event
    /// `seq`. BadSignature, Forbidden, Malformed, WeakKey, Conflict, NotFound, Unsupported. On error
    /// nothing changed.
    [[nodiscard]] base::Result<AdminAct> apply(const SignedAct &act, qint64 seq);
    /// The same checks without applying.
    [[nodiscard]] base::Result<AdminAct> check(const SignedAct &act) const;

    [[nodiscard]] const Person *person(const QString &name) const;
    [[nodiscard]] QList<Person> people() const;
    [[nodiscard]] const Token *token(const QString &id) const;
    [[nodiscard]] QList<Token> tokens() const;
    [[nodiscard]] const QList<Delegation> &delegations() const { return m_delegations; }
    [[nodiscard]] QString activePolicy() const;   ///< digest of the last signed `policy`, "" = none
    [[nodiscard]] QString activeRegistry() const; ///< digest of the last signed `registry`, "" = none

    /// May this person's key decide on this plan then: enrolled, not revoked, key matches, one of the roles, tenant;
    /// neither the actor, the sponsor of its token, nor a delegate of either (6.2); for somebody else only by a
    /// delegation in force, and then all of this holds for the principal too. Forbidden with the reason, BadSignature
    /// when the key is not that person's.
    struct Question
    {
        QString person;
        QString keyId;
        QStringList roles; ///< the plan's, one is enough; empty = any (a reject by any approver of the tenant)
        QString tenant;
        QString actor;
        QString sponsor;
        QString onBehalfOf = {};
        base::Micros at = 0; ///< for delegations
    };
    [[nodiscard]] base::Result<PublicKey> mayDecide(const Question &question) const;
    /// How many people could approve such a plan (for the warning of 4.2).
    [[nodiscard]] int eligible(const QString &role, const QString &tenant, const QString &actor, const QString &sponsor,
                               base::Micros at) const;

private:
    [[nodiscard]] base::Result<> checkSigner(const SignedAct &act, const AdminAct &content) const;
    [[nodiscard]] base::Result<> checkSense(const AdminAct &act) const;
    [[nodiscard]] base::Result<> checkEnrol(const AdminAct &act) const;
    [[nodiscard]] base::Result<> checkRevoke(const AdminAct &act) const;
    [[nodiscard]] base::Result<> checkRole(const AdminAct &act) const;
    [[nodiscard]] base::Result<> checkToken(const AdminAct &act) const;
    void applyEnrol(const AdminAct &act, qint64 seq);
    void applyRevoke(const AdminAct &act, qint64 seq);
    void applyToken(const AdminAct &act);
    [[nodiscard]] base::Result<> checkDelegate(const AdminAct &act) const;
    void applyDelegate(const AdminAct &act, qint64 seq);
    [[nodiscard]] const Delegation *delegationOf(const QString &delegate, const QString &principal,
                                                 base::Micros at) const;
    [[nodiscard]] QString whyNot(const Person &person, const Question &question) const;
    [[nodiscard]] QString whyNotFor(const Person &delegate, const Question &question) const;

    QString m_origin;
    QList<Administrator> m_administrators;
    QHash<QString, Person> m_people;
    QHash<QString, Token> m_tokens;
    QList<Delegation> m_delegations;
    QHash<QString, QString> m_keyOwner; // key id -> person, also of revoked keys
    QSet<QString> m_nonces;
    QString m_policy;
    QString m_registry;
};

} // namespace obstat::approval
