#include "wire/exchange.h"

namespace obstat::wire {

QString kindText(Outcome::Kind kind)
{
    switch (kind) {
    case Outcome::Kind::NotSent:
        return QStringLiteral("not-sent");
    case Outcome::Kind::Answered:
        return QStringLiteral("answered");
    case Outcome::Kind::TimedOut:
        return QStringLiteral("timed-out");
    case Outcome::Kind::Closed:
        return QStringLiteral("closed");
    case Outcome::Kind::Reset:
        return QStringLiteral("reset");
    case Outcome::Kind::Unreadable:
        return QStringLiteral("unreadable");
    case Outcome::Kind::TooLarge:
        return QStringLiteral("too-large");
    case Outcome::Kind::Gone:
        return QStringLiteral("gone");
    case Outcome::Kind::Stopped:
        return QStringLiteral("stopped");
    }
    return {};
}

} // namespace obstat::wire
