#pragma once

#include "console/pages/documentpage.h"
#include "policy/registry.h"

#include <memory>

namespace Ui {
class ToolsPage;
}

namespace obstat::console {

class ToolsModel;

/// The list of things that cannot be undone: the registry that is in force, read from the ledger itself, and what was
/// in force before.
class ToolsPage final : public DocumentPage
{
    Q_OBJECT

public:
    explicit ToolsPage(QWidget *parent = nullptr);
    ~ToolsPage() override;

    [[nodiscard]] QString title() const override;
    void applyLink(const QMap<QString, QString> &values) override;

protected:
    void clear() override;
    [[nodiscard]] QString digestOf(const LedgerClient::ActiveDocuments &active) const override;
    [[nodiscard]] QString missingText() const override;
    void showNone() override;
    void found(bool again) override;
    void takeText(const QByteArray &text) override;

private:
    void takeRegistry(const base::Result<policy::Registry> &registry);
    void showSource(const policy::Registry &registry);
    void showEmpty(const QString &title, const QString &text);

    std::unique_ptr<Ui::ToolsPage> m_ui;
    ToolsModel *m_model = nullptr;
    QString m_wanted; ///< a link's tool
};

} // namespace obstat::console
