#include "base/clock.h"

#include <QDateTime>

#include <chrono>
#include <limits>

namespace obstat::base {

using namespace Qt::StringLiterals;

Micros SystemClock::now() const
{
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

Micros SystemClock::monotonic() const
{
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

QString isoText(Micros at)
{
    Micros second = at / kSecond;
    Micros rest = at % kSecond;
    if (rest < 0) {
        rest += kSecond;
        --second;
    }
    const QDateTime time = QDateTime::fromSecsSinceEpoch(second, Qt::UTC);
    return QString(time.toString(u"yyyy-MM-ddTHH:mm:ss."_s) + u"%1Z"_s.arg(rest, 6, 10, QLatin1Char('0')));
}

Micros parseDuration(QStringView text)
{
    qsizetype digits = 0;
    Micros number = 0;
    for (; digits < text.size() && text[digits] >= u'0' && text[digits] <= u'9'; ++digits) {
        if (number > std::numeric_limits<Micros>::max() / 10 - 1) {
            return -1;
        }
        number = number * 10 + (text[digits].unicode() - u'0');
    }
    const QStringView unit = text.sliced(digits);
    Micros factor = 0;
    if (unit == "ms"_L1) {
        factor = kMillisecond;
    } else if (unit == "s"_L1) {
        factor = kSecond;
    } else if (unit == "m"_L1) {
        factor = kMinute;
    } else if (unit == "h"_L1) {
        factor = kHour;
    } else if (unit == "d"_L1) {
        factor = kDay;
    }
    if (digits == 0 || factor == 0 || number > std::numeric_limits<Micros>::max() / factor) {
        return -1;
    }
    return number * factor;
}

} // namespace obstat::base
