#pragma once

#include "approval/decision.h"
#include "console/client/ledgertypes.h"
#include "console/client/unlockedkey.h"

namespace obstat::console {

/// The approver's key while it is unlocked, and whose it is in the open ledger.
class KeySession : public UnlockedKey
{
    Q_OBJECT

public:
    using UnlockedKey::UnlockedKey;

    /// Who is enrolled, from the ledger: names the person of the unlocked key.
    void setPeople(const QList<ledger::LedgerReader::EnrolmentRow> &people);

    /// The enrolled person of the unlocked key, "" when there is none.
    [[nodiscard]] QString person() const { return m_person.person; }
    [[nodiscard]] QStringList roles() const { return m_person.roles; }
    [[nodiscard]] QStringList tenants() const { return m_person.tenants; }
    [[nodiscard]] bool isRevoked() const { return m_person.revoked; }

    /// Fills in approver, key and nonce and signs. Unauthorized when locked or not enrolled.
    [[nodiscard]] base::Result<approval::DecisionEnvelope> sign(approval::DecisionBody body, base::Random &random);

protected:
    void keyChanged() override { findPerson(); }

private:
    void findPerson();

    QList<ledger::LedgerReader::EnrolmentRow> m_people;
    ledger::LedgerReader::EnrolmentRow m_person;
};

} // namespace obstat::console
