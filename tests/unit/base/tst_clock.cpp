#include "base/clock.h"

#include "support/fakeclock.h"

#include <QDateTime>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

class tst_Clock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isoText_instant_hasSixDecimals_data();
    void isoText_instant_hasSixDecimals();
    void parseDuration_text_isMicroseconds_data();
    void parseDuration_text_isMicroseconds();
    void systemClock_isThatOfTheMachine();
    void fakeClock_jumpOfTheWall_leavesTheMonotonic();
};

void tst_Clock::isoText_instant_hasSixDecimals_data()
{
    QTest::addColumn<qint64>("at");
    QTest::addColumn<QString>("text");
    QTest::newRow("formats.md") << qint64(1'789'912'931'020'000) << u"2026-09-20T14:02:11.020000Z"_s;
    QTest::newRow("epoch") << qint64(0) << u"1970-01-01T00:00:00.000000Z"_s;
    QTest::newRow("one microsecond") << qint64(1) << u"1970-01-01T00:00:00.000001Z"_s;
    QTest::newRow("before the epoch") << qint64(-1) << u"1969-12-31T23:59:59.999999Z"_s;
    QTest::newRow("a second before the epoch") << qint64(-1'000'000) << u"1969-12-31T23:59:59.000000Z"_s;
    QTest::newRow("leap day") << qint64(951'782'400'000'000) << u"2000-02-29T00:00:00.000000Z"_s;
}

void tst_Clock::isoText_instant_hasSixDecimals()
{
    QFETCH(qint64, at);
    QFETCH(QString, text);
    QCOMPARE(base::isoText(at), text);
}

void tst_Clock::parseDuration_text_isMicroseconds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("micros");
    QTest::newRow("milliseconds") << u"250ms"_s << qint64(250'000);
    QTest::newRow("seconds") << u"30s"_s << qint64(30'000'000);
    QTest::newRow("minutes") << u"15m"_s << qint64(900'000'000);
    QTest::newRow("hours") << u"4h"_s << qint64(14'400'000'000);
    QTest::newRow("days") << u"2d"_s << qint64(172'800'000'000);
    QTest::newRow("zero") << u"0s"_s << qint64(0);
    for (const char *text : {"", "s", "30", "-1s", "+1s", "1.5h", "1h30m", " 1s", "1s ", "1 s", "1S", "1w", "1us",
                             "1e3s", "99999999999999999999s", "9223372036854775807d", "106751992d"}) {
        QTest::newRow(qPrintable(u"refused '%1'"_s.arg(QString::fromLatin1(text))))
            << QString::fromLatin1(text) << qint64(-1);
    }
    QTest::newRow("refused full-width digit") << u"３s"_s << qint64(-1);
}

void tst_Clock::parseDuration_text_isMicroseconds()
{
    QFETCH(QString, text);
    QFETCH(qint64, micros);
    QCOMPARE(base::parseDuration(text), micros);
}

void tst_Clock::systemClock_isThatOfTheMachine()
{
    const base::SystemClock clock;
    const qint64 before = QDateTime::currentMSecsSinceEpoch();
    const base::Micros now = clock.now();
    QVERIFY(now / base::kMillisecond >= before);
    QVERIFY(now / base::kMillisecond <= QDateTime::currentMSecsSinceEpoch());
    base::Micros last = clock.monotonic();
    for (int i = 0; i < 1000; ++i) {
        const base::Micros next = clock.monotonic();
        QVERIFY(next >= last);
        last = next;
    }
}

void tst_Clock::fakeClock_jumpOfTheWall_leavesTheMonotonic()
{
    tests::FakeClock clock;
    QCOMPARE(base::isoText(clock.now()), u"2026-09-20T14:00:00.000000Z"_s);
    const base::Micros before = clock.monotonic();
    clock.setNow(0);
    QCOMPARE(clock.now(), 0);
    QCOMPARE(clock.monotonic(), before);
    clock.advance(base::kSecond);
    QCOMPARE(clock.now(), base::kSecond);
    QCOMPARE(clock.monotonic(), before + base::kSecond);
}

QTEST_GUILESS_MAIN(tst_Clock)
#include "tst_clock.moc"
