#pragma once

#include "console/client/ledgerclient.h"
#include "console/pages/page.h"
#include "policy/registry.h"

#include <QThreadPool>

#include <memory>

namespace Ui {
class ToolsPage;
}

namespace obstat::console {

class ToolsModel;

/// The list of things that cannot be undone: the registry that is in force, read from the ledger itself.
class ToolsPage final : public Page
{
    Q_OBJECT

public:
    explicit ToolsPage(QWidget *parent = nullptr);
    ~ToolsPage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    bool perform(Command command) override;
    void applyLink(const QMap<QString, QString> &values) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void load();
    void takeDigest(const base::Result<LedgerClient::ActiveDocuments> &active);
    void takeText(const base::Result<std::optional<QByteArray>> &text);
    void takeRegistry(const base::Result<policy::Registry> &registry);
    void showSource(const policy::Registry &registry);
    void showEmpty(const QString &title, const QString &text);
    void fail(const base::Error &error);
    void finish();

    std::unique_ptr<Ui::ToolsPage> m_ui;
    ToolsModel *m_model = nullptr;
    QThreadPool m_parser; // a text of many tools takes a while
    Session *m_session = nullptr;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_stale = false;
    QString m_digest; ///< of what is shown
    QString m_wanted; ///< a link's tool
};

} // namespace obstat::console
