#include "support/passevents.h"
#include "support/queuepagefixture.h"

using namespace obstat;
using namespace Qt::StringLiterals;
using console::GateBlock;
using console::LinesView;
using console::Notice;
using console::OperationTable;
using console::Page;
using console::PlanPanel;
using console::QueuePage;
using ledger::Status;

/// The approver's page: what is shown is what is signed, and nothing is approved by accident.
class TestQueuePage : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { start(); }
    void init() { make(); }
    void cleanup() { clear(); }

    void queue_opened_showsTheOldestPlan();
    void record_ofMixedScripts_isMarkedInTheList();
    void columns_at1280By800_cutNothingAnApproverNeeds();
    void columns_whereRoomIsShort_giveBackWhatTheyDoNotNeed();
    void columns_arrangedByHand_stayAsTheyAre();
    void buttons_at1280By800_sayAllTheirWords();
    void approve_beforeTheKeyIsUnlocked_isOff();
    void approve_within800Ms_isOff();
    void approve_beforeAllWasOnScreen_isOff();
    void approve_ofAFoldedValue_isOffUntilOpened_data();
    void approve_ofAFoldedValue_isOffUntilOpened();
    void approve_ofADamagedPayload_isNeverOn();
    void approve_signed_namesWhatWasShown();
    void approve_again_isNotPossible();
    void selection_changed_armsAnew();
    void window_activated_armsAnew();
    void refreshes_duringAClick_signWhatWasUnderThePointerOrNothing();
};

void TestQueuePage::queue_opened_showsTheOldestPlan()
{
    open();
    QCOMPARE(panel()->operation(), std::optional<qint64>(1));
    QCOMPARE(table()->model()->rowCount(), 5);
    QCOMPARE(child<console::PlainTextLabel>(u"sumLabel"_s)->text(), u"600.00 USD"_s);
    QTRY_COMPARE(m_page->badge().count, 5);
}

void TestQueuePage::record_ofMixedScripts_isMarkedInTheList()
{
    (void)m_sample->book.addWithdrawal(u"p\u0430ypal"_s, u"640.00"_s); // a Cyrillic a
    m_sample->ledger->book = m_sample->book.details();
    open();
    QTRY_COMPARE(table()->model()->rowCount(), 6);
    QStringList records;
    for (int row = 0; row < 6; ++row)
        records.append(table()->model()->index(row, console::QueueModel::Record).data().toString());
    QVERIFY2(records.contains(u"\u26A0 p\u0430ypal"_s), qPrintable(records.join(u' ')));
    QCOMPARE(records.filter(u"\u26A0"_s).size(), 1);
}

void TestQueuePage::columns_at1280By800_cutNothingAnApproverNeeds()
{
    using Model = console::QueueModel;
    tests::SampleBook::Plan plan;
    plan.arguments = {
        {u"withdrawal_id"_s, u"WD-24817-B"_s}, {u"amount"_s, u"12345678.90"_s}, {u"currency"_s, u"USD"_s}};
    plan.hits = 1233;
    plan.age = 26 * base::kHour;
    (void)m_sample->book.add(plan);
    m_sample->ledger->book = m_sample->book.details();
    open(); // 1110 wide: what the navigation leaves of 1280
    QTRY_COMPARE(table()->model()->rowCount(), 6);
    tests::passEvents(5);
    for (const int column : {Model::Waiting, Model::Tool, Model::Record, Model::Amount, Model::Asked, Model::Needs}) {
        QVERIFY(!table()->isColumnHidden(column));
        for (int row = 0; row < 6; ++row) {
            const int asked = table()->sizeHintForIndex(table()->model()->index(row, column)).width();
            QVERIFY2(table()->columnWidth(column) >= asked, qPrintable(u"row %1 column %2"_s.arg(row).arg(column)));
        }
    }
    QCOMPARE(table()->horizontalScrollBar()->maximum(), 0); // and nothing is out of sight
}

void TestQueuePage::columns_whereRoomIsShort_giveBackWhatTheyDoNotNeed()
{
    tests::SampleBook::Plan plan;
    plan.arguments = {
        {u"withdrawal_id"_s, u"WD-24817-B"_s}, {u"amount"_s, u"12345678.90"_s}, {u"currency"_s, u"USD"_s}};
    plan.age = 161 * base::kMinute;
    (void)m_sample->book.add(plan);
    m_sample->ledger->book = m_sample->book.details();
    m_page->resize(1078, 720); // what the German navigation leaves of 1280
    open();
    QTRY_COMPARE(table()->model()->rowCount(), 6);
    tests::passEvents(5);
    QTRY_COMPARE(table()->horizontalScrollBar()->maximum(), 0);
    const QModelIndex amount = table()->model()->index(5, console::QueueModel::Amount);
    QVERIFY(table()->columnWidth(amount.column()) >= table()->sizeHintForIndex(amount).width()); // C5
}

void TestQueuePage::columns_arrangedByHand_stayAsTheyAre()
{
    open();
    table()->setColumnWidth(console::QueueModel::Tool, 222);
    m_page->resize(1500, 720);
    tests::passEvents(5);
    QCOMPARE(table()->columnWidth(console::QueueModel::Tool), 222);
    m_page->setSession(nullptr);
    m_page = std::make_unique<QueuePage>(); // the next run
    m_page->resize(1110, 720);
    open();
    QCOMPARE(table()->columnWidth(console::QueueModel::Tool), 222);
    QSettings().clear();
}

void TestQueuePage::buttons_at1280By800_sayAllTheirWords()
{
    open();
    const auto fits = [this](const QString &name) {
        auto *button = child<QPushButton>(name);
        return button->width() >= button->fontMetrics().horizontalAdvance(button->text()) + 24;
    };
    for (const QString &name : {u"skipButton"_s, u"rejectButton"_s, u"approveButton"_s})
        QVERIFY2(fits(name), qPrintable(name));
    child<QPushButton>(u"approveButton"_s)->setText(u"Freigeben und signieren"_s); // the longest language
    QTRY_VERIFY(fits(u"approveButton"_s) && fits(u"skipButton"_s) && fits(u"rejectButton"_s));
}

void TestQueuePage::approve_beforeTheKeyIsUnlocked_isOff()
{
    open();
    readAll();
    m_sample->clock.advance(base::kMinute);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::Locked);
    QVERIFY(!approveButton()->isEnabled());
    QVERIFY(child<QPushButton>(u"unlockLink"_s)->isVisible());
    m_sample->unlock();
    QTRY_VERIFY(approveButton()->isEnabled());
    m_sample->session->key().lock();
    QVERIFY(!approveButton()->isEnabled());
}

void TestQueuePage::approve_within800Ms_isOff()
{
    open();
    m_sample->unlock();
    select(2);
    readAll();
    QCOMPARE(panel()->approveBlock(), GateBlock::Arming);
    m_sample->clock.advance(799 * base::kMillisecond);
    panel()->updateState();
    QVERIFY(!approveButton()->isEnabled());
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    m_sample->clock.advance(base::kMillisecond);
    panel()->updateState();
    QVERIFY(approveButton()->isEnabled());
}

void TestQueuePage::approve_beforeAllWasOnScreen_isOff()
{
    const qint64 id = addLong(u"line "_s.repeated(110)); // under the fold limit, but the panel is low
    m_page->resize(1110, 330);
    open();
    m_sample->unlock();
    select(id);
    m_sample->clock.advance(base::kMinute);
    tests::passEvents(20);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::NotAllShown);
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    readAll();
    QTRY_VERIFY(approveButton()->isEnabled());
    child<QScrollArea>(u"area"_s)->verticalScrollBar()->setValue(0); // what was seen stays seen
    QVERIFY(approveButton()->isEnabled());
}

void TestQueuePage::approve_ofAFoldedValue_isOffUntilOpened_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("folded");
    QTest::newRow("10 characters") << 10 << false;
    QTest::newRow("400 characters") << 400 << false;
    QTest::newRow("601 characters") << 601 << true;
    QTest::newRow("10,000 characters") << 10000 << true;
}

void TestQueuePage::approve_ofAFoldedValue_isOffUntilOpened()
{
    QFETCH(int, length);
    QFETCH(bool, folded);
    const qint64 id = addLong(QString(length - 1, u'x') + u'!');
    open();
    m_sample->unlock();
    select(id);
    auto *arguments = child<LinesView>(u"argumentLines"_s);
    QCOMPARE(arguments->hasFolded(), folded);
    QVERIFY(arguments->accessibleDescription().contains(QString(length - 1, u'x') + u'!')); // C2
    m_sample->clock.advance(base::kMinute);
    readAll();
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), folded ? GateBlock::Folded : GateBlock::None);
    arguments->unfoldAll();
    QTRY_VERIFY(panel()->approveBlock() != GateBlock::Folded);
    readAll();
    QTRY_COMPARE(panel()->approveBlock(), GateBlock::None);
}

void TestQueuePage::approve_ofADamagedPayload_isNeverOn()
{
    m_sample->ledger->book[1].arguments = m_sample->ledger->book.at(2).arguments; // payload A with digest B
    open();
    m_sample->unlock();
    select(2);
    tests::passEvents(20);
    m_sample->clock.advance(base::kHour);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::Damaged);
    QVERIFY(!approveButton()->isEnabled());
    panel()->approve();
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestQueuePage::approve_signed_namesWhatWasShown()
{
    open();
    makeReady(3);
    m_sample->clock.advance(3 * base::kSecond);
    QTest::mouseClick(approveButton(), Qt::LeftButton);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    const approval::DecisionEnvelope envelope = m_sample->decisions->sent.first();
    QVERIFY(approval::verifyDecision(envelope, m_sample->key.publicKey()));
    const auto body = approval::DecisionBody::parse(envelope.body);
    QVERIFY(body);
    const ledger::OperationRow &row = m_sample->ledger->book.at(2).row;
    QCOMPARE(body->operation, 3);
    QCOMPARE(body->payloadDigest, row.payloadDigest);
    QCOMPARE(body->factsDigest, row.factsDigest);
    QCOMPARE(body->version, row.version);
    QCOMPARE(body->origin, QString::fromLatin1(tests::SampleBook::kOrigin));
    QCOMPARE(body->approver, u"m.keller"_s);
    QCOMPARE(body->verdict, u"approve"_s);
    QCOMPARE(body->shownDigest, console::PlanReview::of(m_sample->ledger->book.at(2)).shownDigest);
    QVERIFY(body->allShown);
    QVERIFY(body->millisecondsShown >= 3800);
    QCOMPARE(body->surface, u"console"_s);
}

void TestQueuePage::approve_again_isNotPossible()
{
    m_sample->decisions->next = base::fail(base::ErrorCode::Unavailable, u"down"_s);
    open();
    makeReady(1);
    m_page->perform(Page::Command::Approve);
    m_page->perform(Page::Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(panel()->approveBlock(), GateBlock::Decided);
}

void TestQueuePage::selection_changed_armsAnew()
{
    open();
    makeReady(1);
    m_page->perform(Page::Command::Next);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    QVERIFY(!approveButton()->isEnabled());
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestQueuePage::window_activated_armsAnew()
{
    open();
    makeReady(1);
    QEvent activate(QEvent::WindowActivate);
    QCoreApplication::sendEvent(panel(), &activate);
    QVERIFY(!approveButton()->isEnabled());
    QCOMPARE(panel()->approveBlock(), GateBlock::Arming);
}

void TestQueuePage::refreshes_duringAClick_signWhatWasUnderThePointerOrNothing()
{
    open();
    makeReady(2);
    const QPoint point = approveButton()->rect().center();
    QTest::mousePress(approveButton(), Qt::LeftButton, {}, point);
    for (int i = 0; i < 100; ++i) {
        if (i == 50) { // the plan changes under the pointer
            m_sample->ledger->book[1].row.version++;
            m_sample->ledger->book[1].arguments = m_sample->ledger->book.at(3).arguments;
            m_sample->ledger->book[1].row.payloadDigest = m_sample->ledger->book.at(3).row.payloadDigest;
            m_sample->ledger->book[1].row.record = m_sample->ledger->book.at(3).row.record;
            m_sample->ledger->book[1].row.amount = m_sample->ledger->book.at(3).row.amount;
        }
        m_sample->ledger->change();
        tests::passEvents(1);
    }
    QTRY_VERIFY(m_page->isReady());
    QTest::mouseRelease(approveButton(), Qt::LeftButton, {}, point);
    tests::passEvents(5);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

QTEST_MAIN(TestQueuePage)
#include "tst_queuepage.moc"
