#pragma once

#include "console/client/ledgerclient.h"
#include "console/pages/page.h"

#include <memory>
#include <optional>

namespace Ui {
class OperationsPage;
}

namespace obstat::console {

class OperationsModel;

/// The ledger: every operation, newest first, by any filter, and beside it the life of one.
class OperationsPage final : public Page
{
    Q_OBJECT

public:
    explicit OperationsPage(QWidget *parent = nullptr);
    ~OperationsPage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    void focusFilter() override;
    bool perform(Command command) override;
    void showOperation(qint64 id) override;
    void showRun(const QString &run) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void prepareChips();
    void connectWidgets();
    void fillChips(const ledger::LedgerReader::Distinct &values);
    void applyFilter();
    [[nodiscard]] ledger::OperationFilter filter() const;
    void selectionChanged();
    void load(qint64 id);
    void take(quint64 request, const base::Result<OperationDetail> &detail);
    void updateList();
    void updateReady();

    std::unique_ptr<Ui::OperationsPage> m_ui;
    OperationsModel *m_model = nullptr;
    Session *m_session = nullptr;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_changedHidden = false;
    std::optional<qint64> m_wanted;
};

} // namespace obstat::console
