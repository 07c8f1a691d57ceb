#pragma once

#include "approval/adminact.h"
#include "approval/keys.h"
#include "base/clock.h"
#include "base/random.h"
#include "ledger/ledgerwriter.h"
#include "sim/ledgersetup.h"

#include <functional>

namespace obstat::sim {

/// An administrator who signs acts straight into a writer, for scratch set-ups. Used in the writer's thread.
class LedgerAdmin
{
public:
    LedgerAdmin(ledger::LedgerWriter &writer, QString name, approval::SigningKey key, const base::Clock &clock,
                base::Random &random);

    [[nodiscard]] base::Result<> act(const QString &act, const QString &subject, const QJsonObject &data,
                                     const QByteArray &document = {});
    [[nodiscard]] base::Result<> enrol(const QString &person, const approval::SigningKey &key,
                                       const QStringList &roles);
    [[nodiscard]] base::Result<> activatePolicy(const QByteArray &text);
    /// Issues a token and gives its text.
    [[nodiscard]] base::Result<QString> addToken(const QString &tenant, const QString &actor, const QString &sponsor,
                                                 const QStringList &scopes);

private:
    ledger::LedgerWriter &m_writer;
    QString m_name;
    approval::SigningKey m_key;
    const base::Clock &m_clock;
    base::Random &m_random;
};

/// Opens the ledger that was just made, has `work` done by its administrator, and closes it as an instance would.
[[nodiscard]] base::Result<> administer(const MadeLedger &made, const base::Clock &clock, base::Random &random,
                                        const std::function<base::Result<>(LedgerAdmin &)> &work);

} // namespace obstat::sim
