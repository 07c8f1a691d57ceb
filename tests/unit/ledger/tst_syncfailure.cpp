#include "contract/ledgerundertest.h"
#include "failingvfs.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using base::ErrorCode;

/// A disk that fails to sync (docs/faults.md): the process stops writing and never tries the sync again.
class TestSyncFailure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { installFailingVfs(); }
    void cleanup() { failSyncs(false); }
    void commit_syncFails_isIoForEver();
    void checkpoint_syncFails_stopsTheNextCommit();
};

void TestSyncFailure::commit_syncFails_isIoForEver()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto submission = LedgerUnderTest::payment(u"WD-2"_s);
    QVERIFY(!ledger.writer().mustEnd());
    failSyncs(true);
    const auto failed = ledger.writer().submit({&submission, 1});
    QCOMPARE(failed.error().code, ErrorCode::Io);
    QCOMPARE(syncsTried(), 1);
    failSyncs(false); // the disk says that it is well again
    QCOMPARE(ledger.writer().submit({&submission, 1}).error().code, ErrorCode::Io);
    QCOMPARE(ledger.writer().claim(1, base::kSecond).error().code, ErrorCode::Io);
    QCOMPARE(ledger.writer().heartbeat(u"running"_s).error().code, ErrorCode::Io);
    QCOMPARE(ledger.writer().head().operations, 1);
    QVERIFY(ledger.writer().mustEnd());
    ledger.reopen(); // a new process judges from what is on the disk
    QCOMPARE(ledger.row(1).record, u"WD-1"_s);
    const auto again = ledger.submit(submission);
    QVERIFY(again.kind == ledger::AnswerKind::Created || again.kind == ledger::AnswerKind::Repeated);
}

void TestSyncFailure::checkpoint_syncFails_stopsTheNextCommit()
{
    LedgerUnderTest ledger;
    QList<ledger::Submission> batch;
    for (int i = 0; i < 200; ++i) {
        batch.append(LedgerUnderTest::payment(u"WD-%1"_s.arg(i)));
    }
    static_cast<void>(need(ledger.writer().submit(batch), "submit"));
    ledger.close();
    auto connection = need(
        ledger::SqliteConnection::open(ledger.files().database, ledger::SqliteConnection::Mode::ReadWrite), "open");
    need(connection->execute(u"UPDATE head SET at=at+1"_s), "write");
    failSyncs(true);
    QVERIFY(connection->logPages() > 0);
    QVERIFY(!connection->number(u"PRAGMA wal_checkpoint(TRUNCATE)"_s));
    QVERIFY(connection->syncFailed());
}

QTEST_GUILESS_MAIN(TestSyncFailure)
#include "tst_syncfailure.moc"
