#include "console/client/workerledgerclient.h"
#include "contract/ledgerundertest.h"
#include "support/passevents.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::WorkerLedgerClient;
using tests::LedgerUnderTest;

/// The real client over a real ledger: everything comes from other threads and read-only connections.
class TestWorkerLedgerClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void numbers_ofARealLedger_areCounted();
    void completeness_gaps_areListedAsOperations();
    void documents_inForce_areFound();
    void people_tokensAndDelegations_areListed();
    void checkpoint_sealed_isRead();
    void events_filtered_agreeWithTheirIndex();
    void conflict_open_hasBothPayloads();
    void verify_wholeLedger_reportsProgress();
    void verify_edited_namesTheEvent();
    void verify_cancelled_stopsAndLeavesTheRestWorking();
    void change_byTheWriter_isTold();

private:
    /// Waits with the event loop, as a page does.
    template <typename T>
    static base::Result<T> wait(console::Answer<T> answer)
    {
        if (!QTest::qWaitFor([&answer] { return answer.isFinished(); }, 20'000) || answer.resultCount() == 0)
            return base::fail(base::ErrorCode::Timeout, u"There was no answer."_s);
        return answer.result();
    }
    [[nodiscard]] ledger::MetricsRange all() const { return {0, m_ledger->clock.now() + base::kDay, {}}; }

    std::unique_ptr<LedgerUnderTest> m_ledger;
    std::unique_ptr<WorkerLedgerClient> m_client;
};

void TestWorkerLedgerClient::init()
{
    m_ledger = std::make_unique<LedgerUnderTest>();
    m_ledger->open();
    m_ledger->submit(LedgerUnderTest::payment(u"P-1"_s, u"100"_s, true)); // small and known: a rule approves it
    m_ledger->execute(ledger::AttemptOutcome::Succeeded);
    m_ledger->submit(LedgerUnderTest::payment(u"P-1"_s, u"100"_s, true)); // repeated
    m_ledger->submit(LedgerUnderTest::payment(u"P-1"_s, u"101"_s, true)); // conflict
    m_ledger->submit(LedgerUnderTest::payment(u"P-2"_s));                 // waits for a person
    m_client = std::make_unique<WorkerLedgerClient>(m_ledger->files().database, m_ledger->clock);
}

void TestWorkerLedgerClient::cleanup()
{
    m_client.reset();
    m_ledger.reset();
}

void TestWorkerLedgerClient::numbers_ofARealLedger_areCounted()
{
    metrics::SixNumbersRequest request;
    request.range = all();
    request.now = m_ledger->clock.now();
    const auto numbers = wait(m_client->sixNumbers(request));
    QVERIFY2(numbers, qUtf8Printable(numbers ? QString() : numbers.error().message));
    QCOMPARE(numbers->operations, 2);
    QCOMPARE(numbers->six.idempotencyHits.current.submits, 4);
    QCOMPARE(numbers->six.idempotencyHits.current.repeats, 1);
    QCOMPARE(numbers->six.automaticApprovalRate.current.automatic, 1);
    QCOMPARE(numbers->six.waiting.current.pending, 1);
    QCOMPARE(numbers->six.duration.current.commits, 1);
}

void TestWorkerLedgerClient::completeness_gaps_areListedAsOperations()
{
    auto submission = LedgerUnderTest::payment(u"P-3"_s, u"100"_s, true);
    submission.run.clear();
    m_ledger->submit(submission);
    m_ledger->execute(ledger::AttemptOutcome::Succeeded);
    const auto complete = wait(m_client->completeness(all()));
    QVERIFY(complete);
    QCOMPARE(complete->operations, 2);
    QCOMPARE(complete->complete, 1);
    QCOMPARE(complete->gaps.value(u"run"_s), 1);
    const auto rows = wait(m_client->gapOperations(all(), u"run"_s, 0, 10));
    QVERIFY(rows);
    QCOMPARE(rows->size(), 1);
    QCOMPARE(rows->first().record, u"P-3"_s);
    const auto beyond = wait(m_client->gapOperations(all(), u"run"_s, rows->first().id, 10));
    QVERIFY(beyond && beyond->isEmpty());
}

void TestWorkerLedgerClient::documents_inForce_areFound()
{
    const auto active = wait(m_client->activeDocuments());
    QVERIFY(active);
    QCOMPARE(active->policy, base::digestHex(LedgerUnderTest::policyToml()));
    QCOMPARE(active->registry, base::digestHex(LedgerUnderTest::toolsToml()));
    const auto text = wait(m_client->document(active->registry));
    QVERIFY(text && *text);
    QCOMPARE(**text, LedgerUnderTest::toolsToml());
}

void TestWorkerLedgerClient::people_tokensAndDelegations_areListed()
{
    const base::Micros now = m_ledger->clock.now();
    QVERIFY(m_ledger->act(u"delegate"_s, u"keller"_s,
                          {{u"principal"_s, u"mayr"_s}, {u"from"_s, now}, {u"until"_s, now + base::kDay}}));
    QVERIFY(m_ledger->act(u"token"_s, u"0123456789ab"_s,
                          {{u"hash"_s, QString(64, u'a')},
                           {u"tenant"_s, u"default"_s},
                           {u"actor"_s, u"bot"_s},
                           {u"sponsor"_s, u"keller"_s},
                           {u"scopes"_s, QJsonArray{u"submit"_s, u"read"_s}}}));
    auto people = wait(m_client->people());
    QVERIFY(people);
    QCOMPARE(people->keys.first().person, u"keller"_s);
    QVERIFY(people->keys.first().since >= 0);
    QCOMPARE(people->keys.first().revokedAt, -1);
    QCOMPARE(people->delegations.size(), 1);
    QCOMPARE(people->delegations.first().delegate, u"keller"_s);
    QCOMPARE(people->delegations.first().principal, u"mayr"_s);
    QCOMPARE(people->delegations.first().until, now + base::kDay);
    QCOMPARE(people->delegations.first().revoked, -1);
    const auto isOurs = [](const auto &row) { return row.id == u"0123456789ab"; };
    const auto token = std::find_if(people->tokens.begin(), people->tokens.end(), isOurs);
    QVERIFY(token != people->tokens.end());
    QCOMPARE(token->scopes, (QStringList{u"submit"_s, u"read"_s}));
    QCOMPARE(token->sponsor, u"keller"_s);

    QVERIFY(m_ledger->act(u"delegate"_s, u"keller"_s, {{u"principal"_s, u"mayr"_s}, {u"revoked"_s, true}}));
    QVERIFY(m_ledger->act(u"revoke"_s, u"mayr"_s, {}));
    people = wait(m_client->people());
    QVERIFY(people);
    QVERIFY(people->delegations.first().revoked > people->delegations.first().since);
    QVERIFY(people->keys.last().person == u"mayr" && people->keys.last().revokedAt > people->keys.last().since);
}

void TestWorkerLedgerClient::checkpoint_sealed_isRead()
{
    const auto none = wait(m_client->lastCheckpoint());
    QVERIFY(none);
    QVERIFY(none->isEmpty());
    QVERIFY(m_ledger->writer().seal().value_or(false));
    const auto note = wait(m_client->lastCheckpoint());
    QVERIFY(note);
    QVERIFY(note->contains("\n\n"));
}

void TestWorkerLedgerClient::events_filtered_agreeWithTheirIndex()
{
    ledger::EventFilter filter;
    filter.operation = 1;
    const auto index = wait(m_client->eventIndex(filter, 2));
    const auto rows = wait(m_client->events(filter, -1, 100));
    QVERIFY(index && rows);
    QCOMPARE(index->count, rows->size());
    for (int page = 1; page < index->anchors.size(); ++page)
        QCOMPARE(index->anchors.at(page), rows->at(2 * page - 1).seq);
}

void TestWorkerLedgerClient::conflict_open_hasBothPayloads()
{
    const auto conflicts = wait(m_client->openConflicts(0, 10));
    QVERIFY(conflicts);
    QCOMPARE(conflicts->size(), 1);
    const auto first = wait(m_client->operation(conflicts->first().operation));
    const auto second = wait(m_client->payload(conflicts->first().payloadDigest));
    QVERIFY(first && first->arguments && *first->arguments);
    QVERIFY(second && *second);
    QVERIFY(**first->arguments != **second);
}

void TestWorkerLedgerClient::verify_wholeLedger_reportsProgress()
{
    QSignalSpy progress(m_client.get(), &console::LedgerClient::verifyProgressed);
    const auto report = wait(m_client->verify({}, {}));
    QVERIFY2(report, qUtf8Printable(report ? QString() : report.error().message));
    QVERIFY2(report->whole, qUtf8Printable(report->findings.value(0).what));
    QCOMPARE(report->events, m_ledger->writer().head().size);
    QVERIFY(progress.size() > 0);
}

void TestWorkerLedgerClient::verify_edited_namesTheEvent()
{
    m_client.reset();
    m_ledger->tamper(
        {u"DROP TRIGGER IF EXISTS event_no_update"_s, u"UPDATE operation SET amount = '1' WHERE id = 1"_s});
    m_client = std::make_unique<WorkerLedgerClient>(m_ledger->files().database, m_ledger->clock);
    const auto report = wait(m_client->verify({}, {}));
    QVERIFY(report);
    QVERIFY(!report->whole);
    QCOMPARE(report->findings.value(0).operation, 1);
}

void TestWorkerLedgerClient::verify_cancelled_stopsAndLeavesTheRestWorking()
{
    auto verification = m_client->verify({}, {});
    verification.cancel();
    QTRY_VERIFY(verification.isFinished());
    QCOMPARE(verification.resultCount(), 0);
    const auto again = wait(m_client->verify({}, {}));
    QVERIFY(again && again->whole);
    QVERIFY(wait(m_client->overview()).has_value());
}

void TestWorkerLedgerClient::change_byTheWriter_isTold()
{
    QSignalSpy changed(m_client.get(), &console::LedgerClient::ledgerChanged);
    QVERIFY(wait(m_client->overview()).has_value());
    tests::passEvents(300); // the first look sets the baseline
    m_ledger->submit(LedgerUnderTest::payment(u"P-9"_s));
    QTRY_VERIFY(changed.size() > 0);
}

QTEST_MAIN(TestWorkerLedgerClient)
#include "tst_workerledgerclient.moc"
