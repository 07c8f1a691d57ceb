#pragma once

#include "console/client/session.h"
#include "console/pages/queuepage.h"
#include "contract/ledgerundertest.h"
#include "support/admittingclient.h"

#include <functional>
#include <memory>

namespace obstat::tests {

/// The queue of a real ledger, read by the real client, decided by "keller" and admitted by the ledger's own writer.
class RealConsole
{
public:
    /// The ledger outlives it; its writer stays open.
    explicit RealConsole(LedgerUnderTest &ledger);
    ~RealConsole();

    [[nodiscard]] console::Session &session() { return *m_session; }
    [[nodiscard]] console::QueuePage &page() { return *m_page; }
    [[nodiscard]] AdmittingClient &admitting() { return *m_admitting; }

    template <typename T>
    T &child(const char *name)
    {
        T *found = m_page->findChild<T *>(QString::fromLatin1(name));
        if (!found)
            qFatal("There is no widget %s.", name);
        return *found;
    }
    /// Scrolls an area from its top to its end until it was read, as somebody who reads.
    void read(const char *area, const std::function<bool()> &isRead);
    void waitUntilReady();

private:
    SeededRandom m_random;
    TempFolder m_folder;
    AdmittingClient *m_admitting = nullptr;
    std::unique_ptr<console::Session> m_session;
    std::unique_ptr<console::QueuePage> m_page;
};

} // namespace obstat::tests
