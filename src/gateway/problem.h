#pragma once

#include "base/result.h"
#include "wire/message.h"

namespace obstat::gateway {

/// RFC 9457 problem for an error; the type is `urn:obstat:problem:<code>`, the status by the error's code.
[[nodiscard]] wire::Response problemFor(const base::Error &error);
[[nodiscard]] wire::Response problem(int status, const QString &code, const QString &title, const QString &detail,
                                     QJsonObject extensions = {});
/// The HTTP status that an error code has at the edge.
[[nodiscard]] int statusFor(base::ErrorCode code);

} // namespace obstat::gateway
