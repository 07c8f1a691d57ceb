#pragma once

#include <QString>
#include <QtGlobal>

namespace obstat::base {

/// Microseconds since 1970-01-01T00:00:00Z, the only time type that is stored.
using Micros = qint64;

inline constexpr Micros kMillisecond = 1000;
inline constexpr Micros kSecond = 1000 * kMillisecond;
inline constexpr Micros kMinute = 60 * kSecond;
inline constexpr Micros kHour = 60 * kMinute;
inline constexpr Micros kDay = 24 * kHour;

/// Where time comes from; handed in so that tests set it. Thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;
    /// Wall clock, UTC.
    [[nodiscard]] virtual Micros now() const = 0;
    /// Never goes back; only differences mean something.
    [[nodiscard]] virtual Micros monotonic() const = 0;
};

/// The machine's clocks.
class SystemClock final : public Clock
{
public:
    [[nodiscard]] Micros now() const override;
    [[nodiscard]] Micros monotonic() const override;
};

/// `2026-09-20T14:02:11.020000Z`, always UTC, always six decimals.
[[nodiscard]] QString isoText(Micros at);

/// Reads `250ms`, `30s`, `4h`, `2d`, `15m`; -1 when it is none of them or negative.
[[nodiscard]] Micros parseDuration(QStringView text);

} // namespace obstat::base
