#include "gateway/operationcalls.h"

#include "base/canonicaljson.h"
#include "gateway/operationjson.h"
#include "gateway/problem.h"
#include "gateway/sweep.h"
#include "ledger/ledgerreader.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;
using ledger::LedgerWriter;

namespace {

constexpr int kEndAtOnce = 256;

bool isOverdue(const ledger::OperationRow &operation, base::Micros now)
{
    return operation.status == ledger::Status::AwaitingApproval && operation.expiresAt <= now;
}

/// The reason in the body of a withdrawal: {"reason": TEXT}, or no body.
base::Result<QString> withdrawReason(const QByteArray &body)
{
    if (body.isEmpty())
        return QString();
    auto parsed = base::parseCanonical(body, {16 * 1024, 4});
    if (!parsed)
        return tl::unexpected(parsed.error());
    const QJsonObject object = parsed->value.toObject();
    const QJsonValue reason = object.value(u"reason"_s);
    if (!parsed->value.isObject() || object.size() != (reason.isUndefined() ? 0 : 1) ||
        !(reason.isUndefined() || reason.isString()))
        return base::fail(ErrorCode::Malformed, u"The body must be an object with at most one text, 'reason'."_s);
    return reason.toString();
}

wire::Response notFound()
{
    return problemFor({ErrorCode::NotFound, u"There is no such operation."_s});
}

wire::Response viewResponse(const OperationView &view)
{
    QJsonObject body{{u"operation"_s, operationJson(view.operation)},
                     {u"message"_s, statusMessage(view.operation, view.rejectReason)},
                     {u"advice"_s, statusAdvice(view.operation.status)}};
    if (!view.rejectReason.isEmpty())
        body.insert(u"reject_reason"_s, view.rejectReason);
    return wire::Response::json(200, withResult(body, view.result));
}

bool mayRead(const wire::Responder &responder, const approval::Token &token)
{
    if (token.scopes.contains(u"read"_s) || token.scopes.contains(u"submit"_s))
        return true;
    responder.answer(problemFor({ErrorCode::Forbidden, u"This token has neither the scope 'read' nor 'submit'."_s}));
    return false;
}

} // namespace

void OperationCalls::get(const wire::Request &request, const wire::Responder &responder, const approval::Token &token,
                         qint64 id)
{
    if (!mayRead(responder, token))
        return;
    const int wait = preferredWait(request, m_services.config.longestWaitSeconds);
    onLedger(m_services, responder, [this, responder, tenant = token.tenant, id, wait](LedgerWriter &writer) {
        answer(writer, responder, tenant, id, wait);
    });
}

void OperationCalls::answer(LedgerWriter &writer, const wire::Responder &responder, const QString &tenant, qint64 id,
                            int wait)
{
    auto view = readView(writer.reader(), id);
    const base::Micros now = m_services.clock.now();
    if (view && *view && isOverdue((*view)->operation, now)) {
        endOverdue(writer);
        view = readView(writer.reader(), id);
    }
    if (!view) {
        responder.answer(problemFor(view.error()));
        return;
    }
    if (!*view || (*view)->operation.tenant != tenant) {
        responder.answer(notFound());
        return;
    }
    if (wait == 0 || !isOpen((*view)->operation.status)) {
        responder.answer(viewResponse(**view));
        return;
    }
    hold(
        m_services, responder, id, wait,
        [version = (*view)->operation.version](const ledger::OperationRow &changed) {
            return changed.version != version;
        },
        [this, responder, tenant, id] {
            onLedger(m_services, responder,
                     [this, responder, tenant, id](LedgerWriter &later) { answer(later, responder, tenant, id, 0); });
        });
}

/// The sweeper comes once a second; until then nobody may read that a plan still waits whose time is over.
void OperationCalls::endOverdue(LedgerWriter &writer)
{
    static_cast<void>(gateway::endOverdue(writer, m_services.ledger, m_services.log, kEndAtOnce));
}

void OperationCalls::byKey(const wire::Request &request, const wire::Responder &responder, const approval::Token &token)
{
    if (!mayRead(responder, token))
        return;
    const QString key = request.query.value(u"key"_s);
    if (key.isEmpty() || request.query.size() != 1) {
        responder.answer(problemFor({ErrorCode::Malformed, u"Give one query parameter: key, the intent key."_s}));
        return;
    }
    onLedger(m_services, responder, [this, responder, tenant = token.tenant, key](LedgerWriter &writer) {
        auto rows = writer.reader().operationsByKey(tenant, key);
        const base::Micros now = m_services.clock.now();
        if (rows && std::any_of(rows->begin(), rows->end(), [now](const auto &row) { return isOverdue(row, now); })) {
            endOverdue(writer);
            rows = writer.reader().operationsByKey(tenant, key);
        }
        if (!rows) {
            responder.answer(problemFor(rows.error()));
            return;
        }
        QJsonArray operations;
        for (const ledger::OperationRow &row : *rows)
            operations.append(operationJson(row));
        responder.answer(rows->isEmpty() ? notFound()
                                         : wire::Response::json(
                                               200, base::canonicalBytes(QJsonObject{{u"operations"_s, operations}})));
    });
}

void OperationCalls::withdraw(const wire::Request &request, const wire::Responder &responder,
                              const approval::Token &token, qint64 id)
{
    if (!token.scopes.contains(u"submit"_s)) {
        responder.answer(problemFor({ErrorCode::Forbidden, u"This token has not the scope 'submit'."_s}));
        return;
    }
    auto reason = withdrawReason(request.body);
    if (!reason) {
        responder.answer(problemFor(reason.error()));
        return;
    }
    onLedger(m_services, responder, [this, responder, token, id, reason = *reason](LedgerWriter &writer) {
        auto row = writer.withdraw(token.tenant, token.actor, id, reason);
        if (!row) {
            responder.answer(problemFor(row.error()));
            return;
        }
        m_services.ledger.announce(*row);
        responder.answer(viewResponse({*row, std::nullopt, {}}));
    });
}

} // namespace obstat::gateway
