#pragma once

#include "console/client/ledgerclient.h"
#include "console/models/rowmarks.h"
#include "console/pages/page.h"

#include <QTimer>

#include <memory>
#include <optional>

namespace Ui {
class QueuePage;
}

namespace obstat::console {

class QueueModel;

/// The plans that wait for a person: a list, and beside it the one to decide.
class QueuePage final : public Page
{
    Q_OBJECT

public:
    explicit QueuePage(QWidget *parent = nullptr);
    ~QueuePage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    void focusFilter() override;
    [[nodiscard]] Badge badge() const override;
    bool perform(Command command) override;
    void showOperation(qint64 id) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void connectWidgets();
    void fillChips(const ledger::LedgerReader::Distinct &values);
    void fillRoles();
    void applyFilter();
    void selectionChanged();
    void load(qint64 id);
    void take(quint64 request, const base::Result<OperationDetail> &detail);
    void updateList();
    void updateTimes();
    void updateReady();
    void markCurrent();
    void markSelected();
    void updateMarks();
    void openBulk();
    void closeBulk();
    [[nodiscard]] bool performOnMarks(Command command);

    std::unique_ptr<Ui::QueuePage> m_ui;
    QueueModel *m_model = nullptr;
    Session *m_session = nullptr;
    ledger::LedgerReader::Distinct m_values;
    QTimer m_clockTick;
    quint64 m_request = 0;
    bool m_loading = false;
    qint64 m_target = 0;            ///< the plan that was asked for last
    bool m_changedHidden = false;   ///< the ledger changed while the page was not on screen
    std::optional<qint64> m_wanted; ///< to be shown; the list may not have it
    qint64 m_waiting = -1;
    RowMarks m_marks; ///< to be approved together
};

} // namespace obstat::console
