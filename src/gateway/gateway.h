#pragma once

#include "gateway/callercalls.h"
#include "gateway/decisioncalls.h"
#include "gateway/infocalls.h"
#include "gateway/operationcalls.h"
#include "gateway/services.h"
#include "gateway/submitcall.h"

namespace obstat::gateway {

/// The HTTP face of an instance (contract 8). Posts everything to the ledger thread and never blocks a server thread.
class Gateway
{
public:
    Gateway(flow::LedgerThread &ledger, const base::Clock &clock, base::JsonLog &log, const GatewayConfig &config);
    ~Gateway();
    Gateway(const Gateway &) = delete;
    Gateway &operator=(const Gateway &) = delete;

    /// Takes the directory from the ledger thread and listens. Errors: those of wire::Server::start.
    [[nodiscard]] base::Result<> start();
    [[nodiscard]] quint16 port() const { return m_services.server.port(); }
    /// Answers what is held by `Prefer: wait`, stops accepting and lets running requests end. Before the ledger thread
    /// stops.
    void stop(base::Micros grace);
    /// Requests held now, and timers that did not fire yet. Thread-safe.
    [[nodiscard]] std::size_t held() const { return m_services.waiters.size(); }
    [[nodiscard]] int timers() const { return m_services.server.timers(); }

private:
    void handle(const wire::Request &request, const wire::Responder &responder);
    void route(const wire::Request &request, const wire::Responder &responder, const approval::Token &token);

    Services m_services;
    SubmitCall m_submit;
    OperationCalls m_operations;
    CallerCalls m_callers;
    DecisionCalls m_decisions;
    InfoCalls m_info;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace obstat::gateway
