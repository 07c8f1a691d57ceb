#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"

#include <QFile>
#include <QTest>

#include <cstdio>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;

namespace {

// sqlite.org, os.h: the bytes that readers of a database file share.
constexpr off_t kSharedFirst = 0x40000000 + 2;
constexpr off_t kSharedSize = 510;

/// What a foreign program that closes the database asks to know whether it is the last: could it lock the file alone?
bool foreignCouldTakeItAlone(const QString &database)
{
    const QByteArray name = QFile::encodeName(database);
    const pid_t child = ::fork();
    if (child == 0) {
        const int fd = ::open(name.constData(), O_RDWR | O_CLOEXEC);
        struct flock wanted = {};
        wanted.l_type = F_WRLCK;
        wanted.l_whence = SEEK_SET;
        wanted.l_start = kSharedFirst;
        wanted.l_len = kSharedSize;
        ::_exit(fd >= 0 && ::fcntl(fd, F_GETLK, &wanted) == 0 ? (wanted.l_type == F_UNLCK ? 1 : 0) : 2);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        qFatal("the lock could not be asked for");
    }
    return WEXITSTATUS(status) == 1;
}

} // namespace

/// A foreign program that believes itself alone deletes the write-ahead log when it closes the database.
class TestFileInUse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writer_open_keepsItsLock();
    void writer_readersComeAndGo_keepsItsLock();
    void reader_secondReaderAndInspection_keepsItsLock();
    void nobody_open_leavesTheFileFree();
};

void TestFileInUse::writer_open_keepsItsLock()
{
    LedgerUnderTest ledger;
    QVERIFY(!foreignCouldTakeItAlone(ledger.files().database));
    ledger.reopen();
    QVERIFY(!foreignCouldTakeItAlone(ledger.files().database));
}

void TestFileInUse::writer_readersComeAndGo_keepsItsLock()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    {
        const auto reader = need(ledger::LedgerReader::open(ledger.files().database), "reader");
        QCOMPARE(need(reader->head(), "head").operations, 1);
    }
    need(ledger::inspectLedgerFile(ledger.files().database), "inspect");
    QVERIFY(!foreignCouldTakeItAlone(ledger.files().database));
}

void TestFileInUse::reader_secondReaderAndInspection_keepsItsLock()
{
    LedgerUnderTest ledger;
    ledger.close();
    const auto first = need(ledger::LedgerReader::open(ledger.files().database), "first");
    QCOMPARE(need(first->head(), "head").operations, 0); // SQLite takes its lock with the first read
    {
        const auto second = need(ledger::LedgerReader::open(ledger.files().database), "second");
        QCOMPARE(need(second->head(), "head").operations, 0);
    }
    need(ledger::inspectLedgerFile(ledger.files().database), "inspect");
    QVERIFY(!foreignCouldTakeItAlone(ledger.files().database));
}

void TestFileInUse::nobody_open_leavesTheFileFree()
{
    LedgerUnderTest ledger;
    ledger.close();
    QVERIFY(foreignCouldTakeItAlone(ledger.files().database));
}

QTEST_GUILESS_MAIN(TestFileInUse)
#include "tst_fileinuse.moc"
