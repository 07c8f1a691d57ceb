#pragma once

#include "base/result.h"
#include "wire/headers.h"

namespace obstat::wire {

/// The bytes of one request as our clients send it, with Host, Content-Length (unless a GET or HEAD has no body) and
/// Connection. Usage when the method, the target or a header is not well formed, or a header is the client's own
/// (Host, Content-Length, Connection, Transfer-Encoding, Expect).
[[nodiscard]] base::Result<QByteArray> requestBytes(const QByteArray &method, const QByteArray &target,
                                                    const QByteArray &authority, const Headers &headers,
                                                    const QByteArray &body, bool keepAlive);

} // namespace obstat::wire
