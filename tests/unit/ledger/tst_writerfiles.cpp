#include "contract/ledgerundertest.h"
#include "ledger/filesystem.h"
#include "ledger/ledgercreation.h"
#include "ledger/ledgerreader.h"
#include "ledger/submittransaction.h"
#include "ledger/writerlock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
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
    void open_anotherLinkToTheFile_isLocked();
    void open_throughALink_usesTheSameLock();
    void open_readOnlyFile_isReadOnly();
    void open_truncated_isTruncated();
    void open_unusable_namesTheFileAndChangesNothing_data();
    void open_unusable_namesTheFileAndChangesNothing();
    void open_lockedByAForeignProgram_isBusyAndNamesTheFile();
    void open_folderThatCannotBeWritten_isReadOnly();
    void open_asAStranger_saysWhatIsClosed();
    void open_onANetworkFileSystem_isRefusedBeforeAnythingIsTouched();
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

void TestWriterFiles::open_anotherLinkToTheFile_isLocked()
{
    LedgerUnderTest ledger;
    TempFolder folder;
    auto options = ledger.options();
    options.database = folder.path(u"link.obstat"_s);
    for (const QString &end : {QString(), u"-wal"_s, u"-shm"_s}) {
        const QByteArray from = QFile::encodeName(QString(ledger.files().database + end));
        QCOMPARE(::link(from.constData(), QFile::encodeName(QString(options.database + end)).constData()), 0);
    }
    QCOMPARE(openError(options), ErrorCode::Locked);
    QVERIFY(QFile::remove(ledger.files().lock)); // nor does a deleted lock file make a second writer
    QCOMPARE(openError(ledger.options()), ErrorCode::Locked);
    ledger.close();
    ledger.open(); // free again
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

void TestWriterFiles::open_unusable_namesTheFileAndChangesNothing_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("missing") << u"missing"_s << ErrorCode::NotFound;
    QTest::newRow("folder") << u"folder"_s << ErrorCode::NotALedger;
    QTest::newRow("empty") << u"empty"_s << ErrorCode::NotALedger;
    QTest::newRow("text") << u"text"_s << ErrorCode::NotALedger;
    QTest::newRow("cut in the middle") << u"cut"_s << ErrorCode::Truncated;
    QTest::newRow("newer") << u"newer"_s << ErrorCode::Newer;
    QTest::newRow("another schema change") << u"schema"_s << ErrorCode::Corrupt;
    QTest::newRow("overwritten pages") << u"pages"_s << ErrorCode::Corrupt;
}

void TestWriterFiles::open_unusable_namesTheFileAndChangesNothing()
{
    QFETCH(QString, what);
    QFETCH(ErrorCode, code);
    LedgerUnderTest ledger;
    ledger.close();
    const QString database = ledger.files().database;
    if (what == u"newer"_s || what == u"schema"_s) {
        ledger.tamperLive({what == u"newer"_s ? u"INSERT INTO schema_migration VALUES(9999, 'x', 0)"_s
                                              : u"UPDATE schema_migration SET digest='x'"_s});
    }
    QByteArray bytes = readFile(database);
    if (what == u"empty"_s) {
        bytes.clear();
    } else if (what == u"text"_s) {
        bytes = QByteArray("Dear diary, ").repeated(500);
    } else if (what == u"cut"_s) {
        bytes.truncate(bytes.size() / 2);
    } else if (what == u"pages"_s) {
        bytes = bytes.first(100) + QByteArray(bytes.size() - 100, '\x7b');
    }
    QVERIFY(QFile::remove(database));
    if (what == u"folder"_s) {
        QVERIFY(QDir().mkdir(database));
    } else if (what != u"missing"_s) {
        QFile file(database);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    const auto writer = ledger::LedgerWriter::open(ledger.options());
    const auto reader = ledger::LedgerReader::open(database);
    QVERIFY(!writer && !reader);
    for (const auto &error : {writer.error(), reader.error()}) {
        QCOMPARE(error.code, code);
        QVERIFY2(error.message.contains(database), qPrintable(error.message));
    }
    if (QFileInfo(database).isFile()) {
        QCOMPARE(readFile(database), bytes);
    } else {
        QCOMPARE(QFileInfo(database).isDir(), what == u"folder"_s);
    }
}

void TestWriterFiles::open_lockedByAForeignProgram_isBusyAndNamesTheFile()
{
    LedgerUnderTest ledger;
    ledger.close();
    const QString database = ledger.files().database;
    {
        // SQLite's locks are the process's, so that another connection of this one stands for another program only by
        // what it holds: here the write lock of the log.
        const auto foreign =
            need(ledger::SqliteConnection::open(database, ledger::SqliteConnection::Mode::ReadWrite), "foreign");
        need(foreign->execute(u"BEGIN IMMEDIATE"_s), "begin");
        const auto writer = ledger::LedgerWriter::open(ledger.options());
        QVERIFY(!writer);
        QCOMPARE(writer.error().code, ErrorCode::Busy);
        QVERIFY2(writer.error().message.contains(database), qPrintable(writer.error().message));
        need(foreign->execute(u"ROLLBACK"_s), "rollback");
    }
    ledger.open();
}

void TestWriterFiles::open_folderThatCannotBeWritten_isReadOnly()
{
    LedgerUnderTest ledger;
    ledger.close();
    const QString folder = QFileInfo(ledger.files().database).absolutePath();
    QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner));
    const bool root = geteuid() == 0;
    if (root &&
        (chown(QFile::encodeName(folder).constData(), 65534, 65534) != 0 ||
         chown(QFile::encodeName(ledger.files().database).constData(), 65534, 65534) != 0 || seteuid(65534) != 0)) {
        QSKIP("cannot become another user");
    }
    const QByteArray before = readFile(ledger.files().database);
    const auto writer = ledger::LedgerWriter::open(ledger.options());
    const QByteArray after = readFile(ledger.files().database);
    if (root) {
        QCOMPARE(seteuid(0), 0);
    }
    QVERIFY(QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, ErrorCode::ReadOnly);
    QVERIFY2(writer.error().message.contains(folder), qPrintable(writer.error().message));
    QCOMPARE(after, before);
    ledger.open();
}

void TestWriterFiles::open_asAStranger_saysWhatIsClosed()
{
    LedgerUnderTest ledger;
    ledger.close();
    const QString database = ledger.files().database;
    const QString folder = QFileInfo(database).absolutePath();
    for (const QString &beside : {u"-wal"_s, u"-shm"_s}) {
        QFile::remove(database + beside);
    }
    const auto asStranger = [&database](const QString &place, mode_t mode) {
        if (chmod(QFile::encodeName(place).constData(), mode) != 0 || seteuid(65534) != 0) {
            return base::Error{ErrorCode::Internal, u"cannot become another user"_s};
        }
        const auto reader = ledger::LedgerReader::open(database);
        if (seteuid(0) != 0) {
            qFatal("cannot become root again");
        }
        return reader ? base::Error{ErrorCode::Internal, u"it opened"_s} : reader.error();
    };
    if (geteuid() != 0) {
        QSKIP("only root can become another user");
    }
    QCOMPARE(chmod(QFile::encodeName(database).constData(), 0644), 0);
    const base::Error unwritable = asStranger(folder, 0755);
    QCOMPARE(unwritable.code, ErrorCode::ReadOnly);
    QVERIFY2(unwritable.message.contains(database) && unwritable.message.contains(u"opened for reading"_s),
             qPrintable(unwritable.message));
    const base::Error closed = asStranger(folder, 0700);
    QCOMPARE(closed.code, ErrorCode::Io);
    QVERIFY2(closed.message.contains(database) && closed.message.contains(u"closed to this user"_s),
             qPrintable(closed.message));
    ledger.open();
}

void TestWriterFiles::open_onANetworkFileSystem_isRefusedBeforeAnythingIsTouched()
{
    LedgerUnderTest ledger;
    ledger.close();
    QVERIFY(QFile::remove(ledger.files().lock));
    const QByteArray before = readFile(ledger.files().database);
    const ledger::FileSystemProbe nfs = [](const QString &) { return std::optional<quint64>(0x6969); };
    const auto writer = ledger::openCore(ledger.options(), nfs);
    const auto reader = ledger::LedgerReader::open(ledger.files().database, nfs);
    QVERIFY(!writer && !reader);
    for (const auto &error : {writer.error(), reader.error()}) {
        QCOMPARE(error.code, ErrorCode::NetworkFileSystem);
        QVERIFY2(error.message.contains(ledger.files().database), qPrintable(error.message));
        QVERIFY2(error.message.contains(u"move the ledger to a local disk"_s), qPrintable(error.message));
    }
    QVERIFY(!QFile::exists(ledger.files().lock));
    QCOMPARE(readFile(ledger.files().database), before);
    const auto unknown = ledger::inspectLedgerFile(ledger.files().database, [](const QString &) {
        errno = EIO;
        return std::optional<quint64>();
    });
    QCOMPARE(unknown.error().code, ErrorCode::Io);
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
