#pragma once

#include "console/pages/documentpage.h"
#include "policy/policy.h"

#include <memory>

namespace Ui {
class PolicyPage;
}

namespace obstat::console {

class PolicyTestsModel;
class RulesModel;

/// Who decides what: the rules in the order in which they are looked at, their tests run again here, and who activated
/// them when.
class PolicyPage final : public DocumentPage
{
    Q_OBJECT

public:
    explicit PolicyPage(QWidget *parent = nullptr);
    ~PolicyPage() override;

    [[nodiscard]] QString title() const override;

protected:
    void clear() override;
    [[nodiscard]] QString digestOf(const LedgerClient::ActiveDocuments &active) const override;
    [[nodiscard]] QString missingText() const override;
    void showNone() override;
    void found(bool again) override;
    void takeText(const QByteArray &text) override;

private:
    /// Read and tested in another thread.
    struct Tested
    {
        policy::Policy policy;
        QList<policy::TestResult> results;
    };

    void takePolicy(const base::Result<Tested> &tested);
    void takeActivation(const base::Result<QList<ledger::EventRow>> &events);
    void compareFile();
    void showTests(const QList<policy::TestResult> &results);
    void showRule(int row);
    void showLists(const policy::Policy &policy);
    void showText(const policy::Policy &policy);

    std::unique_ptr<Ui::PolicyPage> m_ui;
    RulesModel *m_rules = nullptr;
    PolicyTestsModel *m_tests = nullptr;
};

} // namespace obstat::console
