#include "console/keymap.h"
#include "console/mainwindow.h"
#include "console/pages/planpanel.h"
#include "console/pages/startpage.h"
#include "console/theme/theme.h"
#include "console/widgets/keysoverlay.h"
#include "console/widgets/navigationlist.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/searchbox.h"
#include "support/passevents.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::MainWindow;

/// The frame: navigation with counts, keys, search, the state of the flow.
class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void window_withoutALedger_showsTheStartPage();
    void navigation_hasRoomForTitlesAndCounts();
    void queue_decidedByKeyboardAlone();
    void keys_goToPages();
    void singleLetterKeys_switchedOff_doNothing();
    void letters_typedIntoAField_areNoCommands();
    void search_findsAnOperation();
    void counts_areInTheNavigation();
    void flow_gone_offersToStartOne();
    void keysOverlay_opensAndCloses();
    void theme_switched_keepsEverything();

private:
    template <typename T>
    T *child(const QString &name)
    {
        T *found = m_window->findChild<T *>(name);
        if (!found)
            qFatal("There is no widget %s.", qUtf8Printable(name));
        return found;
    }
    void open();
    [[nodiscard]] console::PlanPanel *panel() { return m_window->page(0).findChild<console::PlanPanel *>(u"panel"_s); }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
}

void TestMainWindow::init()
{
    m_sample = std::make_unique<tests::SampleConsole>();
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1280, 1000);
}

void TestMainWindow::cleanup()
{
    m_window->setSession(nullptr);
    m_window.reset();
    m_sample.reset();
}

void TestMainWindow::open()
{
    m_window->setSession(m_sample->session.get());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTRY_VERIFY(m_window->page(0).isReady() && m_sample->session->isRead() && panel()->operation());
}

void TestMainWindow::window_withoutALedger_showsTheStartPage()
{
    m_window->show();
    QVERIFY(m_window->startPage().findChild<QPushButton *>(u"openButton"_s)->isVisible());
    QVERIFY(!child<console::NavigationList>(u"navigation"_s)->isVisible());
}

void TestMainWindow::navigation_hasRoomForTitlesAndCounts()
{
    open();
    auto *navigation = child<console::NavigationList>(u"navigation"_s);
    QVERIFY(navigation->viewport()->width() >= navigation->sizeHintForColumn(0));
    const int before = navigation->width();
    navigation->addPage(u"queue"_s, u"Freigabewarteschlange"_s); // a long word of another language
    QVERIFY(navigation->width() > before);
    QVERIFY(navigation->width() >= navigation->sizeHintForColumn(0));
}

void TestMainWindow::queue_decidedByKeyboardAlone()
{
    open();
    m_sample->unlock();
    auto *table = m_window->page(0).findChild<console::OperationTable *>(u"table"_s);
    table->setFocus();
    QTest::keyClick(m_window.get(), Qt::Key_J);
    QTRY_VERIFY(panel()->operation() != std::optional<qint64>(6));
    const qint64 id = *panel()->operation();
    tests::passEvents(5);
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(table, Qt::Key_Space);
        tests::passEvents(2); // a person sees what scrolls by
    }
    m_sample->clock.advance(base::kSecond);
    panel()->updateState();
    QTRY_COMPARE(panel()->approveBlock(), console::GateBlock::None);
    QTest::keyClick(m_window.get(), Qt::Key_A);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(approval::DecisionBody::parse(m_sample->decisions->sent.first().body)->operation, id);
    QTest::keyClick(m_window.get(), Qt::Key_J);
    QTRY_VERIFY(panel()->operation() != std::optional(id));
    QTest::keyClick(m_window.get(), Qt::Key_R);
    auto *reason = m_window->page(0).findChild<QLineEdit *>(u"reasonEdit"_s);
    QVERIFY(reason->hasFocus());
    QTest::keyClicks(reason, u"aaa jjj"_s); // letters that are keys elsewhere
    QTest::keyClick(reason, Qt::Key_Return);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 2);
    QCOMPARE(approval::DecisionBody::parse(m_sample->decisions->sent.last().body)->reason, u"aaa jjj"_s);
}

void TestMainWindow::keys_goToPages()
{
    open();
    QTest::keyClick(m_window.get(), Qt::Key_G);
    QTest::keyClick(m_window.get(), Qt::Key_O);
    QCOMPARE(m_window->currentPage(), m_window->pageIndex(u"operations"_s));
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
    QCOMPARE(m_window->currentPage(), 0);
}

void TestMainWindow::singleLetterKeys_switchedOff_doNothing()
{
    open();
    m_window->keys().setSingleLetters(false);
    const auto before = panel()->operation();
    QTest::keyClick(m_window.get(), Qt::Key_J);
    tests::passEvents(10);
    QCOMPARE(panel()->operation(), before);
    for (const console::KeyMap::Key &key : m_window->keys().keys())
        QVERIFY2(key.keys != u"A"_s, "the overview does not offer what is off");
}

void TestMainWindow::letters_typedIntoAField_areNoCommands()
{
    open();
    const auto before = panel()->operation();
    auto *search = child<console::SearchBox>(u"searchBox"_s);
    search->setFocus();
    QTest::keyClicks(search, u"jjjr"_s);
    QCOMPARE(search->text(), u"jjjr"_s);
    QCOMPARE(panel()->operation(), before);
    QVERIFY(!m_window->page(0).findChild<QLineEdit *>(u"reasonEdit"_s)->isVisible());
}

void TestMainWindow::search_findsAnOperation()
{
    open();
    QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *search = child<console::SearchBox>(u"searchBox"_s);
    QTRY_VERIFY(search->hasFocus());
    QTest::keyClicks(search, u"WD-24790"_s);
    QTRY_VERIFY(m_window->findChild<QListWidget *>(u"searchResults"_s));
    QTRY_COMPARE(m_window->findChild<QListWidget *>(u"searchResults"_s)->count(), 1);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(m_window->currentPage(), m_window->pageIndex(u"operations"_s));
    QTRY_VERIFY(m_window->page(m_window->currentPage()).isReady());
}

void TestMainWindow::counts_areInTheNavigation()
{
    open();
    const auto *item = child<console::NavigationList>(u"navigation"_s)->item(0);
    QTRY_COMPARE(item->data(console::NavigationList::CountRole).toInt(), 7);
    m_sample->ledger->setStatus(6, ledger::Status::Approved);
    m_sample->ledger->change();
    QTRY_COMPARE(item->data(console::NavigationList::CountRole).toInt(), 6);
}

void TestMainWindow::flow_gone_offersToStartOne()
{
    open();
    auto *start = child<QPushButton>(u"startButton"_s);
    QTRY_VERIFY(!start->isVisible());
    m_sample->clock.advance(base::kMinute); // the heartbeat grows old
    m_sample->session->refresh();
    QTRY_VERIFY(start->isVisible());
}

void TestMainWindow::keysOverlay_opensAndCloses()
{
    open();
    auto *overlay = child<console::KeysOverlay>(u"keysOverlay"_s);
    QTest::keyClick(m_window.get(), Qt::Key_F1);
    QVERIFY(overlay->isVisible());
    QTest::keyClick(overlay, Qt::Key_Escape);
    QVERIFY(!overlay->isVisible());
}

void TestMainWindow::theme_switched_keepsEverything()
{
    open();
    const auto before = panel()->operation();
    console::Theme::apply(*qApp, console::Scheme::Dark);
    tests::passEvents(10);
    QCOMPARE(panel()->operation(), before);
    console::Theme::apply(*qApp, console::Scheme::Light);
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
