#include "approval/frozenplan.h"
#include "base/jsonlog.h"
#include "flow/ledgerthread.h"
#include "ledger/ledgerreader.h"
#include "sim/ledgersetup.h"
#include "support/tempfolder.h"

#include <QTest>

#include <latch>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AnswerKind;
using ledger::LedgerWriter;

namespace {

template <typename T>
T need(base::Result<T> result, const char *what)
{
    if (!result)
        qFatal("%s: %s %s", what, qPrintable(result.error().message), qPrintable(result.error().detail));
    return std::move(*result);
}

ledger::Submission work(const QString &record)
{
    ledger::Submission submission;
    submission.tenant = u"acme"_s;
    submission.actor = u"agent-1"_s;
    submission.tokenId = u"0123456789ab"_s;
    submission.sponsor = u"sponsor"_s;
    submission.tool = u"approve_withdrawal"_s;
    submission.run = u"r-1"_s;
    const QByteArray text = R"({"withdrawal_id":")" + record.toLatin1() + R"(","amount":"900","currency":"USD"})";
    submission.arguments = *base::parseCanonical(text);
    submission.facts = *base::parseCanonical("{}");
    return submission;
}

/// The ledger of a first run and its thread.
class Running
{
public:
    Running() : m_log(m_clock, [](const QByteArray &) {})
    {
        sim::LedgerSetup setup;
        setup.database = m_folder.path(u"l.obstat"_s);
        setup.registry = need(sim::sampleText(u"tools.toml"_s), "tools");
        setup.policy = need(sim::sampleText(u"policy.toml"_s), "policy");
        setup.passphrase = "p";
        const auto made = need(sim::makeLedger(setup, m_clock, m_random), "ledger");
        ledger::WriterOptions options;
        options.database = setup.database;
        options.administrators = made.config.administrators;
        options.instanceKey = need(approval::loadInstanceKey(ledger::LedgerFiles::beside(setup.database).key), "key");
        options.clock = &m_clock;
        options.random = &m_random;
        const auto registry = need(policy::Registry::parse(setup.registry, u"tools.toml"_s), "registry");
        thread = need(flow::LedgerThread::start(options, registry, m_log), "thread");
    }

    qint64 operations()
    {
        return need(thread->call<qint64>([](LedgerWriter &writer) { return writer.reader().countOperations({}); }),
                    "count");
    }

private:
    TempFolder m_folder;
    base::SystemClock m_clock;
    base::SystemRandom m_random;
    base::JsonLog m_log;

public:
    std::unique_ptr<flow::LedgerThread> thread;
};

/// Holds the ledger thread in a job until it goes.
class Stuck
{
public:
    explicit Stuck(flow::LedgerThread &thread)
    {
        std::promise<void> entered;
        auto inside = entered.get_future();
        thread.post([free = m_free, &entered](LedgerWriter &) {
            entered.set_value();
            free->wait();
        });
        inside.wait();
    }
    ~Stuck() { m_free->count_down(); }
    Stuck(const Stuck &) = delete;
    Stuck &operator=(const Stuck &) = delete;

private:
    std::shared_ptr<std::latch> m_free = std::make_shared<std::latch>(1);
};

} // namespace

/// One thread owns the writer; everybody posts to it (architecture.md, contract 4.1).
class TestLedgerThread : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void submits_of64Threads_createEachIntentOnce();
    void submit_fullQueue_isBusyWithNothingDone();
    void mayCreate_isAskedOfNewWorkOnly();
    void announce_fromAJob_reachesEveryListenerOnce();
    void stop_finishesWhatIsQueued();
    void stopped_takesNothing();
};

void TestLedgerThread::submits_of64Threads_createEachIntentOnce()
{
    // Issue 2, part 4: 64 threads posting the same 1,000 intents.
    constexpr int kThreads = 64;
    constexpr int kIntents = 1000;
    Running ledger;
    std::array<std::atomic<int>, kIntents> created{};
    std::atomic<int> repeated = 0;
    std::atomic<int> other = 0;
    std::latch all(kThreads * kIntents);
    std::latch start(kThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            start.arrive_and_wait();
            for (int i = 0; i < kIntents; ++i) {
                const int intent = (i + t * 37) % kIntents; // each thread in another order
                std::promise<void> answered;
                auto done = answered.get_future();
                ledger.thread->submit(work(u"WD-%1"_s.arg(intent)), [&](const auto &answer) {
                    if (answer && answer->kind == AnswerKind::Created)
                        ++created[static_cast<std::size_t>(intent)];
                    else if (answer && answer->kind == AnswerKind::Repeated)
                        ++repeated;
                    else
                        ++other;
                    all.count_down();
                    answered.set_value();
                });
                done.wait();
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    all.wait();
    QCOMPARE(other, 0);
    for (const std::atomic<int> &count : created)
        QCOMPARE(count, 1);
    QCOMPARE(repeated, kThreads * kIntents - kIntents);
    QCOMPARE(ledger.operations(), kIntents);
}

void TestLedgerThread::submit_fullQueue_isBusyWithNothingDone()
{
    Running ledger;
    std::atomic<int> refused = 0;
    std::atomic<int> created = 0;
    const auto count = [&](const auto &answer) {
        refused += !answer && answer.error().code == base::ErrorCode::Busy ? 1 : 0;
        created += answer && answer->kind == AnswerKind::Created ? 1 : 0;
    };
    {
        const Stuck stuck(*ledger.thread);
        for (int i = 0; i < flow::LedgerThread::kQueue; ++i)
            ledger.thread->submit(work(u"WD-%1"_s.arg(i % 10)), count);
        QCOMPARE(ledger.thread->queued(), flow::LedgerThread::kQueue);
        QCOMPARE(refused, 0);
        ledger.thread->submit(work(u"WD-over"_s), count);
        QCOMPARE(refused, 1); // at once, on the calling thread
    }
    QTRY_COMPARE_WITH_TIMEOUT(ledger.thread->queued(), 0, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(created.load(), 10, 60'000);
    QCOMPARE(ledger.operations(), 10);
    QCOMPARE(refused, 1);
}

void TestLedgerThread::mayCreate_isAskedOfNewWorkOnly()
{
    // Contract 8.2: a repeat is never charged as new work.
    Running ledger;
    const auto submit = [&ledger](ledger::Submission submission) {
        std::promise<ledger::SubmitAnswer> answered;
        auto done = answered.get_future();
        ledger.thread->submit(std::move(submission), [&](const auto &answer) { answered.set_value(need(answer, "")); });
        return done.get();
    };
    int asked = 0;
    const auto asking = [&asked](ledger::Submission submission, bool may) {
        submission.mayCreate = [&asked, may] {
            ++asked;
            return may;
        };
        return submission;
    };
    const auto over = submit(asking(work(u"WD-1"_s), false));
    QCOMPARE(over.kind, AnswerKind::Refused);
    QCOMPARE(over.code, u"over_limit"_s);
    QCOMPARE(over.advice, u"keep-key"_s);
    QCOMPARE(asked, 1);
    QCOMPARE(ledger.operations(), 0);
    QCOMPARE(submit(asking(work(u"WD-1"_s), true)).kind, AnswerKind::Created);
    QCOMPARE(asked, 2);
    QCOMPARE(submit(asking(work(u"WD-1"_s), false)).kind, AnswerKind::Repeated);
    auto conflicting = work(u"WD-1"_s);
    conflicting.arguments = *base::parseCanonical(R"({"withdrawal_id":"WD-1","amount":"901","currency":"USD"})");
    QCOMPARE(submit(asking(conflicting, false)).kind, AnswerKind::Conflict);
    auto unknown = work(u"WD-2"_s);
    unknown.tool = u"nobody"_s;
    QCOMPARE(submit(asking(unknown, false)).code, u"unknown_tool"_s);
    QCOMPARE(asked, 2);
}

void TestLedgerThread::announce_fromAJob_reachesEveryListenerOnce()
{
    Running ledger;
    std::atomic<int> first = 0;
    std::atomic<int> second = 0;
    ledger.thread->addListener([&](const ledger::OperationRow &) { ++first; });
    ledger.thread->addListener([&](const ledger::OperationRow &) { ++second; });
    (void)ledger.thread->call<bool>([&](LedgerWriter &) -> base::Result<bool> {
        ledger.thread->announce({});
        return first == 0; // only when the job has returned
    });
    QTRY_COMPARE(first.load(), 1);
    QTRY_COMPARE(second.load(), 1);
    std::promise<void> answered;
    ledger.thread->submit(work(u"WD-1"_s), [&](const auto &) { answered.set_value(); });
    answered.get_future().wait();
    QTRY_COMPARE(first.load(), 2); // what is created is announced
}

void TestLedgerThread::stop_finishesWhatIsQueued()
{
    Running ledger;
    std::atomic<int> answered = 0;
    {
        const Stuck stuck(*ledger.thread);
        for (int i = 0; i < 600; ++i)
            ledger.thread->submit(work(u"WD-%1"_s.arg(i)), [&](const auto &answer) { answered += answer ? 1 : 0; });
    }
    ledger.thread->stop();
    QCOMPARE(answered, 600);
}

void TestLedgerThread::stopped_takesNothing()
{
    Running ledger;
    ledger.thread->stop();
    QVERIFY(!ledger.thread->post([](LedgerWriter &) {}));
    const auto called = ledger.thread->call<bool>([](LedgerWriter &) -> base::Result<bool> { return true; });
    QCOMPARE(called.error().code, base::ErrorCode::Unavailable);
    std::optional<base::ErrorCode> code;
    ledger.thread->submit(work(u"WD-1"_s), [&](const auto &answer) { code = answer.error().code; });
    QCOMPARE(code, std::optional(base::ErrorCode::Unavailable));
}

QTEST_GUILESS_MAIN(TestLedgerThread)
#include "tst_ledgerthread.moc"
