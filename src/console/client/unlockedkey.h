#pragma once

#include "approval/keys.h"
#include "console/client/passphrasedelay.h"

#include <QFuture>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <optional>

namespace obstat::console {

using base::Micros;

/// A private key while it is unlocked. Locks itself after an idle time without input (contract 6.5) and when told to;
/// a wrong passphrase delays the next try. The key never leaves this object. GUI thread.
class UnlockedKey : public QObject
{
    Q_OBJECT

public:
    static constexpr Micros kIdleLimit = 300 * base::kSecond; ///< unless set otherwise
    static constexpr Micros kLeastIdle = 30 * base::kSecond;
    static constexpr Micros kMostIdle = base::kHour;

    explicit UnlockedKey(const base::Clock &clock, QObject *parent = nullptr);
    ~UnlockedKey() override;

    /// Opens an encrypted key file in the background. WrongPassphrase, NotFound, Malformed, Io; Busy while
    /// untilNextTry() or another try runs. The passphrase is not kept.
    [[nodiscard]] QFuture<base::Result<>> unlock(const QString &path, const QByteArray &passphrase);
    /// Encrypts a key file anew, as changeKeyPassphrase(). The present passphrase counts as a try. Nothing is unlocked
    /// by it.
    [[nodiscard]] QFuture<base::Result<>> changePassphrase(const QString &path, const QByteArray &present,
                                                           const QByteArray &next);
    /// Until another passphrase may be tried; 0 = now.
    [[nodiscard]] Micros untilNextTry() const;

    /// Uses a key that is open already.
    void adopt(const approval::SigningKey &key);
    void lock();
    /// Somebody is there: starts the idle time anew.
    void touch();
    /// Held between kLeastIdle and kMostIdle.
    void setIdleLimit(Micros limit);

    [[nodiscard]] bool isUnlocked() const { return m_key.has_value(); }
    [[nodiscard]] QString keyId() const;
    /// Until it locks itself; 0 when locked.
    [[nodiscard]] Micros untilLock() const;

Q_SIGNALS:
    void changed();     ///< locked or unlocked, or whose it is
    void timeChanged(); ///< once a second while unlocked

protected:
    /// The key, or nullptr when it is locked or its idle time is over: a timer that came late must not sign for
    /// somebody who left.
    [[nodiscard]] const approval::SigningKey *usable();
    [[nodiscard]] const approval::SigningKey *key() const { return m_key ? &*m_key : nullptr; }
    [[nodiscard]] const base::Clock &clock() const { return m_clock; }
    /// The key is another one, or gone; before changed().
    virtual void keyChanged() {}

private:
    using Try = base::Result<std::optional<approval::SigningKey>>;

    template <typename Job>
    QFuture<base::Result<>> attempt(Job job);
    void take(const Try &result);
    void tick();

    const base::Clock &m_clock;
    QThreadPool m_pool;
    QTimer m_timer;
    std::optional<approval::SigningKey> m_key;
    PassphraseDelay m_delay;
    bool m_trying = false;
    Micros m_idleLimit = kIdleLimit;
    Micros m_lastInput = 0; // monotonic
};

} // namespace obstat::console
