#pragma once

#include "ledger/types.h"

namespace obstat::ledger {

/// What an orchestrator asked for, after everything that can be said without the ledger.
struct Intake
{
    const policy::ToolEntry *entry = nullptr; ///< of the registry given
    QJsonObject arguments;                    ///< without the key arguments
    QByteArray bytes;                         ///< their canonical bytes
    QString payloadDigest;
    QString keyArguments; ///< paths that were removed, joined by ","
};

/// A refused submit: no operation.
struct Refusal
{
    QString code;
    QString advice;
    QString message;
    QStringList missing;
};

/// Contract 2 and 4.2: the tool is registered, writes, has its three answers; key fields that the model filled are
/// taken out before the digest.
[[nodiscard]] tl::expected<Intake, Refusal> takeIn(const Submission &submission, const policy::Registry &registry);

/// The identity with this window ("" = none), or why there is none.
[[nodiscard]] tl::expected<policy::Identity, Refusal> identityOf(const Submission &submission, const Intake &intake,
                                                                 const QString &window);

} // namespace obstat::ledger
