#include "console/models/numbercards.h"
#include "metrics/judgement.h"
#include "support/auditsample.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::NumberCard;
using console::NumberCards;
using ledger::MetricsQuery;
using metrics::SixNumbers;

namespace {

constexpr base::Micros kNow = 1'789'912'800 * base::kSecond;

QMap<QString, NumberCard> cardsOf(const SixNumbers &six)
{
    QMap<QString, NumberCard> cards;
    for (const NumberCard &card : NumberCards::build(six, 20, kNow, u"30d"_s))
        cards.insert(card.name, card);
    return cards;
}

QString allText(const NumberCard &card)
{
    QStringList parts{card.title, card.value, card.delta, card.warning, card.meaning};
    for (const console::CardLink &link : card.links)
        parts.append(link.text);
    return QStringList(parts + card.lines).join(u'\n');
}

} // namespace

/// The six watched numbers in words: contract 9.
class TestNumberCards : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void percent_ofParts_isNeitherZeroNorHundredUnlessItIs_data();
    void percent_ofParts_isNeitherZeroNorHundredUnlessItIs();
    void cards_withoutWork_sayNoDataAndNeverZero();
    void cards_calm_warnOfNothing();
    void hits_withoutARepeat_neverTested();
    void hits_doubled_pointAtTimeouts();
    void runs_overLimit_linkToTheRun();
    void duration_overTheLimit_isCritical();
    void duration_cutOff_isAtLeast();
    void waiting_overdue_linksToAttention();
    void automatic_climbs_warns();
    void completeness_gaps_linkToTheAudit();
    void agentText_inACard_isMadeVisible();
};

void TestNumberCards::percent_ofParts_isNeitherZeroNorHundredUnlessItIs_data()
{
    QTest::addColumn<qint64>("part");
    QTest::addColumn<qint64>("whole");
    QTest::addColumn<QString>("text");
    QTest::newRow("of nothing") << qint64(0) << qint64(0) << u"no data"_s;
    QTest::newRow("none of some") << qint64(0) << qint64(10) << u"0 %"_s;
    QTest::newRow("all") << qint64(10) << qint64(10) << u"100 %"_s;
    QTest::newRow("71 of 100") << qint64(71) << qint64(100) << u"71 %"_s;
    QTest::newRow("19 of 1,000") << qint64(19) << qint64(1000) << u"1.9 %"_s;
    QTest::newRow("all but 23 of 115,000") << qint64(114'977) << qint64(115'000) << u"99.98 %"_s;
    QTest::newRow("all but one of 10 million") << qint64(9'999'999) << qint64(10'000'000) << u"99.99999 %"_s;
    QTest::newRow("one of 10 million") << qint64(1) << qint64(10'000'000) << u"0.00001 %"_s;
    QTest::newRow("one of 10 thousand million") << qint64(1) << qint64(10'000'000'000) << u"almost 0 %"_s;
}

void TestNumberCards::percent_ofParts_isNeitherZeroNorHundredUnlessItIs()
{
    QFETCH(qint64, part);
    QFETCH(qint64, whole);
    QTEST(NumberCards::percent(part, whole), "text");
}

void TestNumberCards::cards_withoutWork_sayNoDataAndNeverZero()
{
    const auto cards = cardsOf(SixNumbers());
    QCOMPARE(cards.size(), 6);
    for (const NumberCard &card : cards) {
        QCOMPARE(card.value, u"no data"_s);
        QVERIFY2(!allText(card).contains(u"0 %"_s), qUtf8Printable(allText(card)));
        QVERIFY(card.warning.isEmpty());
        QVERIFY(card.delta.isEmpty());
        QVERIFY(!card.meaning.isEmpty());
    }
}

void TestNumberCards::cards_calm_warnOfNothing()
{
    const auto cards = cardsOf(tests::auditsample::calmNumbers(kNow).six);
    for (const NumberCard &card : cards)
        QVERIFY2(card.warning.isEmpty(), qUtf8Printable(allText(card)));
    QCOMPARE(cards[u"hits"_s].value, u"1,284"_s);
    QCOMPARE(cards[u"hits"_s].delta, u"▲ 9 %"_s);
    QCOMPARE(cards[u"runs"_s].value, u"2 · p95 7"_s);
    QCOMPARE(cards[u"runs"_s].delta, u"as before"_s);
    QCOMPARE(cards[u"duration"_s].value, u"9.600 s / 30 s"_s);
    QCOMPARE(cards[u"waiting"_s].value, u"p50 3 m · p90 41 m"_s);
    QVERIFY(cards[u"waiting"_s].lines.contains(u"12 waiting now, the oldest for 2 h 41 m"_s));
    QVERIFY(cards[u"waiting"_s].lines.contains(u"needed: treasury 8 · support 4"_s));
    QCOMPARE(cards[u"automatic"_s].value, u"71 %"_s);
    QCOMPARE(cards[u"automatic"_s].delta, u"▲ 1 pt"_s);
    QCOMPARE(cards[u"completeness"_s].value, u"100 %"_s);
    QCOMPARE(cards[u"completeness"_s].delta, u"▲ 0.01 pt"_s);
}

void TestNumberCards::hits_withoutARepeat_neverTested()
{
    SixNumbers six;
    six.idempotencyHits = metrics::judge(MetricsQuery::Hits{2301, 0}, MetricsQuery::Hits{});
    const NumberCard card = cardsOf(six)[u"hits"_s];
    QCOMPARE(card.value, u"never tested"_s);
    QVERIFY(!card.warning.isEmpty());
    QVERIFY(card.meaning.contains(u"2,301 submits"_s));
}

void TestNumberCards::hits_doubled_pointAtTimeouts()
{
    SixNumbers six;
    six.idempotencyHits = metrics::judge(MetricsQuery::Hits{1000, 40}, MetricsQuery::Hits{1000, 20});
    const NumberCard card = cardsOf(six)[u"hits"_s];
    QCOMPARE(card.warning, u"warning"_s);
    QCOMPARE(card.delta, u"▲ 100 %"_s);
    QVERIFY(card.meaning.contains(u"look at the timeouts"_s));
    QCOMPARE(card.links.first().page, u"audit"_s);
    QCOMPARE(card.links.first().filter.value(u"kindChip"_s), u"replayed"_s);
    QCOMPARE(card.links.first().filter.value(u"timeChip"_s), u"30d"_s);
}

void TestNumberCards::runs_overLimit_linkToTheRun()
{
    SixNumbers six;
    six.operationsPerRun = metrics::judge(MetricsQuery::Runs{40, 2, 7, 31, {{u"r-118"_s, 31}}}, MetricsQuery::Runs{});
    const NumberCard card = cardsOf(six)[u"runs"_s];
    QCOMPARE(card.warning, u"warning"_s);
    QCOMPARE(card.links.first().page, u"operations"_s);
    QCOMPARE(card.links.first().filter.value(u"runChip"_s), u"r-118"_s);
    QVERIFY(card.lines.contains(u"in the range before: no data"_s));
}

void TestNumberCards::duration_overTheLimit_isCritical()
{
    const MetricsQuery::Attempts slow{
        1000, 19, 0, base::kSecond, 20 * base::kSecond, 31 * base::kSecond, 30 * base::kSecond};
    SixNumbers six;
    six.timeoutRate = metrics::judgeTimeouts(slow, {});
    six.duration = metrics::judgeDuration(slow, {});
    const NumberCard card = cardsOf(six)[u"duration"_s];
    QCOMPARE(card.value, u"31.0 s / 30 s"_s);
    QCOMPARE(card.warning, u"critical"_s);
    QCOMPARE(card.tone, console::Tone::Bad);
    QVERIFY(card.lines.contains(u"over the limit: 1.9 % of 1,000 attempts"_s));
}

void TestNumberCards::duration_cutOff_isAtLeast()
{
    const MetricsQuery::Attempts cut{10, 1, 1, base::kSecond, base::kMinute, base::kMinute, 30 * base::kSecond};
    SixNumbers six;
    six.timeoutRate = metrics::judgeTimeouts(cut, {});
    six.duration = metrics::judgeDuration(cut, {});
    QCOMPARE(cardsOf(six)[u"duration"_s].value, u"≥ 1 m / 30 s"_s);
}

void TestNumberCards::waiting_overdue_linksToAttention()
{
    MetricsQuery::Waiting late;
    late.overdue = 2;
    SixNumbers six;
    six.waiting = metrics::judge(late, {});
    const NumberCard card = cardsOf(six)[u"waiting"_s];
    QCOMPARE(card.value, u"no data"_s);
    QCOMPARE(card.warning, u"warning"_s);
    QCOMPARE(card.links.first().page, u"attention"_s);
    QCOMPARE(card.links.first().filter.value(u"section"_s), u"overdue"_s);
}

void TestNumberCards::automatic_climbs_warns()
{
    SixNumbers six;
    six.monthBefore = {50, 50};
    six.automaticApprovalRate =
        metrics::judge(MetricsQuery::Approvals{71, 29}, MetricsQuery::Approvals{59, 41}, six.monthBefore);
    const NumberCard card = cardsOf(six)[u"automatic"_s];
    QCOMPARE(card.warning, u"warning"_s);
    QCOMPARE(card.delta, u"▲ 12 pt"_s);
    QVERIFY(card.lines.contains(u"in the range before: 59 %"_s));
    QVERIFY(card.lines.contains(u"the month before: 50 %"_s));
}

void TestNumberCards::completeness_gaps_linkToTheAudit()
{
    SixNumbers six;
    six.auditCompleteness = metrics::judge(
        MetricsQuery::Completeness{115'000, 114'977, {{u"result"_s, 19}, {u"run"_s, 4}, {u"key"_s, 0}}}, {});
    const NumberCard card = cardsOf(six)[u"completeness"_s];
    QCOMPARE(card.value, u"99.98 %"_s);
    QCOMPARE(card.links.size(), 2);
    QCOMPARE(card.links.first().text, u"19 without a result"_s);
    QCOMPARE(card.links.first().page, u"audit"_s);
    QCOMPARE(card.links.first().filter.value(u"gap"_s), u"result"_s);
}

void TestNumberCards::agentText_inACard_isMadeVisible()
{
    SixNumbers six;
    six.operationsPerRun =
        metrics::judge(MetricsQuery::Runs{1, 31, 31, 31, {{u"r\u202E1"_s, 31}}}, MetricsQuery::Runs{});
    QVERIFY(cardsOf(six)[u"runs"_s].links.first().text.contains(u"[U+202E]"_s));
}

QTEST_MAIN(TestNumberCards)
#include "tst_numbercards.moc"
