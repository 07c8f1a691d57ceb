#pragma once

#include "console/client/decisionclient.h"

#include <QPromise>

#include <utility>

namespace obstat::tests {

/// An instance that answers what the test says.
class FakeDecisionClient final : public console::DecisionClient
{
public:
    QList<approval::DecisionEnvelope> sent;
    QStringList addresses;
    base::Result<console::DecisionAnswer> next =
        console::DecisionAnswer{console::DecisionAnswer::Outcome::Admitted, QStringLiteral("admitted"), {}, {}};
    bool dropNext = false; ///< the next promise is dropped without an answer

    [[nodiscard]] QFuture<base::Result<console::DecisionAnswer>>
    send(const QString &address, const approval::DecisionEnvelope &envelope) override
    {
        addresses.append(address);
        sent.append(envelope);
        QPromise<base::Result<console::DecisionAnswer>> promise;
        promise.start();
        if (std::exchange(dropNext, false))
            return promise.future();
        promise.addResult(next);
        promise.finish();
        return promise.future();
    }
};

} // namespace obstat::tests
