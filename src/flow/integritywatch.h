#pragma once

#include "approval/directory.h"
#include "base/jsonlog.h"
#include "flow/ledgerthread.h"

#include <atomic>

namespace obstat::flow {

/// Verifies the whole ledger when the instance starts and whenever another program wrote into its database; until then
/// nothing is claimed (approval-integrity C17). Reads on a thread and a connection of its own.
class IntegrityWatch
{
public:
    struct Settings
    {
        QString ledger;         ///< the database
        QString logVerifierKey; ///< of the writer
        QList<approval::Administrator> administrators;
    };

    IntegrityWatch(LedgerThread &ledger, base::JsonLog &log, Settings settings);
    ~IntegrityWatch(); ///< stops
    IntegrityWatch(const IntegrityWatch &) = delete;
    IntegrityWatch &operator=(const IntegrityWatch &) = delete;

    void start();
    /// Cancels a running verification. Must be called before the ledger thread stops.
    void stop();

private:
    void run();
    void verify(qint64 number);

    LedgerThread &m_ledger;
    base::JsonLog &m_log;
    const Settings m_settings;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::atomic<bool> m_stopping = false;
    std::thread m_thread;
};

} // namespace obstat::flow
