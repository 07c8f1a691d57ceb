#include "console/client/unlockedkey.h"

#include "console/client/background.h"
#include "console/client/keypassphrase.h"
#include "console/client/whenready.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using base::ErrorCode;

UnlockedKey::UnlockedKey(const base::Clock &clock, QObject *parent) : QObject(parent), m_clock(clock)
{
    m_pool.setMaxThreadCount(1);
    m_timer.setInterval(1s);
    connect(&m_timer, &QTimer::timeout, this, &UnlockedKey::tick);
}

UnlockedKey::~UnlockedKey() = default;

template <typename Job>
QFuture<base::Result<>> UnlockedKey::attempt(Job job)
{
    const auto promise = std::make_shared<QPromise<base::Result<>>>();
    promise->start();
    if (m_trying || untilNextTry() > 0) {
        promise->addResult(base::fail(ErrorCode::Busy, u"Wait before the next try."_s));
        promise->finish();
        return promise->future();
    }
    m_trying = true;
    whenReady(inBackground(m_pool, std::move(job)), this, [this, promise](const Try &result) {
        take(result);
        promise->addResult(result ? base::Result<>() : base::Result<>(tl::unexpected(result.error())));
        promise->finish();
    });
    return promise->future();
}

QFuture<base::Result<>> UnlockedKey::unlock(const QString &path, const QByteArray &passphrase)
{
    return attempt([path, passphrase]() -> Try {
        auto key = approval::loadKeyFile(path, passphrase);
        if (!key)
            return tl::unexpected(key.error());
        return std::optional(*key);
    });
}

QFuture<base::Result<>> UnlockedKey::changePassphrase(const QString &path, const QByteArray &present,
                                                      const QByteArray &next)
{
    return attempt([path, present, next]() -> Try {
        if (auto changed = changeKeyPassphrase(path, present, next); !changed)
            return tl::unexpected(changed.error());
        return std::optional<approval::SigningKey>();
    });
}

void UnlockedKey::take(const Try &result)
{
    m_trying = false;
    if (!result && result.error().code == ErrorCode::WrongPassphrase)
        m_delay.failed(m_clock.monotonic());
    if (!result)
        return;
    m_delay.succeeded();
    if (*result)
        adopt(**result);
}

Micros UnlockedKey::untilNextTry() const
{
    return m_delay.left(m_clock.monotonic());
}

void UnlockedKey::adopt(const approval::SigningKey &key)
{
    m_key = key;
    m_lastInput = m_clock.monotonic();
    m_timer.start();
    keyChanged();
    Q_EMIT changed();
}

void UnlockedKey::lock()
{
    if (!m_key)
        return;
    m_key.reset();
    m_timer.stop();
    keyChanged();
    Q_EMIT changed();
}

void UnlockedKey::touch()
{
    if (m_key && untilLock() > 0) // the first move after the idle time is not somebody who stayed
        m_lastInput = m_clock.monotonic();
}

void UnlockedKey::setIdleLimit(Micros limit)
{
    m_idleLimit = std::clamp(limit, kLeastIdle, kMostIdle);
    tick();
}

QString UnlockedKey::keyId() const
{
    return m_key ? m_key->publicKey().id() : QString();
}

Micros UnlockedKey::untilLock() const
{
    return m_key ? std::max<Micros>(0, m_idleLimit - (m_clock.monotonic() - m_lastInput)) : 0;
}

const approval::SigningKey *UnlockedKey::usable()
{
    tick();
    return key();
}

void UnlockedKey::tick()
{
    if (!m_key)
        return;
    if (untilLock() == 0)
        lock();
    else
        Q_EMIT timeChanged();
}

} // namespace obstat::console
