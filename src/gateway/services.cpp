#include "gateway/services.h"

#include "gateway/problem.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::gateway {

int preferredWait(const wire::Request &request, int longest)
{
    for (const auto &[name, value] : request.headers.fields()) {
        if (name.compare("prefer", Qt::CaseInsensitive) != 0)
            continue;
        for (const QByteArray &preference : value.split(',')) {
            const QByteArray trimmed = preference.trimmed().toLower();
            if (!trimmed.startsWith("wait="))
                continue;
            bool ok = false;
            const int seconds = trimmed.mid(5).split(';').first().toInt(&ok);
            return ok ? std::clamp(seconds, 0, longest) : 0;
        }
    }
    return 0;
}

void hold(Services &services, const wire::Responder &responder, qint64 operation, int seconds, Waiters::Until until,
          Waiters::Ready ready)
{
    const auto ticket = services.waiters.add(operation, std::move(until), std::move(ready));
    const auto timer =
        services.server.after(seconds * base::kSecond, [&services, ticket] { services.waiters.fire(ticket); });
    services.waiters.whenOver(ticket, [&services, timer] { services.server.cancel(timer); });
    responder.onClientGone([&services, ticket] { services.waiters.drop(ticket); });
}

void onLedger(Services &services, const wire::Responder &responder, flow::LedgerThread::Job job)
{
    if (!services.ledger.post(std::move(job)))
        responder.answer(problemFor({base::ErrorCode::Unavailable, u"The instance is stopping."_s}));
}

} // namespace obstat::gateway
