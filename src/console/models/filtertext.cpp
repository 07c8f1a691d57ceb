#include "console/models/filtertext.h"

#include "base/decimal.h"

#include <QDateTime>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::Micros;

namespace {

std::optional<double> amount(const QString &text)
{
    const auto decimal = base::Decimal::parse(text.trimmed());
    return decimal ? std::optional(decimal->approximate()) : std::nullopt;
}

std::optional<Micros> startOf(const QString &day, int plusDays)
{
    const QDate date = QDate::fromString(day.trimmed(), Qt::ISODate);
    if (!date.isValid())
        return std::nullopt;
    return date.addDays(plusDays).startOfDay().toMSecsSinceEpoch() * base::kMillisecond;
}

} // namespace

std::optional<AmountRange> AmountRange::parse(const QString &text)
{
    const QString t = text.trimmed();
    AmountRange range;
    if (t.startsWith(u">="_s) || t.startsWith(u'≥')) {
        range.from = amount(t.mid(t.startsWith(u'≥') ? 1 : 2));
    } else if (t.startsWith(u"<="_s) || t.startsWith(u'≤')) {
        range.to = amount(t.mid(t.startsWith(u'≤') ? 1 : 2));
    } else if (const qsizetype dash = t.indexOf(u'-'); dash > 0) {
        range.from = amount(t.left(dash));
        range.to = amount(t.mid(dash + 1));
        if (!range.from || !range.to)
            return std::nullopt;
    } else {
        range.from = range.to = amount(t);
    }
    return range.from || range.to ? std::optional(range) : std::nullopt;
}

std::optional<TimeRange> TimeRange::parse(const QString &text, Micros now)
{
    const QString t = text.trimmed();
    TimeRange range;
    if (t == u"today") {
        const QDate today = QDateTime::fromMSecsSinceEpoch(now / base::kMillisecond).date();
        range.from = today.startOfDay().toMSecsSinceEpoch() * base::kMillisecond;
        return range;
    }
    if (const Micros back = base::parseDuration(t); back > 0) {
        range.from = now - back;
        return range;
    }
    const QStringList days = t.split(u".."_s);
    range.from = startOf(days.first(), 0);
    range.to = startOf(days.last(), 1);
    return range.from && range.to && days.size() <= 2 && *range.from < *range.to ? std::optional(range) : std::nullopt;
}

} // namespace obstat::console
