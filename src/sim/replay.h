#pragma once

#include "base/result.h"
#include "policy/registry.h"
#include "sim/recording.h"

#include <QJsonObject>

#include <functional>

namespace obstat::sim {

/// What came of the replay of one file; the words are those of contract 4.2.
struct ReplayCounts
{
    qint64 runs = 0, calls = 0, writes = 0;
    qint64 created = 0, repeated = 0, conflict = 0, refused = 0, revisions = 0;
    qint64 succeeded = 0, failed = 0, unknown = 0, waiting = 0; ///< of the created operations, at the end
    qint64 effects = 0;                                         ///< in the owner's own book

    [[nodiscard]] QJsonObject toJson() const;
    ReplayCounts &operator+=(const ReplayCounts &other);
};

/// Where the replay goes.
struct ReplayTarget
{
    QByteArray host = "127.0.0.1";
    quint16 port = 0;
    std::function<QString(const RecordedRun &)> token;
    policy::Registry registry; ///< says which calls are writes
    int waitSeconds = 30;      ///< `Prefer: wait` of each submit; 0 = do not wait
    int parallel = 4;          ///< runs at once
    int patience = 60;         ///< seconds to wait at the end for what is not settled
};

/// Drives a gateway as an orchestrator would: every write of every run in its order, one client per run, the next call
/// only after the answer to the one before. Blocks; `effects` is left to the caller. Unavailable or the gateway's own
/// error ends it.
[[nodiscard]] base::Result<ReplayCounts> replay(const Recording &recording, const ReplayTarget &target);

} // namespace obstat::sim
