#include "console/application.h"

#include "base/digest.h"
#include "console/client/desktopnotifier.h"
#include "console/client/httpadminclient.h"
#include "console/client/httpdecisionclient.h"
#include "console/client/instancestarter.h"
#include "console/client/plannotices.h"
#include "console/client/recentledgers.h"
#include "console/client/screenlockwatcher.h"
#include "console/client/whenready.h"
#include "console/client/workerledgerclient.h"
#include "console/dialogs/passphrasedialog.h"
#include "console/dialogs/unlockdialog.h"
#include "console/keymap.h"
#include "console/mainwindow.h"
#include "console/models/wording.h"
#include "console/pages/startpage.h"
#include "console/preferences.h"
#include "console/preferencesmenu.h"
#include "console/theme/theme.h"
#include "console/translation.h"
#include "ledger/ledgerfiles.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLibraryInfo>
#include <QMenu>
#include <QSettings>
#include <QStandardPaths>
#include <QTranslator>

#include <cstdio>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

/// One outbox for each ledger: decisions must never be offered to another one.
QString outboxFile(const QString &database)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/outbox"_s;
    QDir().mkpath(folder);
    const QString name = base::digestHex(QFileInfo(database).canonicalFilePath().toUtf8()).left(16);
    return folder + u'/' + name + u".jsonl"_s;
}

/// A ledger that cannot be read now, but perhaps in a moment.
bool passes(base::ErrorCode code)
{
    using Code = base::ErrorCode;
    return code == Code::Busy || code == Code::Locked || code == Code::Timeout || code == Code::Cancelled;
}

Scheme systemScheme()
{
    const QPalette palette = QApplication::palette();
    const bool dark = palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
    return dark ? Scheme::Dark : Scheme::Light;
}

Scheme rememberedScheme()
{
    const QString name = QSettings().value(u"theme"_s).toString();
    return name == u"dark" ? Scheme::Dark : name == u"light" ? Scheme::Light : systemScheme();
}

} // namespace

Application::Application(QApplication &application, CommandLine line)
    : m_application(application), m_line(std::move(line))
{
    if (!m_line.screenshot.isEmpty()) {
        m_pictureSettings = std::make_unique<QTemporaryDir>();
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_pictureSettings->path());
    }
    loadTranslations();
    Theme::apply(m_application, m_line.theme.value_or(rememberedScheme()));
    m_window = std::make_unique<MainWindow>();
    m_window->resize(m_line.size);
    buildMenu();
    connectWindow();
    watchScreen();
    m_application.installEventFilter(this);
}

Application::~Application()
{
    m_application.removeEventFilter(this);
    m_window->setSession(nullptr);
    m_notices.reset();
}

void Application::loadTranslations()
{
    const QString remembered = QSettings().value(u"language"_s).toString();
    const QString code = m_line.language.isEmpty() ? remembered : m_line.language;
    const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
    auto *own = new QTranslator(this);
    auto *qt = new QTranslator(this);
    if (qt->load(locale, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qt);
    if (loadTranslation(*own, locale, u":/i18n"_s))
        QCoreApplication::installTranslator(own);
}

void Application::connectWindow()
{
    connect(m_window.get(), &MainWindow::unlockRequested, this, &Application::unlockOrLock);
    connect(m_window.get(), &MainWindow::startRequested, this, &Application::startFlow);
    connect(m_window.get(), &MainWindow::openRequested, this, &Application::chooseFile);
    connect(&m_window->startPage(), &StartPage::ledgerChosen, this, &Application::openOrTell);
    connect(&m_window->startPage(), &StartPage::fileDialogRequested, this, &Application::chooseFile);
    QSettings settings;
    m_window->startPage().setRecent(RecentLedgers(settings).list());
    m_window->keys().setSingleLetters(settings.value(u"singleLetterKeys"_s, true).toBool());
}

void Application::buildMenu()
{
    m_menu = std::make_unique<QMenu>();
    m_menu->addAction(tr("Open a ledger…"), QKeySequence(), this, &Application::chooseFile);
    QMenu *recent = m_menu->addMenu(tr("Recent ledgers"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    m_menu->addAction(tr("Close the ledger"), this, [this] {
        m_window->setSession(nullptr);
        m_notices.reset();
        m_session.reset();
    });
    m_menu->addSeparator();
    auto *themes = new QActionGroup(m_menu.get());
    for (const auto &[text, scheme] : {std::pair(tr("Light"), Scheme::Light), std::pair(tr("Dark"), Scheme::Dark)}) {
        QAction *action = themes->addAction(text);
        action->setCheckable(true);
        action->setChecked(Theme::colors().scheme == scheme);
        connect(action, &QAction::triggered, this, [this, chosen = scheme] { setScheme(chosen); });
        m_menu->addAction(action);
    }
    m_menu->addSeparator();
    QAction *letters = m_menu->addAction(tr("Single-letter keys"));
    letters->setCheckable(true);
    letters->setChecked(QSettings().value(u"singleLetterKeys"_s, true).toBool());
    connect(letters, &QAction::toggled, this, [this](bool on) {
        QSettings().setValue(u"singleLetterKeys"_s, on);
        m_window->keys().setSingleLetters(on);
    });
    auto *preferences = new PreferencesMenu(m_menu.get());
    connect(preferences, &PreferencesMenu::changed, this, &Application::applyPreferences);
    connect(preferences, &PreferencesMenu::passphraseRequested, this, &Application::changePassphrase);
    m_menu->addMenu(preferences);
    m_menu->addAction(tr("Keys"), this, [this] { Q_EMIT m_window->keys().keysGiven(); });
    m_menu->addSeparator();
    QAction *version = m_menu->addAction(tr("Obstat %1").arg(QStringLiteral(OBSTAT_VERSION)));
    version->setEnabled(false);
    m_menu->addAction(tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), m_window.get(), &QWidget::close);
    m_window->addActions(m_menu->actions());
    m_window->setMenu(m_menu.get());
}

void Application::fillRecent(QMenu &menu)
{
    menu.clear();
    QSettings settings;
    for (const QString &database : RecentLedgers(settings).list()) {
        QString text = database;
        text.replace(u"&"_s, u"&&"_s);
        menu.addAction(text, this, [this, database] { openOrTell(database); });
    }
    menu.setEnabled(!menu.isEmpty());
}

void Application::setScheme(Scheme scheme)
{
    QSettings().setValue(u"theme"_s, scheme == Scheme::Dark ? u"dark"_s : u"light"_s);
    Theme::apply(m_application, scheme);
}

base::Result<> Application::open(const QString &database)
{
    if (auto looked = ledger::inspectLedgerFile(database); !looked)
        return looked;
    m_window->setSession(nullptr);
    m_notices.reset();
    m_session.reset();
    Session::Parts parts;
    parts.ledger = std::make_unique<WorkerLedgerClient>(QFileInfo(database).absoluteFilePath(), m_clock);
    parts.decisions = std::make_unique<HttpDecisionClient>();
    parts.admin = std::make_unique<HttpAdminClient>();
    parts.clock = &m_clock;
    parts.random = &m_random;
    parts.outbox = outboxFile(database);
    m_session = std::make_unique<Session>(std::move(parts));
    tellOfPlans();
    applyPreferences();
    // What only its first rows say, such as a newer schema. Later failures are told over the pages that are there.
    connect(
        m_session.get(), &Session::overviewFailed, this,
        [this, database, opened = m_session.get()](const base::Error &error) {
            if (m_session.get() == opened && !opened->isRead() && !passes(error.code))
                closeAndTell(database, error);
        },
        Qt::QueuedConnection);
    m_window->setSession(m_session.get());
    QSettings settings;
    RecentLedgers(settings).add(database);
    m_window->startPage().setRecent(RecentLedgers(settings).list());
    return {};
}

void Application::closeAndTell(const QString &database, const base::Error &error)
{
    m_screenshot.reset();
    m_window->setSession(nullptr);
    m_notices.reset();
    m_session.reset();
    m_window->startPage().showError(database, error);
    if (m_line.screenshot.isEmpty())
        return;
    if (m_line.ledger.isEmpty()) {
        m_screenshot = std::make_unique<Screenshot>(*m_window, nullptr, nullptr, m_line.screenshot);
        return;
    }
    std::fprintf(stderr, "obstat: %s: %s\n", qUtf8Printable(database), qUtf8Printable(error.message));
    QApplication::exit(kFailed);
}

void Application::openOrTell(const QString &database)
{
    const auto opened = open(database);
    if (opened)
        return;
    m_window->startPage().showError(database, opened.error());
    if (m_session)
        m_window->showNotice(Wording::error(opened.error()), database);
}

void Application::chooseFile()
{
    auto *dialog =
        new QFileDialog(m_window.get(), tr("Open a ledger"), QString(), tr("Ledgers (*.obstat);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Application::openOrTell);
    dialog->open();
}

void Application::unlockOrLock()
{
    if (!m_session)
        return;
    if (m_session->key().isUnlocked()) {
        m_session->lockKeys();
        return;
    }
    QSettings settings;
    const QString database = m_session->ledger().database();
    auto *dialog = new UnlockDialog(m_session->key(), RecentLedgers(settings).keyFile(database), m_window.get());
    connect(dialog, &UnlockDialog::unlocked, this, [database](const QString &file) {
        QSettings stored;
        RecentLedgers(stored).setKeyFile(database, file);
    });
    dialog->open();
}

void Application::changePassphrase()
{
    if (!m_session)
        return;
    QSettings settings;
    const QString file = RecentLedgers(settings).keyFile(m_session->ledger().database());
    (new PassphraseDialog(m_session->key(), file, m_window.get()))->open();
}

void Application::applyPreferences()
{
    if (!m_session)
        return;
    QSettings settings;
    m_session->key().setIdleLimit(Preferences(settings).idleLimit());
    m_session->adminKey().setIdleLimit(Preferences(settings).idleLimit());
    m_session->desk().setHold(Preferences(settings).undoTime());
    if (m_notices)
        m_notices->setEnabled(Preferences(settings).notifies());
}

/// A picture is taken of what nobody sits in front of.
void Application::watchScreen()
{
    if (!m_line.screenshot.isEmpty())
        return;
    m_screenLock = std::make_unique<ScreenLockWatcher>();
    connect(m_screenLock.get(), &ScreenLockWatcher::screenLocked, this, [this] {
        if (m_session)
            m_session->lockKeys();
    });
}

/// A picture disturbs nobody.
void Application::tellOfPlans()
{
    if (!m_line.screenshot.isEmpty())
        return;
    if (!m_notifier) {
        m_notifier = std::make_unique<DesktopNotifier>();
        connect(m_notifier.get(), &NotificationSender::activated, this, &Application::showQueue);
    }
    m_notices = std::make_unique<PlanNotices>(*m_session, *m_notifier, [this] { return m_window->isActiveWindow(); });
    connect(m_notices.get(), &PlanNotices::countChanged, m_window.get(), &MainWindow::setWaiting);
}

/// The person asked for it by pressing the notification; nothing else raises the window.
void Application::showQueue()
{
    if (m_window->isMinimized())
        m_window->showNormal();
    m_window->raise();
    m_window->activateWindow();
    m_window->showPage(m_window->pageIndex(u"queue"_s));
}

void Application::startFlow()
{
    const auto started = startInstance(m_session->ledger().database());
    if (!started)
        m_window->showNotice(tr("No instance could be started."), started.error().message);
}

bool Application::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::Wheel:
        if (m_session)
            m_session->touchKeys();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

/// Ends the program when there is no such operation: whoever names one must not be shown another.
void Application::selectOrFail(int page, qint64 id)
{
    m_window->page(page).showOperation(id);
    whenReady(m_session->ledger().operation(id), this, [](const base::Result<OperationDetail> &detail) {
        if (detail || detail.error().code != base::ErrorCode::NotFound)
            return; // a ledger that cannot be read is told on the page
        std::fprintf(stderr, "obstat: %s\n", qUtf8Printable(detail.error().message));
        QApplication::exit(kFailed);
    });
}

int Application::run()
{
    QString database = m_line.ledger;
    QSettings settings;
    if (database.isEmpty()) {
        const QString found = ledger::findLedger({});
        const QStringList recent = RecentLedgers(settings).list();
        // Somebody who names a ledger is told when it is not there.
        const bool named = !qEnvironmentVariableIsEmpty("OBSTAT_LEDGER");
        database = named || QFileInfo::exists(found) ? found : recent.value(0);
    }
    if (!database.isEmpty()) {
        const auto opened = open(database);
        if (!opened && !m_line.ledger.isEmpty() && !m_line.screenshot.isEmpty()) {
            std::fprintf(stderr, "obstat: %s\n", qUtf8Printable(opened.error().message));
            return kFailed;
        }
        if (!opened)
            m_window->startPage().showError(database, opened.error());
    }
    const int page = m_line.page.isEmpty() ? 0 : m_window->pageIndex(m_line.page);
    m_window->showPage(page);
    m_window->show();
    if (m_session && m_line.select)
        selectOrFail(page, *m_line.select);
    if (!m_line.screenshot.isEmpty())
        m_screenshot = std::make_unique<Screenshot>(*m_window, m_session ? &m_window->page(page) : nullptr,
                                                    m_session.get(), m_line.screenshot);
    return QApplication::exec();
}

} // namespace obstat::console
