#pragma once

#include "approval/keys.h"
#include "console/client/session.h"
#include "support/fakeadminclient.h"
#include "support/fakeclock.h"
#include "support/fakedecisionclient.h"
#include "support/fakeledgerclient.h"
#include "support/samplebook.h"
#include "support/seededrandom.h"
#include "support/tempfolder.h"

namespace obstat::tests {

/// A session over fakes: the sample's book, an enrolled approver m.keller with the role treasury, a flow that is alive.
class SampleConsole
{
public:
    /// `picture`: with the operations of the design's pictures.
    explicit SampleConsole(bool picture = true);

    FakeClock clock;
    SeededRandom random;
    SampleBook book;
    FakeLedgerClient *ledger = nullptr;
    FakeDecisionClient *decisions = nullptr;
    FakeAdminClient *admin = nullptr;
    std::unique_ptr<console::Session> session;
    approval::SigningKey key;

    /// Copies the book into the ledger and says that something changed.
    void publish();
    void unlock() { session->key().adopt(key); }
    /// Heartbeats now, or none at all.
    void setFlow(bool alive);

private:
    TempFolder m_folder;
};

} // namespace obstat::tests
