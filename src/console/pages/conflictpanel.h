#pragma once

#include "console/client/ledgertypes.h"
#include "console/models/sensitivemask.h"

#include <QFrame>

#include <memory>
#include <optional>

namespace Ui {
class ConflictPanel;
}

namespace obstat::console {

class OutcomePanel;
class Session;

/// One conflict: the first operation and the second request for the same key, and every place where their payloads
/// differ, side by side from the stored canonical bytes.
class ConflictPanel : public QFrame
{
    Q_OBJECT

public:
    explicit ConflictPanel(QWidget *parent = nullptr);
    ~ConflictPanel() override;

    /// Whose key is unlocked decides what may be seen; nullptr: nobody's.
    void setSession(Session *session);
    /// `second` are the stored bytes of the second payload; nullopt when they were purged.
    void showConflict(const ledger::ConflictRow &conflict, const OperationDetail &first, const StoredBytes &second);
    void clear();
    [[nodiscard]] std::optional<qint64> shownEvent() const { return m_event; }
    /// What settles it.
    [[nodiscard]] OutcomePanel &outcome();

Q_SIGNALS:
    void operationRequested(qint64 id);
    void decisionRequested(qint64 id); ///< a plan that waits

private:
    void render();
    void fillDifference(const StoredBytes &first, const StoredBytes &second, const SensitiveMask &mask);
    void fillFirst(const ledger::OperationRow &first);
    void fillSecond(const ledger::ConflictRow &conflict);

    std::unique_ptr<Ui::ConflictPanel> m_ui;
    Session *m_session = nullptr;
    std::optional<qint64> m_event;
    ledger::ConflictRow m_conflict;
    OperationDetail m_first;
    StoredBytes m_second;
};

} // namespace obstat::console
