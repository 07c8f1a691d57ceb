#include "console/client/recentreasons.h"
#include "console/widgets/reasonsbutton.h"
#include "support/queuepagefixture.h"

#include <QMenu>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::Page;
using console::ReasonsButton;
using console::RecentReasons;

/// Reasons that were given before can be used again, by keys too.
class TestRejectReasons : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void reasons_keepTheLastEight_newestFirst();
    void reasons_areOfOnePerson();
    void rejected_offersTheReasonNextTime();
    void menu_openedByDown_fillsTheField_andDecidesNothing();
    void menu_withoutReasons_isNotThere();

private:
    [[nodiscard]] QMenu *menu() { return child<ReasonsButton>(u"reasonsButton"_s)->findChild<QMenu *>(); }
};

void TestRejectReasons::reasons_keepTheLastEight_newestFirst()
{
    QSettings settings;
    RecentReasons reasons(settings, u"m.keller"_s);
    for (int i = 1; i <= 10; ++i)
        reasons.add(QString::number(i));
    reasons.add({});
    reasons.add(u"5"_s);
    QCOMPARE(reasons.list(), (QStringList{u"5"_s, u"10"_s, u"9"_s, u"8"_s, u"7"_s, u"6"_s, u"4"_s, u"3"_s}));
    QCOMPARE(reasons.list().size(), RecentReasons::kKept);
}

void TestRejectReasons::reasons_areOfOnePerson()
{
    QSettings settings;
    RecentReasons(settings, u"m.keller"_s).add(u"Wrong account"_s);
    QVERIFY(RecentReasons(settings, u"c.osei"_s).list().isEmpty());
}

void TestRejectReasons::rejected_offersTheReasonNextTime()
{
    open();
    m_sample->unlock();
    m_page->perform(Page::Command::Reject);
    auto *reason = child<QLineEdit>(u"reasonEdit"_s);
    QTest::keyClicks(reason, u"Wrong account"_s);
    QTest::keyClick(reason, Qt::Key_Return);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QSettings settings;
    QCOMPARE(RecentReasons(settings, u"m.keller"_s).list(), QStringList{u"Wrong account"_s});
}

void TestRejectReasons::menu_openedByDown_fillsTheField_andDecidesNothing()
{
    {
        QSettings settings;
        RecentReasons(settings, u"m.keller"_s).add(u"<b>Not ours</b> & late"_s);
        RecentReasons(settings, u"m.keller"_s).add(u"Wrong account"_s);
    }
    open();
    m_sample->unlock();
    m_page->perform(Page::Command::Reject);
    QVERIFY(child<ReasonsButton>(u"reasonsButton"_s)->isVisible());
    auto *reason = child<QLineEdit>(u"reasonEdit"_s);
    QTest::keyClick(reason, Qt::Key_Down);
    QTRY_VERIFY(menu() && menu()->isVisible());
    QCOMPARE(menu()->actions().size(), 2);
    QCOMPARE(menu()->actions().last()->text(), u"<b>Not ours</b> && late"_s);
    QTest::keyClick(menu(), Qt::Key_Down);
    QTest::keyClick(menu(), Qt::Key_Return);
    QTRY_COMPARE(reason->text(), u"<b>Not ours</b> & late"_s);
    QVERIFY(reason->hasFocus());
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QTest::keyClick(reason, Qt::Key_Return);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(approval::DecisionBody::parse(m_sample->decisions->sent.first().body)->reason,
             u"<b>Not ours</b> & late"_s);
}

void TestRejectReasons::menu_withoutReasons_isNotThere()
{
    open();
    m_sample->unlock();
    m_page->perform(Page::Command::Reject);
    QVERIFY(!child<ReasonsButton>(u"reasonsButton"_s)->isVisible());
    QTest::keyClick(child<QLineEdit>(u"reasonEdit"_s), Qt::Key_Down);
    QVERIFY(!menu());
}

QTEST_MAIN(TestRejectReasons)
#include "tst_rejectreasons.moc"
