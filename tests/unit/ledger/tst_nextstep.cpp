#include "ledger/attemptstore.h"
#include "ledger/nextstep.h"
#include "support/seededrandom.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using ledger::Situation;
using ledger::Step;

namespace {

constexpr base::Micros kNow = 1'789'912'800 * base::kSecond;

/// Always the same bytes.
class FixedRandom final : public base::Random
{
public:
    explicit FixedRandom(char byte) : m_byte(byte) {}
    [[nodiscard]] QByteArray bytes(qsizetype count) override { return {count, m_byte}; }

private:
    char m_byte;
};

enum class Key { Ignored, Honoured, Expired };
enum class Query { None, ByKey, ByReference };

policy::ToolEntry toolOf(policy::Effect effect, Key key, Query query)
{
    policy::ToolEntry tool;
    tool.effect = effect;
    tool.timeout = 30 * base::kSecond;
    tool.maxAttempts = 5;
    tool.owner.honoursKey = key != Key::Ignored;
    tool.owner.keyLifetime = base::kHour;
    if (query != Query::None) {
        tool.query.method = u"GET"_s;
        tool.query.path = query == Query::ByKey ? u"/by/{key}"_s : u"/by/{reference}"_s;
        tool.queryRules.found.statuses = {{200, 200}};
    }
    return tool;
}

Situation situation(Key key)
{
    Situation situation;
    situation.sends = 1;
    situation.at = kNow;
    situation.firstSentAt = kNow - (key == Key::Expired ? 2 * base::kHour : base::kMinute);
    return situation;
}

ledger::AttemptRow attempt(int number, QLatin1StringView kind, const QString &outcome)
{
    ledger::AttemptRow row;
    row.number = number;
    row.kind = kind;
    row.outcome = outcome;
    return row;
}

} // namespace

/// Contract 7.4 and 7.5: the retry policy, every combination.
class TestNextStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void step_everyCombination_data();
    void step_everyCombination();
    void questions_areBounded();
    void reference_unknown_isNotAskedBy();
    void keyLifetime_leavesTimeForTheRequest_data();
    void keyLifetime_leavesTimeForTheRequest();
    void keyLifetime_ofACaller_outlivesItsLease();
    void effect_isOpen_untilSettled_data();
    void effect_isOpen_untilSettled();
    void backoff_doubles_toItsLongest_data();
    void backoff_doubles_toItsLongest();
    void backoff_jitter_isHalfToWhole();
};

void TestNextStep::step_everyCombination_data()
{
    QTest::addColumn<bool>("read");
    QTest::addColumn<bool>("effectOpen");
    QTest::addColumn<bool>("maySend");
    QTest::addColumn<bool>("sendsLeft");
    QTest::addColumn<Key>("key");
    QTest::addColumn<Query>("query");
    for (int bits = 0; bits < 16; ++bits) {
        for (const Key key : {Key::Ignored, Key::Honoured, Key::Expired}) {
            for (const Query query : {Query::None, Query::ByKey, Query::ByReference}) {
                const auto bit = [bits](int at) { return (bits >> at & 1) != 0; };
                QTest::addRow("%s %s %s %s key %d query %d", bit(0) ? "read" : "write", bit(1) ? "open" : "settled",
                              bit(2) ? "in time" : "over", bit(3) ? "sends left" : "used up", int(key), int(query))
                    << bit(0) << bit(1) << bit(2) << bit(3) << key << query;
            }
        }
    }
}

void TestNextStep::step_everyCombination()
{
    QFETCH(const bool, read);
    QFETCH(const bool, effectOpen);
    QFETCH(const bool, maySend);
    QFETCH(const bool, sendsLeft);
    QFETCH(const Key, key);
    QFETCH(const Query, query);
    Situation given = situation(key);
    given.effectOpen = effectOpen;
    given.maySend = maySend;
    given.referenceKnown = true;
    given.sends = sendsLeft ? 4 : 5;
    const auto next = ledger::nextStep(toolOf(read ? policy::Effect::Read : policy::Effect::Write, key, query), given);

    // Said once more, in the contract's order: what can have no second effect is sent, what may have one is asked
    // about, and where nobody can be asked a person goes on.
    const bool harmless = read || !effectOpen || key == Key::Honoured;
    const bool bounded = read || effectOpen; // what never left is bounded by the plan's time alone
    if (maySend && (sendsLeft || !bounded) && harmless)
        QCOMPARE(next.step, Step::Send);
    else if (effectOpen && query != Query::None)
        QCOMPARE(next.step, Step::Ask);
    else
        QCOMPARE(next.step, Step::Person);
    QVERIFY(!next.why.isEmpty());
    if (!sendsLeft && bounded)
        QCOMPARE(next.why, "attempts_used"_L1);
}

void TestNextStep::questions_areBounded()
{
    const auto tool = toolOf(policy::Effect::Write, Key::Ignored, Query::ByKey);
    Situation given = situation(Key::Ignored);
    int asked = 0;
    while (ledger::nextStep(tool, given).step == Step::Ask) {
        given.questions = ++asked;
        QVERIFY(asked < 100);
    }
    QCOMPARE(asked, 16);
}

void TestNextStep::reference_unknown_isNotAskedBy()
{
    const auto tool = toolOf(policy::Effect::Write, Key::Ignored, Query::ByReference);
    Situation given = situation(Key::Ignored);
    QCOMPARE(ledger::nextStep(tool, given).step, Step::Person);
    given.referenceKnown = true;
    QCOMPARE(ledger::nextStep(tool, given).step, Step::Ask);
    auto noRules = tool;
    noRules.queryRules = {};
    QCOMPARE(ledger::nextStep(noRules, given).step, Step::Person); // an answer that nobody can read is not asked for
}

void TestNextStep::keyLifetime_leavesTimeForTheRequest_data()
{
    QTest::addColumn<base::Micros>("age");
    QTest::addColumn<bool>("again");
    // An hour less the lease of 2 min, twice the timeout of 30 s, and a minute.
    QTest::newRow("young") << 30 * base::kMinute << true;
    QTest::newRow("last moment") << 56 * base::kMinute - 1 << true;
    QTest::newRow("too late") << 56 * base::kMinute << false;
    QTest::newRow("over") << 2 * base::kHour << false;
}

void TestNextStep::keyLifetime_leavesTimeForTheRequest()
{
    QFETCH(const base::Micros, age);
    QFETCH(const bool, again);
    Situation given = situation(Key::Honoured);
    given.firstSentAt = kNow - age;
    auto tool = toolOf(policy::Effect::Write, Key::Honoured, Query::None);
    QCOMPARE(ledger::nextStep(tool, given).step, again ? Step::Send : Step::Person);
    given.effectOpen = false; // what was proved not sent used no key
    QCOMPARE(ledger::nextStep(tool, given).step, Step::Send);
    given.effectOpen = true;
    tool.owner.keyLifetime = 0; // no limit stated
    QCOMPARE(ledger::nextStep(tool, given).step, Step::Send);
}

void TestNextStep::keyLifetime_ofACaller_outlivesItsLease()
{
    policy::ToolEntry tool = toolOf(policy::Effect::Write, Key::Honoured, Query::None);
    tool.owner.lease = 20 * base::kMinute;
    tool.owner.settleAfter = 2 * base::kMinute;
    Situation given = situation(Key::Honoured);
    const base::Micros last = kNow - base::kHour + tool.owner.lease + tool.owner.settleAfter + base::kMinute;
    given.firstSentAt = last + 1;
    QCOMPARE(ledger::nextStep(tool, given).step, Step::Send);
    given.firstSentAt = last;
    QCOMPARE(ledger::nextStep(tool, given).step, Step::Person);
    QCOMPARE(ledger::nextStep(tool, given).why, "key_expired"_L1);
}

void TestNextStep::effect_isOpen_untilSettled_data()
{
    QTest::addColumn<QStringList>("outcomes"); // "?" before those of a question
    QTest::addColumn<bool>("open");
    const auto row = [](const char *name, const QStringList &outcomes, bool open) {
        QTest::newRow(name) << outcomes << open;
    };
    row("nothing sent", {}, false);
    row("still open", {QString()}, true);
    row("not sent", {u"not_sent"_s}, false);
    row("refused", {u"no_effect"_s}, false);
    row("lost", {u"reset"_s}, true);
    row("lost, then not sent", {u"crashed"_s, u"not_sent"_s}, true);
    row("lost, asked too early", {u"reset"_s, u"?absent"_s}, true);
    row("lost, proved absent", {u"reset"_s, u"?proved_absent"_s}, false);
    row("lost again after that", {u"reset"_s, u"?proved_absent"_s, u"timed_out"_s}, true);
    row("a question that was lost", {u"?reset"_s}, false);
}

void TestNextStep::effect_isOpen_untilSettled()
{
    QFETCH(const QStringList, outcomes);
    QFETCH(const bool, open);
    QList<ledger::AttemptRow> attempts;
    for (const QString &outcome : outcomes) {
        const bool question = outcome.startsWith(u'?');
        attempts.append(attempt(int(attempts.size()) + 1, question ? ledger::kQuery : ledger::kCommit,
                                question ? outcome.mid(1) : outcome));
    }
    QCOMPARE(ledger::mayHaveHadEffect(attempts), open);
    QCOMPARE(ledger::situationOf({}, attempts, kNow).effectOpen, open);
}

void TestNextStep::backoff_doubles_toItsLongest_data()
{
    QTest::addColumn<int>("attempts");
    QTest::addColumn<base::Micros>("longest");
    QTest::newRow("none yet") << 0 << base::kSecond / 2;
    QTest::newRow("first") << 1 << base::kSecond / 2;
    QTest::newRow("second") << 2 << base::kSecond;
    QTest::newRow("fourth") << 4 << 4 * base::kSecond;
    QTest::newRow("many") << 30 << base::kMinute;
    QTest::newRow("absurd") << 1'000'000 << base::kMinute;
}

void TestNextStep::backoff_doubles_toItsLongest()
{
    QFETCH(const int, attempts);
    QFETCH(const base::Micros, longest);
    FixedRandom most('\xff');
    QVERIFY(ledger::backoff(attempts, most) <= longest);
    QVERIFY(ledger::backoff(attempts, most) > longest - base::kMillisecond);
}

void TestNextStep::backoff_jitter_isHalfToWhole()
{
    FixedRandom least('\0');
    QCOMPARE(ledger::backoff(3, least), base::kSecond);
    SeededRandom random;
    QSet<base::Micros> seen;
    for (int i = 0; i < 1000; ++i) {
        const base::Micros wait = ledger::backoff(3, random);
        QVERIFY(wait >= base::kSecond && wait <= 2 * base::kSecond);
        seen.insert(wait);
    }
    QVERIFY(seen.size() > 900); // many callers do not come back at once
}

QTEST_GUILESS_MAIN(TestNextStep)
#include "tst_nextstep.moc"
