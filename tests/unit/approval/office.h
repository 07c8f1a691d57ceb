#pragma once

#include "approval/directory.h"
#include "unit/approval/samples.h"

#include <optional>

namespace obstat::tests {

using namespace Qt::StringLiterals;
using approval::AdminAct;
using approval::Directory;
using approval::SignedAct;
using approval::SigningKey;
using base::ErrorCode;

inline const QString kOrigin = u"obstat.local/5f0c6a52-1d0e-4c53-9a43-5a6f6ac7a001"_s;
inline const QString kTokenId = u"a1b2c3d4e5f6"_s;

/// A directory with one administrator, and acts as that administrator signs them.
class Office
{
public:
    Office() : directory(kOrigin, {{u"root"_s, rootKey.publicKey()}}) {}

    [[nodiscard]] AdminAct act(const QString &kind, const QString &subject, const QJsonObject &data)
    {
        AdminAct act;
        act.origin = kOrigin;
        act.act = kind;
        act.subject = subject;
        act.data = data;
        act.admin = u"root"_s;
        act.keyId = rootKey.publicKey().id();
        act.nonce = tests::nonceOf(++m_number);
        act.at = 1'789'912'800'000'000 + m_number;
        return act;
    }
    [[nodiscard]] AdminAct enrolment(const QString &name, const SigningKey &key, const QStringList &roles,
                                     const QStringList &tenants = {u"*"_s})
    {
        const QByteArray proof = approval::enrolProof(kOrigin, name, key);
        return act(u"enrol"_s, name,
                   {{u"public_key"_s, key.publicKey().base64()},
                    {u"roles"_s, QJsonArray::fromStringList(roles)},
                    {u"tenants"_s, QJsonArray::fromStringList(tenants)},
                    {u"proof"_s, QString::fromLatin1(proof.toBase64())}});
    }
    [[nodiscard]] AdminAct token(const QString &id, const QString &sponsor, const QStringList &scopes = {u"submit"_s})
    {
        return act(u"token"_s, id,
                   {{u"hash"_s, tests::digestOf("secret")},
                    {u"tenant"_s, u"default"_s},
                    {u"actor"_s, u"ops-agent-3"_s},
                    {u"sponsor"_s, sponsor},
                    {u"scopes"_s, QJsonArray::fromStringList(scopes)}});
    }
    base::Result<AdminAct> apply(const AdminAct &act) { return directory.apply(signAct(act, rootKey), ++seq); }

    /// The code of an act that must fail in both ways and change nothing.
    std::optional<ErrorCode> refusal(const AdminAct &act)
    {
        const SignedAct signedAct = signAct(act, rootKey);
        const auto checked = directory.check(signedAct);
        const auto before = fingerprint();
        const auto applied = directory.apply(signedAct, seq + 1);
        if (checked || applied || before != fingerprint() || checked.error().code != applied.error().code)
            return std::nullopt;
        return applied.error().code;
    }

    [[nodiscard]] QStringList fingerprint() const
    {
        QStringList all{directory.activePolicy(), directory.activeRegistry()};
        for (const approval::Person &person : directory.people()) {
            all << person.name << person.roles << person.tenants << (person.revoked ? u"revoked"_s : u"in force"_s);
            for (const approval::PersonKey &key : person.keys)
                all << key.key.id() << QString::number(key.since) << QString::number(key.revoked);
        }
        for (const approval::Token &token : directory.tokens())
            all << token.id << token.hash << token.sponsor << token.scopes << (token.revoked ? u"revoked"_s : u""_s);
        return all;
    }

    [[nodiscard]] std::optional<ErrorCode> decide(const QString &person, char key, const QString &role,
                                                  const QString &tenant = u"default"_s,
                                                  const QString &actor = u"ops-agent-3"_s,
                                                  const QString &sponsor = u"a.okafor"_s) const
    {
        const auto answer =
            directory.mayDecide({person, tests::keyOf(key).publicKey().id(),
                                 role.isEmpty() ? QStringList() : QStringList{role}, tenant, actor, sponsor});
        if (answer)
            return std::nullopt;
        return answer.error().code;
    }

    SigningKey rootKey = tests::keyOf('R');
    Directory directory;
    qint64 seq = 100;

private:
    int m_number = 0;
};

} // namespace obstat::tests
