#pragma once

#include "wire/message.h"
#include "wire/serverconfig.h"

namespace obstat::wire {

/// Why the server itself refuses a request, as a problem with `code` and `advice`; the connection is closed after it.
struct Refusal
{
    int status = 400;
    QString kind;  ///< the last part of the problem type
    QString title; ///< one sentence

    [[nodiscard]] Response response(const ServerConfig &config) const;

    [[nodiscard]] static Refusal malformed(const QString &title);
    [[nodiscard]] static Refusal headerTooLarge();
    [[nodiscard]] static Refusal bodyTooLarge();
    [[nodiscard]] static Refusal timeout();
    [[nodiscard]] static Refusal busy();
    [[nodiscard]] static Refusal internal();
};

} // namespace obstat::wire
