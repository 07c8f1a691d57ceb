#include "sim/ledgeradmin.h"

#include "approval/frozenplan.h"
#include "base/digest.h"
#include "gateway/tokencheck.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::Result;

LedgerAdmin::LedgerAdmin(ledger::LedgerWriter &writer, QString name, approval::SigningKey key, const base::Clock &clock,
                         base::Random &random)
    : m_writer(writer), m_name(std::move(name)), m_key(std::move(key)), m_clock(clock), m_random(random)
{
}

Result<> LedgerAdmin::act(const QString &act, const QString &subject, const QJsonObject &data,
                          const QByteArray &document)
{
    approval::AdminAct content;
    content.origin = m_writer.head().origin;
    content.act = act;
    content.subject = subject;
    content.data = data;
    content.admin = m_name;
    content.keyId = m_key.publicKey().id();
    content.nonce = QString::fromLatin1(m_random.bytes(16).toHex());
    content.at = m_clock.now();
    auto admitted = m_writer.admitAct(approval::signAct(content, m_key), document);
    if (!admitted)
        return tl::unexpected(admitted.error());
    return {};
}

Result<> LedgerAdmin::enrol(const QString &person, const approval::SigningKey &key, const QStringList &roles)
{
    const QByteArray proof = approval::enrolProof(m_writer.head().origin, person, key);
    return act(u"enrol"_s, person,
               {{u"public_key"_s, key.publicKey().base64()},
                {u"roles"_s, QJsonArray::fromStringList(roles)},
                {u"tenants"_s, QJsonArray{u"*"_s}},
                {u"proof"_s, QString::fromLatin1(proof.toBase64())}});
}

Result<> LedgerAdmin::activatePolicy(const QByteArray &text)
{
    return act(u"policy"_s, base::digestHex(text), {{u"size"_s, text.size()}}, text);
}

Result<QString> LedgerAdmin::addToken(const QString &tenant, const QString &actor, const QString &sponsor,
                                      const QStringList &scopes)
{
    const gateway::NewToken token = gateway::newToken(m_random);
    auto done = act(u"token"_s, token.id,
                    {{u"hash"_s, token.hash},
                     {u"tenant"_s, tenant},
                     {u"actor"_s, actor},
                     {u"sponsor"_s, sponsor},
                     {u"scopes"_s, QJsonArray::fromStringList(scopes)}});
    if (!done)
        return tl::unexpected(done.error());
    return token.text;
}

Result<> administer(const MadeLedger &made, const base::Clock &clock, base::Random &random,
                    const std::function<Result<>(LedgerAdmin &)> &work)
{
    auto key = approval::loadInstanceKey(ledger::LedgerFiles::beside(made.config.ledger).key);
    if (!key)
        return tl::unexpected(key.error());
    ledger::WriterOptions options;
    options.database = made.config.ledger;
    options.administrators = made.config.administrators;
    options.instanceKey = *key;
    options.clock = &clock;
    options.random = &random;
    auto writer = ledger::LedgerWriter::open(options);
    if (!writer)
        return tl::unexpected(writer.error());
    LedgerAdmin admin(**writer, made.config.administrators.first().name, made.adminKey, clock, random);
    if (auto done = work(admin); !done)
        return done;
    return (*writer)->markStopped();
}

} // namespace obstat::sim
