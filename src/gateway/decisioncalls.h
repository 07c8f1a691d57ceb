#pragma once

#include "gateway/services.h"

namespace obstat::gateway {

/// POST /v1/decisions and POST /v1/admin: the signature is the credential, no token (contract 8.1).
class DecisionCalls
{
public:
    explicit DecisionCalls(Services &services) : m_services(services) {}
    void decide(const wire::Request &request, const wire::Responder &responder);
    void admin(const wire::Request &request, const wire::Responder &responder);

private:
    Services &m_services;
};

} // namespace obstat::gateway
