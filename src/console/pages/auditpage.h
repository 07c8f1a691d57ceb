#pragma once

#include "console/client/ledgerclient.h"
#include "console/pages/page.h"

#include <memory>
#include <optional>

namespace Ui {
class AuditPage;
}

namespace obstat::console {

class EventsModel;
class GapsModel;

/// The event log, newest first, by any filter; how far it can be believed; and beside the list the leaf of one event.
class AuditPage final : public Page
{
    Q_OBJECT

public:
    explicit AuditPage(QWidget *parent = nullptr);
    ~AuditPage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    void focusFilter() override;
    bool perform(Command command) override;
    void showOperation(qint64 id) override;
    void showRun(const QString &run) override;
    void applyLink(const QMap<QString, QString> &values) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void prepareChips();
    void connectWidgets();
    [[nodiscard]] ledger::EventFilter filter() const;
    void applyFilter();
    void applyRange();
    void updateList();
    void updateEmptyState();
    void selectionChanged();
    void showGap(const QString &gap);
    void showEvents();
    void showError(const base::Error &error);
    void updateReady();

    std::unique_ptr<Ui::AuditPage> m_ui;
    EventsModel *m_events = nullptr;
    GapsModel *m_gaps = nullptr;
    Session *m_session = nullptr;
    QString m_gap; ///< whose operations are listed; "" = the events are
    bool m_changedHidden = false;
};

} // namespace obstat::console
