#include "ctl/httpbench.h"

#include "ctl/benchledger.h"
#include "wire/keepaliveclient.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

HttpBench::HttpBench(const base::Clock &clock, base::Random &random, base::JsonLog &log)
    : m_clock(clock), m_random(random), m_log(log)
{
    m_run.id = u"bench"_s;
    m_run.actor = u"bench-agent"_s;
}

Result<> HttpBench::start(const QString &database)
{
    sim::ScratchConfig config;
    config.keep = database;
    config.drains = false;
    auto tools = sim::sampleText(u"tools.toml"_s);
    auto policy = sim::sampleText(u"policy.toml"_s);
    if (!tools || !policy)
        return tl::unexpected((tools ? policy : tools).error());
    config.registry = *tools;
    config.policy = *policy;
    m_scratch = std::make_unique<sim::Scratch>(config, m_clock, m_random, m_log);
    return m_scratch->start({{u"bench"_s, {m_run}}});
}

Result<HttpFigures> HttpBench::submit(int connections, double seconds, bool repeats)
{
    using Clock = std::chrono::steady_clock;
    const QByteArray authorization = "Bearer " + m_scratch->token(m_run).toLatin1();
    std::atomic<qint64> next = repeats ? 0 : m_made;
    std::atomic<int> bad = 0;
    std::mutex mutex;
    std::vector<double> milliseconds;
    const auto from = Clock::now();
    const auto until = from + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const auto work = [&] {
        wire::KeepAliveClient client("127.0.0.1", m_scratch->port());
        const wire::Headers headers{{"Authorization", authorization}, {"Content-Type", "application/json"}};
        std::vector<double> mine;
        while (Clock::now() < until && bad == 0) {
            const qint64 number = next++;
            const QByteArray body = R"({"tool":"approve_withdrawal","run":"run-)" + QByteArray::number(number / 4) +
                                    R"(","facts":{"kyc_complete":true},"arguments":)" +
                                    benchArguments(repeats ? number % m_made : number) + '}';
            const auto sent = Clock::now();
            auto response = client.send("POST", "/v1/operations", headers, body);
            mine.push_back(std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
            if (!response || response->status != 202)
                ++bad;
        }
        const std::lock_guard lock(mutex);
        milliseconds.insert(milliseconds.end(), mine.begin(), mine.end());
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < connections; ++i)
        threads.emplace_back(work);
    for (std::thread &thread : threads)
        thread.join();
    const double elapsed = std::chrono::duration<double>(Clock::now() - from).count();
    if (bad > 0 || milliseconds.empty())
        return fail(ErrorCode::Internal, u"The gateway answered a benchmark submit with something else than 202."_s);
    if (!repeats)
        m_made = next;
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto at = [&milliseconds](double share) {
        return milliseconds[static_cast<std::size_t>(share * static_cast<double>(milliseconds.size() - 1))];
    };
    return HttpFigures{static_cast<double>(milliseconds.size()) / elapsed, at(0.50), at(0.99)};
}

} // namespace obstat::ctl
