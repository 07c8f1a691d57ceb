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
    /// One that was taken for what then was not done.
    void giveBack(const QString &name);

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
