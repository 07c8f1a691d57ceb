#pragma once

#include "sim/replay.h"
#include "wire/keepaliveclient.h"

#include <QSet>

namespace obstat::sim {

/// One recorded run, replayed through one connection with the run's own token. Used once, in one thread.
class RunReplay
{
public:
    RunReplay(const RecordedRun &run, const ReplayTarget &target);
    [[nodiscard]] base::Result<ReplayCounts> replay();

private:
    [[nodiscard]] base::Result<> submit(const RecordedCall &call);
    [[nodiscard]] base::Result<wire::Response> post(const RecordedCall &call);
    void count(const QJsonObject &answer);
    [[nodiscard]] base::Result<> countEnds();
    [[nodiscard]] base::Result<QString> finalStatus(qint64 id);

    const RecordedRun &m_run;
    const ReplayTarget &m_target;
    wire::KeepAliveClient m_client;
    wire::Headers m_headers;
    QSet<qint64> m_created;
    ReplayCounts m_counts;
};

} // namespace obstat::sim
