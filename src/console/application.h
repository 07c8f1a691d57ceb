#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "console/client/session.h"
#include "console/commandline.h"
#include "console/screenshot.h"

#include <QObject>
#include <QTemporaryDir>

#include <memory>

class QApplication;
class QMenu;

namespace obstat::console {

class DesktopNotifier;
class MainWindow;
class PlanNotices;
class ScreenLockWatcher;

/// Builds the console and keeps what belongs to no page: which ledger is open, theme, language, the key's dialog, the
/// start of an instance.
class Application : public QObject
{
    Q_OBJECT

public:
    /// Exit codes of obstat.
    static constexpr int kFailed = 1;
    static constexpr int kUsage = 2;

    Application(QApplication &application, CommandLine line);
    ~Application() override;

    /// Shows the window and runs until it is closed, or the picture is taken. 1 when the ledger asked for cannot be
    /// opened or has not the operation asked for.
    [[nodiscard]] int run();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void loadTranslations();
    void buildMenu();
    void fillRecent(QMenu &menu);
    void connectWindow();
    void setScheme(Scheme scheme);
    [[nodiscard]] base::Result<> open(const QString &database);
    void openOrTell(const QString &database);
    void closeAndTell(const QString &database, const base::Error &error);
    void chooseFile();
    void unlockOrLock();
    void changePassphrase();
    void applyPreferences();
    void watchScreen();
    void tellOfPlans();
    void showQueue();
    void startFlow();
    void selectOrFail(int page, qint64 id);

    QApplication &m_application;
    const CommandLine m_line;
    std::unique_ptr<QTemporaryDir> m_pictureSettings; ///< pictures do not depend on what a user chose
    base::SystemClock m_clock;
    base::SystemRandom m_random;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QMenu> m_menu;
    std::unique_ptr<ScreenLockWatcher> m_screenLock;
    std::unique_ptr<DesktopNotifier> m_notifier;
    std::unique_ptr<PlanNotices> m_notices; ///< of the session
    std::unique_ptr<Screenshot> m_screenshot;
};

} // namespace obstat::console
