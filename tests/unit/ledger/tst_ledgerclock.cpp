#include "ledger/ledgerclock.h"
#include "support/fakeclock.h"

#include <QTest>

using namespace obstat;
using namespace obstat::tests;
using ledger::LedgerClock;

/// Ledger time (§7.8).
class TestLedgerClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void read_goesWithTheClock();
    void read_neverFallsBelowTheHead();
    void jump_exactlyAnHour_isNone();
    void jump_overAnHour_holdsTimeUntilTheClockIsBack();
    void start_farBehindTheHead_isAJump();
    void start_afterALongPause_isNone();
    void accept_takesTheClockAsItIs();
};

void TestLedgerClock::read_goesWithTheClock()
{
    FakeClock wall;
    LedgerClock clock(wall, 0);
    const auto start = clock.read(0);
    QCOMPARE(start, wall.now());
    wall.advance(5 * base::kDay);
    QCOMPARE(clock.read(start), start + 5 * base::kDay);
    QCOMPARE(clock.jump(), 0);
}

void TestLedgerClock::read_neverFallsBelowTheHead()
{
    FakeClock wall;
    LedgerClock clock(wall, 0);
    const auto head = wall.now() + 30 * base::kMinute;
    QCOMPARE(clock.read(head), head);
    QCOMPARE(clock.jump(), 0);
}

void TestLedgerClock::jump_exactlyAnHour_isNone()
{
    FakeClock wall;
    LedgerClock clock(wall, 0);
    wall.setNow(wall.now() + base::kHour);
    static_cast<void>(clock.read(0));
    QCOMPARE(clock.jump(), 0);
    wall.setNow(wall.now() + base::kHour + 1);
    static_cast<void>(clock.read(0));
    QCOMPARE(clock.jump(), base::kHour + 1);
}

void TestLedgerClock::jump_overAnHour_holdsTimeUntilTheClockIsBack()
{
    FakeClock wall;
    LedgerClock clock(wall, 0);
    const auto start = wall.now();
    wall.setNow(start + base::kDay);
    QCOMPARE(clock.read(start), start);
    wall.advance(base::kMinute);
    QCOMPARE(clock.read(start), start + base::kMinute);
    QCOMPARE(clock.jump(), base::kDay);
    wall.setNow(start + 2 * base::kMinute);
    QCOMPARE(clock.read(start), start + 2 * base::kMinute);
    QCOMPARE(clock.jump(), 0);
}

void TestLedgerClock::start_farBehindTheHead_isAJump()
{
    FakeClock wall;
    const auto head = wall.now() + 3 * base::kHour;
    LedgerClock clock(wall, head);
    QCOMPARE(clock.read(head), head);
    QCOMPARE(clock.jump(), -3 * base::kHour);
}

void TestLedgerClock::start_afterALongPause_isNone()
{
    FakeClock wall;
    LedgerClock clock(wall, wall.now() - 30 * base::kDay);
    QCOMPARE(clock.read(0), wall.now());
    QCOMPARE(clock.jump(), 0);
}

void TestLedgerClock::accept_takesTheClockAsItIs()
{
    FakeClock wall;
    LedgerClock clock(wall, 0);
    const auto start = wall.now();
    wall.setNow(start - base::kDay);
    static_cast<void>(clock.read(start));
    QCOMPARE(clock.jump(), -base::kDay);
    clock.accept();
    QCOMPARE(clock.read(start), start); // the head still holds it
    QCOMPARE(clock.jump(), 0);
}

QTEST_GUILESS_MAIN(TestLedgerClock)
#include "tst_ledgerclock.moc"
