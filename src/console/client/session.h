#pragma once

#include "base/random.h"
#include "console/client/adminclient.h"
#include "console/client/adminkey.h"
#include "console/client/columnguard.h"
#include "console/client/decisiondesk.h"
#include "console/client/flowstate.h"
#include "console/client/keysession.h"
#include "console/client/ledgerclient.h"

#include <memory>

namespace obstat::console {

/// One open ledger as the pages see it: its client, the desk that decisions go over, the approver's key, and the
/// overview, kept fresh. GUI thread.
class Session : public QObject
{
    Q_OBJECT

public:
    /// What a session stands on; tests hand in fakes.
    struct Parts
    {
        std::unique_ptr<LedgerClient> ledger;
        std::unique_ptr<DecisionClient> decisions;
        const base::Clock *clock = nullptr; ///< outlives the session
        base::Random *random = nullptr;     ///< outlives the session
        QString outbox;                     ///< file
        std::unique_ptr<AdminClient> admin = {};
    };

    explicit Session(Parts parts, QObject *parent = nullptr);
    ~Session() override;

    [[nodiscard]] LedgerClient &ledger() { return *m_parts.ledger; }
    /// What of the rows of lists the person may see.
    [[nodiscard]] const ColumnGuard &columns() const { return m_columns; }
    [[nodiscard]] DecisionDesk &desk() { return m_desk; }
    [[nodiscard]] KeySession &key() { return m_key; }
    /// An administrator's key, for the acts of the People page.
    [[nodiscard]] AdminKey &adminKey() { return m_adminKey; }
    /// Sends an administrator's act to the running instance; Unavailable when there is none.
    [[nodiscard]] QFuture<base::Result<>> sendAct(const approval::SignedAct &act);
    /// Both keys: nobody is in front of the screen.
    void lockKeys();
    /// Both keys: somebody is.
    void touchKeys();
    [[nodiscard]] const base::Clock &clock() const { return *m_parts.clock; }
    [[nodiscard]] base::Random &random() { return *m_parts.random; }

    /// As last read; `isRead()` says whether it was read at all.
    [[nodiscard]] const Overview &overview() const { return m_overview; }
    [[nodiscard]] bool isRead() const { return m_read; }
    [[nodiscard]] FlowState flow() const;
    /// host:port of an instance that is alive, "" when there is none.
    [[nodiscard]] QString address() const;

    /// Reads the overview anew.
    void refresh();

Q_SIGNALS:
    void overviewChanged();
    void overviewFailed(const base::Error &error);
    void ledgerChanged(); ///< rows may have changed: pages refresh in place

private:
    void take(const base::Result<Overview> &answer);

    Parts m_parts;
    KeySession m_key;
    AdminKey m_adminKey;
    DecisionDesk m_desk;
    ColumnGuard m_columns;
    QTimer m_timer;
    Overview m_overview;
    bool m_read = false;
    bool m_reading = false;
    bool m_again = false;
};

} // namespace obstat::console
