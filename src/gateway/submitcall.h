#pragma once

#include "gateway/services.h"

namespace obstat::gateway {

/// POST /v1/operations (contract 8.1): submit, wait where asked, and say what happened.
class SubmitCall
{
public:
    explicit SubmitCall(Services &services) : m_services(services) {}
    void run(const wire::Request &request, const wire::Responder &responder, const approval::Token &token);

private:
    void answered(const wire::Responder &responder, int wait, const ledger::SubmitAnswer &answer);
    void answerLater(const wire::Responder &responder, int wait, const ledger::SubmitAnswer &answer);

    Services &m_services;
};

/// The HTTP answer to a submit, without waiting. 201, 202 and 200 by contract 8.1; conflicts and refusals are problems.
[[nodiscard]] wire::Response submitResponse(const ledger::SubmitAnswer &answer);

} // namespace obstat::gateway
