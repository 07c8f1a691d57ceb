#pragma once

#include "console/client/decisiondesk.h"
#include "console/client/ledgerclient.h"
#include "console/models/attentionsection.h"
#include "console/models/rowmarks.h"
#include "console/pages/page.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

namespace Ui {
class AttentionPage;
}

namespace obstat::console {

class AttentionModel;
class ConflictsModel;
class DrillDialog;

/// What is stuck and why: unknown outcomes, conflicts, failed, overdue and held operations, and beside the list the
/// life of the chosen one.
class AttentionPage final : public Page
{
    Q_OBJECT

public:
    explicit AttentionPage(QWidget *parent = nullptr);
    ~AttentionPage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    void focusFilter() override;
    [[nodiscard]] Badge badge() const override;
    bool perform(Command command) override;
    void applyLink(const QMap<QString, QString> &values) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void connectWidgets();
    [[nodiscard]] AttentionSection section() const;
    [[nodiscard]] bool isConflicts() const { return section() == AttentionSection::Conflicts; }
    void showSection();
    void takeOverview();
    void updateList();
    void selectionChanged();
    void loadOperation(qint64 id);
    void loadConflict(const ledger::ConflictRow &conflict);
    void showError(const base::Error &error);
    void clearDetail();
    void updateReady();
    void connectDeciding();
    void setDecidingSession();
    void takeReport(const DecisionReport &report);
    [[nodiscard]] bool mayMark() const;
    void markCurrent();
    void markSelected();
    void updateMarks();
    void openBulk();
    void closeBulk();
    void openDrill();
    void focusList();

    std::unique_ptr<Ui::AttentionPage> m_ui;
    AttentionModel *m_model = nullptr;
    ConflictsModel *m_conflicts = nullptr;
    QTimer m_ages;
    Session *m_session = nullptr;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_changedHidden = false;
    bool m_chosen = false; ///< a person or a link chose the section
    Badge m_badge;
    RowMarks m_marks;     ///< to be asked about together
    qint64 m_planned = 0; ///< what the last settled conflict became
    QPointer<DrillDialog> m_drill;
};

} // namespace obstat::console
