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

private:
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

QTEST_GUILESS_MAIN(TestKeySession)
#include "tst_keysession.moc"
