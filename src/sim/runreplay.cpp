#include "sim/runreplay.h"

#include "base/canonicaljson.h"

#include <QJsonDocument>

#include <chrono>
#include <thread>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {
constexpr int kBusyTries = 200;
}

RunReplay::RunReplay(const RecordedRun &run, const ReplayTarget &target)
    : m_run(run)
    , m_target(target)
    , m_client(target.host, target.port)
    , m_headers{{"Authorization", "Bearer " + target.token(run).toLatin1()}, {"Content-Type", "application/json"}}
{
    if (target.waitSeconds > 0)
        m_headers.add("Prefer", "wait=" + QByteArray::number(target.waitSeconds));
}

Result<ReplayCounts> RunReplay::replay()
{
    m_counts.runs = 1;
    for (const RecordedCall &call : m_run.calls) {
        m_counts.calls += call.times;
        const policy::ToolEntry *tool = m_target.registry.find(call.tool);
        // A tool that is not registered is submitted too: that it is refused is part of what a replay shows.
        const bool known = tool != nullptr;
        if (call.byUser || (known && tool->effect == policy::Effect::Read))
            continue;
        for (int i = 0; i < call.times; ++i) {
            ++m_counts.writes;
            if (auto done = submit(call); !done)
                return tl::unexpected(done.error());
        }
    }
    if (auto ended = countEnds(); !ended)
        return tl::unexpected(ended.error());
    return m_counts;
}

Result<wire::Response> RunReplay::post(const RecordedCall &call)
{
    QByteArray body = R"({"arguments":)" + call.arguments;
    if (!call.facts.isEmpty())
        body += R"(,"facts":)" + call.facts;
    if (!call.named.isEmpty())
        body += R"(,"intent_key":)" + base::canonicalString(call.named);
    if (!call.rationale.isEmpty())
        body += R"(,"rationale":)" + base::canonicalString(call.rationale);
    body += R"(,"run":)" + base::canonicalString(m_run.id) + R"(,"tool":)" + base::canonicalString(call.tool) + '}';
    const base::Micros limit = (m_target.waitSeconds + 30) * base::kSecond;
    for (int tried = 0;; ++tried) {
        auto response = m_client.send("POST", "/v1/operations", m_headers, body, limit);
        const bool busy = response && (response->status == 429 || response->status == 503);
        if (!busy || tried == kBusyTries)
            return response;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

Result<> RunReplay::submit(const RecordedCall &call)
{
    auto response = post(call);
    // An answer that got lost is asked for again, as any client would: the key makes that harmless.
    if (!response && response.error().code == ErrorCode::Io)
        response = post(call);
    if (!response)
        return tl::unexpected(response.error());
    if (response->status == 401 || response->status == 400 || response->status >= 500)
        return fail(
            ErrorCode::Unavailable,
            u"Run %1, message %2: the gateway answered %3."_s.arg(m_run.id).arg(call.message).arg(response->status),
            QString::fromUtf8(response->body));
    count(QJsonDocument::fromJson(response->body).object());
    return {};
}

void RunReplay::count(const QJsonObject &answer)
{
    const QString kind = answer.value(u"answer"_s).toString();
    if (kind == u"created"_s) {
        ++m_counts.created;
        const QJsonObject operation = answer.value(u"operation"_s).toObject();
        m_created.insert(operation.value(u"id"_s).toInteger());
        if (operation.value(u"revision"_s).toInt() > 1)
            ++m_counts.revisions;
    } else if (kind == u"repeated"_s) {
        ++m_counts.repeated;
    } else if (kind == u"conflict"_s) {
        ++m_counts.conflict;
    } else {
        ++m_counts.refused;
    }
}

Result<QString> RunReplay::finalStatus(qint64 id)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(m_target.patience);
    wire::Headers headers = m_headers;
    headers.set("Prefer", "wait=2");
    for (;;) {
        auto response =
            m_client.send("GET", "/v1/operations/" + QByteArray::number(id), headers, {}, 60 * base::kSecond);
        if (!response)
            return tl::unexpected(response.error());
        const QString status = QJsonDocument::fromJson(response->body)
                                   .object()
                                   .value(u"operation"_s)
                                   .toObject()
                                   .value(u"status"_s)
                                   .toString();
        const bool moves = status == u"approved"_s || status == u"running"_s || status == u"unknown"_s;
        if (!moves || std::chrono::steady_clock::now() > until)
            return status;
    }
}

Result<> RunReplay::countEnds()
{
    for (const qint64 id : std::as_const(m_created)) {
        auto status = finalStatus(id);
        if (!status)
            return tl::unexpected(status.error());
        if (*status == u"succeeded"_s)
            ++m_counts.succeeded;
        else if (*status == u"failed"_s)
            ++m_counts.failed;
        else if (*status == u"unknown"_s)
            ++m_counts.unknown;
        else
            ++m_counts.waiting;
    }
    return {};
}

} // namespace obstat::sim
