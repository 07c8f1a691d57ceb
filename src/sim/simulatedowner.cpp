#include "sim/simulatedowner.h"

#include "base/canonicaljson.h"
#include "base/decimal.h"
#include "base/digest.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;

namespace {

QString planKey(const QString &tenant, const QString &tool, const QByteArray &body)
{
    const auto canonical = base::parseCanonical(body);
    return tenant + u'\n' + tool + u'\n' + (canonical ? base::digestHex(canonical->bytes) : QString());
}

wire::Response trouble(int status, const QString &why)
{
    return wire::Response::json(status, base::canonicalBytes(QJsonObject{{u"error"_s, why}}));
}

} // namespace

SimulatedOwner::SimulatedOwner(OwnerConfig config) : m_config(std::move(config)) {}

SimulatedOwner::~SimulatedOwner()
{
    stop();
}

QString SimulatedOwner::tenantOf(const RecordedRun &run)
{
    return u"run-"_s + base::digestHex(run.id.toUtf8()).left(16);
}

void SimulatedOwner::loadRecording(const Recording &recording)
{
    const std::lock_guard lock(m_mutex);
    for (const RecordedRun &run : recording.runs)
        for (const RecordedCall &call : run.calls)
            if (!call.byUser)
                m_planned[planKey(tenantOf(run), call.tool, call.arguments)].push_back(
                    {call.error, call.answer, call.behaviour});
}

base::Result<> SimulatedOwner::start()
{
    auto book = OwnerBook::open(m_config.book);
    if (!book)
        return tl::unexpected(book.error());
    m_book = std::move(*book);
    wire::ServerConfig server;
    server.address = m_config.listen;
    server.port = m_config.port;
    server.maxBodyBytes = 1024 * 1024;
    auto started = m_server.start(
        server, [this](const wire::Request &request, const wire::Responder &responder) { handle(request, responder); });
    if (started)
        m_config.port = m_server.port();
    return started;
}

void SimulatedOwner::stop()
{
    m_server.stop();
}

void SimulatedOwner::handle(const wire::Request &request, const wire::Responder &responder)
{
    wire::Response response;
    const QByteArray prefix = "/v1/";
    if (request.method == "GET" && request.path == "/v1/effects")
        response = query(request);
    else if (request.method == "POST" && request.path.startsWith(prefix))
        response = perform(request, QString::fromUtf8(request.path.mid(prefix.size())));
    else
        response = trouble(404, u"no such thing"_s);
    if (m_config.delay == 0)
        responder.answer(std::move(response));
    else
        m_server.after(m_config.delay, [responder, response = std::move(response)] { responder.answer(response); });
}

/// Everything done for a record, as an owner without keys can be asked: {"effects":[{"id",…}]}.
wire::Response SimulatedOwner::queryRecord(const QString &record, const QString &tenant)
{
    auto effects = m_book->effects();
    if (!effects)
        return trouble(500, effects.error().message);
    QJsonArray found;
    for (const Effect &effect : std::as_const(*effects)) {
        const auto arguments = base::parseCanonical(effect.arguments);
        const bool same = arguments && arguments->value[u"record"_s].toString() == record;
        if (same && (tenant.isEmpty() || effect.tenant == tenant))
            found.append(QJsonObject{{u"id"_s, effect.reference}, {u"tool"_s, effect.tool}});
    }
    return wire::Response::json(200, base::canonicalBytes(QJsonObject{{u"effects"_s, found}}));
}

wire::Response SimulatedOwner::query(const wire::Request &request)
{
    const std::lock_guard lock(m_mutex);
    if (request.query.contains(u"record"_s))
        return queryRecord(request.query.value(u"record"_s), QString::fromUtf8(request.headers.value("X-Tenant")));
    auto effect = m_book->effectUnder(request.query.value(u"key"_s));
    if (!effect)
        return trouble(500, effect.error().message);
    if (!*effect)
        return wire::Response::json(200, R"({"found":false})");
    return wire::Response::json(
        200, base::canonicalBytes(
                 QJsonObject{{u"found"_s, true}, {u"id"_s, (*effect)->reference}, {u"tool"_s, (*effect)->tool}}));
}

SimulatedOwner::Planned SimulatedOwner::plan(const QString &tenant, const QString &tool, const QByteArray &body)
{
    const auto it = m_planned.find(planKey(tenant, tool, body));
    if (it != m_planned.end() && !it->empty()) {
        Planned next = it->front();
        it->pop_front();
        return next;
    }
    return {declines(body), declines(body) ? u"declined"_s : QString(), OwnerBehaviour::Answer};
}

bool SimulatedOwner::declines(const QByteArray &body) const
{
    const auto limit = base::Decimal::parse(m_config.refuseOver);
    if (!limit)
        return false;
    const auto json = base::parseCanonical(body);
    const auto amount = json ? base::Decimal::fromJson(json->value.toObject().value(u"amount"_s)) : std::nullopt;
    return amount && *amount > *limit;
}

wire::Response SimulatedOwner::replay(const StoredAnswer &stored, const QByteArray &body) const
{
    if (m_config.comparesBody && stored.request != body)
        return trouble(409, u"this key was used with another body"_s);
    wire::Response response = wire::Response::json(stored.status, stored.body);
    response.headers.set("Idempotent-Replayed", "true");
    return response;
}

wire::Response SimulatedOwner::perform(const wire::Request &request, const QString &tool)
{
    ++m_requests;
    const std::lock_guard lock(m_mutex);
    if (m_config.loseRequests > 0 && m_config.loseRequests--)
        return wire::Response::lost();
    const QString key = m_config.honoursKey ? QString::fromLatin1(request.headers.value("Idempotency-Key")) : QString();
    if (!key.isEmpty()) {
        auto stored = m_book->answerUnder(key);
        if (!stored)
            return trouble(500, stored.error().message);
        if (*stored)
            return replay(**stored, request.body);
    }
    const QString tenant = QString::fromUtf8(request.headers.value("X-Tenant"));
    const Planned planned = plan(tenant, tool, request.body);
    if (planned.behaviour == OwnerBehaviour::LoseRequest)
        return wire::Response::lost();

    StoredAnswer answer;
    answer.request = request.body;
    std::optional<Effect> effect;
    if (planned.error) {
        answer.status = 422;
        answer.body = base::canonicalBytes(QJsonObject{{u"error"_s, planned.answer}});
    } else {
        auto number = m_book->nextNumber();
        if (!number)
            return trouble(500, number.error().message);
        const QString reference = u"%1_%2"_s.arg(m_config.referencePrefix).arg(*number);
        effect = Effect{0, tenant, tool, request.body, key, reference};
        answer.status = 200;
        answer.body = base::canonicalBytes(
            QJsonObject{{u"id"_s, reference}, {u"status"_s, u"done"_s}, {u"content"_s, planned.answer}});
    }
    StoredAnswer kept = answer;
    if (key.isEmpty())
        kept.status = 0; // nothing is remembered for a caller without a key
    if (auto done = m_book->commit(effect, key, kept); !done)
        return trouble(500, done.error().message);

    if (planned.behaviour == OwnerBehaviour::LoseAnswer ||
        (effect && m_config.loseAnswers > 0 && m_config.loseAnswers--))
        return wire::Response::lost();
    if (planned.behaviour == OwnerBehaviour::ServerError ||
        (effect && m_config.serverErrors > 0 && m_config.serverErrors--))
        return trouble(500, u"something broke after the work was done"_s);
    return wire::Response::json(answer.status, answer.body);
}

base::Result<qint64> SimulatedOwner::effects(const QString &tenantPrefix)
{
    const std::lock_guard lock(m_mutex);
    return m_book->countEffects(tenantPrefix);
}

base::Result<QList<Effect>> SimulatedOwner::allEffects()
{
    const std::lock_guard lock(m_mutex);
    return m_book->effects();
}

} // namespace obstat::sim
