#include "console/client/keysession.h"
#include "support/fakeclock.h"
#include "support/seededrandom.h"
#include "support/tempfolder.h"

#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::KeySession;

/// Contract 6.5: the key is encrypted, and unlocked for a limited idle time.
class TestKeySession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unlock_withTheRightPassphrase_opens();
    void unlock_withAWrongPassphrase_saysSo();
    void idle_forFiveMinutes_locks();
    void input_startsTheIdleTimeAnew();
    void person_isThatOfTheEnrolledKey();
    void sign_whenNotEnrolled_isRefused();
    void sign_afterTheIdleTime_isRefused();
    void idleLimit_set_isKeptWithinItsBounds();
    void input_afterTheIdleTime_revivesNothing();
    void wrongPassphrases_delayTheNextTryMoreAndMore();
    void try_duringTheDelay_isRefused_evenWithTheRightPassphrase();
    void delay_afterASuccess_startsAnew();

private:
    /// Internal when it opened.
    [[nodiscard]] static base::ErrorCode tryPassphrase(KeySession &session, const QString &file,
                                                       const QByteArray &passphrase);

    tests::FakeClock m_clock;
    tests::SeededRandom m_random;
    tests::TempFolder m_folder;
    approval::SigningKey m_key = approval::SigningKey::generate();

    [[nodiscard]] QList<ledger::LedgerReader::EnrolmentRow> people() const
    {
        const approval::PublicKey key = m_key.publicKey();
        return {{u"m.keller"_s, key.id(), key.base64(), {u"treasury"_s}, {u"*"_s}, false}};
    }
};

void TestKeySession::unlock_withTheRightPassphrase_opens()
{
    const QString file = m_folder.path(u"a.pem"_s);
    QVERIFY(approval::saveKeyFile(file, m_key, "correct"));
    KeySession session(m_clock);
    QSignalSpy changed(&session, &KeySession::changed);
    const auto answer = session.unlock(file, "correct");
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(answer.result());
    QVERIFY(session.isUnlocked());
    QCOMPARE(session.keyId(), m_key.publicKey().id());
    QCOMPARE(changed.size(), 1);
}

void TestKeySession::unlock_withAWrongPassphrase_saysSo()
{
    const QString file = m_folder.path(u"b.pem"_s);
    QVERIFY(approval::saveKeyFile(file, m_key, "correct"));
    KeySession session(m_clock);
    const auto answer = session.unlock(file, "wrong");
    QTRY_VERIFY(answer.isFinished());
    QVERIFY(!answer.result());
    QCOMPARE(answer.result().error().code, base::ErrorCode::WrongPassphrase);
    QVERIFY(!session.isUnlocked());
}

void TestKeySession::idle_forFiveMinutes_locks()
{
    KeySession session(m_clock);
    session.adopt(m_key);
    m_clock.advance(299 * base::kSecond);
    QCOMPARE(session.untilLock(), base::kSecond);
    m_clock.advance(base::kSecond);
    QTRY_VERIFY(!session.isUnlocked());
}

void TestKeySession::input_startsTheIdleTimeAnew()
{
    KeySession session(m_clock);
    session.adopt(m_key);
    m_clock.advance(200 * base::kSecond);
    session.touch();
    m_clock.advance(200 * base::kSecond);
    QCOMPARE(session.untilLock(), 100 * base::kSecond);
}

void TestKeySession::person_isThatOfTheEnrolledKey()
{
    KeySession session(m_clock);
    session.adopt(m_key);
    QCOMPARE(session.person(), QString());
    session.setPeople(people());
    QCOMPARE(session.person(), u"m.keller"_s);
    QCOMPARE(session.roles(), QStringList{u"treasury"_s});
    auto other = people();
    other.first().publicKey = approval::SigningKey::generate().publicKey().base64(); // the same id, another key
    session.setPeople(other);
    QCOMPARE(session.person(), QString());
}

void TestKeySession::sign_whenNotEnrolled_isRefused()
{
    KeySession session(m_clock);
    session.adopt(m_key);
    const auto envelope = session.sign({}, m_random);
    QVERIFY(!envelope);
    QCOMPARE(envelope.error().code, base::ErrorCode::Unauthorized);
}

void TestKeySession::sign_afterTheIdleTime_isRefused()
{
    KeySession session(m_clock);
    session.adopt(m_key);
    session.setPeople(people());
    QVERIFY(session.sign({}, m_random));
    m_clock.advance(KeySession::kIdleLimit);
    QVERIFY(!session.sign({}, m_random)); // even when the timer was late
}

void TestKeySession::idleLimit_set_isKeptWithinItsBounds()
{
    KeySession session(m_clock);
    session.adopt(m_key);
    session.setIdleLimit(60 * base::kSecond);
    QCOMPARE(session.untilLock(), 60 * base::kSecond);
    session.setIdleLimit(0);
    QCOMPARE(session.untilLock(), KeySession::kLeastIdle);
    session.setIdleLimit(base::kDay);
    QCOMPARE(session.untilLock(), KeySession::kMostIdle);
}

void TestKeySession::input_afterTheIdleTime_revivesNothing()
{
    KeySession session(m_clock);
    session.adopt(m_key);
    m_clock.advance(KeySession::kIdleLimit); // the timer is late, and somebody else moves the mouse
    session.touch();
    QCOMPARE(session.untilLock(), 0);
    QVERIFY(!session.sign({}, m_random));
}

base::ErrorCode TestKeySession::tryPassphrase(KeySession &session, const QString &file, const QByteArray &passphrase)
{
    const auto answer = session.unlock(file, passphrase);
    if (!QTest::qWaitFor([&answer] { return answer.isFinished(); }))
        qFatal("No answer.");
    return answer.result() ? base::ErrorCode::Internal : answer.result().error().code;
}

void TestKeySession::wrongPassphrases_delayTheNextTryMoreAndMore()
{
    const QString file = m_folder.path(u"delay.pem"_s);
    QVERIFY(approval::saveKeyFile(file, m_key, "correct"));
    KeySession session(m_clock);
    for (const int seconds : {1, 2, 4, 8, 16, 30, 30}) {
        QCOMPARE(session.untilNextTry(), 0);
        QCOMPARE(tryPassphrase(session, file, "wrong"), base::ErrorCode::WrongPassphrase);
        QCOMPARE(session.untilNextTry(), seconds * base::kSecond);
        m_clock.advance(seconds * base::kSecond);
    }
}

void TestKeySession::try_duringTheDelay_isRefused_evenWithTheRightPassphrase()
{
    const QString file = m_folder.path(u"during.pem"_s);
    QVERIFY(approval::saveKeyFile(file, m_key, "correct"));
    KeySession session(m_clock);
    QCOMPARE(tryPassphrase(session, file, "wrong"), base::ErrorCode::WrongPassphrase);
    m_clock.advance(base::kSecond - 1);
    QCOMPARE(tryPassphrase(session, file, "correct"), base::ErrorCode::Busy);
    QVERIFY(!session.isUnlocked());
    m_clock.advance(1);
    QCOMPARE(tryPassphrase(session, file, "correct"), base::ErrorCode::Internal); // none
    QVERIFY(session.isUnlocked());
}

void TestKeySession::delay_afterASuccess_startsAnew()
{
    const QString file = m_folder.path(u"anew.pem"_s);
    QVERIFY(approval::saveKeyFile(file, m_key, "correct"));
    KeySession session(m_clock);
    (void)tryPassphrase(session, file, "wrong");
    m_clock.advance(base::kSecond);
    (void)tryPassphrase(session, file, "wrong");
    m_clock.advance(2 * base::kSecond);
    (void)tryPassphrase(session, file, "correct");
    QVERIFY(session.isUnlocked());
    (void)tryPassphrase(session, file, "wrong");
    QCOMPARE(session.untilNextTry(), base::kSecond);
}

QTEST_GUILESS_MAIN(TestKeySession)
#include "tst_keysession.moc"
