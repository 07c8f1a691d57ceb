#include "console/mainwindow.h"

#include "console/client/session.h"
#include "console/keymap.h"
#include "console/models/wording.h"
#include "console/pages/pagelist.h"
#include "console/pages/startpage.h"
#include "console/widgets/keysoverlay.h"
#include "ui_mainwindow.h"

#include <QCloseEvent>
#include <QMenu>
#include <QSettings>

#include <utility>

namespace obstat::console {

using namespace Qt::StringLiterals;

MainWindow::MainWindow() : m_ui(std::make_unique<Ui::MainWindow>()), m_start(new StartPage)
{
    m_ui->setupUi(this);
    setWindowIcon(QIcon(u":/obstat/icons/obstat.svg"_s));
    resize(1280, 800);
    m_ui->pages->addWidget(m_start);
    addPages();
    connectKeys();
    m_overlay = new KeysOverlay(*m_keys, m_ui->centre);
    connect(m_ui->navigation, &QListWidget::currentRowChanged, this, &MainWindow::showPage);
    connect(m_ui->topBar, &TopBar::operationChosen, this,
            [this](qint64 id) { showOperation(pageIndex(u"operations"_s), id); });
    connect(m_ui->topBar, &TopBar::startRequested, this, &MainWindow::startRequested);
    connect(m_ui->topBar, &TopBar::identityRequested, this, &MainWindow::unlockRequested);
    connect(m_ui->statusLine, &StatusLine::keysRequested, this, [this] { m_overlay->toggle(); });
    restoreGeometry(QSettings().value(u"window/geometry"_s).toByteArray());
    setSession(nullptr);
}

MainWindow::~MainWindow() = default;

void MainWindow::addPages()
{
    QList<QChar> letters;
    for (const PageEntry &entry : pageList()) {
        Page *page = entry.make(m_ui->pages);
        page->setObjectName(entry.name + u"Page"_s);
        m_names.append(entry.name);
        m_pages.append(page);
        letters.append(entry.letter);
        m_ui->pages->addWidget(page);
        m_ui->navigation->addPage(entry.icon, page->title());
        connect(page, &Page::badgeChanged, this, &MainWindow::updateBadges);
        connect(page, &Page::unlockRequested, this, &MainWindow::unlockRequested);
        connect(page, &Page::operationRequested, this,
                [this](qint64 id) { showOperation(pageIndex(u"operations"_s), id); });
        connect(page, &Page::decisionRequested, this, [this](qint64 id) { showOperation(pageIndex(u"queue"_s), id); });
        connect(page, &Page::runRequested, this, [this](const QString &run) {
            const int operations = pageIndex(u"operations"_s);
            m_pages.at(operations)->showRun(run);
            showPage(operations);
        });
        connect(page, &Page::linkRequested, this, [this](const QString &name, const QMap<QString, QString> &values) {
            const int target = pageIndex(name);
            if (target < 0)
                return;
            m_pages.at(target)->applyLink(values);
            showPage(target);
        });
    }
    m_keys = new KeyMap(*this, letters);
}

void MainWindow::connectKeys()
{
    connect(m_keys, &KeyMap::commandGiven, this, [this](Page::Command command) {
        if (m_session)
            m_pages.at(currentPage())->perform(command);
    });
    connect(m_keys, &KeyMap::pageGiven, this, [this](int page) {
        if (m_session)
            showPage(page);
    });
    connect(m_keys, &KeyMap::filterGiven, this, [this] {
        if (m_session)
            m_pages.at(currentPage())->focusFilter();
    });
    connect(m_keys, &KeyMap::searchGiven, m_ui->topBar, &TopBar::focusSearch);
    connect(m_keys, &KeyMap::refreshGiven, this, [this] {
        if (!m_session)
            return;
        m_session->refresh();
        m_pages.at(currentPage())->refresh();
    });
    connect(m_keys, &KeyMap::keysGiven, this, [this] { m_overlay->toggle(); });
    connect(m_keys, &KeyMap::lockGiven, this, &MainWindow::unlockRequested);
    connect(m_keys, &KeyMap::undoGiven, m_ui->undoBar, &UndoBar::undo);
    connect(m_keys, &KeyMap::openGiven, this, &MainWindow::openRequested);
}

void MainWindow::setSession(Session *session)
{
    m_session = session;
    for (Page *page : std::as_const(m_pages))
        page->setSession(session);
    m_ui->topBar->setSession(session);
    m_ui->statusLine->setSession(session);
    m_ui->navigation->setVisible(session != nullptr);
    m_ui->statusLine->setVisible(session != nullptr);
    m_ui->windowNotice->hide();
    m_ui->backupNotice->setSession(session);
    m_ui->undoBar->setSession(session);
    m_closing = false;
    if (session) {
        connect(session, &Session::overviewChanged, m_ui->windowNotice, &QWidget::hide);
        connect(session, &Session::overviewFailed, this,
                [this](const base::Error &error) { showNotice(Wording::error(error), Wording::errorAdvice(error)); });
        showPage(currentPage());
    } else {
        m_ui->pages->setCurrentWidget(m_start);
        m_start->setFocus();
        m_waiting = 0;
        setWindowTitle(u"Obstat"_s);
    }
}

void MainWindow::setMenu(QMenu *menu)
{
    m_ui->topBar->setMenu(menu);
}

int MainWindow::pageIndex(const QString &name) const
{
    return static_cast<int>(m_names.indexOf(name));
}

int MainWindow::currentPage() const
{
    return std::max(0, m_ui->navigation->currentRow());
}

void MainWindow::showPage(int index)
{
    if (index < 0 || index >= m_pages.size() || !m_session)
        return;
    m_ui->navigation->setCurrentRow(index);
    m_ui->pages->setCurrentWidget(m_pages.at(index));
    updateTitle();
    if (!m_ui->navigation->hasFocus())
        m_pages.at(index)->setFocus();
}

void MainWindow::setWaiting(qint64 count)
{
    m_waiting = count;
    if (m_session)
        updateTitle();
}

void MainWindow::updateTitle()
{
    const QString title = tr("%1 – Obstat").arg(m_pages.at(currentPage())->title());
    setWindowTitle(m_waiting > 0 ? u"(%1) "_s.arg(m_waiting) + title : title);
}

void MainWindow::showOperation(int page, qint64 id)
{
    if (page < 0)
        return;
    showPage(page);
    m_pages.at(page)->showOperation(id);
}

void MainWindow::showNotice(const QString &text, const QString &detail)
{
    if (text.isEmpty())
        m_ui->windowNotice->hide();
    else
        m_ui->windowNotice->show(Tone::Bad, text, detail);
}

void MainWindow::updateBadges()
{
    for (int i = 0; i < m_pages.size(); ++i) {
        const Page::Badge badge = m_pages.at(i)->badge();
        m_ui->navigation->setBadge(i, badge.count, badge.urgent);
    }
}

/// What is held leaves before the window goes; without an answer it waits in the outbox.
bool MainWindow::sendHeld()
{
    if (!m_session || (m_session->desk().held().isEmpty() && !m_closing))
        return true;
    m_session->desk().release();
    if (!std::exchange(m_closing, true)) {
        connect(
            &m_session->desk(), &DecisionDesk::waitingChanged, this,
            [this] {
                if (m_closing && !m_session->desk().isBusy())
                    close();
            },
            Qt::QueuedConnection);
    }
    return !m_session->desk().isBusy();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!sendHeld()) {
        event->ignore();
        return;
    }
    QSettings().setValue(u"window/geometry"_s, saveGeometry());
    QMainWindow::closeEvent(event);
}

} // namespace obstat::console
