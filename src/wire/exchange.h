#pragma once

#include "base/clock.h"
#include "wire/headers.h"
#include "wire/url.h"

#include <QByteArray>
#include <QString>

namespace obstat::wire {

/// One request to an owner: one attempt (contract 7.1). The client writes Host, Content-Length and
/// `Connection: close` itself; giving one of them, or Transfer-Encoding or Expect, is refused as NotSent.
struct Exchange
{
    Url url;
    QByteArray method = "POST";
    Headers headers = {};
    QByteArray body = {};
    base::Micros timeout = 30 * base::kSecond;
    /// bootTime() of the moment from which `timeout` limits the sending too: of a request that is older nothing
    /// is sent, also when the process or the machine slept meanwhile; 0 = from the call of exchange().
    base::Micros bornAt = 0;
    base::Micros listenOn = 0; ///< total time from the start to keep listening; 0 means twice the timeout
    qsizetype maxResponseBytes = 1024 * 1024;
    QString caFile = {}; ///< https: PEM file of the authorities that the owner's certificate must come from; "" = the
                         ///< system's
};

/// What is known about an exchange. Only NotSent proves that the owner did not see it.
struct Outcome
{
    enum class Kind {
        NotSent,    ///< not one byte of it left: name, connect, certificate, bad exchange, stopped or timed out before
        Answered,   ///< a whole, readable answer; `late` when it came after TimedOut
        TimedOut,   ///< no answer within `timeout`; not final, a second outcome follows
        Closed,     ///< the owner closed the connection without an answer
        Reset,      ///< the connection broke
        Unreadable, ///< what came is not HTTP, or the answer was cut short
        TooLarge,   ///< the answer is over maxResponseBytes, or its header over 64 KiB
        Gone,       ///< no answer until listenOn either; comes only after TimedOut
        Stopped,    ///< the client was stopped while it was open
    };

    Kind kind = Kind::NotSent;
    bool late = false;         ///< this is the second outcome, TimedOut was said before
    bool sent = false;         ///< at least one byte was handed to the network
    base::Micros duration = 0; ///< monotonic, from `exchange` to this outcome
    int status = 0;            ///< of Answered
    Headers headers = {};      ///< of Answered
    QByteArray body = {};      ///< of Answered
    QString detail = {};       ///< one sentence and the system's words

    /// No further outcome follows.
    [[nodiscard]] bool final() const { return kind != Kind::TimedOut; }
};

/// `not-sent`, `answered`, …, stable for logs.
[[nodiscard]] QString kindText(Outcome::Kind kind);

} // namespace obstat::wire
