#include "console/client/notificationsender.h"
#include "console/client/plannotices.h"
#include "console/preferences.h"
#include "console/preferencesmenu.h"
#include "evidence/event.h"
#include "support/decisionsample.h"
#include "support/passevents.h"
#include "support/sampleconsole.h"

#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::Notification;
using console::PlanNotices;
using console::PlanWatch;

/// A desktop that keeps what it was told.
class FakeSender final : public console::NotificationSender
{
public:
    QList<Notification> shown;
    int withdrawn = 0;
    qint64 badge = 0;

    void show(const Notification &notification) override { shown.append(notification); }
    void withdraw() override { ++withdrawn; }
    void setBadge(qint64 count) override { badge = count; }
};

/// What is told outside the window: only what needs this person, at most once a minute, nothing of an agent.
class TestPlanNotices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void plansThatWereThere_areNoNews();
    void newPlan_isTold_withCountToolAndRule();
    void newPlans_withinAMinute_areToldTogether();
    void agentsWords_areNotTold();
    void watchedWindow_isNotDisturbed();
    void planOfAnotherRole_isNotMine_afterUnlocking();
    void key_lockedAgain_itIsStillMe();
    void planThatIApproved_needsMeNoMore();
    void delegation_makesItMine();
    void reminders_areToldForMyPlans();
    void nothingLeft_takesTheNotificationAway();
    void switchedOff_saysNothing();
    void preference_isOnUntilSwitchedOff();

private:
    void add(const QString &record, const QString &role = {});
    void publish();
    void remind(qint64 operation, const QString &moment, const QString &kind = QString(evidence::kinds::reminded));
    void watch();
    void settle();

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<FakeSender> m_sender;
    std::unique_ptr<PlanNotices> m_notices;
    bool m_watched = false;
};

void TestPlanNotices::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
}

void TestPlanNotices::init()
{
    m_watched = false;
    m_sample = std::make_unique<tests::SampleConsole>(false);
    m_sender = std::make_unique<FakeSender>();
}

void TestPlanNotices::cleanup()
{
    m_notices.reset();
    m_sample.reset();
}

void TestPlanNotices::add(const QString &record, const QString &role)
{
    m_sample->book.addWithdrawal(record, u"700.00"_s);
    QList<console::OperationDetail> &book = m_sample->ledger->book;
    book.append(m_sample->book.details().last());
    if (!role.isEmpty())
        book.last().row.approvals = tests::frozenVerdict({{1, role}});
    m_sample->ledger->frame.head.size += 2;
}

void TestPlanNotices::publish()
{
    m_sample->ledger->change();
    settle();
}

void TestPlanNotices::settle()
{
    tests::passEvents(60);
}

void TestPlanNotices::watch()
{
    m_sample->session->refresh();
    settle();
    QVERIFY(m_sample->session->isRead());
    m_notices = std::make_unique<PlanNotices>(*m_sample->session, *m_sender, [this] { return m_watched; });
    m_sample->ledger->frame.head.size += 1;
    publish();
}

void TestPlanNotices::remind(qint64 operation, const QString &moment, const QString &kind)
{
    evidence::Event event;
    event.seq = m_sample->ledger->frame.head.size++;
    event.at = m_sample->clock.now();
    event.kind = kind;
    event.tenant = u"default"_s;
    event.operation = operation;
    event.actor = {evidence::actors::rule, u"expiry"_s};
    event.data = {{u"moment"_s, moment}};
    m_sample->ledger->eventRows.append(
        {event.seq, event.at, kind, event.tenant, operation, u"expiry"_s, {}, evidence::leafBytes(event)});
}

void TestPlanNotices::plansThatWereThere_areNoNews()
{
    add(u"WD-1"_s);
    watch();
    QCOMPARE(m_notices->count(), 1);
    QCOMPARE(m_sender->badge, 1);
    QVERIFY(m_sender->shown.isEmpty());
}

void TestPlanNotices::newPlan_isTold_withCountToolAndRule()
{
    add(u"WD-1"_s);
    watch();
    QSignalSpy counts(m_notices.get(), &PlanNotices::countChanged);
    add(u"WD-2"_s);
    m_sample->ledger->book.last().row.rule = u"large_amount"_s;
    publish();
    QCOMPARE(m_sender->shown.size(), 1);
    QCOMPARE(m_sender->shown.first().summary, u"2 plan(s) wait for your decision"_s);
    QVERIFY(m_sender->shown.first().body.contains(u"1 × approve_withdrawal · large_amount"_s));
    QCOMPARE(m_sender->badge, 2);
    QCOMPARE(counts.last().first().toLongLong(), 2);
}

void TestPlanNotices::newPlans_withinAMinute_areToldTogether()
{
    watch();
    add(u"WD-1"_s);
    publish();
    QCOMPARE(m_sender->shown.size(), 1);
    for (int i = 2; i < 12; ++i) {
        add(u"WD-%1"_s.arg(i));
        publish();
        m_sample->clock.advance(base::kSecond);
    }
    QCOMPARE(m_sender->shown.size(), 1);
    m_sample->clock.advance(50 * base::kSecond);
    QTRY_COMPARE(m_sender->shown.size(), 2);
    QCOMPARE(m_sender->shown.last().summary, u"11 plan(s) wait for your decision"_s);
    m_sample->clock.advance(base::kHour);
    tests::passEvents(700);
    QCOMPARE(m_sender->shown.size(), 2);
}

void TestPlanNotices::agentsWords_areNotTold()
{
    watch();
    add(u"<b>WD-URGENT</b>"_s);
    m_sample->ledger->book.last().row.actor = u"<img src=x>agent"_s;
    m_sample->ledger->book.last().row.run = u"say yes"_s;
    publish();
    QCOMPARE(m_sender->shown.size(), 1);
    const QString all = m_sender->shown.first().summary + m_sender->shown.first().body;
    for (const QString &word : {u"URGENT"_s, u"img"_s, u"say yes"_s, u"700"_s})
        QVERIFY2(!all.contains(word), qPrintable(all));
}

void TestPlanNotices::watchedWindow_isNotDisturbed()
{
    watch();
    m_watched = true;
    add(u"WD-1"_s);
    publish();
    QVERIFY(m_sender->shown.isEmpty());
    QCOMPARE(m_sender->badge, 1);
    m_watched = false;
    tests::passEvents(600);
    QVERIFY(m_sender->shown.isEmpty()); // it was seen
}

void TestPlanNotices::planOfAnotherRole_isNotMine_afterUnlocking()
{
    add(u"WD-1"_s, u"compliance"_s);
    watch();
    QCOMPARE(m_notices->count(), 1); // nobody knows who sits there
    m_sample->unlock();
    settle();
    QCOMPARE(m_notices->count(), 0);
    add(u"WD-2"_s, u"compliance"_s);
    publish();
    QVERIFY(m_sender->shown.isEmpty());
    add(u"WD-3"_s);
    m_sample->ledger->book.last().row.sponsor = u"m.keller"_s; // whoever answers for the agent may not decide
    publish();
    QVERIFY(m_sender->shown.isEmpty());
    add(u"WD-4"_s);
    publish();
    QCOMPARE(m_sender->shown.size(), 1);
    QCOMPARE(m_notices->count(), 1);
}

void TestPlanNotices::key_lockedAgain_itIsStillMe()
{
    add(u"WD-1"_s, u"compliance"_s);
    watch();
    m_sample->unlock();
    m_sample->session->key().lock();
    settle();
    QCOMPARE(m_notices->count(), 0);
}

void TestPlanNotices::planThatIApproved_needsMeNoMore()
{
    add(u"WD-1"_s, u"treasury"_s);
    m_sample->ledger->book.last().row.approvals = tests::frozenVerdict({{2, u"treasury"_s}});
    watch();
    m_sample->unlock();
    settle();
    QCOMPARE(m_notices->count(), 1);
    console::OperationDetail &detail = m_sample->ledger->book.last();
    detail.decisions.append(
        tests::approvalOf(detail.row, u"m.keller"_s, m_sample->key.publicKey().id(), m_sample->clock.now()));
    ++detail.row.counted;
    ++m_sample->ledger->frame.head.size;
    publish();
    QTRY_COMPARE(m_notices->count(), 0);
}

void TestPlanNotices::delegation_makesItMine()
{
    add(u"WD-1"_s, u"compliance"_s);
    m_sample->ledger->frame.people.append({u"p.silva"_s, tests::keyId('2'), {}, {u"compliance"_s}, {u"*"_s}, false});
    watch();
    m_sample->unlock();
    settle();
    QCOMPARE(m_notices->count(), 0);
    const base::Micros now = m_sample->clock.now();
    m_sample->ledger->frame.delegations.append({u"m.keller"_s, u"p.silva"_s, now - 1, now + base::kHour, 9, -1});
    ++m_sample->ledger->frame.head.size;
    publish();
    QTRY_COMPARE(m_notices->count(), 1);
}

void TestPlanNotices::reminders_areToldForMyPlans()
{
    add(u"WD-1"_s);
    add(u"WD-2"_s, u"compliance"_s);
    remind(1, u"half"_s); // before anybody looked
    watch();
    m_sample->unlock();
    settle();
    remind(2, u"half"_s);
    publish();
    QVERIFY(m_sender->shown.isEmpty());
    remind(1, u"nine_tenths"_s);
    publish();
    QCOMPARE(m_sender->shown.size(), 1);
    QVERIFY2(m_sender->shown.first().body.startsWith(u"1 will expire soon"_s),
             qPrintable(m_sender->shown.first().body));
    m_sample->clock.advance(2 * base::kMinute);
    remind(1, u"escalated"_s, QString(evidence::kinds::escalated));
    publish();
    QCOMPARE(m_sender->shown.size(), 2);
    QVERIFY(m_sender->shown.last().body.startsWith(u"1 escalated to you"_s));
}

void TestPlanNotices::nothingLeft_takesTheNotificationAway()
{
    watch();
    add(u"WD-1"_s);
    publish();
    QCOMPARE(m_sender->shown.size(), 1);
    const int before = m_sender->withdrawn;
    m_sample->ledger->setStatus(1, ledger::Status::Rejected);
    ++m_sample->ledger->frame.head.size;
    publish();
    QTRY_VERIFY(m_sender->withdrawn > before);
    QCOMPARE(m_sender->badge, 0);
}

void TestPlanNotices::switchedOff_saysNothing()
{
    watch();
    m_notices->setEnabled(false);
    add(u"WD-1"_s);
    publish();
    QVERIFY(m_sender->shown.isEmpty());
    QCOMPARE(m_sender->badge, 0);
    QCOMPARE(m_notices->count(), 1); // the window's own title says it
    m_notices->setEnabled(true);
    QCOMPARE(m_sender->badge, 1);
}

void TestPlanNotices::preference_isOnUntilSwitchedOff()
{
    QSettings().clear();
    console::PreferencesMenu menu;
    QSignalSpy changed(&menu, &console::PreferencesMenu::changed);
    auto *action = menu.findChild<QAction *>(u"notifyAction"_s);
    QVERIFY(action && action->isChecked());
    action->toggle();
    QCOMPARE(changed.size(), 1);
    QSettings settings;
    QVERIFY(!console::Preferences(settings).notifies());
}

QTEST_MAIN(TestPlanNotices)
#include "tst_plannotices.moc"
