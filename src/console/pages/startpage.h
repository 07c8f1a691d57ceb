#pragma once

#include "base/result.h"

#include <QWidget>

#include <memory>

namespace Ui {
class StartPage;
}

namespace obstat::console {

/// What is there before a ledger is open: the recent ones, and a way to choose a file. A file may be dropped on it.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    explicit StartPage(QWidget *parent = nullptr);
    ~StartPage() override;

    void setRecent(const QStringList &databases);
    /// Why the last one could not be opened.
    void showError(const QString &database, const base::Error &error);

Q_SIGNALS:
    void ledgerChosen(const QString &database);
    void fileDialogRequested();

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    std::unique_ptr<Ui::StartPage> m_ui;
};

} // namespace obstat::console
