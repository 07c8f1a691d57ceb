#pragma once

#include "gateway/services.h"

namespace obstat::gateway {

/// POST …/claim and POST …/outcome: orchestrators that execute approved plans by themselves (contract 7.3). Both need
/// the scope `report`. Another tenant's operation is 404.
class CallerCalls
{
public:
    explicit CallerCalls(Services &services) : m_services(services) {}
    void claim(const wire::Request &request, const wire::Responder &responder, const approval::Token &token, qint64 id);
    void outcome(const wire::Request &request, const wire::Responder &responder, const approval::Token &token,
                 qint64 id);

private:
    Services &m_services;
};

} // namespace obstat::gateway
