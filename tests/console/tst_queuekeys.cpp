#include "console/dialogs/unlockdialog.h"
#include "console/mainwindow.h"
#include "console/models/queuemodel.h"
#include "console/pages/planpanel.h"
#include "console/theme/theme.h"
#include "console/widgets/operationtable.h"
#include "support/passevents.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QLineEdit>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::GateBlock;
using console::MainWindow;
using console::OperationTable;
using console::PlanPanel;
using ledger::Status;

/// product.md: "decides with the keyboard". A queue is worked through by keys alone, each sent to whatever has the
/// keyboard at that moment, in a window of the least size that is promised, 1280 by 800.
class TestQueueKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void tenPlans_decidedByKeysAlone_withinAMinute();
    void firstApprove_asksForTheKey_andArmsAnew();
    void reject_done_givesTheKeyboardBackToTheList();
    void reject_escaped_givesTheKeyboardBackToTheList();
    void arrows_moveLikeJAndK();

private:
    static void press(Qt::Key key)
    {
        QWidget *target = QApplication::focusWidget();
        QVERIFY(target);
        QTest::keyClick(target, key);
    }
    static void type(const QString &text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    void show();
    void readByKeys();
    void unlockByKeys();
    void decided(qint64 id, Status status);
    [[nodiscard]] PlanPanel *panel() const { return m_window->page(0).findChild<PlanPanel *>(u"panel"_s); }
    [[nodiscard]] OperationTable *table() const { return m_window->page(0).findChild<OperationTable *>(u"table"_s); }
    [[nodiscard]] approval::DecisionBody sent(qsizetype index) const
    {
        return *approval::DecisionBody::parse(m_sample->decisions->sent.at(index).body);
    }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<MainWindow> m_window;
    tests::TempFolder m_folder;
    QString m_keyFile;
};

void TestQueueKeys::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
}

void TestQueueKeys::init()
{
    m_sample = std::make_unique<tests::SampleConsole>(false);
    for (int i = 0; i < 10; ++i)
        (void)m_sample->book.addWithdrawal(u"WD-%1"_s.arg(i), u"%1.00"_s.arg(600 + i));
    m_sample->publish();
    m_keyFile = m_folder.path(u"%1.pem"_s.arg(QLatin1StringView(QTest::currentTestFunction())));
    QVERIFY(approval::saveKeyFile(m_keyFile, m_sample->key, "correct"));
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1280, 800);
    // As the application does.
    connect(m_window.get(), &MainWindow::unlockRequested, m_window.get(), [this] {
        auto *dialog = new console::UnlockDialog(m_sample->session->key(), m_keyFile, m_window.get());
        dialog->open();
    });
}

void TestQueueKeys::cleanup()
{
    m_window->setSession(nullptr);
    m_window.reset();
    m_sample.reset();
}

void TestQueueKeys::show()
{
    m_window->setSession(m_sample->session.get());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY(m_window->page(0).isReady() && m_sample->session->isRead());
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(1));
    QVERIFY(table()->hasFocus()); // without a click
}

/// Space scrolls the plan from the list until nothing is unseen.
void TestQueueKeys::readByKeys()
{
    const auto unseen = [this] { return panel()->approveBlock() == GateBlock::NotAllShown; };
    tests::passEvents(5);
    for (int i = 0; i < 50 && unseen(); ++i) {
        press(Qt::Key_Space);
        tests::passEvents(2);
    }
    QVERIFY(!unseen());
}

void TestQueueKeys::unlockByKeys()
{
    QTRY_VERIFY(QApplication::activeModalWidget());
    const auto *dialog = QApplication::activeModalWidget();
    QTRY_VERIFY(dialog->isActiveWindow() && qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    type(u"correct"_s);
    press(Qt::Key_Return);
    QTRY_VERIFY(m_sample->session->key().isUnlocked());
    QTRY_VERIFY(!QApplication::activeModalWidget());
    m_window->activateWindow(); // a window manager does that, and this platform has none
    QTRY_VERIFY(m_window->isActiveWindow() && QApplication::focusWidget());
}

/// The instance took the decision: the plan leaves the queue.
void TestQueueKeys::decided(qint64 id, Status status)
{
    const int rows = table()->model()->rowCount();
    m_sample->ledger->setStatus(id, status);
    m_sample->ledger->change();
    QTRY_COMPARE(table()->model()->rowCount(), rows - 1);
    QTRY_VERIFY(m_window->page(0).isReady());
}

void TestQueueKeys::tenPlans_decidedByKeysAlone_withinAMinute()
{
    show();
    const base::Micros started = m_sample->clock.monotonic();
    press(Qt::Key_A);
    unlockByKeys();
    for (qint64 id = 1; id <= 10; ++id) {
        QTRY_COMPARE(panel()->operation(), std::optional(id));
        readByKeys();
        m_sample->clock.advance(800 * base::kMillisecond); // armed (C18)
        const bool approve = id % 3 != 0;
        press(approve ? Qt::Key_A : Qt::Key_R);
        if (!approve) {
            type(u"Not ours: ask the jury"_s); // letters that are keys elsewhere
            press(Qt::Key_Return);
        }
        QTRY_COMPARE(m_sample->decisions->sent.size(), id);
        QCOMPARE(sent(id - 1).operation, id);
        QCOMPARE(sent(id - 1).verdict, approve ? u"approve"_s : u"reject"_s);
        QCOMPARE(sent(id - 1).reason, approve ? QString() : u"Not ours: ask the jury"_s);
        QVERIFY(approve ? sent(id - 1).allShown : true);
        decided(id, approve ? Status::Approved : Status::Rejected);
        press(Qt::Key_J);
    }
    QCOMPARE(m_sample->decisions->sent.size(), 10);
    QVERIFY(m_sample->clock.monotonic() - started <= base::kMinute); // what the console itself makes a person wait
}

void TestQueueKeys::firstApprove_asksForTheKey_andArmsAnew()
{
    show();
    readByKeys();
    m_sample->clock.advance(2 * base::kSecond); // armed long ago
    press(Qt::Key_A);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    unlockByKeys();
    QVERIFY(m_sample->decisions->sent.isEmpty()); // unlocking decides nothing
    readByKeys();
    press(Qt::Key_A);
    QCOMPARE(panel()->approveBlock(), GateBlock::Arming); // the window came back a moment ago
    m_sample->clock.advance(799 * base::kMillisecond);
    press(Qt::Key_A);
    tests::passEvents(5);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    m_sample->clock.advance(base::kMillisecond);
    press(Qt::Key_A);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
}

void TestQueueKeys::reject_done_givesTheKeyboardBackToTheList()
{
    show();
    m_sample->unlock();
    press(Qt::Key_R);
    QVERIFY(qobject_cast<QLineEdit *>(QApplication::focusWidget()));
    type(u"no"_s);
    press(Qt::Key_Return);
    QVERIFY(table()->hasFocus());
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    press(Qt::Key_S); // skip
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    QCOMPARE(m_sample->decisions->sent.size(), 1);
}

void TestQueueKeys::reject_escaped_givesTheKeyboardBackToTheList()
{
    show();
    m_sample->unlock();
    press(Qt::Key_R);
    type(u"aaa"_s);
    press(Qt::Key_Escape);
    QVERIFY(table()->hasFocus());
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestQueueKeys::arrows_moveLikeJAndK()
{
    show();
    press(Qt::Key_Down);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    press(Qt::Key_J);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(3));
    press(Qt::Key_Up);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    press(Qt::Key_K);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(1));
}

QTEST_MAIN(TestQueueKeys)
#include "tst_queuekeys.moc"
