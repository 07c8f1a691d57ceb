#pragma once

#include "base/clock.h"

#include <QString>

#include <optional>

namespace obstat::console {

/// An amount filter as people type it: `500`, `>=500`, `<=2000`, `500-2000`.
struct AmountRange
{
    std::optional<double> from;
    std::optional<double> to;

    [[nodiscard]] static std::optional<AmountRange> parse(const QString &text);
};

/// A time filter: `1h`, `7d` (the last), `today`, `2026-09-20`, `2026-09-01..2026-09-20` (both days included); local
/// days.
struct TimeRange
{
    std::optional<base::Micros> from;
    std::optional<base::Micros> to;

    [[nodiscard]] static std::optional<TimeRange> parse(const QString &text, base::Micros now);
};

} // namespace obstat::console
