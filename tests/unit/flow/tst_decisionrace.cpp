#include "contract/ledgerundertest.h"
#include "flow/ledgerthread.h"
#include "ledger/ledgerreader.h"

#include <QTest>

#include <array>
#include <atomic>
#include <latch>
#include <thread>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::LedgerWriter;
using ledger::Status;
using Outcome = ledger::Admission::Outcome;

/// Approve against reject from 64 threads (approval-integrity C10): one outcome each, and nothing rejected is executed.
class TestDecisionRace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void approveAndReject_of64Threads_giveOneOutcomeEach();
};

void TestDecisionRace::approveAndReject_of64Threads_giveOneOutcomeEach()
{
    constexpr int kThreads = 64;
    constexpr int kPlans = 1000;
    // Every thread decides on every plan in the long mode, else on each sixteenth: four people race for a plan.
    const int step = qEnvironmentVariableIntValue("OBSTAT_LONG") > 0 ? 1 : 16;
    LedgerUnderTest ledger;
    std::vector<ledger::OperationRow> plans;
    for (int i = 0; i < kPlans; ++i)
        plans.push_back(*ledger.submit(LedgerUnderTest::payment(u"WD-%1"_s.arg(i))).operation);
    std::vector<std::vector<approval::DecisionEnvelope>> envelopes(kThreads);
    for (int t = 0; t < kThreads; ++t) {
        for (int i = 0; i < kPlans; ++i) {
            const int plan = (i * 7 + t * 37) % kPlans; // each thread in another order
            if ((plan + t) % step == 0)
                envelopes[static_cast<size_t>(t)].push_back(ledger.sign(
                    ledger.decisionBody(plans[static_cast<size_t>(plan)], t % 32 < 16 ? u"approve"_s : u"reject"_s,
                                        t % 4 < 2 ? u"keller"_s : u"mayr"_s)));
        }
    }
    ledger.close();
    base::JsonLog log(ledger.clock, [](const QByteArray &) {});
    const auto registry = need(policy::Registry::parse(LedgerUnderTest::toolsToml(), u"tools.toml"_s), "registry");
    auto thread = need(flow::LedgerThread::start(ledger.options(), registry, log), "thread");

    std::atomic<int> lost = 0;
    std::atomic<int> other = 0;
    std::atomic<bool> racing = true;
    QList<qint64> claimed;
    std::thread flow([&] {
        while (racing) {
            const auto report =
                thread->call<ledger::ClaimReport>([](LedgerWriter &writer) { return writer.claim(4, base::kHour); });
            for (const auto &claim : report ? report->claims : QList<ledger::Claim>())
                claimed.append(claim.operation.id);
            std::this_thread::yield();
        }
    });
    std::latch start(kThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            start.arrive_and_wait();
            for (const auto &envelope : envelopes[static_cast<size_t>(t)]) {
                const auto answer = thread->call<ledger::Admission>(
                    [&envelope](LedgerWriter &writer) { return writer.admit(envelope); });
                lost += answer && answer->outcome == Outcome::Lost ? 1 : 0;
                other += !answer || (answer->outcome != Outcome::Lost && answer->outcome != Outcome::Admitted) ? 1 : 0;
            }
        });
    for (std::thread &one : threads)
        one.join();
    racing = false;
    flow.join();
    QCOMPARE(other, 0);
    thread->stop();
    thread.reset();

    // Without its verification: the rows as the race left them (a start would take the claims back).
    const auto count = [&ledger](const QString &where) {
        return ledger.sql(u"SELECT count(*) FROM operation WHERE "_s + where).toInt();
    };
    const QSet<qint64> once(claimed.begin(), claimed.end());
    QCOMPARE(once.size(), claimed.size()); // nothing is claimed twice
    QCOMPARE(count(u"status NOT IN ('running','approved','rejected')"_s), 0);
    QCOMPARE(count(u"status='running'"_s), once.size());
    for (const qint64 id : once) {
        QCOMPARE(count(u"id=%1 AND status='running'"_s.arg(id)), 1);
    }
    const int rejected = count(u"status='rejected'"_s);
    QVERIFY(lost > 0 && !once.isEmpty() && rejected > 0);
    int decisions = 0;
    for (const auto &list : envelopes)
        decisions += static_cast<int>(list.size());
    QCOMPARE(ledger.sql(u"SELECT count(*) FROM decision"_s).toInt(), decisions); // lost ones are recorded too
    qInfo("%d decisions on %d plans from %d threads: %lld claimed, %d rejected, %d lost", decisions, kPlans, kThreads,
          static_cast<long long>(once.size()), rejected, lost.load());
}

QTEST_GUILESS_MAIN(TestDecisionRace)
#include "tst_decisionrace.moc"
