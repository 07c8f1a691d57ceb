#include "console/models/attentionmodel.h"
#include "console/models/conflictsmodel.h"
#include "console/pages/attentionpage.h"
#include "console/pages/conflictpanel.h"
#include "console/pages/operationpanel.h"
#include "console/widgets/emptystate.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/recordtable.h"
#include "console/widgets/sectionbar.h"
#include "console/widgets/sidebysideview.h"
#include "evidence/event.h"
#include "evidence/eventkinds.h"
#include "support/auditsample.h"
#include "support/decisionsample.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AttentionPage;
using console::AttentionSection;
using ledger::Status;

/// What is stuck and why (contract 4.2, 7.4): lists, counts, and the difference of two payloads.
class TestAttentionPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void opened_choosesTheFirstSectionThatHasSomething();
    void nothingStuck_says_whatWouldStandThere();
    void unknown_lists_ageValueAttemptsAndWhatComesNext();
    void unknown_ofAResume_isNotSaidToBeSent();
    void failed_lists_thatNothingHappened();
    void overdue_says_whatItWaitsFor();
    void held_isShown_asNeverExecuted();
    void badge_counts_whatNeedsSomebody();
    void conflict_chosen_showsBothValuesSideBySide();
    void conflict_sensitiveFields_areHiddenFromOthers();
    void conflict_purged_saysSo();
    void conflict_open_goesToTheFirstOperation();
    void conflicts_refreshed_keepsTheOthers();
    void conflicts_many_areReadInPages();
    void link_overdue_opensThatSection();
    void failure_offers_anotherTry();
    void sections_areReached_byKeyboard();

private:
    template <typename T>
    [[nodiscard]] T *find(const char *name) const
    {
        return m_page->findChild<T *>(QLatin1StringView(name));
    }
    void add(Status status, base::Micros age = base::kHour)
    {
        tests::SampleBook::Plan plan;
        plan.arguments = {{u"withdrawal_id"_s, u"WD-%1"_s.arg(m_sample->book.details().size())},
                          {u"amount"_s, u"1250.00"_s},
                          {u"currency"_s, u"USD"_s}};
        plan.status = status;
        plan.age = age;
        m_sample->book.add(plan);
        m_sample->ledger->book = m_sample->book.details();
    }
    ledger::OperationRow &row(qint64 id) { return m_sample->ledger->book[id - 1].row; }
    [[nodiscard]] ledger::LiveCounts &counts() { return m_sample->ledger->frame.counts; }
    void open()
    {
        m_sample->session->refresh();
        m_page->setSession(m_sample->session.get());
        m_page->resize(1240, 760);
        m_page->show();
        QTRY_VERIFY(m_page->isReady());
    }
    void choose(AttentionSection section)
    {
        find<console::SectionBar>("sections")->setCurrent(static_cast<int>(section));
        QTRY_VERIFY(m_page->isReady());
    }
    [[nodiscard]] QString cell(int line, int column) const
    {
        const QAbstractItemModel *model = find<console::OperationTable>("table")->model();
        return model->index(line, column).data().toString();
    }
    [[nodiscard]] QString shown() const { return find<QStackedWidget>("listStack")->currentWidget()->objectName(); }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<AttentionPage> m_page;
};

void TestAttentionPage::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
}

void TestAttentionPage::init()
{
    QSettings().clear();
    m_sample = std::make_unique<tests::SampleConsole>(false);
    m_page = std::make_unique<AttentionPage>();
}

void TestAttentionPage::cleanup()
{
    m_page->setSession(nullptr); // what still runs belongs to the session
    m_sample.reset();
    m_page.reset();
}

void TestAttentionPage::opened_choosesTheFirstSectionThatHasSomething()
{
    add(Status::Failed);
    counts().failed = 1;
    open();
    auto *sections = find<console::SectionBar>("sections");
    QTRY_COMPARE(sections->current(), static_cast<int>(AttentionSection::Failed));
    QCOMPARE(sections->count(static_cast<int>(AttentionSection::Failed)), 1);
    QCOMPARE(sections->count(static_cast<int>(AttentionSection::Unknown)), 0);
    QTRY_VERIFY(m_page->isReady());
    QTRY_COMPARE(find<console::OperationPanel>("operationPanel")->operation(), 1);
}

void TestAttentionPage::nothingStuck_says_whatWouldStandThere()
{
    open();
    for (const AttentionSection section : console::AttentionWording::sections()) {
        choose(section);
        QTRY_COMPARE(shown(), u"emptyState"_s);
        QCOMPARE(find<console::EmptyState>("emptyState")->title(), console::AttentionWording::emptyTitle(section));
        QVERIFY(!console::AttentionWording::emptyText(section).isEmpty());
        QCOMPARE(find<QLabel>("hintLabel")->text(), console::AttentionWording::hint(section));
    }
}

void TestAttentionPage::unknown_lists_ageValueAttemptsAndWhatComesNext()
{
    using Model = console::AttentionModel;
    add(Status::Unknown);
    add(Status::Unknown);
    add(Status::Unknown);
    counts().unknown = 3;
    const base::Micros now = m_sample->clock.now();
    row(1).firstSentAt = now - 2 * base::kHour;
    row(1).attempts = 2;
    row(2).notBefore = now + 3 * base::kMinute;
    row(3).notBefore = now - base::kSecond;
    open();
    QTRY_COMPARE(find<console::OperationTable>("table")->model()->rowCount(), 3);
    QCOMPARE(cell(0, Model::Age), u"2 h 0 m"_s); // the oldest first
    QCOMPARE(cell(0, Model::Amount), u"1,250.00 USD"_s);
    QCOMPARE(cell(0, Model::Attempts), u"2"_s);
    QCOMPARE(cell(0, Model::Next), u"waits for a person"_s);
    QCOMPARE(cell(1, Model::Next), u"same key again in 3 m"_s);
    QCOMPARE(cell(2, Model::Next), u"same key again, due now"_s);
    const QAbstractItemModelTester tester(find<console::OperationTable>("table")->model());
}

void TestAttentionPage::unknown_ofAResume_isNotSaidToBeSent()
{
    add(Status::Unknown);
    add(Status::Unknown);
    add(Status::Unknown);
    counts().unknown = 3;
    const base::Micros now = m_sample->clock.now();
    for (int id = 1; id <= 2; ++id) {
        evidence::Event event;
        event.kind = evidence::kinds::unknown;
        event.seq = 90 + id;
        event.at = now;
        event.tenant = u"default"_s;
        event.operation = id;
        event.actor = {u"flow"_s, u"i-1"_s};
        event.data = {{u"why"_s, u"resumed"_s}};
        m_sample->ledger->book[id - 1].timeline.append(
            {event.seq, now, event.kind, event.tenant, id, event.actor.id, {}, evidence::leafBytes(event)});
    }
    m_sample->ledger->book[0].attempts.clear();
    row(1).attempts = 0;
    row(2).attempts = 1; // this one was sent before the log went back
    row(3).notBefore = now + base::kMinute;
    open();
    auto *panel = find<console::OperationPanel>("operationPanel");
    const auto said = [&](qint64 id) {
        find<console::OperationTable>("table")->selectId(id);
        return QTest::qWaitFor([&] { return panel->operation() == id; })
                   ? panel->findChild<console::Notice *>(u"stateNotice"_s)->text()
                   : QString();
    };
    QTRY_COMPARE(find<console::OperationTable>("table")->model()->rowCount(), 3);
    QCOMPARE(said(1), u"Was open when the log went back; this copy never sent it. Look into the owner's own book."_s);
    QCOMPARE(said(2), u"Whether it happened is not known, and nothing repeats it. Look into the owner's own book."_s);
    QCOMPARE(said(3), u"Whether it happened is not known. It is not repeated blindly; the owner is asked."_s);
}

void TestAttentionPage::failed_lists_thatNothingHappened()
{
    add(Status::Failed);
    counts().failed = 1;
    open();
    QTRY_COMPARE(find<console::OperationTable>("table")->model()->rowCount(), 1);
    QCOMPARE(cell(0, console::AttentionModel::Next), u"nothing happened, the key is free"_s);
}

void TestAttentionPage::overdue_says_whatItWaitsFor()
{
    add(Status::Approved, 10 * base::kMinute);
    add(Status::Approved, 10 * base::kMinute);
    counts().overdue = 2;
    row(1).decidedAt = m_sample->clock.now() - 5 * base::kMinute;
    row(2).notBefore = m_sample->clock.now() + base::kMinute;
    open();
    QTRY_COMPARE(find<console::OperationTable>("table")->model()->rowCount(), 2);
    QCOMPARE(cell(0, console::AttentionModel::Age), u"5 m"_s);
    QCOMPARE(cell(0, console::AttentionModel::Next), u"waits for a flow"_s);
    QCOMPARE(cell(1, console::AttentionModel::Next), u"was not sent, again in 1 m"_s);
}

void TestAttentionPage::held_isShown_asNeverExecuted()
{
    add(Status::Approved);
    row(1).held = true;
    counts().held = 1;
    open();
    QTRY_COMPARE(find<console::OperationTable>("table")->model()->rowCount(), 1);
    QCOMPARE(cell(0, console::AttentionModel::Status), u"held"_s);
    QCOMPARE(cell(0, console::AttentionModel::Next), u"held, never executed"_s);
    QSignalSpy links(m_page.get(), &console::Page::linkRequested);
    QVERIFY(find<QPushButton>("alarmButton")->isVisible());
    QTest::mouseClick(find<QPushButton>("alarmButton"), Qt::LeftButton);
    QCOMPARE(links.size(), 1);
    QCOMPARE(links.first().first().toString(), u"audit"_s);
}

void TestAttentionPage::badge_counts_whatNeedsSomebody()
{
    counts().unknown = 2;
    counts().openConflicts = 1;
    counts().failed = 40;
    counts().contradicted = 4;
    open();
    QTRY_COMPARE(m_page->badge().count, 7);
    QVERIFY(m_page->badge().urgent);
    counts().unknown = 0;
    m_sample->session->refresh();
    QTRY_COMPARE(m_page->badge().count, 5);
    QVERIFY(m_page->badge().urgent); // evidence against an end calls somebody too
    counts().contradicted = 0;
    m_sample->session->refresh();
    QTRY_COMPARE(m_page->badge().count, 1);
    QVERIFY(!m_page->badge().urgent);
}

void TestAttentionPage::conflict_chosen_showsBothValuesSideBySide()
{
    add(Status::Succeeded);
    counts().openConflicts = 1;
    tests::auditsample::addConflict(
        *m_sample->ledger, 1,
        {{u"amount"_s, u"125.00"_s}, {u"currency"_s, QJsonValue::Null}, {u"memo"_s, u"a\u200Bb"_s}},
        m_sample->clock.now() - base::kMinute, u"ops-agent-9"_s);
    open();
    QTRY_COMPARE(shown(), u"conflictTable"_s);
    const QAbstractItemModel *list = find<console::RecordTable>("conflictTable")->model();
    QCOMPARE(list->index(0, console::ConflictsModel::Record).data().toString(), u"WD-0"_s); // not its number
    QTRY_VERIFY(find<console::ConflictPanel>("conflictPanel")->shownEvent());
    const auto rows = find<console::SideBySideView>("difference")->rows();
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows.at(0).label, u"/amount"_s);
    QCOMPARE(rows.at(0).first, u"\"1250.00\""_s);
    QCOMPARE(rows.at(0).second, u"\"125.00\""_s);
    QCOMPARE(rows.at(1).label, u"/currency"_s);
    QVERIFY(!rows.at(1).second);
    QVERIFY(!rows.at(2).first);
    QCOMPARE(rows.at(2).second, u"\"a[U+200B]b\""_s);
    QVERIFY(find<console::SideBySideView>("difference")->accessibleDescription().contains(u"(not there)"_s));
    QVERIFY(find<console::LinesView>("secondLines")->text().contains(u"ops-agent-9"_s));
    QVERIFY(find<console::LinesView>("firstLines")->text().contains(u"succeeded"_s));
    const QString next = find<QLabel>("nextLabel")->text(); // only what there is a way to do
    QVERIFY2(next.endsWith(u"keep the first, accept the second as new work under a name of its own, or dismiss it."_s),
             qPrintable(next));
}

void TestAttentionPage::conflict_sensitiveFields_areHiddenFromOthers()
{
    add(Status::Succeeded);
    tests::makeSensitive(m_sample->ledger->book[0], {u"amount"_s, u"withdrawal_id"_s});
    counts().openConflicts = 1;
    tests::auditsample::addConflict(*m_sample->ledger, 1,
                                    {{u"amount"_s, u"125.00"_s}, {u"withdrawal_id"_s, u"WD-SECRET"_s}},
                                    m_sample->clock.now() - base::kMinute, u"ops-agent-9"_s);
    open();
    auto *panel = find<console::ConflictPanel>("conflictPanel");
    QTRY_VERIFY(panel->shownEvent());
    const auto shown = [&] {
        QString all = find<console::SideBySideView>("difference")->text();
        for (const QLabel *label : panel->findChildren<QLabel *>())
            all += label->text();
        return all;
    };
    QVERIFY2(!shown().contains(u"125.00"_s) && !shown().contains(u"1250"_s), qPrintable(shown()));
    QVERIFY2(!shown().contains(u"WD-SECRET"_s), qPrintable(shown()));
    QVERIFY(shown().contains(u"••• only for treasury"_s));
    m_sample->unlock(); // m.keller has the role
    QTRY_VERIFY(shown().contains(u"\"125.00\""_s) && shown().contains(u"WD-SECRET"_s));
    m_sample->session->key().lock();
    QVERIFY(!shown().contains(u"125.00"_s));
}

void TestAttentionPage::conflict_purged_saysSo()
{
    add(Status::Succeeded);
    counts().openConflicts = 1;
    tests::auditsample::addConflict(*m_sample->ledger, 1, {{u"amount"_s, u"1.00"_s}}, m_sample->clock.now(), u"a"_s);
    m_sample->ledger->bytes.clear();
    open();
    QTRY_VERIFY(find<console::ConflictPanel>("conflictPanel")->shownEvent());
    QVERIFY(find<console::Notice>("stateNotice") != nullptr);
    const auto *notice = find<console::ConflictPanel>("conflictPanel")->findChild<console::Notice *>(u"stateNotice"_s);
    QCOMPARE(notice->text(), u"The second payload was purged."_s);
    QVERIFY(find<console::SideBySideView>("difference")->rows().isEmpty());
}

void TestAttentionPage::conflict_open_goesToTheFirstOperation()
{
    add(Status::Succeeded);
    counts().openConflicts = 1;
    tests::auditsample::addConflict(*m_sample->ledger, 1, {{u"amount"_s, u"1.00"_s}}, m_sample->clock.now(), u"a"_s);
    open();
    QTRY_VERIFY(find<console::ConflictPanel>("conflictPanel")->shownEvent());
    QSignalSpy opened(m_page.get(), &console::Page::operationRequested);
    QTest::mouseClick(find<QPushButton>("openButton"), Qt::LeftButton);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.first().first().toLongLong(), 1);
}

void TestAttentionPage::conflicts_refreshed_keepsTheOthers()
{
    add(Status::Succeeded);
    const auto conflict = [this] {
        tests::auditsample::addConflict(*m_sample->ledger, 1, {{u"amount"_s, u"1.00"_s}}, m_sample->clock.now(),
                                        u"a"_s);
    };
    conflict();
    conflict();
    conflict();
    console::ConflictsModel model;
    const QAbstractItemModelTester tester(&model);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setClient(m_sample->ledger, &m_sample->clock);
    QTRY_COMPARE(model.rowCount(), 3);
    reset.clear();
    const QPersistentModelIndex kept(model.index(1, 0));
    m_sample->ledger->conflictRows.removeLast(); // a person settled the oldest
    conflict();
    model.refresh();
    QTRY_COMPARE(model.conflict(0).event, m_sample->ledger->conflictRows.first().event);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(kept.row(), 2);
    QCOMPARE(reset.size(), 0);
}

void TestAttentionPage::conflicts_many_areReadInPages()
{
    for (int i = 0; i < 600; ++i) {
        ledger::ConflictRow conflict;
        conflict.event = 10 + i;
        conflict.operation = 1;
        m_sample->ledger->conflictRows.prepend(conflict);
    }
    console::ConflictsModel model;
    model.setClient(m_sample->ledger, &m_sample->clock);
    QTRY_COMPARE(model.rowCount(), 256);
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 512);
    model.fetchMore({});
    QTRY_COMPARE(model.rowCount(), 600);
    QVERIFY(!model.canFetchMore({}));
}

void TestAttentionPage::link_overdue_opensThatSection()
{
    counts().unknown = 1;
    add(Status::Unknown);
    open();
    m_page->applyLink({{u"section"_s, u"overdue"_s}});
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(find<console::SectionBar>("sections")->current(), static_cast<int>(AttentionSection::Overdue));
}

void TestAttentionPage::failure_offers_anotherTry()
{
    add(Status::Unknown);
    counts().unknown = 1;
    m_sample->session->refresh();
    QTRY_VERIFY(m_sample->session->isRead());
    m_sample->ledger->failure = base::Error{base::ErrorCode::Busy, u"busy"_s};
    m_page->setSession(m_sample->session.get());
    m_page->show();
    QTRY_VERIFY(find<console::Notice>("errorNotice")->isVisible());
    m_sample->ledger->failure.reset();
    QTest::mouseClick(find<console::Notice>("errorNotice")->findChild<QPushButton *>(u"noticeAction"_s),
                      Qt::LeftButton);
    QTRY_COMPARE(find<console::OperationTable>("table")->model()->rowCount(), 1);
    QTRY_VERIFY(!find<console::Notice>("errorNotice")->isVisible());
}

void TestAttentionPage::sections_areReached_byKeyboard()
{
    open();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    auto *first = find<QToolButton>("section0");
    QVERIFY(first->focusPolicy() & Qt::TabFocus);
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Right);
    QCOMPARE(find<console::SectionBar>("sections")->current(), 1);
    QVERIFY(!first->accessibleName().isEmpty());
}

QTEST_MAIN(TestAttentionPage)
#include "tst_attentionpage.moc"
