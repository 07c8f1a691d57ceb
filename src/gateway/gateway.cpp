#include "gateway/gateway.h"

#include "gateway/problem.h"

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;
using ledger::LedgerWriter;

namespace {

const QByteArray kOperations = QByteArrayLiteral("/v1/operations");

void refuseMethod(const wire::Responder &responder, const QByteArray &allowed)
{
    wire::Response response = problem(405, u"method"_s, u"Method not allowed"_s,
                                      u"Use %1 here."_s.arg(QString::fromLatin1(allowed)), {{u"advice"_s, u"stop"_s}});
    response.headers.set("Allow", allowed);
    responder.answer(std::move(response));
}

/// `/v1/operations/17` and `/v1/operations/17/withdraw`: the id and what follows it; -1 when it is no such path.
std::pair<qint64, QByteArray> operationPath(const QByteArray &path)
{
    const QByteArray prefix = kOperations + '/';
    if (!path.startsWith(prefix))
        return {-1, {}};
    const QByteArray rest = path.mid(prefix.size());
    const qsizetype slash = rest.indexOf('/');
    const QByteArray digits = slash < 0 ? rest : rest.left(slash);
    bool ok = !digits.isEmpty() && digits.size() < 19;
    for (const char c : digits)
        ok = ok && c >= '0' && c <= '9';
    return {ok ? digits.toLongLong() : -1, slash < 0 ? QByteArray() : rest.mid(slash)};
}

} // namespace

Gateway::Gateway(flow::LedgerThread &ledger, const base::Clock &clock, base::JsonLog &log, const GatewayConfig &config)
    : m_services(ledger, clock, log, config)
    , m_submit(m_services)
    , m_operations(m_services)
    , m_callers(m_services)
    , m_decisions(m_services)
    , m_info(m_services)
{
}

Gateway::~Gateway()
{
    stop(0);
    // Jobs of ours may be queued or running on the ledger thread; pass through it once before we go.
    (void)m_services.ledger.call<bool>([alive = std::move(m_alive)](LedgerWriter &) mutable -> base::Result<bool> {
        alive.reset();
        return true;
    });
}

base::Result<> Gateway::start()
{
    auto taken = m_services.ledger.call<bool>([this](LedgerWriter &writer) -> base::Result<bool> {
        m_services.tokens.setDirectory(writer.directory());
        return true;
    });
    if (!taken)
        return tl::unexpected(taken.error());
    m_services.ledger.addListener([this, alive = std::weak_ptr(m_alive)](const ledger::OperationRow &operation) {
        if (!alive.expired())
            m_services.waiters.announce(operation);
    });
    wire::ServerConfig config;
    config.address = m_services.config.listen;
    config.port = m_services.config.port;
    config.maxConnections = m_services.config.maxConnections;
    config.log = &m_services.log;
    return m_services.server.start(
        config, [this](const wire::Request &request, const wire::Responder &responder) { handle(request, responder); });
}

void Gateway::stop(base::Micros grace)
{
    m_services.waiters.close();
    m_services.server.stop(grace);
}

void Gateway::handle(const wire::Request &request, const wire::Responder &responder)
{
    const bool get = request.method == "GET" || request.method == "HEAD";
    const bool post = request.method == "POST";
    if (request.path == "/healthz" || request.path == "/readyz" || request.path == "/v1/openapi.json") {
        if (!get)
            return refuseMethod(responder, "GET");
        if (request.path == "/healthz")
            return m_info.health(responder);
        return request.path == "/readyz" ? m_info.ready(responder) : m_info.openApi(responder);
    }
    if (request.path == "/v1/decisions" || request.path == "/v1/admin") {
        if (!post)
            return refuseMethod(responder, "POST");
        return request.path == "/v1/decisions" ? m_decisions.decide(request, responder)
                                               : m_decisions.admin(request, responder);
    }
    auto token = m_services.tokens.caller(request);
    if (!token)
        return responder.answer(problemFor(token.error()));
    route(request, responder, *token);
}

void Gateway::route(const wire::Request &request, const wire::Responder &responder, const approval::Token &token)
{
    const bool get = request.method == "GET" || request.method == "HEAD";
    const bool post = request.method == "POST";
    if (request.path == kOperations) {
        if (post)
            return m_submit.run(request, responder, token);
        return get ? m_operations.byKey(request, responder, token) : refuseMethod(responder, "GET, POST");
    }
    if (request.path == "/v1/tools")
        return get ? m_info.tools(responder) : refuseMethod(responder, "GET");
    const auto [id, rest] = operationPath(request.path);
    if (id >= 0 && rest.isEmpty())
        return get ? m_operations.get(request, responder, token, id) : refuseMethod(responder, "GET");
    if (id >= 0 && rest == "/withdraw")
        return post ? m_operations.withdraw(request, responder, token, id) : refuseMethod(responder, "POST");
    if (id >= 0 && rest == "/claim")
        return post ? m_callers.claim(request, responder, token, id) : refuseMethod(responder, "POST");
    if (id >= 0 && rest == "/outcome")
        return post ? m_callers.outcome(request, responder, token, id) : refuseMethod(responder, "POST");
    responder.answer(problemFor({ErrorCode::NotFound, u"There is nothing at this path; see /v1/openapi.json."_s}));
}

} // namespace obstat::gateway
