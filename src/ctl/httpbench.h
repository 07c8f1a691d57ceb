#pragma once

#include "gateway/daemon.h"
#include "sim/scratch.h"

namespace obstat::ctl {

struct HttpFigures
{
    double perSecond = 0;
    double p50Milliseconds = 0;
    double p99Milliseconds = 0;
};

/// A gateway without a flow, loaded by keep-alive connections from this process.
class HttpBench
{
public:
    HttpBench(const base::Clock &clock, base::Random &random, base::JsonLog &log);

    [[nodiscard]] base::Result<> start(const QString &database);
    /// Every connection submits one after the other for about `seconds`: new work, or repeats of what is there.
    [[nodiscard]] base::Result<HttpFigures> submit(int connections, double seconds, bool repeats);

private:
    const base::Clock &m_clock;
    base::Random &m_random;
    base::JsonLog &m_log;
    std::unique_ptr<sim::Scratch> m_scratch;
    sim::RecordedRun m_run;
    qint64 m_made = 0;
};

} // namespace obstat::ctl
