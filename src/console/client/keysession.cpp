#include "console/client/keysession.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

void KeySession::setPeople(const QList<ledger::LedgerReader::EnrolmentRow> &people)
{
    m_people = people;
    const ledger::LedgerReader::EnrolmentRow before = m_person;
    findPerson();
    if (before.person != m_person.person || before.roles != m_person.roles || before.revoked != m_person.revoked ||
        before.tenants != m_person.tenants)
        Q_EMIT changed();
}

base::Result<approval::DecisionEnvelope> KeySession::sign(approval::DecisionBody body, base::Random &random)
{
    const approval::SigningKey *signer = usable();
    if (!signer)
        return base::fail(ErrorCode::Unauthorized, u"The key is locked."_s);
    if (m_person.person.isEmpty())
        return base::fail(ErrorCode::Unauthorized, u"This key belongs to nobody who is enrolled in this ledger."_s);
    body.approver = m_person.person;
    body.keyId = keyId();
    body.nonce = QString::fromLatin1(random.bytes(16).toHex());
    return approval::signDecision(body, *signer, clock().now());
}

void KeySession::findPerson()
{
    m_person = {};
    if (!key())
        return;
    const QString id = keyId();
    const QString publicKey = key()->publicKey().base64();
    for (const ledger::LedgerReader::EnrolmentRow &row : std::as_const(m_people)) {
        if (row.keyId == id && row.publicKey == publicKey)
            m_person = row;
    }
}

} // namespace obstat::console
