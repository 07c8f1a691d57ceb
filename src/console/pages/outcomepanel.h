#pragma once

#include "console/client/decisiondesk.h"
#include "console/models/outcomegate.h"
#include "console/pages/page.h"

#include <QFrame>
#include <QHash>
#include <QTimer>

#include <array>
#include <optional>

class QPushButton;

namespace obstat::console {

class ActingBox;
class KeyButton;
class Notice;
class OutcomeForm;
class PlainTextLabel;
class Session;

/// The buttons below an operation or a conflict that settle it by a person's signed decision (contract 7.5): why one
/// does nothing, who else has to say the same, what is asked before it is signed, and what became of it. Hidden where
/// there is nothing to settle.
class OutcomePanel : public QFrame
{
    Q_OBJECT

public:
    explicit OutcomePanel(QWidget *parent = nullptr);
    ~OutcomePanel() override;

    void setSession(Session *session);
    /// Another operation, or the same one looked at again: what was typed stays while the row is the same.
    void showOperation(const OperationDetail &detail, const std::optional<ledger::ConflictRow> &conflict = {});
    void clear();

    [[nodiscard]] static std::optional<OutcomeAction> actionOf(Page::Command command);
    /// As its key does; nothing where it is not offered or something stands in the way.
    void start(OutcomeAction action);
    [[nodiscard]] OutcomeBlock block(OutcomeAction action) const;
    [[nodiscard]] bool isOffered(OutcomeAction action) const { return m_offered.contains(action); }
    /// Times go on.
    void updateState();

Q_SIGNALS:
    void unlockRequested();
    void listRequested();          ///< nothing here takes keys any more
    void planRequested(qint64 id); ///< the plan that a decision made

private:
    /// Operation, version, evidence and conflict: the same ones mean that the same is decided on.
    using Identity = std::array<qint64, 4>;
    struct Shown
    {
        PlanReview plan;
        OutcomeReview review;
        std::optional<ledger::ConflictRow> conflict;
        [[nodiscard]] Identity identity() const;
    };

    void buildButtons();
    void leaveButtons();
    void stopForm();
    void confirm(const QString &reason);
    void decide(OutcomeAction action, const QString &reason);
    [[nodiscard]] approval::DecisionBody body(OutcomeAction action, const QString &reason) const;
    [[nodiscard]] OutcomeGate::Signer signer(OutcomeAction action) const;
    [[nodiscard]] OutcomeGate::Screen screen() const;
    void takeReport(const DecisionReport &report);
    void takeRecall(const DecisionReport &report);
    [[nodiscard]] bool concerns(const DecisionReport &report) const;
    void updateBlocks();
    void updateActing();
    void updateVisible();
    void checkFields();
    void checkName(const QString &name);
    [[nodiscard]] QString about(OutcomeAction action) const;

    Session *m_session = nullptr;
    std::optional<Shown> m_shown;
    QList<OutcomeAction> m_offered;
    QHash<OutcomeAction, KeyButton *> m_buttons;
    Notice *m_notice = nullptr;
    QWidget *m_choices = nullptr;
    PlainTextLabel *m_people = nullptr;
    ActingBox *m_acting = nullptr;
    QWidget *m_row = nullptr;
    PlainTextLabel *m_blocks = nullptr;
    QPushButton *m_unlock = nullptr;
    OutcomeForm *m_form = nullptr;
    QTimer m_clock;
    QString m_chosenFor; ///< the principal whom the person chose, "" = no choice or the own name
    qint64 m_planned = 0;
    quint64 m_nameAsked = 0;
    base::Micros m_shownAt = 0; ///< monotonic
    bool m_decided = false;
    Identity m_pressed{}; ///< what was shown when a button went down (C18)
};

} // namespace obstat::console
