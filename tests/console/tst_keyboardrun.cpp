#include "console/application.h"
#include "console/mainwindow.h"
#include "console/pages/bulkpanel.h"
#include "console/pages/changepanel.h"
#include "console/pages/planpanel.h"
#include "console/translation.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/plaintextlabel.h"
#include "support/consoletest.h"
#include "support/passevents.h"
#include "support/realinstance.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QTextBlock>
#include <QTimer>
#include <QTranslator>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::BulkPanel;
using console::ChangePanel;
using console::GateBlock;
using console::MainWindow;
using console::OperationTable;
using console::PlanPanel;
using tests::widget;

/// Ten plans decided by keys alone in the console itself, against obstatd on a ledger of its own. Where
/// OBSTAT_PICTURES names a folder, each step is a picture in it.
class TestKeyboardRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void tenPlans_decidedByKeysAlone();

private:
    static constexpr int kPatience = 60'000;

    void drive();
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    static void type(const QString &text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    void picture(const QString &name);
    void unlock();
    void readPlan(qint64 operation);
    void next(qint64 operation);
    void isAnswered(const QString &word);
    void change();
    void bulk();
    [[nodiscard]] PlanPanel *panel() const { return widget<PlanPanel>(m_window, u"panel"_s); }

    std::unique_ptr<tests::RealInstance> m_instance;
    std::unique_ptr<console::Application> m_application;
    MainWindow *m_window = nullptr;
    QTranslator m_plurals;
    QString m_folder;
    int m_pictures = 0;
    bool m_done = false;
};

void TestKeyboardRun::initTestCase()
{
    if (!tests::RealInstance::isBuilt())
        QSKIP("NOTHING WAS TESTED: obstatd and obstatctl are not built.");
    tests::prepareConsole();
    if (console::loadTranslation(m_plurals, QLocale(QLocale::English), QStringLiteral(OBSTAT_BINARY_DIR "/src/app")))
        QCoreApplication::installTranslator(&m_plurals); // "1 event", as in the program that carries them
    m_folder = qEnvironmentVariable("OBSTAT_PICTURES");
    m_instance = std::make_unique<tests::RealInstance>(
        QByteArray(), QMap<QString, QString>{{u"m.keller"_s, u"treasury"_s}, {u"p.silva"_s, u"treasury"_s}});
    const QStringList receivers{u"Harbour Freight GmbH"_s, u"ACME Ltd"_s, u"Nordwind AG"_s, u"Sunny Tours"_s,
                                u"Lindqvist & Co"_s};
    for (int i = 0; i < 11; ++i)
        (void)m_instance->plan({{u"withdrawal_id"_s, u"WD-%1"_s.arg(24817 + i)},
                                {u"amount"_s, u"%1.00"_s.arg(1250 - 55 * i)},
                                {u"currency"_s, u"USD"_s},
                                {u"beneficiary"_s, receivers.at(i % receivers.size())},
                                {u"iban"_s, u"DE7551210800124512%1"_s.arg(6199 + i)}});
}

void TestKeyboardRun::cleanupTestCase()
{
    m_application.reset();
    m_instance.reset();
}

void TestKeyboardRun::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget *target = QApplication::focusWidget();
    QVERIFY(target);
    QTest::keyClick(target, key, modifiers);
}

/// What is on screen, with the dialog over it if there is one.
void TestKeyboardRun::picture(const QString &name)
{
    if (m_folder.isEmpty())
        return;
    tests::passEvents(350);
    QPixmap grabbed = m_window->grab();
    if (QWidget *dialog = QApplication::activeModalWidget()) {
        QPainter painter(&grabbed);
        const QRect at(QPoint((m_window->width() - dialog->width()) / 2, (m_window->height() - dialog->height()) / 3),
                       dialog->size());
        painter.fillRect(at.adjusted(-1, -1, 1, 1), Qt::darkGray);
        painter.drawPixmap(at.topLeft(), dialog->grab());
    }
    const QString file = u"%1/%2-%3.png"_s.arg(m_folder).arg(++m_pictures, 2, 10, QChar(u'0')).arg(name);
    QVERIFY2(grabbed.save(file), qPrintable(file));
}

void TestKeyboardRun::unlock()
{
    press(Qt::Key_L, Qt::ControlModifier);
    QTRY_VERIFY(QApplication::activeModalWidget());
    QWidget *dialog = QApplication::activeModalWidget();
    QTRY_VERIFY(dialog->isActiveWindow() && qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    type(m_instance->path(u"m.keller.pem"_s));
    while (QApplication::focusWidget()->objectName() != u"passphraseEdit")
        press(Qt::Key_Tab);
    type(QString::fromUtf8(m_instance->passphrase()));
    picture(u"unlock"_s);
    press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!QApplication::activeModalWidget(), kPatience);
    m_window->activateWindow(); // a window manager does that, and this platform has none
    QTRY_VERIFY(m_window->isActiveWindow() && QApplication::focusWidget());
}

/// Space from the list until nothing is unseen, and then a moment (C18).
void TestKeyboardRun::readPlan(qint64 operation)
{
    QTRY_COMPARE_WITH_TIMEOUT(panel()->operation(), std::optional(operation), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->page(0).isReady(), kPatience);
    tests::passEvents(400); // laid out: a person takes longer than that to start reading
    const auto read = [this] {
        if (panel()->approveBlock() == GateBlock::NotAllShown)
            press(Qt::Key_Space);
        return panel()->approveBlock() == GateBlock::None;
    };
    QTRY_VERIFY_WITH_TIMEOUT(read(), kPatience);
}

void TestKeyboardRun::next(qint64 operation)
{
    if (panel()->operation() != operation)
        press(Qt::Key_J);
    QTRY_COMPARE_WITH_TIMEOUT(panel()->operation(), std::optional(operation), kPatience);
}

void TestKeyboardRun::isAnswered(const QString &word)
{
    const auto *notice = widget<console::Notice>(m_window, u"outcomeNotice"_s);
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible() && notice->text().startsWith(word), kPatience);
}

/// C, the amount written anew, Tab to the reason, Return.
void TestKeyboardRun::change()
{
    press(Qt::Key_C);
    auto *editor = widget<QPlainTextEdit>(m_window, u"argumentsEdit"_s);
    QTRY_VERIFY(editor->hasFocus());
    press(Qt::Key_Home, Qt::ControlModifier);
    while (!editor->textCursor().block().text().contains(u"amount"_s))
        press(Qt::Key_Down);
    press(Qt::Key_End);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_Left);
    press(Qt::Key_Backspace);
    press(Qt::Key_Backspace);
    type(u"00"_s);
    press(Qt::Key_Tab);
    while (QApplication::focusWidget()->objectName() != u"reasonEdit")
        press(Qt::Key_Tab);
    type(u"The last invoice was paid in part already"_s);
    picture(u"change"_s);
    press(Qt::Key_Return);
}

/// X marks, A opens them together, Space reads, A signs.
void TestKeyboardRun::bulk()
{
    press(Qt::Key_X);
    press(Qt::Key_J);
    press(Qt::Key_X);
    press(Qt::Key_J);
    press(Qt::Key_X);
    press(Qt::Key_A);
    auto *panel = widget<BulkPanel>(m_window, u"bulkPanel"_s);
    QTRY_VERIFY_WITH_TIMEOUT(panel->isOpen() && panel->isRead(), kPatience);
    auto *approve = widget<QPushButton>(panel, u"bulkApprove"_s);
    tests::passEvents(400); // laid out: a person takes longer than that to start reading
    picture(u"several"_s);
    const auto *why = widget<console::PlainTextLabel>(panel, u"bulkBlock"_s);
    const auto read = [&] {
        if (!approve->isEnabled())
            press(Qt::Key_Space);
        return approve->isEnabled();
    };
    if (!QTest::qWaitFor(read, kPatience))
        QFAIL(qPrintable(why->text()));
    press(Qt::Key_A);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(10), u"succeeded"_s, kPatience);
    picture(u"several-done"_s);
    press(Qt::Key_Escape);
}

void TestKeyboardRun::drive()
{
    for (QWidget *top : QApplication::topLevelWidgets()) {
        if (auto *window = qobject_cast<MainWindow *>(top))
            m_window = window;
    }
    QVERIFY(m_window && QTest::qWaitForWindowActive(m_window));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->page(0).isReady() && panel()->operation() == 1, kPatience);
    picture(u"queue"_s);
    unlock();
    readPlan(1);
    picture(u"read"_s);
    press(Qt::Key_A);
    isAnswered(u"Approved."_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(1), u"succeeded"_s, kPatience);
    picture(u"approved"_s);
    next(2);
    press(Qt::Key_R);
    type(u"Not ours: ask the jury"_s); // letters that are keys elsewhere
    picture(u"reject"_s);
    press(Qt::Key_Return);
    isAnswered(u"Rejected."_s);
    next(3);
    readPlan(3);
    change();
    isAnswered(u"Changed."_s);
    picture(u"changed"_s);
    for (qint64 id = 4; id <= 7; ++id) {
        next(id);
        readPlan(id);
        press(Qt::Key_A);
        isAnswered(u"Approved."_s);
        QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(id), u"succeeded"_s, kPatience);
    }
    next(8);
    bulk();
    next(11); // the keyboard is back in the list
    picture(u"left"_s);
    m_done = true;
}

void TestKeyboardRun::tenPlans_decidedByKeysAlone()
{
    QStringList arguments{u"obstat"_s,  u"--ledger"_s, m_instance->database(), u"--size"_s, u"1280x800"_s,
                          u"--theme"_s, u"light"_s,    u"--language"_s,        u"en"_s};
    m_application = std::make_unique<console::Application>(*qApp, console::CommandLine::parse(arguments).value());
    QTimer::singleShot(0, this, [this] {
        drive();
        QApplication::exit(0);
    });
    QCOMPARE(m_application->run(), 0);
    QVERIFY(m_done);
    const QStringList wanted{u"succeeded"_s, u"rejected"_s,  u"rejected"_s,          u"succeeded"_s,
                             u"succeeded"_s, u"succeeded"_s, u"succeeded"_s,         u"succeeded"_s,
                             u"succeeded"_s, u"succeeded"_s, u"awaiting_approval"_s, u"awaiting_approval"_s};
    for (qint64 id = 1; id <= wanted.size(); ++id)
        QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(id), wanted.at(id - 1), kPatience);
}

QTEST_MAIN(TestKeyboardRun)
#include "tst_keyboardrun.moc"
