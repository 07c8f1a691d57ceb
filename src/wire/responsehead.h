#pragma once

#include "wire/message.h"

namespace obstat::wire {

/// What the head of an answer depends on besides the answer.
struct AnswerContext
{
    bool toHead = false; ///< the request was HEAD
    int version = 11;    ///< of the request, 10 or 11
    bool keepAlive = true;
};

/// Status line and fields with the last empty line. Content-Length, Connection, Date and Transfer-Encoding that the
/// handler gave are left out: they are the server's.
[[nodiscard]] QByteArray responseHead(const Response &response, const AnswerContext &context, const QByteArray &date);

/// False for HEAD, 204 and 304.
[[nodiscard]] bool carriesBody(const Response &response, const AnswerContext &context);

} // namespace obstat::wire
