#include "console/keymap.h"
#include "console/mainwindow.h"
#include "console/pages/planpanel.h"
#include "console/theme/theme.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/undobar.h"
#include "support/passevents.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::GateBlock;
using console::MainWindow;

/// A decision can be taken back for a moment before it leaves the console (C18).
class TestUndoBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void decision_withoutAHold_leavesAtOnce();
    void decision_held_isShown_andUndoneByU();
    void decision_undone_canBeMadeAgain_afterArming();
    void decision_notUndone_leavesAfterItsMoment();
    void key_locked_sendsWhatIsHeld();
    void window_closed_sendsWhatIsHeld_first();
    void window_closedWithoutAnInstance_keepsWhatIsHeld();

private:
    void open();
    void approve();
    [[nodiscard]] console::PlanPanel *panel() { return m_window->page(0).findChild<console::PlanPanel *>(u"panel"_s); }
    [[nodiscard]] console::UndoBar *bar() { return m_window->findChild<console::UndoBar *>(u"undoBar"_s); }
    [[nodiscard]] QString text() { return bar()->findChild<console::PlainTextLabel *>(u"undoText"_s)->text(); }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<MainWindow> m_window;
};

void TestUndoBar::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
}

void TestUndoBar::init()
{
    qRegisterMetaType<console::DecisionReport>("DecisionReport");
    m_sample = std::make_unique<tests::SampleConsole>(false);
    (void)m_sample->book.addWithdrawal(u"WD-24821"_s, u"640.00"_s);
    m_sample->publish();
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1280, 1000);
}

void TestUndoBar::cleanup()
{
    m_window->setSession(nullptr);
    m_window.reset();
    m_sample.reset();
}

void TestUndoBar::open()
{
    m_window->setSession(m_sample->session.get());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY(m_window->page(0).isReady() && m_sample->session->isRead() && panel()->operation());
    m_sample->unlock();
}

void TestUndoBar::approve()
{
    const auto unseen = [this] { return panel()->approveBlock() == GateBlock::NotAllShown; };
    tests::passEvents(5);
    for (int i = 0; i < 50 && unseen(); ++i) {
        panel()->scrollDown();
        tests::passEvents(2);
    }
    m_sample->clock.advance(base::kSecond);
    panel()->updateState();
    QTRY_COMPARE(panel()->approveBlock(), GateBlock::None);
    panel()->approve();
}

void TestUndoBar::decision_withoutAHold_leavesAtOnce()
{
    open();
    approve();
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QVERIFY(!bar()->isVisible());
}

void TestUndoBar::decision_held_isShown_andUndoneByU()
{
    open();
    m_sample->session->desk().setHold(5 * base::kSecond);
    approve();
    QVERIFY(bar()->isVisible());
    QCOMPARE(text(), u"Approving WD-24821 in 5 s"_s);
    m_sample->clock.advance(3 * base::kSecond);
    QTRY_COMPARE(text(), u"Approving WD-24821 in 2 s"_s);
    QTest::keyClick(m_window.get(), Qt::Key_U);
    QTRY_VERIFY(!bar()->isVisible());
    auto *notice = panel()->findChild<console::Notice *>(u"outcomeNotice"_s);
    QTRY_VERIFY(notice->text().startsWith(u"Taken back"_s));
    m_sample->clock.advance(base::kMinute);
    tests::passEvents(20);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QTest::keyClick(m_window.get(), Qt::Key_U); // nothing more to undo
}

void TestUndoBar::decision_undone_canBeMadeAgain_afterArming()
{
    open();
    m_sample->session->desk().setHold(5 * base::kSecond);
    approve();
    QTest::mouseClick(bar()->findChild<QPushButton *>(u"undoButton"_s), Qt::LeftButton);
    QTRY_COMPARE(panel()->approveBlock(), GateBlock::Arming); // C18
    m_sample->clock.advance(base::kSecond);
    panel()->approve();
    m_sample->clock.advance(5 * base::kSecond);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
}

void TestUndoBar::decision_notUndone_leavesAfterItsMoment()
{
    open();
    m_sample->session->desk().setHold(5 * base::kSecond);
    approve();
    m_sample->clock.advance(5 * base::kSecond);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QTRY_VERIFY(!bar()->isVisible());
}

void TestUndoBar::key_locked_sendsWhatIsHeld()
{
    open();
    m_sample->session->desk().setHold(30 * base::kSecond);
    approve();
    m_sample->session->key().lock();
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QVERIFY(!bar()->isVisible());
}

void TestUndoBar::window_closed_sendsWhatIsHeld_first()
{
    open();
    m_sample->session->desk().setHold(30 * base::kSecond);
    approve();
    m_window->close();
    QVERIFY(m_window->isVisible()); // not before it left
    QTRY_VERIFY(!m_window->isVisible());
    QCOMPARE(m_sample->decisions->sent.size(), 1);
}

void TestUndoBar::window_closedWithoutAnInstance_keepsWhatIsHeld()
{
    m_sample->setFlow(false);
    open();
    m_sample->session->refresh();
    m_sample->session->desk().setAddress({});
    m_sample->session->desk().setHold(30 * base::kSecond);
    approve();
    m_window->close();
    QTRY_VERIFY(!m_window->isVisible());
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QVERIFY(m_sample->session->desk().isWaiting(1)); // in the outbox
}

QTEST_MAIN(TestUndoBar)
#include "tst_undobar.moc"
