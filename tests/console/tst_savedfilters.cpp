#include "support/queuepagefixture.h"

#include <QContextMenuEvent>
#include <QMenu>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::FilterBar;
using console::FilterChip;

/// The chip "saved": filters under names, and the one that the page starts with ("always ask me").
class TestSavedFilters : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void filter_named_isSaved_andComesBack();
    void filter_changedAfterwards_isNotCalledByItsName();
    void saved_chosenAgainAfterClear_works();
    void saved_setToAny_clearsTheFilter();
    void filter_atStart_isSelectedFromTheStart();
    void filter_atStart_forgotten_startsWithAll();
    void menu_withoutASavedFilter_isNotOpened();

private:
    [[nodiscard]] FilterChip *saved() { return child<FilterChip>(u"savedChip"_s); }
    [[nodiscard]] FilterChip *amount() { return child<FilterChip>(u"amountChip"_s); }
    void saveAs(const QString &name, const QString &amounts);
    void chooseInMenu(int action);
    void again();
};

void TestSavedFilters::saveAs(const QString &name, const QString &amounts)
{
    amount()->setValue(amounts);
    QTest::keyClick(saved(), Qt::Key_Return);
    auto *entry = saved()->findChild<QLineEdit *>(u"entry"_s);
    QVERIFY(entry && entry->isVisible());
    QTest::keyClicks(entry, name);
    QTest::keyClick(entry, Qt::Key_Return);
    QCOMPARE(saved()->value(), name);
}

void TestSavedFilters::chooseInMenu(int action)
{
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QCoreApplication::sendEvent(saved(), &event);
    auto *menu = saved()->findChild<QMenu *>(u"savedMenu"_s);
    QVERIFY(menu && menu->isVisible());
    menu->actions().at(action)->trigger();
    menu->close();
    QTRY_VERIFY(!saved()->findChild<QMenu *>(u"savedMenu"_s));
}

/// The console is started another time.
void TestSavedFilters::again()
{
    clear();
    make();
    open();
}

void TestSavedFilters::filter_named_isSaved_andComesBack()
{
    open();
    saveAs(u"large"_s, u">=603"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    again();
    QTRY_COMPARE(table()->model()->rowCount(), 5); // saved is not selected
    saved()->setValue(u"large"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    QCOMPARE(amount()->value(), u">=603"_s);
}

void TestSavedFilters::filter_changedAfterwards_isNotCalledByItsName()
{
    open();
    saveAs(u"large"_s, u">=603"_s);
    amount()->setValue(u">=604"_s);
    QCOMPARE(saved()->value(), QString());
    saved()->setValue(u"large"_s);
    QCOMPARE(amount()->value(), u">=603"_s); // saved as it was
}

void TestSavedFilters::saved_chosenAgainAfterClear_works()
{
    open();
    saveAs(u"large"_s, u">=603"_s);
    QTest::mouseClick(child<QPushButton>(u"clearButton"_s), Qt::LeftButton);
    QCOMPARE(saved()->value(), QString());
    QTRY_COMPARE(table()->model()->rowCount(), 5);
    saved()->setValue(u"large"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
}

void TestSavedFilters::saved_setToAny_clearsTheFilter()
{
    open();
    saveAs(u"large"_s, u">=603"_s);
    QTest::keyClick(saved(), Qt::Key_Delete);
    QTRY_COMPARE(table()->model()->rowCount(), 5);
    QVERIFY(!child<FilterBar>(u"filterBar"_s)->isActive());
}

void TestSavedFilters::filter_atStart_isSelectedFromTheStart()
{
    open();
    saveAs(u"always ask me"_s, u">=603"_s);
    chooseInMenu(0);
    again();
    QCOMPARE(saved()->value(), u"always ask me"_s);
    QCOMPARE(amount()->value(), u">=603"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    QVERIFY(child<QPushButton>(u"clearButton"_s)->isVisible()); // that it hides something is told
    chooseInMenu(0);                                            // off again
    again();
    QTRY_COMPARE(table()->model()->rowCount(), 5);
}

void TestSavedFilters::filter_atStart_forgotten_startsWithAll()
{
    open();
    saveAs(u"always ask me"_s, u">=603"_s);
    chooseInMenu(0);
    chooseInMenu(1);
    QCOMPARE(saved()->value(), QString());
    again();
    QTRY_COMPARE(table()->model()->rowCount(), 5);
    QCOMPARE(saved()->value(), QString());
}

void TestSavedFilters::menu_withoutASavedFilter_isNotOpened()
{
    open();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QCoreApplication::sendEvent(saved(), &event);
    QVERIFY(!saved()->findChild<QMenu *>(u"savedMenu"_s));
}

QTEST_MAIN(TestSavedFilters)
#include "tst_savedfilters.moc"
