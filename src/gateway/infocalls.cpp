#include "gateway/infocalls.h"

#include "base/canonicaljson.h"
#include "gateway/problem.h"

#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using ledger::LedgerWriter;

namespace {

constexpr base::Micros kLedgerAnswersWithin = 5 * base::kSecond;

QJsonObject toolJson(const policy::ToolEntry &tool)
{
    QJsonArray naturalKey;
    for (const policy::NaturalField &field : tool.naturalKey)
        naturalKey.append(field.path);
    QJsonObject json{{u"name"_s, tool.name},
                     {u"title"_s, tool.title},
                     {u"effect"_s, tool.effect == policy::Effect::Write ? u"write"_s : u"read"_s},
                     {u"writable"_s, tool.isWritable()},
                     {u"missing"_s, QJsonArray::fromStringList(tool.unanswered())},
                     {u"natural_key"_s, naturalKey},
                     {u"entry_digest"_s, tool.digest}};
    if (tool.effect == policy::Effect::Write) {
        json.insert(u"undo"_s, tool.undo);
        json.insert(u"approver"_s, tool.approver);
        json.insert(u"on_repeat"_s, tool.onRepeat);
        json.insert(u"executed_by"_s, tool.owner.isCaller() ? u"caller"_s : u"obstat"_s);
    }
    return json;
}

QStringList reasonsAgainst(LedgerWriter &writer)
{
    QStringList reasons;
    if (!writer.doubt().isEmpty())
        reasons.append(writer.doubt());
    if (writer.diskFull())
        reasons.append(u"The disk is full: nothing can be recorded, so nothing is done."_s);
    if (writer.mustEnd())
        reasons.append(u"The disk failed to make the ledger durable; this process ends and must be started anew."_s);
    if (writer.registry().names().isEmpty())
        reasons.append(u"No tool is registered."_s);
    if (writer.directory().activePolicy().isEmpty())
        reasons.append(u"No policy is active; everything would wait for a person."_s);
    return reasons;
}

wire::Response notReady(const QStringList &reasons, QJsonObject more = {})
{
    more.insert(u"reasons"_s, QJsonArray::fromStringList(reasons));
    more.insert(u"advice"_s, u"keep-key"_s);
    return problem(503, u"not-ready"_s, u"Not ready"_s, reasons.join(u' '), more);
}

} // namespace

void InfoCalls::tools(const wire::Responder &responder)
{
    onLedger(m_services, responder, [responder](LedgerWriter &writer) {
        QJsonArray tools;
        for (const QString &name : writer.registry().names())
            tools.append(toolJson(*writer.registry().find(name)));
        const QJsonObject body{{u"tools"_s, tools}, {u"digest"_s, writer.registry().digest()}};
        responder.answer(wire::Response::json(200, base::canonicalBytes(body)));
    });
}

void InfoCalls::health(const wire::Responder &responder)
{
    responder.answer(wire::Response::json(200, R"({"status":"ok"})"));
}

void InfoCalls::ready(const wire::Responder &responder)
{
    if (m_services.ledger.queued() >= flow::LedgerThread::kQueue) {
        responder.answer(notReady({u"The queue of the ledger is full."_s}));
        return;
    }
    const auto timer = m_services.server.after(
        kLedgerAnswersWithin, [responder] { responder.answer(notReady({u"The ledger does not answer."_s})); });
    onLedger(m_services, responder, [this, responder, timer](LedgerWriter &writer) {
        m_services.server.cancel(timer);
        const QStringList reasons = reasonsAgainst(writer);
        QJsonObject body{{u"events"_s, writer.head().size},
                         {u"operations"_s, writer.head().operations},
                         {u"verifying"_s, writer.verificationDue().has_value()}};
        if (!reasons.isEmpty()) {
            responder.answer(notReady(reasons, body));
            return;
        }
        body.insert(u"status"_s, u"ready"_s);
        responder.answer(wire::Response::json(200, base::canonicalBytes(body)));
    });
}

void InfoCalls::openApi(const wire::Responder &responder)
{
    QFile file(u":/obstat/openapi.json"_s);
    if (!file.open(QIODevice::ReadOnly)) {
        responder.answer(problemFor({base::ErrorCode::Internal, u"The OpenAPI file is not in this build."_s}));
        return;
    }
    responder.answer(wire::Response::json(200, file.readAll()));
}

} // namespace obstat::gateway
