#pragma once

#include "console/client/decisiondesk.h"
#include "console/models/approvalgate.h"

#include <QFrame>
#include <QTimer>

#include <optional>

class QScrollArea;
class QVBoxLayout;

namespace obstat::console {

class BulkPlan;
class KeyButton;
class PlainTextLabel;
class SeenTracker;
class Session;

/// Several plans of one tool and one rule, read and approved together (C19): totals above, every payload in full, one
/// signature for each, what became of each below its title. No dialog; what changed meanwhile is left out.
class BulkPanel : public QFrame
{
    Q_OBJECT

public:
    explicit BulkPanel(QWidget *parent = nullptr);
    ~BulkPanel() override;

    void setSession(Session *session);
    /// Reads these plans and shows them.
    void open(const QList<qint64> &operations);
    void close();
    [[nodiscard]] bool isOpen() const { return !m_operations.isEmpty(); }
    /// All that were asked for are on screen.
    [[nodiscard]] bool isRead() const { return m_unread == 0; }
    [[nodiscard]] GateBlock block() const;

    void scrollDown();
    void approve();
    void updateState();

Q_SIGNALS:
    void closed();
    void unlockRequested();
    void becameReady();

protected:
    bool event(QEvent *event) override;

private:
    void buildHead(QVBoxLayout &outer);
    void buildActions(QVBoxLayout &outer);
    void read();
    void take(quint64 request, qsizetype place, const base::Result<OperationDetail> &detail);
    void showPlans();
    void compareAll();
    void checkAndSign();
    void sign(BulkPlan &plan);
    void arm();
    void takeReport(const DecisionReport &report);
    void takeRecall(const DecisionReport &report);
    [[nodiscard]] BulkPlan *planOf(qint64 operation) const;
    [[nodiscard]] GateBlock blockOf(const BulkPlan &plan, bool onlyItself) const;
    [[nodiscard]] QList<BulkPlan *> included() const;
    [[nodiscard]] ApprovalGate::Screen screen() const;

    Session *m_session = nullptr;
    QScrollArea *m_area = nullptr;
    PlainTextLabel *m_title = nullptr;
    PlainTextLabel *m_totals = nullptr;
    PlainTextLabel *m_block = nullptr;
    KeyButton *m_approve = nullptr;
    KeyButton *m_close = nullptr;
    SeenTracker *m_seen = nullptr;
    QTimer m_arming;
    QList<qint64> m_operations;
    QList<std::optional<OperationDetail>> m_details;
    QList<BulkPlan *> m_plans;
    qsizetype m_unread = 0;
    quint64 m_request = 0;
    bool m_signing = false;
    base::Micros m_shownAt = 0;
    base::Micros m_armedAt = 0;
};

} // namespace obstat::console
