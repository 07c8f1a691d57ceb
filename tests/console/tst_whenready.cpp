#include "console/client/whenready.h"

#include "console/client/background.h"
#include "support/passevents.h"

#include <QPromise>
#include <QTest>

#include <optional>

using namespace obstat;
using console::whenReady;

/// Answers that come after those who asked are gone, and promises that nobody keeps.
class TestWhenReady : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answer_given_isTakenFromTheEventLoop();
    void answer_thatIsThereAlready_isTakenFromTheEventLoop();
    void answers_readyInAnOrder_areTakenInIt();
    void answer_ofAnotherThread_isTakenInTheContextsThread();
    void context_destroyedBeforeTheAnswer_isNotCalled();
    void context_destroyedBeforeThePromiseIsDropped_isNotCalled();
    void context_destroyedBetweenAnswerAndEventLoop_isNotCalled();
    void context_destroyedByTheAnswer_isSafe();
    void promise_dropped_countsAsCancelled();
    void answer_cancelled_isNotTaken();
    void answer_cancelledAfterItCame_isNotTaken();
    void answer_takenThenCancelled_isSafe();

private:
    void ask(QObject *context)
    {
        whenReady(m_promise->future(), context, [this](int value) { m_taken = value; }, [this] { ++m_cancelled; });
    }

    std::unique_ptr<QPromise<int>> m_promise;
    std::optional<int> m_taken;
    int m_cancelled = 0;
};

void TestWhenReady::init()
{
    m_promise = std::make_unique<QPromise<int>>();
    m_promise->start();
    m_taken.reset();
    m_cancelled = 0;
}

void TestWhenReady::answer_given_isTakenFromTheEventLoop()
{
    QObject context;
    ask(&context);
    tests::passEvents();
    QVERIFY(!m_taken);
    m_promise->addResult(7);
    m_promise->finish();
    QVERIFY(!m_taken);
    QTRY_COMPARE(m_taken, std::optional(7));
    QCOMPARE(m_cancelled, 0);
    QTRY_VERIFY(context.children().isEmpty()); // nothing is left behind
}

void TestWhenReady::answer_thatIsThereAlready_isTakenFromTheEventLoop()
{
    m_promise->addResult(7);
    m_promise->finish();
    QObject context;
    ask(&context);
    QVERIFY(!m_taken); // never from inside the question
    QTRY_COMPARE(m_taken, std::optional(7));
}

void TestWhenReady::answers_readyInAnOrder_areTakenInIt()
{
    QObject context;
    QList<int> taken;
    std::array<QPromise<int>, 3> promises;
    for (QPromise<int> &promise : promises) {
        promise.start();
        whenReady(promise.future(), &context, [&taken](int value) { taken.append(value); });
    }
    for (const size_t next : {2, 0, 1}) {
        promises[next].addResult(static_cast<int>(next));
        promises[next].finish();
    }
    QTRY_COMPARE(taken, (QList<int>{2, 0, 1}));
}

void TestWhenReady::answer_ofAnotherThread_isTakenInTheContextsThread()
{
    QThreadPool pool;
    QObject context;
    QThread *askedIn = nullptr;
    QThread *takenIn = nullptr;
    whenReady(console::inBackground(pool, [] { return QThread::currentThread(); }), &context, [&](QThread *thread) {
        askedIn = thread;
        takenIn = QThread::currentThread();
    });
    QTRY_VERIFY(takenIn);
    QCOMPARE(takenIn, QThread::currentThread());
    QVERIFY(askedIn != takenIn);
}

void TestWhenReady::context_destroyedBeforeTheAnswer_isNotCalled()
{
    auto context = std::make_unique<QObject>();
    ask(context.get());
    context.reset();
    m_promise->addResult(7); // in Qt 6.4 QFuture::then(context, …) ends the program here
    m_promise->finish();
    m_promise.reset();
    tests::passEvents();
    QVERIFY(!m_taken);
    QCOMPARE(m_cancelled, 0);
}

void TestWhenReady::context_destroyedBeforeThePromiseIsDropped_isNotCalled()
{
    auto context = std::make_unique<QObject>();
    ask(context.get());
    context.reset();
    m_promise.reset();
    tests::passEvents();
    QVERIFY(!m_taken);
    QCOMPARE(m_cancelled, 0);
}

void TestWhenReady::context_destroyedBetweenAnswerAndEventLoop_isNotCalled()
{
    auto context = std::make_unique<QObject>();
    ask(context.get());
    m_promise->addResult(7);
    m_promise->finish();
    context.reset();
    tests::passEvents();
    QVERIFY(!m_taken);
    QCOMPARE(m_cancelled, 0);
}

void TestWhenReady::context_destroyedByTheAnswer_isSafe()
{
    auto context = std::make_unique<QObject>();
    whenReady(m_promise->future(), context.get(), [&](int value) {
        context.reset();
        m_taken = value;
    });
    m_promise->addResult(7);
    m_promise->finish();
    QTRY_COMPARE(m_taken, std::optional(7));
    tests::passEvents();
}

void TestWhenReady::promise_dropped_countsAsCancelled()
{
    QObject context;
    ask(&context);
    m_promise.reset();
    QTRY_COMPARE(m_cancelled, 1);
    QVERIFY(!m_taken);
}

void TestWhenReady::answer_cancelled_isNotTaken()
{
    QObject context;
    ask(&context);
    m_promise->future().cancel();
    tests::passEvents();
    QCOMPARE(m_cancelled, 0); // the answerer has not seen it yet
    m_promise->finish();
    QTRY_COMPARE(m_cancelled, 1);
    QVERIFY(!m_taken);
}

void TestWhenReady::answer_cancelledAfterItCame_isNotTaken()
{
    QObject context;
    ask(&context);
    m_promise->addResult(7);
    m_promise->finish();
    m_promise->future().cancel();
    QTRY_COMPARE(m_cancelled, 1);
    QVERIFY(!m_taken);
}

void TestWhenReady::answer_takenThenCancelled_isSafe()
{
    QObject context;
    QFuture<int> future = m_promise->future();
    ask(&context);
    m_promise->addResult(7);
    m_promise->finish();
    QTRY_COMPARE(m_taken, std::optional(7));
    future.cancel(); // in Qt 6.4 this walks to the continuation that then() attached
    tests::passEvents();
    QCOMPARE(m_cancelled, 0);
}

QTEST_GUILESS_MAIN(TestWhenReady)
#include "tst_whenready.moc"
