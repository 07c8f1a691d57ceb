#include "sim/replay.h"

#include "base/canonicaljson.h"
#include "sim/runreplay.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;

namespace obstat::sim {

QJsonObject ReplayCounts::toJson() const
{
    return {{u"runs"_s, runs},       {u"calls"_s, calls},         {u"writes"_s, writes},
            {u"created"_s, created}, {u"repeated"_s, repeated},   {u"conflict"_s, conflict},
            {u"refused"_s, refused}, {u"revisions"_s, revisions}, {u"succeeded"_s, succeeded},
            {u"failed"_s, failed},   {u"unknown"_s, unknown},     {u"waiting"_s, waiting},
            {u"effects"_s, effects}};
}

ReplayCounts &ReplayCounts::operator+=(const ReplayCounts &other)
{
    runs += other.runs;
    calls += other.calls;
    writes += other.writes;
    created += other.created;
    repeated += other.repeated;
    conflict += other.conflict;
    refused += other.refused;
    revisions += other.revisions;
    succeeded += other.succeeded;
    failed += other.failed;
    unknown += other.unknown;
    waiting += other.waiting;
    effects += other.effects;
    return *this;
}

base::Result<ReplayCounts> replay(const Recording &recording, const ReplayTarget &target)
{
    std::mutex mutex;
    ReplayCounts total;
    std::optional<base::Error> failure;
    std::atomic<qsizetype> next = 0;
    const auto work = [&] {
        for (qsizetype index = next++; index < recording.runs.size(); index = next++) {
            RunReplay run(recording.runs.at(index), target);
            auto counts = run.replay();
            const std::lock_guard lock(mutex);
            if (counts)
                total += *counts;
            else if (!failure)
                failure = counts.error();
            if (failure)
                return;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < target.parallel; ++i)
        threads.emplace_back(work);
    for (std::thread &thread : threads)
        thread.join();
    if (failure)
        return tl::unexpected(*failure);
    return total;
}

} // namespace obstat::sim
