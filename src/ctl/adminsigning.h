#pragma once

#include "ctl/context.h"
#include "ctl/ledgeraccess.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// One administrator's act to be signed and sent.
struct ActRequest
{
    QString act;
    QString subject;
    QJsonObject data;
    QByteArray document = {}; ///< policy or registry text
};

/// The current origin of a ledger.
[[nodiscard]] base::Result<QString> originOf(const QString &database);

/// Unlocks the administrator's key, signs, and sends or writes the act.
[[nodiscard]] base::Result<> signAndSend(Context &context, const LedgerOptions &ledger, const AdminOptions &admin,
                                         const ActRequest &request);
/// The same over an open access with an unlocked key.
[[nodiscard]] base::Result<> signAndSend(Context &context, LedgerAccess &access, const QString &origin,
                                         const AdminOptions::Signer &signer, const ActRequest &request);

/// Data of an `enrol` act for a key that is at hand, with its proof of possession.
[[nodiscard]] QJsonObject enrolData(const QString &origin, const QString &person, const approval::SigningKey &key,
                                    const QStringList &roles, const QStringList &tenants);

} // namespace obstat::ctl
