#pragma once

#include "base/jsonlog.h"
#include "flow/ledgerthread.h"
#include "gateway/gatewayconfig.h"
#include "gateway/ratelimit.h"
#include "gateway/tokencheck.h"
#include "gateway/waiters.h"
#include "wire/server.h"

namespace obstat::gateway {

/// What every call of the gateway works with; owned by Gateway and outlives the calls.
struct Services
{
    Services(flow::LedgerThread &thread, const base::Clock &systemClock, base::JsonLog &jsonLog,
             const GatewayConfig &settings)
        : ledger(thread)
        , clock(systemClock)
        , log(jsonLog)
        , config(settings)
        , newWork(systemClock, settings.submitsPerSecond)
        , decisions(systemClock, settings.decisionsPerSecond)
    {
    }

    flow::LedgerThread &ledger;
    const base::Clock &clock;
    base::JsonLog &log;
    const GatewayConfig config;
    TokenCheck tokens;
    Waiters waiters;
    RateLimit newWork;
    RateLimit decisions;
    wire::Server server;
};

/// Seconds of `Prefer: wait=N` (RFC 7240), 0 when there is none; cut to the configured longest.
[[nodiscard]] int preferredWait(const wire::Request &request, int longest);

/// Holds the request until an announced row of the operation satisfies `until`, or `seconds` are over, or the instance
/// stops, or the client is gone (then nothing is called). `ready` runs on any thread, at once when the instance is
/// stopping, and must not block.
void hold(Services &services, const wire::Responder &responder, qint64 operation, int seconds, Waiters::Until until,
          Waiters::Ready ready);

/// Runs a job on the ledger thread; answers 503 when the instance is stopping.
void onLedger(Services &services, const wire::Responder &responder, flow::LedgerThread::Job job);

} // namespace obstat::gateway
