#pragma once

#include "console/client/ledgerclient.h"
#include "console/pages/page.h"

#include <memory>
#include <optional>

class QGridLayout;

namespace Ui {
class DashboardPage;
}

namespace obstat::console {

class NumberCardWidget;
struct CardLink;

/// The six watched numbers of contract 9 over one range and tool, the equal range before beside each.
class DashboardPage final : public Page
{
    Q_OBJECT

public:
    explicit DashboardPage(QWidget *parent = nullptr);
    ~DashboardPage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    void focusFilter() override;
    void applyLink(const QMap<QString, QString> &values) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    static constexpr qint64 kRunLimit = 20;

    void prepareChips();
    [[nodiscard]] std::optional<metrics::SixNumbersRequest> request() const;
    [[nodiscard]] QString rangeText() const;
    void compute();
    void cancel();
    void take(const base::Result<LedgerClient::NumbersReport> &report);
    void follow(const CardLink &link);
    void arrange();

    std::unique_ptr<Ui::DashboardPage> m_ui;
    QGridLayout *m_grid = nullptr;
    QList<NumberCardWidget *> m_cards;
    Session *m_session = nullptr;
    Answer<LedgerClient::NumbersReport> m_answer;
    quint64 m_request = 0;
    bool m_computing = false;
    bool m_waiting = false; ///< something is to be computed as soon as the page is seen
    base::Micros m_asOf = 0;
    int m_columns = 0;
};

} // namespace obstat::console
