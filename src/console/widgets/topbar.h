#pragma once

#include <QFrame>

#include <memory>

class QMenu;

namespace Ui {
class TopBar;
}

namespace obstat::console {

class SearchBox;
class Session;

/// The bar above every page: which ledger, whether a flow is alive, search, what was not sent, who am I.
class TopBar : public QFrame
{
    Q_OBJECT

public:
    explicit TopBar(QWidget *parent = nullptr);
    ~TopBar() override;

    void setSession(Session *session);
    void setMenu(QMenu *menu);
    void focusSearch();

Q_SIGNALS:
    void operationChosen(qint64 id);
    void startRequested();
    void identityRequested(); ///< unlock, or lock when it is unlocked

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateAll();
    void updateFlow();
    void updateIdentity();
    void updateOutbox();

    std::unique_ptr<Ui::TopBar> m_ui;
    Session *m_session = nullptr;
};

} // namespace obstat::console
