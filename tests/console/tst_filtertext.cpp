#include "console/models/agewording.h"
#include "console/models/filtertext.h"
#include "console/models/wording.h"
#include "support/fakeclock.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AmountRange;
using console::TimeRange;
using console::Wording;

/// What people type into filters, and the fixed forms of amounts and times.
class TestFilterText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void amounts_read_data();
    void amounts_read();
    void times_read();
    void durations_shown_data();
    void durations_shown();
    void amounts_shown_areTheSameInEveryLocale();
};

void TestFilterText::amounts_read_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<bool>("valid");
    QTest::newRow("one amount") << u"500"_s << 500.0 << 500.0 << true;
    QTest::newRow("at least") << u">=500"_s << 500.0 << -1.0 << true;
    QTest::newRow("at most") << u"<= 2000.50"_s << -1.0 << 2000.5 << true;
    QTest::newRow("between") << u"500-2000"_s << 500.0 << 2000.0 << true;
    QTest::newRow("half a range") << u"500-"_s << 0.0 << 0.0 << false;
    QTest::newRow("words") << u"much"_s << 0.0 << 0.0 << false;
    QTest::newRow("grouped") << u"1,250"_s << 0.0 << 0.0 << false;
    QTest::newRow("nothing") << QString() << 0.0 << 0.0 << false;
}

void TestFilterText::amounts_read()
{
    QFETCH(QString, text);
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(bool, valid);
    const auto range = AmountRange::parse(text);
    QCOMPARE(range.has_value(), valid);
    if (range) {
        QCOMPARE(range->from.value_or(-1), from);
        QCOMPARE(range->to.value_or(-1), to);
    }
}

void TestFilterText::times_read()
{
    const tests::FakeClock clock;
    const auto hour = TimeRange::parse(u"1h"_s, clock.now());
    QVERIFY(hour);
    QCOMPARE(hour->from, std::optional(clock.now() - base::kHour));
    QVERIFY(!hour->to);
    const auto day = TimeRange::parse(u"2026-09-20"_s, clock.now());
    QVERIFY(day);
    QCOMPARE(*day->to - *day->from, base::kDay);
    const auto days = TimeRange::parse(u"2026-09-01..2026-09-20"_s, clock.now());
    QVERIFY(days);
    QCOMPARE(*days->to - *days->from, 20 * base::kDay);
    for (const QString &text : {u"yesterday"_s, u"2026-13-01"_s, u"2026-09-20..2026-09-01"_s, QString()})
        QVERIFY2(!TimeRange::parse(text, clock.now()), qPrintable(text));
}

void TestFilterText::durations_shown_data()
{
    QTest::addColumn<qint64>("duration");
    QTest::addColumn<QString>("text");
    QTest::newRow("negative") << qint64(-5) << u"0 ms"_s;
    QTest::newRow("milliseconds") << 250 * base::kMillisecond << u"250 ms"_s;
    QTest::newRow("seconds") << 58 * base::kSecond << u"58 s"_s;
    QTest::newRow("minutes") << 4 * base::kMinute + 59 * base::kSecond << u"4 m"_s;
    QTest::newRow("hours") << 161 * base::kMinute << u"2 h 41 m"_s;
    QTest::newRow("days") << 76 * base::kHour << u"3 d 4 h"_s;
}

void TestFilterText::durations_shown()
{
    QFETCH(qint64, duration);
    QFETCH(QString, text);
    QCOMPARE(Wording::duration(duration), text);
    const bool now = duration < base::kSecond; // an age in milliseconds tells nobody anything
    QCOMPARE(console::AgeWording::age(duration), now ? u"now"_s : text);
    QCOMPARE(console::AgeWording::ago(duration), now ? u"now"_s : QString(text + u" ago"_s));
    QCOMPARE(console::AgeWording::waiting(duration), now ? u"planned just now"_s : QString(u"waiting "_s + text));
}

void TestFilterText::amounts_shown_areTheSameInEveryLocale()
{
    for (const QLocale::Language language :
         {QLocale::English, QLocale::German, QLocale::French, QLocale::Hindi, QLocale::Arabic}) {
        QLocale::setDefault(QLocale(language));
        QCOMPARE(Wording::amount(u"1250"_s, u"USD"_s), u"1,250.00 USD"_s); // C6
        QCOMPARE(Wording::number(1204881), u"1,204,881"_s);
    }
    QLocale::setDefault(QLocale::c());
}

QTEST_GUILESS_MAIN(TestFilterText)
#include "tst_filtertext.moc"
