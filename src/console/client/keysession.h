#pragma once

#include "approval/decision.h"
#include "approval/keys.h"
#include "console/client/ledgertypes.h"

#include <QFuture>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <optional>

namespace obstat::console {

/// The approver's key while it is unlocked. Locks itself after five minutes without input (contract 6.5) and when told
/// to. The private key never leaves this object.
class KeySession : public QObject
{
    Q_OBJECT

public:
    static constexpr Micros kIdleLimit = 300 * base::kSecond;

    explicit KeySession(const base::Clock &clock, QObject *parent = nullptr);

    /// Opens an encrypted key file in the background. WrongPassphrase, NotFound, Malformed, Io. The passphrase is not
    /// kept.
    [[nodiscard]] QFuture<base::Result<>> unlock(const QString &path, const QByteArray &passphrase);
    /// Uses a key that is open already.
    void adopt(const approval::SigningKey &key);
    void lock();
    /// Somebody is there: starts the idle time anew.
    void touch();

    /// Who is enrolled, from the ledger: names the person of the unlocked key.
    void setPeople(const QList<ledger::LedgerReader::EnrolmentRow> &people);

    [[nodiscard]] bool isUnlocked() const { return m_key.has_value(); }
    [[nodiscard]] QString keyId() const;
    /// The enrolled person of the unlocked key, "" when there is none.
    [[nodiscard]] QString person() const { return m_person.person; }
    [[nodiscard]] QStringList roles() const { return m_person.roles; }
    [[nodiscard]] QStringList tenants() const { return m_person.tenants; }
    [[nodiscard]] bool isRevoked() const { return m_person.revoked; }
    /// Until it locks itself; 0 when locked.
    [[nodiscard]] Micros untilLock() const;

    /// Fills in approver, key and nonce and signs. Unauthorized when locked or not enrolled.
    [[nodiscard]] base::Result<approval::DecisionEnvelope> sign(approval::DecisionBody body, base::Random &random);

Q_SIGNALS:
    void changed();     ///< locked, unlocked, or another person
    void timeChanged(); ///< once a second while unlocked

private:
    void tick();
    void findPerson();

    const base::Clock &m_clock;
    QThreadPool m_pool;
    QTimer m_timer;
    std::optional<approval::SigningKey> m_key;
    QList<ledger::LedgerReader::EnrolmentRow> m_people;
    ledger::LedgerReader::EnrolmentRow m_person;
    Micros m_lastInput = 0; // monotonic
};

} // namespace obstat::console
