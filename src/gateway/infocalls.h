#pragma once

#include "gateway/services.h"

namespace obstat::gateway {

/// GET /v1/tools, /healthz, /readyz, /v1/openapi.json.
class InfoCalls
{
public:
    explicit InfoCalls(Services &services) : m_services(services) {}
    void tools(const wire::Responder &responder);
    void health(const wire::Responder &responder);
    /// 503 names each reason: the log is doubted, no tool, no policy, a full queue, a ledger thread that does not
    /// answer.
    void ready(const wire::Responder &responder);
    void openApi(const wire::Responder &responder);

private:
    Services &m_services;
};

} // namespace obstat::gateway
