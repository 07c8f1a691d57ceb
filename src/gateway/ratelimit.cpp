#include "gateway/ratelimit.h"

#include <algorithm>

namespace obstat::gateway {

namespace {
constexpr qsizetype kRemember = 4096;
}

RateLimit::RateLimit(const base::Clock &clock, int perSecond) : m_clock(clock), m_perSecond(perSecond) {}

RateLimit::Bucket &RateLimit::refilled(const QString &name)
{
    if (m_buckets.size() >= kRemember)
        forgetFull();
    const base::Micros now = m_clock.monotonic();
    auto it = m_buckets.find(name);
    if (it == m_buckets.end())
        it = m_buckets.insert(name, {2.0 * m_perSecond, now});
    Bucket &bucket = *it;
    const double gained = static_cast<double>(now - bucket.at) / base::kSecond * m_perSecond;
    bucket.tokens = std::min(2.0 * m_perSecond, bucket.tokens + gained);
    bucket.at = now;
    return bucket;
}

void RateLimit::forgetFull()
{
    const base::Micros now = m_clock.monotonic();
    m_buckets.removeIf(
        [now](const std::pair<const QString &, Bucket &> entry) { return now - entry.second.at > 2 * base::kSecond; });
}

bool RateLimit::take(const QString &name)
{
    if (m_perSecond == 0)
        return true;
    const std::lock_guard lock(m_mutex);
    Bucket &bucket = refilled(name);
    if (bucket.tokens < 1)
        return false;
    bucket.tokens -= 1;
    return true;
}

void RateLimit::giveBack(const QString &name)
{
    if (m_perSecond == 0)
        return;
    const std::lock_guard lock(m_mutex);
    Bucket &bucket = refilled(name);
    bucket.tokens = std::min(2.0 * m_perSecond, bucket.tokens + 1);
}

} // namespace obstat::gateway
