#include "base/canonicaljson.h"
#include "base/digest.h"
#include "console/models/planreview.h"
#include "console/pages/planlines.h"
#include "support/fakeclock.h"
#include "support/samplebook.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::Obstacle;
using console::OperationDetail;
using console::PlanReview;

/// Controls C1, C2, C3, C6: what an approver reads is made from bytes that were digested again here.
class TestPlanReview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plan_asStored_isReadable();
    void shownDigest_renderedAgain_isTheSame();
    void payload_withAnotherDigest_isAnObstacle();
    void payload_withOneFlippedByte_isAnObstacle_data();
    void payload_withOneFlippedByte_isAnObstacle();
    void facts_changed_areAnObstacle();
    void entry_changed_isAnObstacle();
    void row_withAnotherAmount_isAnObstacle();
    void payload_purged_isAnObstacle();
    void leaves_areAllShown();
    void invisibleCharacters_areCountedAndShown();
    void previousPlan_givesTheChanges();
    void trace_ofTheRule_showsWhatItSaw();
    void automaticRule_withAHumanVerdict_wasOff();
    void warnings_ofStoredArguments_areThoseOfThePlan();

private:
    tests::FakeClock m_clock;
    tests::SampleBook m_book{m_clock.now()};
};

void TestPlanReview::plan_asStored_isReadable()
{
    const PlanReview review = PlanReview::of(m_book.addWithdrawal(u"WD-1"_s, u"1250.00"_s));
    QCOMPARE(review.obstacle, Obstacle::None);
    QCOMPARE(review.head(u"tool"_s), u"approve_withdrawal"_s);
    QCOMPARE(review.head(u"record"_s), u"WD-1"_s);
    QCOMPARE(review.head(u"amount"_s), u"1,250.00 USD"_s); // C6: one fixed form
    QCOMPARE(review.arguments, 5);
    QCOMPARE(review.shownDigest.size(), 64);
}

void TestPlanReview::shownDigest_renderedAgain_isTheSame()
{
    for (int i = 0; i < 50; ++i) {
        const OperationDetail detail = m_book.addWithdrawal(u"WD-%1"_s.arg(i), u"%1.50"_s.arg(600 + i));
        QCOMPARE(PlanReview::of(detail).shownDigest, PlanReview::of(detail).shownDigest);
    }
}

void TestPlanReview::payload_withAnotherDigest_isAnObstacle()
{
    OperationDetail a = m_book.addWithdrawal(u"WD-2"_s, u"1250.00"_s);
    const OperationDetail b = m_book.addWithdrawal(u"WD-3"_s, u"5.00"_s);
    a.arguments = b.arguments; // payload B under the digest of A
    QCOMPARE(PlanReview::of(a).obstacle, Obstacle::ArgumentsDamaged);
}

void TestPlanReview::payload_withOneFlippedByte_isAnObstacle_data()
{
    QTest::addColumn<int>("position");
    for (const int position : {0, 1, 20, 40, 80})
        QTest::addRow("byte %d", position) << position;
}

void TestPlanReview::payload_withOneFlippedByte_isAnObstacle()
{
    QFETCH(int, position);
    OperationDetail detail = m_book.addWithdrawal(u"WD-4"_s, u"1250.00"_s);
    QByteArray bytes = **detail.arguments;
    QVERIFY(position < bytes.size());
    bytes[position] = static_cast<char>(bytes.at(position) ^ 1);
    detail.arguments = std::optional(bytes);
    QCOMPARE(PlanReview::of(detail).obstacle, Obstacle::ArgumentsDamaged);
}

void TestPlanReview::facts_changed_areAnObstacle()
{
    OperationDetail detail = m_book.addWithdrawal(u"WD-5"_s, u"1250.00"_s);
    detail.facts = std::optional(base::canonicalBytes(QJsonObject{{u"kyc_complete"_s, false}}));
    QCOMPARE(PlanReview::of(detail).obstacle, Obstacle::FactsDamaged);
}

void TestPlanReview::entry_changed_isAnObstacle()
{
    OperationDetail detail = m_book.addWithdrawal(u"WD-6"_s, u"1250.00"_s);
    tests::SampleBook::Plan payee;
    payee.tool = u"update_payee"_s;
    payee.arguments = {{u"payee_id"_s, u"V-1"_s}, {u"iban"_s, u"X"_s}};
    const OperationDetail other = m_book.add(payee);
    detail.entry = other.entry;
    QCOMPARE(PlanReview::of(detail).obstacle, Obstacle::EntryMissing);
    detail.entry = std::optional<QByteArray>();
    QCOMPARE(PlanReview::of(detail).obstacle, Obstacle::EntryMissing);
}

void TestPlanReview::row_withAnotherAmount_isAnObstacle()
{
    OperationDetail detail = m_book.addWithdrawal(u"WD-7"_s, u"1250.00"_s);
    detail.row.amount = u"12.50"_s; // the column that lists show was edited
    QCOMPARE(PlanReview::of(detail).obstacle, Obstacle::RowDiffers);
}

void TestPlanReview::payload_purged_isAnObstacle()
{
    OperationDetail detail = m_book.addWithdrawal(u"WD-8"_s, u"1250.00"_s);
    detail.arguments = std::optional<QByteArray>();
    QCOMPARE(PlanReview::of(detail).obstacle, Obstacle::ArgumentsPurged);
}

void TestPlanReview::leaves_areAllShown()
{
    tests::SampleBook::Plan plan;
    plan.arguments = {
        {u"withdrawal_id"_s, u"WD-9"_s},
        {u"amount"_s, u"700.00"_s},
        {u"currency"_s, u"USD"_s},
        {u"nested"_s, QJsonObject{{u"a"_s, QJsonArray{1, u"two"_s, QJsonValue()}}, {u"e"_s, QJsonObject()}}},
        {u"list"_s, QJsonArray()}};
    const PlanReview review = PlanReview::of(m_book.add(plan));
    QCOMPARE(review.obstacle, Obstacle::None);
    QCOMPARE(review.arguments, 8);
    QCOMPARE(review.linesOf(approval::ShownLine::Kind::Argument).size(), 8);
}

void TestPlanReview::invisibleCharacters_areCountedAndShown()
{
    tests::SampleBook::Plan plan;
    plan.arguments = {{u"withdrawal_id"_s, u"WD-10"_s},
                      {u"amount"_s, u"700.00"_s},
                      {u"currency"_s, u"USD"_s},
                      {u"beneficiary"_s, u"ACME\u200B Ltd\u202E"_s}};
    const PlanReview review = PlanReview::of(m_book.add(plan));
    QCOMPARE(review.warnings.size(), 1);
    QCOMPARE(review.warnings.first().label, u"/beneficiary"_s);
    QCOMPARE(review.warnings.first().invisible, 2);
    bool shown = false;
    for (const approval::ShownLine &line : review.lines)
        shown = shown || line.value == u"ACME[U+200B] Ltd[U+202E]"_s;
    QVERIFY(shown);
}

void TestPlanReview::previousPlan_givesTheChanges()
{
    (void)m_book.addWithdrawal(u"WD-11"_s, u"125.00"_s);
    const PlanReview review = PlanReview::of(m_book.addWithdrawal(u"WD-11"_s, u"1250.00"_s));
    QVERIFY(review.hasPrevious);
    QCOMPARE(review.changes.size(), 1);
    QCOMPARE(review.changes.first().label, u"/amount"_s);
    QVERIFY(review.changes.first().before.contains(u"125.00"_s));
    QVERIFY(review.changes.first().after.contains(u"1250.00"_s));
}

void TestPlanReview::trace_ofTheRule_showsWhatItSaw()
{
    const PlanReview review = PlanReview::of(m_book.addWithdrawal(u"WD-12"_s, u"1250.00"_s));
    QCOMPARE(review.trace.size(), 2);
    QCOMPARE(review.trace.first().text, u"args.amount < 500 USD"_s);
    QCOMPARE(review.trace.first().outcome, policy::PredicateTrace::Outcome::False);
    QCOMPARE(review.trace.last().outcome, policy::PredicateTrace::Outcome::True);
}

void TestPlanReview::automaticRule_withAHumanVerdict_wasOff()
{
    OperationDetail small = m_book.addWithdrawal(u"WD-13"_s, u"120.00"_s); // a rule approves it by itself
    QCOMPARE(small.row.rule, u"small_and_known"_s);
    small.row.verdict = u"human"_s; // as after a resume
    QVERIFY(PlanReview::of(small).automaticOff);
    const auto lines = console::planlines::ruleLines(PlanReview::of(small));
    QCOMPARE(lines.last().value, u"Rule small_and_known would approve it by itself, but automatic approval was off, "
                                 "so a person decides"_s);
    OperationDetail automatic = small;
    automatic.row.verdict = u"automatic"_s;
    QVERIFY(!PlanReview::of(automatic).automaticOff);
    OperationDetail purged = small;
    purged.policy = std::optional<QByteArray>(); // nobody can tell any more what the rule said
    QVERIFY(!PlanReview::of(purged).automaticOff);
    QVERIFY(!PlanReview::of(m_book.addWithdrawal(u"WD-14"_s, u"1250.00"_s)).automaticOff); // no rule matched
}

void TestPlanReview::warnings_ofStoredArguments_areThoseOfThePlan()
{
    tests::SampleBook::Plan plan;
    plan.arguments = {{u"withdrawal_id"_s, u"WD-15"_s},
                      {u"amount"_s, u"700.00"_s},
                      {u"currency"_s, u"USD"_s},
                      {u"beneficiary"_s, u"p\u0430ypal"_s}}; // the second letter is Cyrillic
    const OperationDetail detail = m_book.add(plan);
    const auto warnings = PlanReview::warningsOf(detail.arguments);
    QCOMPARE(warnings.size(), 1);
    QCOMPARE(warnings.first().label, u"/beneficiary"_s);
    QVERIFY(warnings.first().lookAlike);
    QCOMPARE(PlanReview::of(detail).warnings.size(), 1);
    QVERIFY(PlanReview::warningsOf(std::optional<QByteArray>()).isEmpty()); // purged
}

QTEST_GUILESS_MAIN(TestPlanReview)
#include "tst_planreview.moc"
