#include "metrics/number.h"

namespace obstat::metrics {

QString stateText(State state)
{
    switch (state) {
    case State::Normal:
        return QStringLiteral("normal");
    case State::Warning:
        return QStringLiteral("warning");
    case State::Critical:
        return QStringLiteral("critical");
    case State::NoData:
        return QStringLiteral("no_data");
    case State::NeverTested:
        return QStringLiteral("never_tested");
    }
    return {};
}

} // namespace obstat::metrics
