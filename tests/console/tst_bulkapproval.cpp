#include "console/models/bulkchoice.h"
#include "console/pages/bulkpanel.h"
#include "console/pages/bulkplan.h"
#include "support/passevents.h"
#include "support/queuepagefixture.h"

#include <QSignalSpy>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::BulkChoice;
using console::BulkPanel;
using console::BulkPlan;
using console::GateBlock;
using console::Notice;
using console::Page;
using ledger::Status;
using Command = console::Page::Command;

/// C19: only plans of one tool and rule, each payload shown; one signature per plan; totals before, a result per item
/// after; an item that changed is refused and the others go on.
class TestBulkApproval : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { start(); }
    void init() { make(); }
    void cleanup() { clear(); }

    void choice_ofOneToolAndRule_hasNoProblem();
    void choice_ofOtherPlans_isRefused();
    void totals_areExact_oneForEachCurrency();
    void marks_byX_areShownWithTheirTotals();
    void marks_byShiftAndArrows_areShown();
    void marks_ofOtherTools_cannotBeApprovedTogether();
    void escape_endsIt();
    void approveAll_needsEveryOneShown();
    void approveAll_signsEachOnItsOwn_andTellsWhatBecameOfEach();
    void approveAll_withAChangedItem_leavesItOut_andTheOthersGoOn();
    void item_changedWhileItIsRead_saysSo();
    void item_ofOnesOwnAgent_isLeftOut();
    void keyA_heldOrBeforeArming_approvesNothing();
    void approveAll_whileLocked_asksForTheKey();

private:
    [[nodiscard]] BulkPanel *bulk() { return child<BulkPanel>(u"bulkPanel"_s); }
    [[nodiscard]] QPushButton *approveAll() { return child<QPushButton>(u"bulkApprove"_s); }
    [[nodiscard]] Notice *notice() { return child<Notice>(u"bulkNotice"_s); }
    void mark(qint64 from, qint64 to);
    void openBulk(qint64 from, qint64 to);
    void readBulk();
    [[nodiscard]] approval::DecisionBody sent(qsizetype index) const
    {
        return *approval::DecisionBody::parse(m_sample->decisions->sent.at(index).body);
    }
    [[nodiscard]] QStringList outcomes() const;
};

void TestBulkApproval::mark(qint64 from, qint64 to)
{
    for (qint64 id = from; id <= to; ++id) {
        table()->selectId(id);
        m_page->perform(Command::Select);
    }
}

void TestBulkApproval::openBulk(qint64 from, qint64 to)
{
    mark(from, to);
    m_page->perform(Command::Approve); // with several marked it opens them
    QVERIFY(bulk()->isVisible());
    QTRY_VERIFY(bulk()->isRead());
    QVERIFY(!panel()->isVisible());
}

void TestBulkApproval::readBulk()
{
    QScrollBar *bar = child<QScrollArea>(u"bulkArea"_s)->verticalScrollBar();
    tests::passEvents(20);
    bar->setValue(0);
    for (int i = 0; i < 600 && bulk()->block() == GateBlock::NotAllShown; ++i) {
        if (bar->value() == bar->maximum())
            bar->setValue(0); // laid out anew meanwhile: read it again
        else
            bulk()->scrollDown();
        tests::passEvents(2);
    }
    QTRY_VERIFY(bulk()->block() != GateBlock::NotAllShown);
    m_sample->clock.advance(800 * base::kMillisecond);
    bulk()->updateState();
}

QStringList TestBulkApproval::outcomes() const
{
    QStringList texts;
    for (const BulkPlan *plan : m_page->findChildren<BulkPlan *>()) {
        const auto *outcome = plan->findChild<Notice *>(u"bulkOutcome"_s);
        texts.append(outcome->isVisibleTo(plan) ? outcome->text() : QString());
    }
    return texts;
}

void TestBulkApproval::choice_ofOneToolAndRule_hasNoProblem()
{
    ledger::OperationRow row;
    row.tool = u"t"_s;
    row.rule = u"r"_s;
    QCOMPARE(BulkChoice::problemOf({row, row}), BulkChoice::Problem::None);
    QCOMPARE(BulkChoice::problemOf({row}), BulkChoice::Problem::TooFew);
    QCOMPARE(BulkChoice::problemOf(QList<ledger::OperationRow>(51, row)), BulkChoice::Problem::TooMany);
}

void TestBulkApproval::choice_ofOtherPlans_isRefused()
{
    ledger::OperationRow row;
    row.tool = u"t"_s;
    row.rule = u"r"_s;
    ledger::OperationRow tool = row;
    tool.tool = u"u"_s;
    ledger::OperationRow rule = row;
    rule.rule.clear(); // no rule matched
    QCOMPARE(BulkChoice::problemOf({row, tool}), BulkChoice::Problem::OtherTool);
    QCOMPARE(BulkChoice::problemOf({row, rule}), BulkChoice::Problem::OtherRule);
    QVERIFY(!BulkChoice::text(BulkChoice::Problem::OtherTool).isEmpty());
    QVERIFY(!BulkChoice::text(BulkChoice::Problem::OtherRule).isEmpty());
}

void TestBulkApproval::totals_areExact_oneForEachCurrency()
{
    const auto row = [](const QString &amount, const QString &currency) {
        ledger::OperationRow made;
        made.amount = amount;
        made.currency = currency;
        return made;
    };
    QCOMPARE(BulkChoice::totals(
                 {row(u"0.1"_s, u"USD"_s), row(u"0.2"_s, u"USD"_s), row(u"9007199254740993"_s, u"EUR"_s), row({}, {})}),
             u"9,007,199,254,740,993.00 EUR · 0.30 USD · 1 without an amount"_s);
}

void TestBulkApproval::marks_byX_areShownWithTheirTotals()
{
    open();
    mark(1, 1);
    QVERIFY(notice()->isVisible());
    QVERIFY(notice()->text().startsWith(u"1 marked"_s));
    mark(2, 3);
    QCOMPARE(notice()->text(), u"3 marked · 1,803.00 USD"_s);
    QVERIFY(table()->model()->index(1, 0).data().toString().startsWith(u'✓'));
    mark(2, 2); // a second time takes it back
    QCOMPARE(notice()->text(), u"2 marked · 1,202.00 USD"_s);
    QVERIFY(!table()->model()->index(1, 0).data().toString().startsWith(u'✓'));
}

void TestBulkApproval::marks_byShiftAndArrows_areShown()
{
    open();
    table()->selectId(2);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(table(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(notice()->text(), u"3 marked · 1,806.00 USD"_s);
    QTest::mouseClick(notice()->findChild<QPushButton *>(u"noticeAction"_s), Qt::LeftButton);
    QVERIFY(bulk()->isVisible());
    QTRY_VERIFY(bulk()->isRead());
    QCOMPARE(m_page->findChildren<BulkPlan *>().size(), 3);
}

void TestBulkApproval::marks_ofOtherTools_cannotBeApprovedTogether()
{
    tests::SampleBook::Plan plan;
    plan.tool = u"update_payee"_s;
    plan.arguments = {{u"payee_id"_s, u"V-1"_s}, {u"iban"_s, u"GB29NWBK60161331926819"_s}};
    const qint64 other = m_sample->book.add(plan).row.id;
    m_sample->ledger->book = m_sample->book.details();
    open();
    QTRY_COMPARE(table()->model()->rowCount(), 6);
    mark(1, 1);
    mark(other, other);
    QVERIFY(!notice()->findChild<QPushButton *>(u"noticeAction"_s)->isVisible());
    m_page->perform(Command::Approve);
    QVERIFY(!bulk()->isVisible());
    QVERIFY(m_sample->decisions->sent.isEmpty()); // nor one of them by accident
}

void TestBulkApproval::escape_endsIt()
{
    open();
    openBulk(1, 3);
    QTest::keyClick(table(), Qt::Key_Escape);
    QVERIFY(!bulk()->isVisible());
    QVERIFY(panel()->isVisible());
    QVERIFY(!notice()->isVisible());
    m_page->perform(Command::Approve); // one plan again
    QVERIFY(!bulk()->isVisible());
}

void TestBulkApproval::approveAll_needsEveryOneShown()
{
    open();
    m_sample->unlock();
    openBulk(1, 5);
    QCOMPARE(child<console::PlainTextLabel>(u"bulkTotals"_s)->text(), u"3,010.00 USD"_s);
    m_sample->clock.advance(base::kSecond);
    bulk()->updateState();
    QCOMPARE(bulk()->block(), GateBlock::NotAllShown);
    m_page->perform(Command::Approve);
    tests::passEvents(10);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    readBulk();
    QCOMPARE(bulk()->block(), GateBlock::None);
    QVERIFY(approveAll()->isEnabled());
}

void TestBulkApproval::approveAll_signsEachOnItsOwn_andTellsWhatBecameOfEach()
{
    open();
    m_sample->unlock();
    openBulk(1, 3);
    readBulk();
    QTest::mouseClick(approveAll(), Qt::LeftButton);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 3);
    QStringList nonces;
    for (int i = 0; i < 3; ++i) {
        const auto body = sent(i);
        QCOMPARE(body.operation, i + 1);
        QCOMPARE(body.surface, u"console-bulk"_s);
        QCOMPARE(body.verdict, u"approve"_s);
        QVERIFY(body.allShown);
        QVERIFY(body.millisecondsShown >= 800); // time shown is part of what is signed
        QCOMPARE(body.payloadDigest, m_sample->ledger->book.at(i).row.payloadDigest);
        QVERIFY(approval::verifyDecision(m_sample->decisions->sent.at(i), m_sample->key.publicKey()));
        nonces.append(body.nonce);
    }
    nonces.removeDuplicates();
    QCOMPARE(nonces.size(), 3);
    QTRY_COMPARE(outcomes().filter(u"Approved."_s).size(), 3);
    QVERIFY(!approveAll()->isVisible()); // nothing is left
}

void TestBulkApproval::approveAll_withAChangedItem_leavesItOut_andTheOthersGoOn()
{
    open();
    m_sample->unlock();
    openBulk(1, 3);
    readBulk();
    m_sample->ledger->book[1].row.version += 1; // nobody has told the console yet
    m_page->perform(Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 2);
    QTRY_COMPARE(outcomes().filter(u"Approved."_s).size(), 2);
    QVERIFY(outcomes().at(1).contains(u"changed meanwhile"_s));
    QCOMPARE(sent(0).operation, 1);
    QCOMPARE(sent(1).operation, 3);
}

void TestBulkApproval::item_changedWhileItIsRead_saysSo()
{
    open();
    m_sample->unlock();
    openBulk(1, 3);
    m_sample->ledger->setStatus(3, Status::Rejected);
    m_sample->ledger->change();
    QTRY_VERIFY(outcomes().at(2).contains(u"changed meanwhile"_s));
    QVERIFY(approveAll()->text().contains(u'2'));
}

void TestBulkApproval::item_ofOnesOwnAgent_isLeftOut()
{
    m_sample->ledger->book[2].row.sponsor = u"m.keller"_s;
    open();
    m_sample->unlock();
    openBulk(1, 3);
    readBulk();
    QVERIFY(outcomes().at(2).contains(u"You answer for this agent"_s)); // contract 6.2
    m_page->perform(Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 2);
    QTRY_COMPARE(outcomes().filter(u"Approved."_s).size(), 2);
}

void TestBulkApproval::keyA_heldOrBeforeArming_approvesNothing()
{
    open();
    m_sample->unlock();
    openBulk(1, 2);
    m_page->perform(Command::Approve); // the same key once more
    tests::passEvents(10);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QVERIFY(bulk()->block() == GateBlock::Arming || bulk()->block() == GateBlock::NotAllShown);
}

void TestBulkApproval::approveAll_whileLocked_asksForTheKey()
{
    open();
    openBulk(1, 2);
    QSignalSpy asked(m_page.get(), &Page::unlockRequested);
    m_page->perform(Command::Approve);
    QCOMPARE(asked.size(), 1);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    m_sample->unlock();
    QTRY_VERIFY(bulk()->isRead());
    readBulk();
    m_page->perform(Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 2);
}

QTEST_MAIN(TestBulkApproval)
#include "tst_bulkapproval.moc"
