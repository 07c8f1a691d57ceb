#include "flow/retrypolicy.h"
#include "flowtool.h"
#include "support/seededrandom.h"

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using flow::retryAt;
using ledger::AttemptOutcome;

namespace {

constexpr base::Micros kNow = 1'789'912'800 * base::kSecond;

ledger::OperationRow sent(int attempts, std::optional<base::Micros> first = kNow - base::kSecond)
{
    ledger::OperationRow operation;
    operation.attempts = attempts;
    operation.firstSentAt = first;
    return operation;
}

/// Always the same bytes.
class FixedRandom final : public base::Random
{
public:
    explicit FixedRandom(char byte) : m_byte(byte) {}
    [[nodiscard]] QByteArray bytes(qsizetype count) override { return {count, m_byte}; }

private:
    char m_byte;
};

} // namespace

/// Contract 7.4: the same wire key goes again only where that is safe.
class TestRetryPolicy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void outcome_again_data();
    void outcome_again();
    void attempts_bounded();
    void attempts_ofOurOwn_boundedToo();
    void keyLifetime_over_isNotSentAgain_data();
    void keyLifetime_over_isNotSentAgain();
    void backoff_doubles_toAMinute_data();
    void backoff_doubles_toAMinute();
    void backoff_jitter_isHalfToWhole();
};

void TestRetryPolicy::outcome_again_data()
{
    QTest::addColumn<bool>("honours");
    QTest::addColumn<AttemptOutcome>("outcome");
    QTest::addColumn<bool>("again");
    struct Row
    {
        const char *name;
        AttemptOutcome outcome;
        bool honoured;
        bool forgetful;
    };
    const Row rows[] = {
        {"succeeded", AttemptOutcome::Succeeded, false, false}, {"no effect", AttemptOutcome::NoEffect, false, false},
        {"not sent", AttemptOutcome::NotSent, true, true},      {"timed out", AttemptOutcome::TimedOut, true, false},
        {"reset", AttemptOutcome::Reset, true, false},          {"unreadable", AttemptOutcome::Unreadable, true, false},
        {"unmatched", AttemptOutcome::Unmatched, true, false},  {"crashed", AttemptOutcome::Crashed, true, false}};
    for (const Row &row : rows) {
        QTest::addRow("%s, key honoured", row.name) << true << row.outcome << row.honoured;
        QTest::addRow("%s, key not honoured", row.name) << false << row.outcome << row.forgetful;
    }
}

void TestRetryPolicy::outcome_again()
{
    QFETCH(const bool, honours);
    QFETCH(const AttemptOutcome, outcome);
    QFETCH(const bool, again);
    SeededRandom random;
    const auto tool = payTool(honours ? "honours_key = true" : "", payAnswers());
    const auto at = retryAt(tool, sent(1), outcome, kNow, random);
    QCOMPARE(at.has_value(), again);
    if (at) // 0.5 s, jittered to half at least
        QVERIFY(*at >= kNow + base::kSecond / 4 && *at <= kNow + base::kSecond / 2);
}

void TestRetryPolicy::attempts_bounded()
{
    SeededRandom random;
    const auto tool = payTool("honours_key = true", payAnswers());
    QCOMPARE(tool.maxAttempts, 5);
    QVERIFY(retryAt(tool, sent(4), AttemptOutcome::Reset, kNow, random));
    QVERIFY(!retryAt(tool, sent(5), AttemptOutcome::Reset, kNow, random));
    QVERIFY(!retryAt(tool, sent(6), AttemptOutcome::Reset, kNow, random));
}

void TestRetryPolicy::attempts_ofOurOwn_boundedToo()
{
    SeededRandom random;
    const auto tool = payTool("honours_key = true", payAnswers() + "max_attempts = 2\n");
    QVERIFY(retryAt(tool, sent(1), AttemptOutcome::Unmatched, kNow, random));
    QVERIFY(!retryAt(tool, sent(2), AttemptOutcome::Unmatched, kNow, random));
}

void TestRetryPolicy::keyLifetime_over_isNotSentAgain_data()
{
    QTest::addColumn<QByteArray>("lifetime");
    QTest::addColumn<base::Micros>("age");
    QTest::addColumn<bool>("again");
    // The margin is a minute, or a tenth of a life that is shorter than ten minutes.
    QTest::newRow("young") << QByteArray("1h") << 30 * base::kMinute << true;
    QTest::newRow("in the margin") << QByteArray("1h") << 59 * base::kMinute + base::kSecond << false;
    QTest::newRow("over") << QByteArray("1h") << 2 * base::kHour << false;
    QTest::newRow("short life, young") << QByteArray("10s") << 8 * base::kSecond << true;
    QTest::newRow("short life, in the margin") << QByteArray("10s") << 9 * base::kSecond << false;
}

void TestRetryPolicy::keyLifetime_over_isNotSentAgain()
{
    QFETCH(const QByteArray, lifetime);
    QFETCH(const base::Micros, age);
    QFETCH(const bool, again);
    SeededRandom random;
    const auto tool = payTool("honours_key = true\nkey_lifetime = \"" + lifetime + "\"", payAnswers());
    QVERIFY(tool.owner.keyLifetime > 0);
    QCOMPARE(retryAt(tool, sent(1, kNow - age), AttemptOutcome::Reset, kNow, random).has_value(), again);
    // What was proved not sent used no key.
    QVERIFY(retryAt(tool, sent(1, kNow - age), AttemptOutcome::NotSent, kNow, random));
}

void TestRetryPolicy::backoff_doubles_toAMinute_data()
{
    QTest::addColumn<int>("attempts");
    QTest::addColumn<base::Micros>("longest");
    QTest::newRow("none yet") << 0 << base::kSecond / 2;
    QTest::newRow("first") << 1 << base::kSecond / 2;
    QTest::newRow("second") << 2 << base::kSecond;
    QTest::newRow("fourth") << 4 << 4 * base::kSecond;
    QTest::newRow("seventh") << 7 << 32 * base::kSecond;
    QTest::newRow("eighth, cut") << 8 << base::kMinute;
    QTest::newRow("far too many") << 1'000'000 << base::kMinute;
}

void TestRetryPolicy::backoff_doubles_toAMinute()
{
    QFETCH(const int, attempts);
    QFETCH(const base::Micros, longest);
    FixedRandom most('\xff');
    FixedRandom least('\0');
    QCOMPARE(flow::backoff(attempts, most), longest);
    QCOMPARE(flow::backoff(attempts, least), longest / 2);
}

void TestRetryPolicy::backoff_jitter_isHalfToWhole()
{
    SeededRandom random;
    QSet<base::Micros> seen;
    for (int i = 0; i < 100; ++i) {
        const base::Micros wait = flow::backoff(3, random);
        QVERIFY(wait >= base::kSecond && wait <= 2 * base::kSecond);
        seen.insert(wait);
    }
    QVERIFY(seen.size() > 50); // not all at the same moment
}

QTEST_GUILESS_MAIN(TestRetryPolicy)
#include "tst_retrypolicy.moc"
