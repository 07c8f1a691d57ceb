#include "contract/ledgerundertest.h"
#include "ledger/filesystem.h"
#include "ledger/ledgercreation.h"
#include "ledger/ledgerreader.h"
#include "ledger/submittransaction.h"
#include "ledger/writerlock.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using base::ErrorCode;

/// Bad files and full disks: a clear error, nothing changed.
class TestWriterFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beside_namesTheFiles();
    void find_optionThenEnvironmentThenDataHome();
    void open_noFile_isNotFound();
    void open_otherFile_isNotALedger_data();
    void open_otherFile_isNotALedger();
    void open_newerSchema_isNewer();
    void open_otherMigration_isCorrupt();
    void open_lockedByAnother_isLocked();
    void open_lockedByAnotherProcess_isLocked();
    void open_throughALink_usesTheSameLock();
    void open_readOnlyFile_isReadOnly();
    void open_truncated_isTruncated();
    void network_magicsAreRefused();
    void create_failing_leavesNothing();
    void create_badOrigin_isMalformed();
    void diskFull_byPages_rollsBackAndWorksAgain();
    void diskFull_bySizeLimit_isAnErrorAndNothingIsLost();
    void readers_openAfterACleanClose();
    void bothNames_oneDatabase();

private:
    static ErrorCode openError(const ledger::WriterOptions &options)
    {
        const auto writer = ledger::LedgerWriter::open(options);
        if (writer) {
            qFatal("it opened");
        }
        if (writer.error().message.isEmpty()) {
            qFatal("no message");
        }
        return writer.error().code;
    }
};

void TestWriterFiles::beside_namesTheFiles()
{
    const auto files = ledger::LedgerFiles::beside(u"/data/team.obstat"_s);
    QCOMPARE(files.database, u"/data/team.obstat"_s);
    QCOMPARE(files.lock, u"/data/team.lock"_s);
    QCOMPARE(files.state, u"/data/team.state"_s);
    QCOMPARE(files.key, u"/data/team.key"_s);
    QCOMPARE(files.config, u"/data/obstatd.toml"_s);
    QCOMPARE(files.registry, u"/data/tools.toml"_s);
    QCOMPARE(files.policy, u"/data/policy.toml"_s);
}

void TestWriterFiles::find_optionThenEnvironmentThenDataHome()
{
    qputenv("OBSTAT_LEDGER", "/env/ledger.obstat");
    QCOMPARE(ledger::findLedger(u"/opt/ledger.obstat"_s), u"/opt/ledger.obstat"_s);
    QCOMPARE(ledger::findLedger({}), u"/env/ledger.obstat"_s);
    qunsetenv("OBSTAT_LEDGER");
    qputenv("XDG_DATA_HOME", "/home/x/.local/share");
    QCOMPARE(ledger::findLedger({}), u"/home/x/.local/share/obstat/ledger.obstat"_s);
    qunsetenv("XDG_DATA_HOME");
}

void TestWriterFiles::open_noFile_isNotFound()
{
    LedgerUnderTest ledger;
    auto options = ledger.options();
    options.database += u".not"_s;
    QCOMPARE(openError(options), ErrorCode::NotFound);
    QVERIFY(!QFile::exists(options.database));
}

void TestWriterFiles::open_otherFile_isNotALedger_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello");
    QTest::newRow("long text") << QByteArray(4096, 'x');
    QTest::newRow("another program's database") << QByteArray("SQLite format 3\0", 16) + QByteArray(8176, '\0');
}

void TestWriterFiles::open_otherFile_isNotALedger()
{
    QFETCH(QByteArray, bytes);
    LedgerUnderTest ledger;
    TempFolder folder;
    auto options = ledger.options();
    options.database = folder.write(u"x.obstat"_s, bytes);
    QCOMPARE(openError(options), ErrorCode::NotALedger);
    QCOMPARE(readFile(options.database), bytes);
    QVERIFY(!QFile::exists(folder.path(u"x.lock"_s)));
    QCOMPARE(ledger::LedgerReader::open(options.database).error().code, ErrorCode::NotALedger);
}

void TestWriterFiles::open_newerSchema_isNewer()
{
    LedgerUnderTest ledger;
    ledger.close();
    ledger.tamperLive({u"INSERT INTO schema_migration VALUES(9999, 'x', 0)"_s});
    QCOMPARE(openError(ledger.options()), ErrorCode::Newer);
}

void TestWriterFiles::open_otherMigration_isCorrupt()
{
    LedgerUnderTest ledger;
    ledger.close();
    ledger.tamperLive({u"UPDATE schema_migration SET digest='x'"_s});
    QCOMPARE(openError(ledger.options()), ErrorCode::Corrupt);
}

void TestWriterFiles::open_lockedByAnother_isLocked()
{
    LedgerUnderTest ledger;
    QCOMPARE(openError(ledger.options()), ErrorCode::Locked);
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
}

void TestWriterFiles::open_lockedByAnotherProcess_isLocked()
{
    LedgerUnderTest ledger;
    ledger.close();
    QProcess holder;
    holder.start(u"flock"_s, {ledger.files().lock, u"-c"_s, u"echo held; cat"_s});
    if (!holder.waitForStarted()) {
        QSKIP("util-linux' flock is not installed");
    }
    QTRY_VERIFY(holder.canReadLine());
    QCOMPARE(openError(ledger.options()), ErrorCode::Locked);
    holder.closeWriteChannel();
    QVERIFY(holder.waitForFinished());
    ledger.open();
}

void TestWriterFiles::open_throughALink_usesTheSameLock()
{
    LedgerUnderTest ledger;
    TempFolder folder;
    auto options = ledger.options();
    options.database = folder.path(u"link.obstat"_s);
    QVERIFY(QFile::link(ledger.files().database, options.database));
    QCOMPARE(openError(options), ErrorCode::Locked);
}

void TestWriterFiles::open_readOnlyFile_isReadOnly()
{
    LedgerUnderTest ledger;
    ledger.close();
    QFile::setPermissions(ledger.files().database, QFile::ReadOwner | QFile::ReadOther);
    const bool root = geteuid() == 0;
    if (root && seteuid(65534) != 0) {
        QSKIP("cannot become another user");
    }
    const auto writer = ledger::LedgerWriter::open(ledger.options());
    if (root) {
        QCOMPARE(seteuid(0), 0);
    }
    QVERIFY(!writer);
    // A folder that may not even be looked into hides the file.
    QVERIFY2(writer.error().code == ErrorCode::ReadOnly || writer.error().code == ErrorCode::NotFound ||
                 writer.error().code == ErrorCode::Io,
             qUtf8Printable(base::codeText(writer.error().code)));
    QFile::setPermissions(ledger.files().database, QFile::ReadOwner | QFile::WriteOwner);
    ledger.open();
}

void TestWriterFiles::open_truncated_isTruncated()
{
    LedgerUnderTest ledger;
    for (int i = 0; i < 50; ++i) {
        static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-%1"_s.arg(i))));
    }
    ledger.close();
    const QByteArray whole = readFile(ledger.files().database);
    for (const qint64 size : {whole.size() / 2, whole.size() - 4096, whole.size() - 1}) {
        QFile file(ledger.files().database);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.resize(size));
        file.close();
        QCOMPARE(openError(ledger.options()), ErrorCode::Truncated);
        QCOMPARE(QFileInfo(ledger.files().database).size(), size);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(whole), whole.size());
    }
    ledger.open();
}

void TestWriterFiles::network_magicsAreRefused()
{
    QVERIFY(ledger::isNetworkFileSystem(0x6969));             // nfs
    QVERIFY(ledger::isNetworkFileSystem(0xFF534D42));         // cifs
    QVERIFY(ledger::isNetworkFileSystem(0xFFFFFFFFFF534D42)); // as a negative 32-bit number gives it
    QVERIFY(!ledger::isNetworkFileSystem(0xEF53));            // ext4
    QVERIFY(!ledger::isNetworkFileSystem(0x01021994));        // tmpfs
    QVERIFY(ledger::requireLocalDisk(u"/"_s).has_value());
}

void TestWriterFiles::create_failing_leavesNothing()
{
    LedgerUnderTest ledger;
    TempFolder folder;
    auto options = ledger.options();
    options.database = folder.path(u"no/such/folder/x.obstat"_s);
    QCOMPARE(ledger::LedgerWriter::create(options, u"obstat.local/x"_s, false).error().code, ErrorCode::NotFound);
    options.database = folder.path(u"x.obstat"_s);
    const auto held = need(ledger::WriterLock::take(folder.path(u"x.lock"_s)), "lock");
    QCOMPARE(ledger::LedgerWriter::create(options, u"obstat.local/x"_s, false).error().code, ErrorCode::Locked);
    QVERIFY(!QFile::exists(options.database));
}

void TestWriterFiles::create_badOrigin_isMalformed()
{
    LedgerUnderTest ledger;
    TempFolder folder;
    auto options = ledger.options();
    options.database = folder.path(u"x.obstat"_s);
    QCOMPARE(ledger::LedgerWriter::create(options, u"has space"_s, false).error().code, ErrorCode::Malformed);
    QVERIFY(!QFile::exists(options.database));
}

void TestWriterFiles::diskFull_byPages_rollsBackAndWorksAgain()
{
    LedgerUnderTest ledger;
    ledger.close();
    auto core = need(ledger::openCore(ledger.options()), "core");
    core->rules.registry = need(policy::Registry::parse(LedgerUnderTest::toolsToml(), u"tools.toml"_s), "tools");
    ledger::SubmitTransaction submits(*core);
    QList<ledger::Submission> batch;
    for (int i = 0; i < 256; ++i) {
        batch.append(LedgerUnderTest::payment(u"WD-%1"_s.arg(i)));
    }
    const qint64 size = core->events.head().size;
    const qint64 pages = need(core->connection->number(u"PRAGMA page_count"_s), "pages");
    need(core->connection->number(u"PRAGMA max_page_count=%1"_s.arg(pages + 5)), "limit");
    const auto full = core->transact([&] { return submits.run(batch); });
    QVERIFY(!full);
    QCOMPARE(full.error().code, ErrorCode::DiskFull);
    QVERIFY(!core->connection->inTransaction());
    QCOMPARE(core->events.head().size, size);
    QCOMPARE(need(core->connection->number(u"SELECT count(*) FROM operation"_s), "count"), 0);
    need(core->connection->number(u"PRAGMA max_page_count=1000000"_s), "limit");
    QCOMPARE(need(core->transact([&] { return submits.run(batch); }), "submit").size(), 256);
    QCOMPARE(core->events.head().operations, 256);
    QCOMPARE(need(core->connection->number(u"SELECT max(seq) FROM event"_s), "events"), core->events.head().size - 1);
}

void TestWriterFiles::diskFull_bySizeLimit_isAnErrorAndNothingIsLost()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-0"_s)));
    rlimit before = {};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = static_cast<rlim_t>(QFileInfo(ledger.files().database + u"-wal"_s).size() + 8192);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    QList<ledger::Submission> batch;
    for (int i = 1; i < 256; ++i) {
        batch.append(LedgerUnderTest::payment(u"WD-%1"_s.arg(i)));
    }
    const auto full = ledger.writer().submit(batch);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(!full);
    QVERIFY(full.error().code == ErrorCode::Io || full.error().code == ErrorCode::DiskFull);
    QCOMPARE(ledger.writer().head().operations, 1);
    ledger.reopen();
    QCOMPARE(ledger.row(1).record, u"WD-0"_s);
    QCOMPARE(need(ledger.writer().submit(batch), "submit").size(), 255);
}

void TestWriterFiles::readers_openAfterACleanClose()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    ledger.close();
    QVERIFY(QFile::exists(ledger.files().database + u"-wal"_s)); // kept, so that mode=ro works for another user
    QCOMPARE(QFileInfo(ledger.files().database + u"-wal"_s).size(), 0);
    auto reader = need(ledger::LedgerReader::open(ledger.files().database), "reader");
    QCOMPARE(need(reader->head(), "head").operations, 1);
}

void TestWriterFiles::bothNames_oneDatabase()
{
    QCOMPARE(ledger::LedgerFiles::beside(u"/data/plain"_s).lock, u"/data/plain.lock"_s);
    QCOMPARE(ledger::LedgerFiles::beside(u"/data/plain"_s).database, u"/data/plain"_s);
}

QTEST_GUILESS_MAIN(TestWriterFiles)
#include "tst_writerfiles.moc"
