#include "console/client/keysession.h"

#include "console/client/background.h"
#include "console/client/whenready.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using base::ErrorCode;

KeySession::KeySession(const base::Clock &clock, QObject *parent) : QObject(parent), m_clock(clock)
{
    m_pool.setMaxThreadCount(1);
    m_timer.setInterval(1s);
    connect(&m_timer, &QTimer::timeout, this, &KeySession::tick);
}

QFuture<base::Result<>> KeySession::unlock(const QString &path, const QByteArray &passphrase)
{
    using Loaded = base::Result<approval::SigningKey>;
    const auto promise = std::make_shared<QPromise<base::Result<>>>();
    promise->start();
    const auto loaded = inBackground(m_pool, [path, passphrase] { return approval::loadKeyFile(path, passphrase); });
    whenReady(loaded, this, [this, promise](const Loaded &key) {
        if (key)
            adopt(*key);
        promise->addResult(key ? base::Result<>() : base::Result<>(tl::unexpected(key.error())));
        promise->finish();
    });
    return promise->future();
}

void KeySession::adopt(const approval::SigningKey &key)
{
    m_key = key;
    m_lastInput = m_clock.monotonic();
    m_timer.start();
    findPerson();
    Q_EMIT changed();
}

void KeySession::lock()
{
    if (!m_key)
        return;
    m_key.reset();
    m_person = {};
    m_timer.stop();
    Q_EMIT changed();
}

void KeySession::touch()
{
    if (m_key)
        m_lastInput = m_clock.monotonic();
}

void KeySession::setPeople(const QList<ledger::LedgerReader::EnrolmentRow> &people)
{
    m_people = people;
    const ledger::LedgerReader::EnrolmentRow before = m_person;
    findPerson();
    if (before.person != m_person.person || before.roles != m_person.roles || before.revoked != m_person.revoked ||
        before.tenants != m_person.tenants)
        Q_EMIT changed();
}

QString KeySession::keyId() const
{
    return m_key ? m_key->publicKey().id() : QString();
}

Micros KeySession::untilLock() const
{
    return m_key ? std::max<Micros>(0, kIdleLimit - (m_clock.monotonic() - m_lastInput)) : 0;
}

base::Result<approval::DecisionEnvelope> KeySession::sign(approval::DecisionBody body, base::Random &random)
{
    tick(); // a timer that came late must not sign for somebody who left
    if (!m_key)
        return base::fail(ErrorCode::Unauthorized, u"The key is locked."_s);
    if (m_person.person.isEmpty())
        return base::fail(ErrorCode::Unauthorized, u"This key belongs to nobody who is enrolled in this ledger."_s);
    body.approver = m_person.person;
    body.keyId = keyId();
    body.nonce = QString::fromLatin1(random.bytes(16).toHex());
    return approval::signDecision(body, *m_key, m_clock.now());
}

void KeySession::tick()
{
    if (!m_key)
        return;
    if (untilLock() == 0)
        lock();
    else
        Q_EMIT timeChanged();
}

void KeySession::findPerson()
{
    m_person = {};
    if (!m_key)
        return;
    const QString id = keyId();
    const QString publicKey = m_key->publicKey().base64();
    for (const ledger::LedgerReader::EnrolmentRow &row : std::as_const(m_people)) {
        if (row.keyId == id && row.publicKey == publicKey)
            m_person = row;
    }
}

} // namespace obstat::console
