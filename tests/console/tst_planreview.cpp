#include "base/canonicaljson.h"
#include "base/digest.h"
#include "console/models/planreview.h"
#include "console/pages/planlines.h"
#include "support/decisionsample.h"
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
    void previousPlan_addedAndRemoved_areBothNamed();
    void previousPlan_purged_isSaid();
    void recordOfMixedScripts_standsInTheHead();
    void masked_holdsNothingSensitive_data();
    void masked_holdsNothingSensitive();
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
    QVERIFY(review.previous.has_value());
    QVERIFY(review.hasChanges);
    QCOMPARE(review.changes.size(), 1);
    QCOMPARE(review.changes.first().label, u"/amount"_s);
    QVERIFY(review.changes.first().before.contains(u"125.00"_s));
    QVERIFY(review.changes.first().after.contains(u"1250.00"_s));
}

void TestPlanReview::previousPlan_addedAndRemoved_areBothNamed()
{
    OperationDetail first = m_book.addWithdrawal(u"WD-21"_s, u"700.00"_s);
    tests::SampleBook::Plan plan;
    plan.arguments = {{u"withdrawal_id"_s, u"WD-21"_s},
                      {u"amount"_s, u"700.00"_s},
                      {u"currency"_s, u"USD"_s},
                      {u"beneficiary"_s, QJsonObject{{u"name"_s, u"ACME Ltd"_s}}},
                      {u"iban"_s, u"DE89370400440532013000"_s},
                      {u"urgent"_s, true}};
    OperationDetail second = m_book.add(plan);
    second.previous->status = ledger::Status::Rejected;
    const PlanReview review = PlanReview::of(second);
    QStringList lines;
    for (const console::DisplayLine &line : console::planlines::changeLines(review))
        lines.append(u"%1: %2 > %3"_s.arg(line.label, line.before, line.value));
    QCOMPARE(lines, (QStringList{u"beneficiary: \"ACME Ltd\" > {\"name\":\"ACME Ltd\"}"_s,
                                 u"beneficiary/name: (not there) > \"ACME Ltd\""_s, u"urgent: (not there) > true"_s}));
    QCOMPARE(console::planlines::changedHeading(review),
             u"SINCE THE LAST ONE FOR WD-21 (OP %1, REJECTED)"_s.arg(first.row.id));
}

void TestPlanReview::previousPlan_purged_isSaid()
{
    (void)m_book.addWithdrawal(u"WD-22"_s, u"700.00"_s);
    OperationDetail second = m_book.addWithdrawal(u"WD-22"_s, u"800.00"_s);
    second.previousArguments = std::optional<QByteArray>();
    const PlanReview review = PlanReview::of(second);
    QVERIFY(!review.hasChanges);
    QVERIFY(console::planlines::changeLines(review).first().value.contains(u"cannot be read"_s));
}

void TestPlanReview::recordOfMixedScripts_standsInTheHead()
{
    const PlanReview plain = PlanReview::of(m_book.addWithdrawal(u"WD-23"_s, u"700.00"_s));
    QVERIFY(console::planlines::headLines(plain).isEmpty());
    const PlanReview review = PlanReview::of(m_book.addWithdrawal(u"W\u0410-23"_s, u"700.00"_s));
    bool tagged = false;
    for (const console::DisplayLine &line : console::planlines::headLines(review))
        tagged = tagged || (line.label == u"record"_s && line.tag == u"mixed scripts: Latin, Cyrillic"_s);
    QVERIFY(tagged);
}

void TestPlanReview::masked_holdsNothingSensitive_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::newRow("an argument") << u"iban"_s << u"DE89370400440532013000"_s;
    QTest::newRow("the recipient") << u"beneficiary"_s << u"ACME Ltd"_s;
    QTest::newRow("the record") << u"withdrawal_id"_s << u"WD-9424"_s;
    QTest::newRow("the amount") << u"amount"_s << u"8300"_s;
}

void TestPlanReview::masked_holdsNothingSensitive()
{
    QFETCH(QString, path);
    QFETCH(QString, value);
    (void)m_book.addWithdrawal(u"WD-9424"_s, u"8300.00"_s);
    OperationDetail detail = m_book.addWithdrawal(u"WD-9424"_s, u"8300.5"_s);
    detail.rationale = std::optional<QByteArray>("for WD-9424: ACME Ltd wants 8300.5 at DE89370400440532013000");
    tests::makeSensitive(detail, {path});
    const PlanReview review = PlanReview::of(detail);
    QCOMPARE(review.obstacle, Obstacle::None);
    QVERIFY(!review.mask.isEmpty());
    const PlanReview masked = review.masked();
    QString all = masked.rationale + masked.row.record + QString::fromUtf8(masked.canonical);
    for (const approval::ShownLine &line : masked.lines)
        all += line.value + u'\n';
    for (const console::ValueChange &change : masked.changes)
        all += change.before + change.after;
    for (const policy::PredicateTrace &trace : masked.trace)
        all += trace.seen + trace.why;
    const auto head = console::planlines::head(masked);
    all += head.title + head.sum + head.recipient + head.subject + console::planlines::changedHeading(masked);
    QVERIFY2(!all.remove(u',').contains(value), qPrintable(all));
    QCOMPARE(masked.shownDigest, review.shownDigest);
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
    QCOMPARE(lines.last().value, u"Rule small_and_known approves by itself, but was not allowed to here, so a "
                                 "person decides"_s);
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
    QCOMPARE(warnings.first().scripts, (QStringList{u"Latin"_s, u"Cyrillic"_s}));
    const auto lines = console::planlines::lines(PlanReview::of(detail), approval::ShownLine::Kind::Argument);
    for (const console::DisplayLine &line : lines)
        QCOMPARE(line.tag, line.label == u"beneficiary"_s ? u"mixed scripts: Latin, Cyrillic"_s : QString());
    QCOMPARE(PlanReview::of(detail).warnings.size(), 1);
    QVERIFY(PlanReview::warningsOf(std::optional<QByteArray>()).isEmpty()); // purged
}

QTEST_GUILESS_MAIN(TestPlanReview)
#include "tst_planreview.moc"
