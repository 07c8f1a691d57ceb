#pragma once

#include "base/clock.h"

#include <QHash>
#include <QString>

#include <mutex>

namespace obstat::gateway {

/// A token bucket per name: `perSecond` refill, twice that as burst. 0 lets everything through. Thread-safe. Names that
/// were full again are forgotten, so that strangers cannot fill the memory.
class RateLimit
{
public:
    RateLimit(const base::Clock &clock, int perSecond);

    /// Takes one; false when there is none left, and then nothing was taken.
    [[nodiscard]] bool take(const QString &name);
    /// One is there, without taking it.
    [[nodiscard]] bool has(const QString &name);
    /// Whole seconds after which one is there again, for Retry-After.
    [[nodiscard]] int retryAfterSeconds() const { return 1; }

private:
    struct Bucket
    {
        double tokens = 0;
        base::Micros at = 0;
    };
    Bucket &refilled(const QString &name);
    void forgetFull();

    const base::Clock &m_clock;
    const int m_perSecond;
    std::mutex m_mutex;
    QHash<QString, Bucket> m_buckets;
};

} // namespace obstat::gateway
