#pragma once

#include "console/client/decisiondesk.h"
#include "console/models/acting.h"

#include <QFrame>
#include <QTimer>

#include <memory>
#include <optional>

namespace Ui {
class PlanPanel;
}

namespace obstat::console {

class SeenTracker;
class Session;

/// One plan as its approver reads and decides it. What is shown is what is signed: everything is rendered from bytes
/// that were digested again here, Approve is possible only after all of it was on screen, and the decision names the
/// plan that the panel shows, whatever the list does meanwhile.
class PlanPanel : public QFrame
{
    Q_OBJECT

public:
    explicit PlanPanel(QWidget *parent = nullptr);
    ~PlanPanel() override;

    void setSession(Session *session);
    /// Another plan, or the same one looked at again. Only what the approver would read differently starts anew.
    void showPlan(const OperationDetail &detail);
    void clear();
    /// Nothing can be decided until showPlan() is called: another plan was chosen and is being read.
    void setLoading();
    [[nodiscard]] std::optional<qint64> operation() const;
    [[nodiscard]] GateBlock approveBlock() const;

    void setKeysShown(bool shown);
    void approve();
    void startReject();
    /// The editor for the arguments, and a reason: signed, it rejects the plan and plans what was written.
    void startChange();
    void scrollDown();
    /// Times and the arming go on.
    void updateState();

Q_SIGNALS:
    void skipRequested();
    void unlockRequested();
    void runRequested(const QString &run);
    void planRequested(qint64 id); ///< the plan that a change became
    void decisionMade();
    void listRequested(); ///< nothing here takes keys any more

protected:
    bool event(QEvent *event) override;

private:
    void connectWidgets();
    void arm();
    void render();
    void renderHead();
    void renderWhy();
    void renderBody();
    void renderContext();
    void renderQuorum();
    /// Hides or shows what only some may see; true when that changed.
    bool updateMask();
    /// What the person who sits here may read.
    [[nodiscard]] const PlanReview &readable() const { return m_masked ? *m_masked : *m_review; }
    void updateArgumentsHeading();
    void showEnd(const OperationDetail &detail);
    void takeReport(const DecisionReport &report);
    void takeRecall(const DecisionReport &report);
    /// Ends a reject or a change that was begun; `forget`: also what was typed.
    void stopReason(bool forget);
    void cancelReason();
    void confirmReason(const QString &reason);
    void openReason(const QString &kind);
    void updateActing();
    void decide(const QString &kind, const QString &reason);
    [[nodiscard]] approval::DecisionBody body(const QString &kind, const QString &reason) const;
    /// Who decides so, in whose name.
    [[nodiscard]] const ApprovalGate::Approver &approver(const QString &kind) const;
    [[nodiscard]] ApprovalGate::Screen screen() const;
    [[nodiscard]] const PlanReview *review() const;
    [[nodiscard]] GateBlock rejectBlock() const;
    [[nodiscard]] GateBlock changeBlock() const;
    void showCanonical(bool canonical);

    std::unique_ptr<Ui::PlanPanel> m_ui;
    Session *m_session = nullptr;
    SeenTracker *m_seen = nullptr;
    std::optional<PlanReview> m_review;
    std::optional<PlanReview> m_masked; ///< shown in its place; only m_review is ever signed
    ledger::LedgerReader::RunShape m_runShape;
    Acting m_acting;
    QString m_chosenFor;  ///< the principal whom the person chose, "" = no choice or the own name
    QString m_reasonKind; ///< what the reason is for while it is asked: reject or change
    qint64 m_planned = 0; ///< the plan that an admitted change became
    QTimer m_arming;
    bool m_loading = false;
    base::Micros m_shownAt = 0; ///< monotonic: since when the plan is on screen
    base::Micros m_armedAt = 0; ///< monotonic: since when a press may count
    bool m_decided = false;
    QString m_pressedDigest; ///< what was shown when Approve was pressed down
};

} // namespace obstat::console
