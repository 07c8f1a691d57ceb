#pragma once

#include "base/result.h"
#include "ledger/types.h"
#include "wire/exchange.h"

#include <QByteArray>

namespace obstat::flow {

/// A request to an owner, rendered by the approved registry entry from the canonical bytes (contract 6.3).
struct OwnerRequest
{
    wire::Exchange exchange; ///< with secrets
    QByteArray recorded;     ///< what the ledger keeps: the same without the Authorization header
};

/// Reads `env:NAME` and `file:PATH` references; an empty reference is an empty secret. NotFound names the reference,
/// never the value.
[[nodiscard]] base::Result<QByteArray> readSecret(const QString &reference);

/// Renders the entry's query template, as renderCommit() does; it carries no idempotency key. Malformed too when it
/// names a reference that nobody knows.
[[nodiscard]] base::Result<OwnerRequest> renderQuery(const ledger::Question &question);

/// Renders the entry's commit template. Values are encoded in place: percent-encoded in path and query, refused in
/// headers when they hold controls, JSON values inside a body. Malformed when an argument that the template names is
/// missing, or is no scalar where only text can stand; NotFound for a secret that is not there. Pure but for the
/// secret.
[[nodiscard]] base::Result<OwnerRequest> renderCommit(const ledger::Claim &claim);

} // namespace obstat::flow
