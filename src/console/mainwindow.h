#pragma once

#include "console/pages/page.h"

#include <QMainWindow>

#include <memory>

namespace Ui {
class MainWindow;
}

namespace obstat::base {
struct Error;
}

namespace obstat::console {

class KeyMap;
class KeysOverlay;
class StartPage;

/// The frame around the pages: it arranges them, gives them keys and shows their counts. What is done lies elsewhere.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow();
    ~MainWindow() override;

    /// nullptr shows the start page.
    void setSession(Session *session);
    void setMenu(QMenu *menu);
    [[nodiscard]] KeyMap &keys() { return *m_keys; }
    [[nodiscard]] StartPage &startPage() { return *m_start; }

    [[nodiscard]] int pageCount() const { return static_cast<int>(m_pages.size()); }
    [[nodiscard]] Page &page(int index) const { return *m_pages.at(index); }
    [[nodiscard]] int pageIndex(const QString &name) const; ///< -1 when there is none of this name
    [[nodiscard]] int currentPage() const;
    void showPage(int index);
    /// On the queue while it awaits a decision and the queue is on screen, else on operations.
    void showOperation(int page, qint64 id);

    /// How many plans need the person at this console; stands before the title.
    void setWaiting(qint64 count);
    /// A message over all pages; "" hides it.
    void showNotice(const QString &text, const QString &detail = {});

Q_SIGNALS:
    void unlockRequested();
    void startRequested();
    void openRequested();

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void addPages();
    void connectKeys();
    void updateBadges();
    void updateTitle();
    [[nodiscard]] bool sendHeld();

    std::unique_ptr<Ui::MainWindow> m_ui;
    QList<Page *> m_pages;
    QStringList m_names;
    StartPage *m_start = nullptr;
    KeyMap *m_keys = nullptr;
    KeysOverlay *m_overlay = nullptr;
    Session *m_session = nullptr;
    qint64 m_waiting = 0;
    bool m_closing = false; ///< as soon as what was held was sent
};

} // namespace obstat::console
