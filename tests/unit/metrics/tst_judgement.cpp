#include "metrics/judgement.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::metrics;

Q_DECLARE_METATYPE(obstat::metrics::State)

/// The thresholds of contract 9.
class TestJudgement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hits_byRangeAndPrevious_haveStateAndMeaning_data()
    {
        QTest::addColumn<qint64>("submits");
        QTest::addColumn<qint64>("repeats");
        QTest::addColumn<qint64>("before");
        QTest::addColumn<State>("state");
        QTest::addColumn<QString>("meaning");
        QTest::newRow("no submit: no data") << 0LL << 0LL << 9LL << State::NoData << QString();
        QTest::newRow("no repeat: never tested") << 50LL << 0LL << 9LL << State::NeverTested << u"never_tested"_s;
        QTest::newRow("a few") << 50LL << 3LL << 2LL << State::Normal << QString();
        QTest::newRow("just under twice") << 50LL << 19LL << 10LL << State::Normal << QString();
        QTest::newRow("twice the previous range") << 50LL << 20LL << 10LL << State::Warning << u"look_at_timeouts"_s;
        QTest::newRow("the first ones ever") << 50LL << 20LL << 0LL << State::Normal << QString();
    }
    void hits_byRangeAndPrevious_haveStateAndMeaning()
    {
        QFETCH(qint64, submits);
        QFETCH(qint64, repeats);
        QFETCH(qint64, before);
        const auto number = judge(MetricsQuery::Hits{submits, repeats}, MetricsQuery::Hits{100, before});
        QTEST(number.state, "state");
        QTEST(number.meaning, "meaning");
    }

    void rates_withoutWork_areNothingAndNotZero()
    {
        QVERIFY(!perThousand({}));
        QVERIFY(!timeoutRate({}));
        QVERIFY(!automaticRate({}));
        QVERIFY(!completeRate({}));
        QCOMPARE(*perThousand({8, 2}), 250.0);
        QCOMPARE(*automaticRate({1, 3}), 0.25);
    }

    void duration_p99AgainstTheTimeout_warnsFromEightyPercent_data()
    {
        QTest::addColumn<qint64>("p99");
        QTest::addColumn<State>("state");
        QTest::newRow("23.9 of 30 seconds") << 23'900'000LL << State::Normal;
        QTest::newRow("80 %") << 24'000'000LL << State::Warning;
        QTest::newRow("29.9 of 30 seconds") << 29'900'000LL << State::Warning;
        QTest::newRow("the limit itself") << 30'000'000LL << State::Critical;
        QTest::newRow("the incident: p99 31 s, limit 30 s") << 31'000'000LL << State::Critical;
    }
    void duration_p99AgainstTheTimeout_warnsFromEightyPercent()
    {
        QFETCH(qint64, p99);
        MetricsQuery::Attempts attempts;
        attempts.commits = 10;
        attempts.timeout = 30 * base::kSecond;
        attempts.p99 = p99;
        QTEST(judgeDuration(attempts, {}).state, "state");
        QCOMPARE(judgeDuration({}, attempts).state, State::NoData);
    }

    void timeouts_shareAndGrowth_warn()
    {
        const auto attempts = [](qint64 commits, qint64 over) {
            MetricsQuery::Attempts one;
            one.commits = commits;
            one.overTimeout = over;
            return one;
        };
        QCOMPARE(judgeTimeouts(attempts(1000, 0), attempts(1000, 0)).state, State::Normal);
        QCOMPARE(judgeTimeouts(attempts(1000, 9), attempts(1000, 8)).state, State::Normal);
        QCOMPARE(judgeTimeouts(attempts(1000, 10), attempts(1000, 9)).meaning, u"over_timeout"_s);
        QCOMPARE(judgeTimeouts(attempts(1000, 4), attempts(1000, 2)).meaning, u"timeouts_doubled"_s);
        QCOMPARE(judgeTimeouts(attempts(2000, 4), attempts(1000, 2)).state, State::Normal); // the rate is the same
        QCOMPARE(judgeTimeouts(attempts(0, 0), attempts(1000, 2)).state, State::NoData);
    }

    void automatic_climbOverTenPoints_warnsAgainstTheMonthBefore_data()
    {
        QTest::addColumn<qint64>("automatic");
        QTest::addColumn<qint64>("people");
        QTest::addColumn<State>("state");
        QTest::newRow("none") << 0LL << 0LL << State::NoData;
        QTest::newRow("exactly 10 points above 50 %") << 60LL << 40LL << State::Normal;
        QTest::newRow("11 points above") << 61LL << 39LL << State::Warning;
        QTest::newRow("a fall") << 10LL << 90LL << State::Normal;
    }
    void automatic_climbOverTenPoints_warnsAgainstTheMonthBefore()
    {
        QFETCH(qint64, automatic);
        QFETCH(qint64, people);
        QTEST(judge(MetricsQuery::Approvals{automatic, people}, {}, MetricsQuery::Approvals{7, 7}).state, "state");
        if (automatic > 0) // a first month has nothing to climb from
            QCOMPARE(judge(MetricsQuery::Approvals{automatic, people}, {}, {}).state, State::Normal);
    }

    void others_overLimitOverdueAndGaps_warn()
    {
        MetricsQuery::Runs runs;
        QCOMPARE(judge(runs, {}).state, State::NoData);
        runs.runs = 3;
        QCOMPARE(judge(runs, {}).state, State::Normal);
        runs.overLimit = {{u"r-1"_s, 94}};
        QCOMPARE(judge(runs, {}).meaning, u"runs_over_limit"_s);

        MetricsQuery::Waiting waiting;
        QCOMPARE(judge(waiting, {}).state, State::NoData);
        waiting.pending = 1;
        QCOMPARE(judge(waiting, {}).state, State::Normal);
        waiting.overdue = 1;
        QCOMPARE(judge(waiting, {}).meaning, u"overdue"_s);

        MetricsQuery::Completeness completeness;
        QCOMPARE(judge(completeness, {}).state, State::NoData);
        completeness.operations = 12;
        completeness.complete = 12;
        QCOMPARE(judge(completeness, {}).state, State::Normal);
        completeness.complete = 10;
        QCOMPARE(judge(completeness, {}).meaning, u"gaps"_s);
    }
};

QTEST_GUILESS_MAIN(TestJudgement)
#include "tst_judgement.moc"
