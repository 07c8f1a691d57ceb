#include "evidence/doubt.h"

#include "support/tempfolder.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

const CopyIdentity kCopy{u"obstat.local/4f0c"_s, u"i-1"_s, u"5a3b"_s, 4711};

HashList logOf(int size, int changedFrom = -1)
{
    HashList log;
    for (int i = 0; i < size; ++i)
        log.append(leafHash(QByteArray::number(changedFrom >= 0 && i >= changedFrom ? i + 100000 : i)));
    return log;
}

CompactRange rangeOf(int size, HashList &log)
{
    return *extended({}, static_cast<quint64>(size), log);
}

SignedState signedAt(int size)
{
    HashList log = logOf(size);
    return {kCopy, rangeOf(size, log)};
}

/// A source whose disk fails.
class FailingSource final : public HashSource
{
public:
    base::Result<std::vector<Hash>> leafHashes(quint64, quint64) override
    {
        return base::fail(base::ErrorCode::Io, u"The disk failed."_s);
    }
};

Doubt judged(const base::Result<SignedState> &state, int size, int changedFrom = -1, const CopyIdentity &copy = kCopy)
{
    HashList log = logOf(size, changedFrom);
    const TreeHead head = rangeOf(size, log).head();
    return judge(state, copy, head, log).value_or(Doubt{DoubtKind::None, u"error"_s, 0, 0});
}

} // namespace

/// evidence.md 4: never sign backwards, never run two copies.
class TestDoubt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judge_logThatGrew_isNotDoubted_data();
    void judge_logThatGrew_isNotDoubted();
    void judge_missingState_isMissing();
    void judge_unreadableState_isUnreadable();
    void judge_anotherCopy_isCopied_data();
    void judge_anotherCopy_isCopied();
    void judge_shorterLog_wentBack();
    void judge_rewrittenLog_isRewritten_data();
    void judge_rewrittenLog_isRewritten();
    void judge_headThatIsNotTheLogs_isRewritten();
    void judge_missingLeafHashes_isRewritten();
    void judge_sizeEditedToAsManyHashes_isRewritten();
    void judge_failingSource_isAnError();
    void judge_failingStateFile_isAnError();
    void proveContinuation_givesTheNextRange();
};

void TestDoubt::judge_logThatGrew_isNotDoubted_data()
{
    QTest::addColumn<int>("signedSize");
    QTest::addColumn<int>("size");
    QTest::newRow("nothing yet") << 0 << 0;
    QTest::newRow("never signed") << 0 << 17;
    QTest::newRow("nothing new") << 100 << 100;
    QTest::newRow("one more") << 100 << 101;
    QTest::newRow("many more") << 100 << 5000;
}

void TestDoubt::judge_logThatGrew_isNotDoubted()
{
    QFETCH(int, signedSize);
    QFETCH(int, size);
    const Doubt doubt = judged(signedAt(signedSize), size);
    QCOMPARE(doubt.kind, DoubtKind::None);
    QVERIFY(!doubt);
    QCOMPARE(doubt.message, QString());
    QCOMPARE(doubt.signedSize, quint64(signedSize));
    QCOMPARE(doubt.size, quint64(size));
}

void TestDoubt::judge_missingState_isMissing()
{
    const tests::TempFolder folder;
    const Doubt doubt = judged(StateFile(folder.path(u"none.state"_s)).load(), 10);
    QCOMPARE(doubt.kind, DoubtKind::Missing);
    QVERIFY(doubt);
    QVERIFY(!doubt.message.isEmpty());
}

void TestDoubt::judge_unreadableState_isUnreadable()
{
    const tests::TempFolder folder;
    for (const QByteArray &bytes : {QByteArray(), QByteArray("garbage"), stateBytes(signedAt(5)).chopped(7),
                                    stateBytes(signedAt(5)).replace(R"("v":1)", R"("v":2)")}) {
        const Doubt doubt = judged(StateFile(folder.write(u"x.state"_s, bytes)).load(), 10);
        QCOMPARE(doubt.kind, DoubtKind::Unreadable);
        QVERIFY(!doubt.message.isEmpty());
    }
}

void TestDoubt::judge_anotherCopy_isCopied_data()
{
    QTest::addColumn<CopyIdentity>("copy");
    const auto row = [](const char *name, CopyIdentity copy) { QTest::newRow(name) << copy; };
    row("another log", {u"obstat.local/other"_s, kCopy.instance, kCopy.machine, kCopy.inode});
    row("another instance", {kCopy.origin, u"i-2"_s, kCopy.machine, kCopy.inode});
    row("another machine", {kCopy.origin, kCopy.instance, u"ffff"_s, kCopy.inode});
    row("another file", {kCopy.origin, kCopy.instance, kCopy.machine, 4712});
}

void TestDoubt::judge_anotherCopy_isCopied()
{
    QFETCH(CopyIdentity, copy);
    const Doubt doubt = judged(signedAt(100), 100, -1, copy);
    QCOMPARE(doubt.kind, DoubtKind::Copied);
    QVERIFY(!doubt.message.isEmpty());
}

void TestDoubt::judge_shorterLog_wentBack()
{
    const Doubt doubt = judged(signedAt(8412), 8300);
    QCOMPARE(doubt.kind, DoubtKind::WentBack);
    QVERIFY2(doubt.message.contains(u"went back from 8,412 to 8,300"), qPrintable(doubt.message));
    QCOMPARE(doubt.signedSize, quint64(8412));
    QCOMPARE(doubt.size, quint64(8300));
    QCOMPARE(judged(signedAt(1), 0).kind, DoubtKind::WentBack);
}

void TestDoubt::judge_rewrittenLog_isRewritten_data()
{
    QTest::addColumn<int>("changedFrom");
    QTest::addColumn<int>("size");
    QTest::newRow("the last signed event, same size") << 99 << 100;
    QTest::newRow("the first event, same size") << 0 << 100;
    QTest::newRow("an old event, longer") << 50 << 200;
    QTest::newRow("everything, longer") << 0 << 5000;
}

void TestDoubt::judge_rewrittenLog_isRewritten()
{
    QFETCH(int, changedFrom);
    QFETCH(int, size);
    const Doubt doubt = judged(signedAt(100), size, changedFrom);
    QCOMPARE(doubt.kind, DoubtKind::Rewritten);
    QVERIFY(doubt.message.contains(u"rewritten"));
    // Only unsigned events changed: that is no doubt, the log just went another way before it was signed.
    QCOMPARE(judged(signedAt(100), 200, 100).kind, DoubtKind::None);
}

void TestDoubt::judge_headThatIsNotTheLogs_isRewritten()
{
    HashList log = logOf(120);
    const TreeHead forged{120, leafHash("forged")};
    QCOMPARE(judge(signedAt(100), kCopy, forged, log)->kind, DoubtKind::Rewritten);
}

void TestDoubt::judge_missingLeafHashes_isRewritten()
{
    HashList log = logOf(110);
    HashList whole = logOf(120);
    QCOMPARE(judge(signedAt(100), kCopy, rangeOf(120, whole).head(), log)->kind, DoubtKind::Rewritten);
}

void TestDoubt::judge_sizeEditedToAsManyHashes_isRewritten()
{
    // 5 and 6 leaves both have two hashes, and the root alone does not tell which it was.
    const QByteArray bytes = stateBytes(signedAt(5)).replace(R"("size":5)", R"("size":6)");
    const auto state = parseState(bytes);
    QVERIFY(state);
    QCOMPARE(judged(state, 6).kind, DoubtKind::Rewritten);
    QCOMPARE(judged(state, 7).kind, DoubtKind::Rewritten);
    QCOMPARE(judged(state, 5).kind, DoubtKind::WentBack);
}

void TestDoubt::judge_failingSource_isAnError()
{
    FailingSource source;
    HashList log = logOf(120);
    const auto doubt = judge(signedAt(100), kCopy, rangeOf(120, log).head(), source);
    QVERIFY(!doubt);
    QCOMPARE(doubt.error().code, base::ErrorCode::Io);
}

void TestDoubt::judge_failingStateFile_isAnError()
{
    HashList log = logOf(10);
    const base::Result<SignedState> state = base::fail(base::ErrorCode::Io, u"The disk failed."_s);
    QCOMPARE(judge(state, kCopy, rangeOf(10, log).head(), log).error().code, base::ErrorCode::Io);
}

void TestDoubt::proveContinuation_givesTheNextRange()
{
    HashList log = logOf(300);
    const auto next = proveContinuation(rangeOf(123, log), rangeOf(300, log).head(), log);
    QVERIFY(next);
    QVERIFY(*next == rangeOf(300, log));
    QCOMPARE(proveContinuation(rangeOf(123, log), {300, leafHash("x")}, log).error().code, base::ErrorCode::Doubt);
    QCOMPARE(proveContinuation(rangeOf(123, log), rangeOf(122, log).head(), log).error().code, base::ErrorCode::Doubt);
}

QTEST_APPLESS_MAIN(TestDoubt)
#include "tst_doubt.moc"
