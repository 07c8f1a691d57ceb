#pragma once

#include "gateway/services.h"

namespace obstat::gateway {

/// GET /v1/operations/{id}, GET /v1/operations?key=…, POST …/withdraw. Another tenant's operation is 404.
class OperationCalls
{
public:
    explicit OperationCalls(Services &services) : m_services(services) {}
    void get(const wire::Request &request, const wire::Responder &responder, const approval::Token &token, qint64 id);
    void byKey(const wire::Request &request, const wire::Responder &responder, const approval::Token &token);
    void withdraw(const wire::Request &request, const wire::Responder &responder, const approval::Token &token,
                  qint64 id);

private:
    void answer(ledger::LedgerWriter &writer, const wire::Responder &responder, const QString &tenant, qint64 id,
                int wait);
    void endOverdue(ledger::LedgerWriter &writer);

    Services &m_services;
};

} // namespace obstat::gateway
