#include "evidence/statefile.h"

#include "support/tempfolder.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <csignal>
#include <cstdlib>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

SignedState stateAt(int size)
{
    SignedState state{{u"obstat.local/4f0c"_s, u"i-1"_s, u"5a3b"_s, ~quint64(0)}, {}};
    for (int i = 0; i < size; ++i)
        state.range.append(leafHash(QByteArray::number(i)));
    return state;
}

/// Runs in a process of its own; gives what waitpid gives.
template <typename Work>
int inChild(Work work)
{
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

} // namespace

class TestStateFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void save_thenLoad_comesBack();
    void save_again_replaces();
    void save_leavesOnlyThePrivateFile();
    void load_missing_isNotFound();
    void load_folder_isAnError();
    void load_damaged_isCorrupt_data();
    void load_damaged_isCorrupt();
    void load_tornAnywhere_isCorrupt();
    void load_anyChangedBit_neverGivesTheSameState();
    void load_newerVersion_isNewer();
    void save_intoMissingFolder_isIo();
    void save_overAFolder_failsAndLeavesNothing();
    void save_killedBeforeTheRename_keepsTheOldState();
    void save_writeCutShort_keepsTheOldState();

private:
    tests::TempFolder m_folder;
};

void TestStateFile::save_thenLoad_comesBack()
{
    for (const int size : {0, 1, 2, 7, 300}) {
        const StateFile file(m_folder.path(u"round.state"_s));
        QVERIFY(file.save(stateAt(size)));
        const auto back = file.load();
        QVERIFY2(back, back ? "" : qPrintable(back.error().message));
        QCOMPARE(*back, stateAt(size));
    }
}

void TestStateFile::save_again_replaces()
{
    const StateFile file(m_folder.path(u"again.state"_s));
    QVERIFY(file.save(stateAt(300)));
    QVERIFY(file.save(stateAt(3)));
    QCOMPARE(file.load()->range.size(), quint64(3));
}

void TestStateFile::save_leavesOnlyThePrivateFile()
{
    const tests::TempFolder folder;
    const StateFile file(folder.path(u"one.state"_s));
    QVERIFY(file.save(stateAt(3)));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"one.state"_s});
    QCOMPARE(QFileInfo(file.path()).permissions() & ~(QFile::ReadUser | QFile::WriteUser),
             QFile::ReadOwner | QFile::WriteOwner);
    QCOMPARE(tests::readFile(file.path()), stateBytes(stateAt(3)));
}

void TestStateFile::load_missing_isNotFound()
{
    QCOMPARE(StateFile(m_folder.path(u"none.state"_s)).load().error().code, base::ErrorCode::NotFound);
}

void TestStateFile::load_folder_isAnError()
{
    QCOMPARE(StateFile(m_folder.path()).load().error().code, base::ErrorCode::Io);
}

void TestStateFile::load_damaged_isCorrupt_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after) {
        QTest::newRow(name) << before << after;
    };
    row("another size", R"("size":5)", R"("size":7)");
    row("negative size", R"("size":5)", R"("size":-5)");
    row("size as text", R"("size":5)", R"("size":"5")");
    row("size as a fraction", R"("size":5)", R"("size":5.5)");
    row("inode as a number", R"("inode":"18446744073709551615")", R"("inode":5)");
    row("inode too large", "18446744073709551615", "18446744073709551616");
    row("inode with a sign", R"("inode":"1)", R"("inode":"+1)");
    row("no origin", R"("origin":"obstat.local/4f0c",)", "");
    row("empty origin", "obstat.local/4f0c", "");
    row("empty instance", "i-1", "");
    row("machine null", R"("machine":"5a3b")", R"("machine":null)");
    row("version as text", R"("v":1)", R"("v":"1")");
    row("version 0", R"("v":1)", R"("v":0)");
    row("a member more", R"("v":1)", R"("v":1,"w":1)");
    row("white space", R"("size":5)", R"("size": 5)");
    row("newline at the end", "}", "}\n");
    row("everything twice", "}", QByteArray("}").append(stateBytes(stateAt(5))));
    row("an array", "{", "[{");
}

void TestStateFile::load_damaged_isCorrupt()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QByteArray bytes = stateBytes(stateAt(5));
    QVERIFY2(bytes.contains(before), bytes.constData());
    bytes.replace(before, after);
    const auto state = StateFile(m_folder.write(u"damaged.state"_s, bytes)).load();
    QVERIFY(!state);
    QCOMPARE(state.error().code, base::ErrorCode::Corrupt);
    QVERIFY(state.error().message.contains(u"state file"));
}

void TestStateFile::load_tornAnywhere_isCorrupt()
{
    const QByteArray bytes = stateBytes(stateAt(5));
    for (qsizetype length = 0; length < bytes.size(); ++length) {
        QCOMPARE(parseState(bytes.first(length)).error().code, base::ErrorCode::Corrupt);
        QByteArray zeroed = bytes;
        zeroed.replace(length, bytes.size() - length, QByteArray(bytes.size() - length, '\0'));
        QCOMPARE(parseState(zeroed).error().code, base::ErrorCode::Corrupt);
    }
    QCOMPARE(StateFile(m_folder.write(u"empty.state"_s, {})).load().error().code, base::ErrorCode::Corrupt);
    QCOMPARE(StateFile(m_folder.write(u"huge.state"_s, QByteArray(1 << 20, ' '))).load().error().code,
             base::ErrorCode::Corrupt);
}

void TestStateFile::load_anyChangedBit_neverGivesTheSameState()
{
    const QByteArray bytes = stateBytes(stateAt(5));
    for (qsizetype at = 0; at < bytes.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            QByteArray changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
            const auto state = parseState(changed);
            // What still reads differs in the identity, so it is judged as another copy, never as a good state.
            QVERIFY2(!state || state->copy != stateAt(5).copy, changed.constData());
        }
}

void TestStateFile::load_newerVersion_isNewer()
{
    const QByteArray bytes = stateBytes(stateAt(5)).replace(R"("v":1)", R"("v":2)");
    QCOMPARE(parseState(bytes).error().code, base::ErrorCode::Newer);
}

void TestStateFile::save_intoMissingFolder_isIo()
{
    const auto saved = StateFile(m_folder.path(u"nowhere/x.state"_s)).save(stateAt(1));
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, base::ErrorCode::Io);
    QVERIFY(saved.error().message.contains(u"x.state"));
}

void TestStateFile::save_overAFolder_failsAndLeavesNothing()
{
    const tests::TempFolder folder;
    QVERIFY(QDir(folder.path()).mkdir(u"x.state"_s));
    QVERIFY(!StateFile(folder.path(u"x.state"_s)).save(stateAt(1)));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"x.state"_s});
}

void TestStateFile::save_killedBeforeTheRename_keepsTheOldState()
{
#ifdef OBSTAT_FAULT_POINTS
    const StateFile file(m_folder.path(u"killed.state"_s));
    QVERIFY(file.save(stateAt(5)));
    const QByteArray path = QFile::encodeName(file.path());
    qputenv("OBSTAT_FAULT", "P12:kill");
    const int status = inChild([&path] { // a fresh program, which reads the variable
        execl("/proc/self/exe", "tst_statefile", "--save-nine", path.constData(), nullptr);
    });
    qunsetenv("OBSTAT_FAULT");
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGKILL);
    QCOMPARE(*file.load(), stateAt(5));
    QVERIFY(file.save(stateAt(9))); // what the killed one left is in nobody's way
    QCOMPARE(*file.load(), stateAt(9));
#else
    QSKIP("built without fault points");
#endif
}

void TestStateFile::save_writeCutShort_keepsTheOldState()
{
    const StateFile file(m_folder.path(u"short.state"_s));
    QVERIFY(file.save(stateAt(5)));
    const int status = inChild([&file] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100, 100};
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(file.save(stateAt(9)) ? 1 : 42);
    });
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 42);
    QCOMPARE(*file.load(), stateAt(5));
}

int main(int argc, char **argv)
{
    if (argc == 3 && QByteArrayView(argv[1]) == "--save-nine")
        return StateFile(QFile::decodeName(argv[2])).save(stateAt(9)) ? 0 : 1;
    TestStateFile test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_statefile.moc"
