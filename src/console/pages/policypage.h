#pragma once

#include "console/client/ledgerclient.h"
#include "console/pages/page.h"
#include "policy/policy.h"

#include <QThreadPool>

#include <memory>

namespace Ui {
class PolicyPage;
}

namespace obstat::console {

class PolicyTestsModel;
class RulesModel;

/// Who decides what: the rules in the order in which they are looked at, their tests run again here, and who activated
/// them when.
class PolicyPage final : public Page
{
    Q_OBJECT

public:
    explicit PolicyPage(QWidget *parent = nullptr);
    ~PolicyPage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    bool perform(Command command) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    /// Read and tested in another thread.
    struct Tested
    {
        policy::Policy policy;
        QList<policy::TestResult> results;
    };

    void load();
    void takeDigest(const base::Result<LedgerClient::ActiveDocuments> &active);
    void takeText(const base::Result<std::optional<QByteArray>> &text);
    void takePolicy(const base::Result<Tested> &tested);
    void takeActivation(const base::Result<QList<ledger::EventRow>> &events);
    void showTests(const QList<policy::TestResult> &results);
    void showRule(int row);
    void showLists(const policy::Policy &policy);
    void showText(const policy::Policy &policy);
    void showNone();
    void fail(const base::Error &error);
    void finish();

    std::unique_ptr<Ui::PolicyPage> m_ui;
    RulesModel *m_rules = nullptr;
    PolicyTestsModel *m_tests = nullptr;
    QThreadPool m_tester;
    Session *m_session = nullptr;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_stale = false;
    QString m_digest; ///< of what is shown
};

} // namespace obstat::console
