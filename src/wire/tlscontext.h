#pragma once

#include "base/result.h"

#include <QString>

#include <boost/asio/ssl/context.hpp>

#include <memory>

namespace obstat::wire {

/// What a client needs to speak TLS 1.2 or later to an owner whose certificate must come from one of the authorities in
/// `caFile` (PEM; "" = those of the system). NotFound or Malformed when the file cannot be used.
[[nodiscard]] base::Result<std::shared_ptr<boost::asio::ssl::context>> clientTls(const QString &caFile);

} // namespace obstat::wire
