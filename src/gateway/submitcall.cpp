#include "gateway/submitcall.h"

#include "gateway/operationjson.h"
#include "gateway/problem.h"
#include "gateway/submitbody.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using ledger::AnswerKind;
using ledger::SubmitAnswer;

namespace {

int refusedStatus(const QString &code)
{
    if (code == u"denied"_s)
        return 403;
    if (code == u"over_limit"_s)
        return 429;
    if (code == u"doubt"_s || code == u"clock"_s)
        return 503;
    return 422;
}

wire::Response refusedResponse(const SubmitAnswer &answer)
{
    QJsonObject more{{u"answer"_s, answerText(answer.kind)}, {u"advice"_s, answer.advice}};
    if (!answer.missing.isEmpty())
        more.insert(u"missing"_s, QJsonArray::fromStringList(answer.missing));
    return problem(refusedStatus(answer.code), answer.code, u"Refused"_s, answer.message, more);
}

wire::Response conflictResponse(const SubmitAnswer &answer)
{
    QJsonObject more{{u"answer"_s, answerText(answer.kind)},
                     {u"advice"_s, answer.advice},
                     {u"differing"_s, QJsonArray::fromStringList(answer.differing)}};
    if (answer.operation) {
        more.insert(u"operation"_s, QJsonObject{{u"id"_s, answer.operation->id},
                                                {u"status"_s, statusText(answer.operation->status)},
                                                {u"intent_key"_s, answer.operation->intentKey}});
    }
    if (!answer.firstDigest.isEmpty()) {
        more.insert(u"first_digest"_s, answer.firstDigest);
        more.insert(u"second_digest"_s, answer.secondDigest);
    }
    return problem(409, answer.code, u"Conflict"_s, answer.message, more);
}

} // namespace

wire::Response submitResponse(const SubmitAnswer &answer)
{
    if (answer.kind == AnswerKind::Refused)
        return refusedResponse(answer);
    if (answer.kind == AnswerKind::Conflict)
        return conflictResponse(answer);

    const ledger::OperationRow &operation = *answer.operation;
    const bool repeat = answer.kind == AnswerKind::Repeated;
    const bool settled = !isOpen(operation.status);
    QJsonObject body{{u"answer"_s, answerText(answer.kind)},
                     {u"code"_s, answer.code},
                     {u"advice"_s, answer.advice},
                     {u"message"_s, answer.message},
                     {u"repeat"_s, repeat},
                     {u"warnings"_s, QJsonArray::fromStringList(answer.warnings)},
                     {u"operation"_s, operationJson(operation)}};
    if (answer.liveOperation)
        body.insert(u"live_operation"_s, *answer.liveOperation);
    if (!answer.rejectReason.isEmpty())
        body.insert(u"reject_reason"_s, answer.rejectReason);
    wire::Response response = wire::Response::json(!settled ? 202
                                                   : repeat ? 200
                                                            : 201,
                                                   withResult(body, answer.result));
    if (repeat && settled)
        response.headers.set("Idempotent-Replayed", "true");
    if (!repeat)
        response.headers.set("Location", "/v1/operations/" + QByteArray::number(operation.id));
    return response;
}

void SubmitCall::run(const wire::Request &request, const wire::Responder &responder, const approval::Token &token)
{
    if (!token.scopes.contains(u"submit"_s)) {
        responder.answer(problemFor({base::ErrorCode::Forbidden, u"This token has not the scope 'submit'."_s}));
        return;
    }
    auto submission = readSubmission(request.body, token);
    if (!submission) {
        responder.answer(problemFor(submission.error()));
        return;
    }
    // Only new work is charged, and the ledger alone knows what is new: it asks at the moment that it would create it.
    const auto charged = std::make_shared<bool>(false);
    submission->mayCreate = [this, charged, id = token.id] { return *charged = m_services.newWork.take(id); };
    const int wait = preferredWait(request, m_services.config.longestWaitSeconds);
    m_services.ledger.submit(std::move(*submission),
                             [this, responder, wait, charged, id = token.id](const base::Result<SubmitAnswer> &answer) {
                                 if (*charged && (!answer || answer->kind != AnswerKind::Created))
                                     m_services.newWork.giveBack(id);
                                 if (answer)
                                     answered(responder, wait, *answer);
                                 else
                                     responder.answer(problemFor(answer.error()));
                             });
}

void SubmitCall::answered(const wire::Responder &responder, int wait, const SubmitAnswer &answer)
{
    if (answer.kind == AnswerKind::Repeated)
        m_services.log.info(u"replayed"_s, {{u"natural"_s, answer.operation->natural},
                                            {u"operation"_s, answer.operation->id},
                                            {u"status"_s, statusText(answer.operation->status)},
                                            {u"reference"_s, answer.operation->reference}});
    const bool live = answer.operation && answer.kind != AnswerKind::Conflict && answer.kind != AnswerKind::Refused &&
                      isOpen(answer.operation->status);
    if (wait > 0 && live)
        answerLater(responder, wait, answer);
    else
        responder.answer(submitResponse(answer));
}

void SubmitCall::answerLater(const wire::Responder &responder, int wait, const SubmitAnswer &answer)
{
    // We are on the ledger thread, so the operation cannot change between the answer and this registration.
    const qint64 id = answer.operation->id;
    hold(
        m_services, responder, id, wait,
        [](const ledger::OperationRow &operation) { return !isOpen(operation.status); },
        [this, responder, answer, id] {
            onLedger(m_services, responder, [responder, answer, id](ledger::LedgerWriter &writer) {
                auto view = readView(writer.reader(), id);
                if (!view || !*view) {
                    responder.answer(submitResponse(answer));
                    return;
                }
                SubmitAnswer now = answer;
                now.operation = (*view)->operation;
                now.result = (*view)->result;
                now.rejectReason = (*view)->rejectReason;
                now.message = statusMessage(*now.operation, now.rejectReason);
                now.advice = statusAdvice(now.operation->status);
                responder.answer(submitResponse(now));
            });
        });
}

} // namespace obstat::gateway
