#include "console/client/decisiondesk.h"
#include "support/fakeclock.h"
#include "support/fakedecisionclient.h"
#include "support/tempfolder.h"

#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::DecisionDesk;
using console::DecisionReport;
using State = console::DecisionReport::State;

/// Contract 4.8: what could not be sent waits in the outbox file, is shown as not sent, and goes when one is back.
class TestDecisionDesk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void decision_withAnInstance_isSentAndForgotten();
    void decision_withoutAnInstance_waits_andGoesWhenOneIsBack();
    void decision_notInTheFileYet_isNotSent();
    void decision_thatFailsToArrive_waits();
    void answer_thatNeverComes_waits();
    void decision_ofAnEarlierRun_isTakenFromTheFile();
    void decision_ofAnotherLedger_isLeftAlone();
    void sentAt_isWhenItReallyLeft();
    void held_staysInTheOutboxUntilItsMomentIsOver();
    void held_recalled_isNeverSent_andLeavesTheFile();
    void held_recalledAfterItLeft_isNotTouched();
    void held_released_isSentAtOnce();
    void held_whenTheConsoleEnds_isKept();
    void held_beforeAnInstanceAppears_isNotSent();
    void several_held_areRecalledOneByOne();

private:
    [[nodiscard]] approval::DecisionEnvelope envelope(qint64 operation, const QString &nonce,
                                                      const QString &origin = u"origin"_s) const;
    [[nodiscard]] QList<State> states(const QSignalSpy &spy) const;
    [[nodiscard]] qsizetype onDisk() const;

    std::unique_ptr<tests::TempFolder> m_folder;
    std::unique_ptr<tests::FakeDecisionClient> m_client;
    tests::FakeClock m_clock;
    approval::SigningKey m_key = approval::SigningKey::generate();
    QString m_file;
};

void TestDecisionDesk::init()
{
    qRegisterMetaType<console::DecisionReport>("DecisionReport");
    m_folder = std::make_unique<tests::TempFolder>();
    m_client = std::make_unique<tests::FakeDecisionClient>();
    m_file = m_folder->path(u"outbox.jsonl"_s);
}

approval::DecisionEnvelope TestDecisionDesk::envelope(qint64 operation, const QString &nonce,
                                                      const QString &origin) const
{
    approval::DecisionBody body;
    body.origin = origin;
    body.tenant = u"default"_s;
    body.operation = operation;
    body.intentKey = QString(32, u'a');
    body.revision = 1;
    body.version = 1;
    body.tool = u"t"_s;
    body.registryDigest = body.payloadDigest = body.factsDigest = body.policyDigest = QString(64, u'b');
    body.shownDigest = body.payloadDigest;
    body.kind = body.verdict = u"approve"_s;
    body.approver = u"m.keller"_s;
    body.keyId = m_key.publicKey().id();
    body.nonce = nonce;
    body.decidedAt = m_clock.now();
    body.surface = u"console"_s;
    return approval::signDecision(body, m_key, m_clock.now());
}

QList<State> TestDecisionDesk::states(const QSignalSpy &spy) const
{
    QList<State> states;
    for (const QList<QVariant> &arguments : spy)
        states.append(arguments.first().value<DecisionReport>().state);
    return states;
}

qsizetype TestDecisionDesk::onDisk() const
{
    const auto contents = approval::Outbox(m_file).list();
    return contents ? contents->entries.size() : -1;
}

void TestDecisionDesk::decision_withAnInstance_isSentAndForgotten()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy reported(&desk, &DecisionDesk::reported);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.submit(envelope(7, QString(32, u'1')));
    QVERIFY(desk.isWaiting(7));
    QTRY_COMPARE(states(reported), (QList<State>{State::Sending, State::Admitted}));
    QVERIFY(!desk.isWaiting(7));
    QTRY_COMPARE(onDisk(), 0);
}

void TestDecisionDesk::decision_withoutAnInstance_waits_andGoesWhenOneIsBack()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy reported(&desk, &DecisionDesk::reported);
    desk.submit(envelope(7, QString(32, u'1')));
    QTRY_COMPARE(states(reported), (QList<State>{State::Sending, State::NotSent}));
    QCOMPARE(onDisk(), 1);
    QCOMPARE(desk.waiting().size(), 1);
    desk.setAddress(u"127.0.0.1:1"_s);
    QTRY_COMPARE(states(reported).last(), State::Admitted);
    QTRY_COMPARE(onDisk(), 0);
}

void TestDecisionDesk::decision_notInTheFileYet_isNotSent()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    desk.submit(envelope(7, QString(32, u'1')));
    desk.setAddress(u"127.0.0.1:1"_s); // an instance appears while the file is being written
    QVERIFY(m_client->sent.isEmpty());
    QTRY_COMPARE(m_client->sent.size(), 1);
    QTRY_VERIFY(!desk.isWaiting(7));
    QTRY_COMPARE(onDisk(), 0); // an answer before the file was written left the decision there for ever
    QCOMPARE(m_client->sent.size(), 1);
}

void TestDecisionDesk::answer_thatNeverComes_waits()
{
    m_client->dropNext = true;
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy reported(&desk, &DecisionDesk::reported);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.submit(envelope(7, QString(32, u'1')));
    QTRY_COMPARE(states(reported), (QList<State>{State::Sending, State::NotSent}));
    QVERIFY(desk.isWaiting(7));
    QCOMPARE(onDisk(), 1);
    desk.setAddress({});
    desk.setAddress(u"127.0.0.1:1"_s); // not held for one that is on its way
    QTRY_COMPARE(states(reported).last(), State::Admitted);
    QTRY_COMPARE(onDisk(), 0);
}

void TestDecisionDesk::decision_thatFailsToArrive_waits()
{
    m_client->next = base::fail(base::ErrorCode::Timeout, u"no answer"_s);
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy reported(&desk, &DecisionDesk::reported);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.submit(envelope(7, QString(32, u'1')));
    QTRY_COMPARE(states(reported), (QList<State>{State::Sending, State::NotSent}));
    QVERIFY(desk.isWaiting(7));
    QCOMPARE(onDisk(), 1); // perhaps it arrived: its nonce makes a repeat harmless
}

void TestDecisionDesk::decision_ofAnEarlierRun_isTakenFromTheFile()
{
    QVERIFY(approval::Outbox(m_file).append(envelope(9, QString(32, u'2'))));
    DecisionDesk desk(*m_client, m_clock, m_file);
    QTRY_VERIFY(desk.isWaiting(9));
    desk.setOrigin(u"origin"_s);
    desk.setAddress(u"127.0.0.1:1"_s);
    QTRY_COMPARE(m_client->sent.size(), 1);
    QTRY_COMPARE(onDisk(), 0);
}

void TestDecisionDesk::decision_ofAnotherLedger_isLeftAlone()
{
    QVERIFY(approval::Outbox(m_file).append(envelope(9, QString(32, u'2'), u"elsewhere"_s)));
    DecisionDesk desk(*m_client, m_clock, m_file);
    desk.setOrigin(u"origin"_s);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.submit(envelope(7, QString(32, u'1')));
    QTRY_COMPARE(m_client->sent.size(), 1);
    QTRY_COMPARE(onDisk(), 1);
    QVERIFY(!desk.isWaiting(9));
}

void TestDecisionDesk::sentAt_isWhenItReallyLeft()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    desk.submit(envelope(7, QString(32, u'1')));
    QTRY_COMPARE(onDisk(), 1);
    m_clock.advance(base::kHour);
    desk.setAddress(u"127.0.0.1:1"_s);
    QTRY_COMPARE(m_client->sent.size(), 1);
    QCOMPARE(m_client->sent.first().sentAt, m_clock.now());
}

void TestDecisionDesk::held_staysInTheOutboxUntilItsMomentIsOver()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy reported(&desk, &DecisionDesk::reported);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.setHold(5 * base::kSecond);
    desk.submit(envelope(7, QString(32, u'1')), u"WD-7"_s);
    QTRY_COMPARE(onDisk(), 1); // durable though it is held
    QCOMPARE(desk.held().size(), 1);
    QCOMPARE(desk.held().first().record, u"WD-7"_s);
    QCOMPARE(desk.held().first().left, 5 * base::kSecond);
    QVERIFY(desk.isWaiting(7));
    m_clock.advance(5 * base::kSecond - 1);
    QSignalSpy ticked(&desk, &DecisionDesk::heldChanged);
    QTRY_VERIFY(!ticked.isEmpty());
    QVERIFY(m_client->sent.isEmpty());
    m_clock.advance(1);
    QTRY_COMPARE(m_client->sent.size(), 1);
    QVERIFY(desk.held().isEmpty());
    QTRY_COMPARE(states(reported).last(), State::Admitted);
    QTRY_COMPARE(onDisk(), 0);
}

void TestDecisionDesk::held_recalled_isNeverSent_andLeavesTheFile()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy recalled(&desk, &DecisionDesk::recalled);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.setHold(5 * base::kSecond);
    desk.submit(envelope(7, QString(32, u'1')));
    desk.recall(QString(32, u'1')); // while it is being written
    QVERIFY(desk.held().isEmpty());
    desk.release();
    m_clock.advance(base::kMinute);
    QTRY_COMPARE(recalled.size(), 1);
    QCOMPARE(recalled.first().first().value<DecisionReport>().operation, 7);
    QVERIFY(!desk.isWaiting(7));
    QVERIFY(!desk.isBusy());
    QCOMPARE(onDisk(), 0);
    desk.setAddress({});
    desk.setAddress(u"127.0.0.1:2"_s);
    QVERIFY(m_client->sent.isEmpty());
}

void TestDecisionDesk::held_recalledAfterItLeft_isNotTouched()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy recalled(&desk, &DecisionDesk::recalled);
    desk.setHold(5 * base::kSecond);
    desk.submit(envelope(7, QString(32, u'1')));
    QTRY_COMPARE(onDisk(), 1);
    desk.release(); // no instance: it waits
    desk.recall(QString(32, u'1'));
    QVERIFY(desk.isWaiting(7));
    QCOMPARE(onDisk(), 1);
    QVERIFY(recalled.isEmpty());
}

void TestDecisionDesk::held_released_isSentAtOnce()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.setHold(5 * base::kSecond);
    desk.submit(envelope(7, QString(32, u'1')));
    desk.release();
    QVERIFY(desk.isBusy());
    QTRY_COMPARE(m_client->sent.size(), 1);
    QTRY_VERIFY(!desk.isBusy());
}

void TestDecisionDesk::held_whenTheConsoleEnds_isKept()
{
    {
        DecisionDesk desk(*m_client, m_clock, m_file);
        desk.setAddress(u"127.0.0.1:1"_s);
        desk.setHold(5 * base::kSecond);
        desk.submit(envelope(7, QString(32, u'1')));
    }
    QVERIFY(m_client->sent.isEmpty());
    QCOMPARE(onDisk(), 1);
    DecisionDesk next(*m_client, m_clock, m_file);
    next.setAddress(u"127.0.0.1:1"_s);
    QTRY_COMPARE(m_client->sent.size(), 1);
    QTRY_COMPARE(onDisk(), 0);
}

void TestDecisionDesk::held_beforeAnInstanceAppears_isNotSent()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    desk.setHold(5 * base::kSecond);
    desk.submit(envelope(7, QString(32, u'1')));
    QTRY_COMPARE(onDisk(), 1);
    desk.setAddress(u"127.0.0.1:1"_s);
    QVERIFY(m_client->sent.isEmpty());
    QCOMPARE(desk.held().size(), 1);
}

void TestDecisionDesk::several_held_areRecalledOneByOne()
{
    DecisionDesk desk(*m_client, m_clock, m_file);
    QSignalSpy recalled(&desk, &DecisionDesk::recalled);
    desk.setAddress(u"127.0.0.1:1"_s);
    desk.setHold(5 * base::kSecond);
    desk.submit(envelope(7, QString(32, u'1')));
    desk.submit(envelope(8, QString(32, u'2')));
    desk.recall(QString(32, u'2'));
    QTRY_COMPARE(recalled.size(), 1);
    QVERIFY(desk.isWaiting(7));
    QVERIFY(!desk.isWaiting(8));
    m_clock.advance(5 * base::kSecond);
    QTRY_COMPARE(m_client->sent.size(), 1);
    QTRY_COMPARE(onDisk(), 0);
}

QTEST_GUILESS_MAIN(TestDecisionDesk)
#include "tst_decisiondesk.moc"
