#pragma once

#include "wire/refusal.h"

#include <optional>

namespace obstat::wire {

/// How long the body of a message is (RFC 9112, 6.3).
struct BodyFraming
{
    bool chunked = false;
    qsizetype length = 0;
};

/// The rules of contract 8.2 for one parsed header: framing, Host, target, Origin, Expect. Pure.
class RequestRules
{
public:
    /// `config` must outlive the rules; `port` is the port the server listens on.
    RequestRules(const ServerConfig &config, quint16 port) : m_config(config), m_port(port) {}

    /// Completes `request` (path, query, origin-form target) and `framing`. `version` is 10 or 11.
    [[nodiscard]] std::optional<Refusal> apply(Request &request, int version, BodyFraming &framing) const;

private:
    [[nodiscard]] std::optional<Refusal> readFraming(const Headers &headers, int version, BodyFraming &framing) const;
    [[nodiscard]] std::optional<Refusal> checkHost(QByteArrayView authority) const;
    [[nodiscard]] std::optional<Refusal> readTarget(Request &request) const;
    [[nodiscard]] std::optional<Refusal> checkOrigin(const Headers &headers) const;
    [[nodiscard]] std::optional<Refusal> checkExpect(const Headers &headers) const;

    const ServerConfig &m_config;
    quint16 m_port;
};

} // namespace obstat::wire
