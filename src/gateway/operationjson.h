#pragma once

#include "ledger/types.h"
#include "wire/message.h"

#include <QJsonObject>

#include <optional>

namespace obstat::ledger {
class LedgerReader;
}

namespace obstat::gateway {

/// What callers see of an operation; nothing that only people with rights may see.
[[nodiscard]] QJsonObject operationJson(const ledger::OperationRow &operation);

/// One sentence that a model can act on, by status: what happened and what to do. Never says "pending" of something
/// that ended.
[[nodiscard]] QString statusMessage(const ledger::OperationRow &operation, const QString &rejectReason);
/// keep-key, new-intent or stop, by status.
[[nodiscard]] QString statusAdvice(ledger::Status status);

/// An operation with its first result, read in one go on the ledger thread.
struct OperationView
{
    ledger::OperationRow operation;
    std::optional<QByteArray> result; ///< the owner's stored bytes
    QString rejectReason;
};
[[nodiscard]] base::Result<std::optional<OperationView>> readView(ledger::LedgerReader &reader, qint64 id);

/// `object` with a last member `result`: the owner's bytes as they are where they are JSON, else a JSON string, else
/// null and `result_base64`.
[[nodiscard]] QByteArray withResult(const QJsonObject &object, const std::optional<QByteArray> &result);

} // namespace obstat::gateway
