#pragma once

#include "console/client/adminclient.h"

#include <QPromise>
#include <QStringList>

namespace obstat::tests {

/// An instance that takes or refuses administrators' acts as the test says.
class FakeAdminClient final : public console::AdminClient
{
public:
    QList<approval::SignedAct> sent;
    QStringList addresses;
    base::Result<> next;

    [[nodiscard]] QFuture<base::Result<>> send(const QString &address, const approval::SignedAct &act) override
    {
        addresses.append(address);
        sent.append(act);
        QPromise<base::Result<>> promise;
        promise.start();
        promise.addResult(next);
        promise.finish();
        return promise.future();
    }
};

} // namespace obstat::tests
