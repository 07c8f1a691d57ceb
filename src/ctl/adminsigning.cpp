#include "ctl/adminsigning.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::Result;

Result<QString> originOf(const QString &database)
{
    auto reader = ledger::LedgerReader::open(database);
    if (!reader)
        return tl::unexpected(reader.error());
    auto head = (*reader)->head();
    if (!head)
        return tl::unexpected(head.error());
    return head->origin;
}

Result<> signAndSend(Context &context, LedgerAccess &access, const QString &origin, const AdminOptions::Signer &signer,
                     const ActRequest &request)
{
    approval::AdminAct act;
    act.origin = origin;
    act.act = request.act;
    act.subject = request.subject;
    act.data = request.data;
    act.admin = signer.name;
    act.keyId = signer.key.publicKey().id();
    act.nonce = QString::fromLatin1(context.random().bytes(16).toHex());
    act.at = context.clock().now();
    return access.act(approval::signAct(act, signer.key), request.document);
}

Result<> signAndSend(Context &context, const LedgerOptions &ledger, const AdminOptions &admin,
                     const ActRequest &request)
{
    auto config = ledger.config();
    if (!config)
        return tl::unexpected(config.error());
    auto origin = originOf(config->ledger);
    if (!origin)
        return tl::unexpected(origin.error());
    auto signer = admin.unlock(*config);
    if (!signer)
        return tl::unexpected(signer.error());
    auto access = LedgerAccess::open(*config, context.clock(), context.random());
    if (!access)
        return tl::unexpected(access.error());
    return signAndSend(context, **access, *origin, *signer, request);
}

QJsonObject enrolData(const QString &origin, const QString &person, const approval::SigningKey &key,
                      const QStringList &roles, const QStringList &tenants)
{
    return {{u"public_key"_s, key.publicKey().base64()},
            {u"roles"_s, QJsonArray::fromStringList(roles)},
            {u"tenants"_s, QJsonArray::fromStringList(tenants)},
            {u"proof"_s, QString::fromLatin1(approval::enrolProof(origin, person, key).toBase64())}};
}

} // namespace obstat::ctl
