#include "gateway/callercalls.h"

#include "base/canonicaljson.h"
#include "gateway/callerbody.h"
#include "gateway/operationjson.h"
#include "gateway/problem.h"
#include "ledger/ledgerreader.h"

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;
using ledger::CallerClaimAnswer;
using ledger::CallerReportAnswer;
using ledger::LedgerWriter;

namespace {

bool mayReport(const wire::Responder &responder, const approval::Token &token)
{
    if (token.scopes.contains(u"report"_s))
        return true;
    responder.answer(problemFor({ErrorCode::Forbidden, u"This token has not the scope 'report'."_s}));
    return false;
}

wire::Response refusedClaim(const CallerClaimAnswer &answer)
{
    QJsonObject more{{u"advice"_s, statusAdvice(answer.operation.status)},
                     {u"operation"_s, QJsonObject{{u"id"_s, answer.operation.id},
                                                  {u"status"_s, statusText(answer.operation.status)},
                                                  {u"intent_key"_s, answer.operation.intentKey}}}};
    if (answer.code == "claimed_by_another"_L1) {
        more.insert(u"holder"_s, answer.holder);
        more.insert(u"lease_until"_s, base::isoText(answer.leaseUntil));
    }
    return problem(answer.code == "expired"_L1 ? 410 : 409, answer.code, u"Not claimed"_s, answer.message, more);
}

/// The approved bytes stand in the answer as they are.
wire::Response claimResponse(const CallerClaimAnswer &answer)
{
    if (!answer.isGiven())
        return refusedClaim(answer);
    QByteArray json = base::canonicalBytes(QJsonObject{{u"code"_s, answer.code},
                                                       {u"message"_s, answer.message},
                                                       {u"advice"_s, u"keep-key"_s},
                                                       {u"repeat"_s, answer.code == "repeated"_L1},
                                                       {u"resend"_s, answer.resend},
                                                       {u"fence"_s, answer.fence},
                                                       {u"lease_until"_s, base::isoText(answer.leaseUntil)},
                                                       {u"wire_key"_s, answer.operation.wireKey},
                                                       {u"operation"_s, operationJson(answer.operation)}});
    json.chop(1); // the closing brace
    return wire::Response::json(200, json + R"(,"arguments":)" + answer.arguments + '}');
}

wire::Response reportResponse(const CallerReportAnswer &answer, const std::optional<QByteArray> &result)
{
    if (!answer.accepted) {
        return problem(answer.code == "wrong_token"_L1 ? 403 : 409, answer.code, u"Not taken"_s, answer.message,
                       {{u"advice"_s, u"stop"_s}});
    }
    const QJsonObject body{{u"code"_s, answer.code},
                           {u"message"_s, answer.message},
                           {u"advice"_s, statusAdvice(answer.operation.status)},
                           {u"repeat"_s, answer.code == "repeated"_L1},
                           {u"late"_s, answer.late},
                           {u"operation"_s, operationJson(answer.operation)}};
    return wire::Response::json(200, withResult(body, result));
}

void log(base::JsonLog &log, const QString &event, const ledger::OperationRow &operation, const QString &code,
         const approval::Token &token, qint64 fence)
{
    QJsonObject fields{{u"operation"_s, operation.id},
                       {u"key"_s, operation.intentKey},
                       {u"natural"_s, operation.natural},
                       {u"status"_s, statusText(operation.status)},
                       {u"code"_s, code},
                       {u"token"_s, token.id},
                       {u"fence"_s, fence}};
    if (!operation.reference.isEmpty())
        fields.insert(u"reference"_s, operation.reference);
    log.info(event, fields);
}

} // namespace

void CallerCalls::claim(const wire::Request &request, const wire::Responder &responder, const approval::Token &token,
                        qint64 id)
{
    if (!mayReport(responder, token))
        return;
    const auto wanted = readClaim(request.body, token, id);
    if (!wanted) {
        responder.answer(problemFor(wanted.error()));
        return;
    }
    onLedger(m_services, responder, [this, responder, token, wanted = *wanted](LedgerWriter &writer) {
        if (writer.verificationDue()) { // what another program may have written is never executed
            responder.answer(problemFor({ErrorCode::Busy, u"The ledger is being verified; nothing is claimed until "
                                                          "that is done. Try again."_s}));
            return;
        }
        const auto answer = writer.claimForCaller(wanted);
        if (!answer) {
            responder.answer(problemFor(answer.error()));
            return;
        }
        m_services.ledger.announce(answer->operation);
        log(m_services.log, u"claim_by_caller"_s, answer->operation, answer->code, token, answer->fence);
        responder.answer(claimResponse(*answer));
    });
}

void CallerCalls::outcome(const wire::Request &request, const wire::Responder &responder, const approval::Token &token,
                          qint64 id)
{
    if (!mayReport(responder, token))
        return;
    const auto report = readReport(request.body, token, id);
    if (!report) {
        responder.answer(problemFor(report.error()));
        return;
    }
    onLedger(m_services, responder, [this, responder, token, report = *report](LedgerWriter &writer) {
        const auto answer = writer.takeReport(report);
        if (!answer) {
            responder.answer(problemFor(answer.error()));
            return;
        }
        m_services.ledger.announce(answer->operation);
        log(m_services.log, u"outcome_by_caller"_s, answer->operation, answer->code, token, report.fence);
        const auto view = readView(writer.reader(), report.operation);
        responder.answer(reportResponse(*answer, view && *view ? (*view)->result : std::nullopt));
    });
}

} // namespace obstat::gateway
