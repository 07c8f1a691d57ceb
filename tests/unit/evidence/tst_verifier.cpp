#include "evidence/verifier.h"

#include "unit/evidence/memorylog.h"

#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;
using namespace obstat::evidence::test;

namespace {

LogVerdict verified(MemoryLog log, const CompactRange &head, std::vector<TreeHead> heads = {}, int threads = 2)
{
    VerifyRequest request;
    request.range = head;
    request.heads = std::move(heads);
    request.threads = threads;
    return *verifyLog(log, request);
}

void check(const LogVerdict &verdict, Flaw flaw, quint64 index)
{
    RC_ASSERT(verdict.firstBad.has_value());
    RC_ASSERT(flawText(verdict.firstBad->flaw).toStdString() == flawText(flaw).toStdString());
    RC_ASSERT(verdict.firstBad->first == index);
    RC_ASSERT(verdict.firstBad->last == index);
    RC_ASSERT(verdict.firstBad->message.contains(QString::number(index)));
}

/// Changes one character inside the tenant's name, so that the leaf stays canonical.
void changeQuietly(MemoryLog::Row &row)
{
    row.bytes.replace("\"tenant\":\"default\"", "\"tenant\":\"defaulT\"");
}

/// A source that fails at a leaf.
class FailingLog final : public LeafSource
{
public:
    base::Result<quint64> size() override { return 10000; }
    base::Result<> forEach(quint64 from, quint64 to, const Visit &visit) override
    {
        for (quint64 i = from; i < to; ++i) {
            if (i == 5000)
                return base::fail(base::ErrorCode::Io, u"The disk failed."_s);
            const QByteArray bytes = leafBytes(MemoryLog::event(static_cast<qint64>(i)));
            if (!visit({i, bytes, {}}))
                break;
        }
        return {};
    }
};

} // namespace

/// evidence.md 6 and 10, §10: verify finds edited, removed, inserted and reordered logs and names the first bad event.
class TestVerifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void soundLog_ofAnySize_isWhole_data();
    void soundLog_ofAnySize_isWhole();
    void soundLog_againstManyHeads_isWhole();
    void soundLog_longerThanTheHeads_isWhole();
    void flippedBit_isNamed();
    void flippedBit_withItsHashForged_isNamedOrEnclosed();
    void removedLeaf_isNamed();
    void removedAndRenumberedLeaf_isNamed();
    void removedNewest_isNamed();
    void messages_oneEventAndMany_agreeInNumber();
    void insertedLeaf_isNamed();
    void swappedLeaves_areNamed();
    void perfectForgery_isEnclosedByTheHeads();
    void changedStoredHash_isNamed();
    void oneFlaw_isNamed_data();
    void oneFlaw_isNamed();
    void firstOfTwoFlaws_isNamed();
    void flawAtAnyChunkBorder_isNamed_data();
    void flawAtAnyChunkBorder_isNamed();
    void timeAcrossChunks_mustNotFall();
    void headRange_mustHaveTheSize();
    void emptyLog_hasTheEmptyRoot();
    void anyNumberOfThreads_saysTheSame_data();
    void anyNumberOfThreads_saysTheSame();
    void progress_risesAndEndsAtTheSize();
    void progress_false_cancels();
    void failingSource_isItsError();
};

void TestVerifier::soundLog_ofAnySize_isWhole_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {0, 1, 2, 3, 100, 2047, 2048, 2049, 4096, 9001})
        QTest::newRow(qPrintable(QString::number(count))) << count;
}

void TestVerifier::soundLog_ofAnySize_isWhole()
{
    QFETCH(int, count);
    const MemoryLog log = MemoryLog::of(count);
    const LogVerdict verdict = verified(log, log.range());
    QVERIFY2(verdict.whole(), verdict.firstBad ? qPrintable(verdict.firstBad->message) : "");
    QCOMPARE(verdict.leaves, quint64(count));
    QVERIFY(verdict.root == log.range().root());
    QCOMPARE(verdict.headsChecked, quint64(1));
}

void TestVerifier::soundLog_againstManyHeads_isWhole()
{
    const MemoryLog log = MemoryLog::of(5000);
    std::vector<TreeHead> heads;
    CompactRange range;
    for (const auto &row : log.rows) {
        heads.push_back(range.head()); // unordered, some twice
        if (range.size() % 7 == 0)
            heads.insert(heads.begin(), range.head());
        range.append(leafHash(row.bytes));
    }
    const LogVerdict verdict = verified(log, log.range(), heads);
    QVERIFY2(verdict.whole(), verdict.firstBad ? qPrintable(verdict.firstBad->message) : "");
    QCOMPARE(verdict.headsChecked, quint64(heads.size() + 1));
    for (const size_t at : {size_t(1), heads.size() / 2, heads.size() - 1}) {
        auto wrong = heads;
        wrong[at].root = leafHash("forged");
        const LogVerdict bad = verified(log, log.range(), wrong);
        QVERIFY(bad.firstBad);
        QCOMPARE(bad.firstBad->flaw, Flaw::RootDiffers);
        QVERIFY(bad.firstBad->last <= wrong[at].size);
    }
}

void TestVerifier::soundLog_longerThanTheHeads_isWhole()
{
    MemoryLog log = MemoryLog::of(3000);
    VerifyRequest request;
    request.heads = {log.range(2500).head()};
    const auto verdict = verifyLog(log, request);
    QVERIFY(verdict && verdict->whole());
    QCOMPARE(verdict->leaves, quint64(3000));
}

void TestVerifier::flippedBit_isNamed()
{
    QVERIFY(rc::check("a flipped bit is named", [] {
        MemoryLog log = MemoryLog::of(*rc::gen::inRange(1, 200));
        const CompactRange head = log.range();
        const auto index = *rc::gen::inRange<size_t>(0, log.rows.size());
        QByteArray &bytes = log.rows[index].bytes;
        const auto at = *rc::gen::inRange<qsizetype>(0, bytes.size());
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << *rc::gen::inRange(0, 8)));
        const LogVerdict verdict = verified(log, head);
        RC_ASSERT(verdict.firstBad.has_value());
        RC_ASSERT(verdict.firstBad->first == index);
        RC_ASSERT(verdict.firstBad->last == index);
        RC_ASSERT(verdict.leaves == index);
    }));
}

void TestVerifier::flippedBit_withItsHashForged_isNamedOrEnclosed()
{
    QVERIFY(rc::check("a flipped bit under a forged hash is enclosed by the heads around it", [] {
        MemoryLog log = MemoryLog::of(*rc::gen::inRange(30, 200));
        const CompactRange head = log.range();
        const std::vector<TreeHead> heads{log.range(10).head(), log.range(20).head()};
        const auto index = *rc::gen::inRange<size_t>(0, log.rows.size());
        auto &row = log.rows[index];
        const auto at = *rc::gen::inRange<qsizetype>(0, row.bytes.size());
        row.bytes[at] = static_cast<char>(row.bytes[at] ^ (1 << *rc::gen::inRange(0, 8)));
        row.hash = leafHash(row.bytes).bytes();
        const LogVerdict verdict = verified(log, head, heads);
        RC_ASSERT(verdict.firstBad.has_value());
        const BadLeaf &bad = *verdict.firstBad;
        // A time that was put forward is noticed at the event after it.
        const bool next = bad.flaw == Flaw::TimeWentBack && bad.first > index;
        RC_ASSERT(next || (bad.first <= index && index <= bad.last));
        if (bad.flaw == Flaw::RootDiffers)
            RC_ASSERT(bad.first == (index < 10 ? 0U : index < 20 ? 10U : 20U));
    }));
}

void TestVerifier::removedLeaf_isNamed()
{
    QVERIFY(rc::check("a removed leaf is named", [] {
        MemoryLog log = MemoryLog::of(*rc::gen::inRange(2, 200));
        const CompactRange head = log.range();
        const auto index = *rc::gen::inRange<size_t>(0, log.rows.size() - 1);
        log.rows.erase(log.rows.begin() + static_cast<std::ptrdiff_t>(index));
        check(verified(log, head), Flaw::Missing, index);
    }));
}

void TestVerifier::removedAndRenumberedLeaf_isNamed()
{
    QVERIFY(rc::check("a leaf removed with the rows moved up is named", [] {
        MemoryLog log = MemoryLog::of(*rc::gen::inRange(2, 200));
        const CompactRange head = log.range();
        const auto index = *rc::gen::inRange<size_t>(0, log.rows.size() - 1);
        log.rows.erase(log.rows.begin() + static_cast<std::ptrdiff_t>(index));
        log.renumberRows();
        check(verified(log, head), Flaw::WrongNumber, index);
    }));
}

void TestVerifier::removedNewest_isNamed()
{
    for (const size_t left : {size_t(0), size_t(1), size_t(2047), size_t(2048), size_t(2999)}) {
        MemoryLog log = MemoryLog::of(3000);
        const CompactRange head = log.range();
        log.rows.resize(left);
        const LogVerdict verdict = verified(log, head);
        QVERIFY(verdict.firstBad);
        QCOMPARE(verdict.firstBad->flaw, Flaw::TooShort);
        QCOMPARE(verdict.firstBad->first, quint64(left));
        QCOMPARE(verdict.firstBad->last, quint64(2999));
        // The head row was put back too, but a checkpoint remembers.
        const LogVerdict again = verified(log, log.range(), {head.head()});
        QVERIFY(again.firstBad);
        QCOMPARE(again.firstBad->flaw, Flaw::TooShort);
    }
}

void TestVerifier::messages_oneEventAndMany_agreeInNumber()
{
    MemoryLog log = MemoryLog::of(3);
    const CompactRange head = log.range();
    const TreeHead one{1, leafHash("forged")};
    QCOMPARE(verified(log, head, {one}).firstBad->message,
             u"The log was rewritten: event 0 is not what was signed at 1 event."_s);
    const TreeHead three{head.size(), leafHash("forged")};
    QCOMPARE(verified(log, head, {three}).firstBad->message,
             u"The log was rewritten: the events from 0 to 2 are not what was signed at 3 events."_s);
    QCOMPARE(verified(log, log.range(1)).firstBad->message,
             u"Event 1 was added to the log, which has only 1 event by its head."_s);
    log.rows.resize(1);
    QCOMPARE(verified(log, head).firstBad->message,
             u"The log ends after 1 event, but had 3 events; event 1 is the first that is missing."_s);
}

void TestVerifier::insertedLeaf_isNamed()
{
    QVERIFY(rc::check("an inserted leaf is named, by itself or by the one that it moved", [] {
        MemoryLog log = MemoryLog::of(*rc::gen::inRange(2, 200));
        const CompactRange head = log.range();
        const auto index = *rc::gen::inRange<size_t>(0, log.rows.size() - 1);
        MemoryLog::Row row = log.rows[index]; // right number, right form
        changeQuietly(row);
        row.hash = leafHash(row.bytes).bytes();
        log.rows.insert(log.rows.begin() + static_cast<std::ptrdiff_t>(index), row);
        log.renumberRows();
        check(verified(log, head), Flaw::WrongNumber, index + 1);
    }));
    MemoryLog log = MemoryLog::of(100); // before the newest: what was signed last tells
    const CompactRange head = log.range();
    MemoryLog::Row row = log.rows.back();
    changeQuietly(row);
    row.hash = leafHash(row.bytes).bytes();
    log.rows.insert(log.rows.end() - 1, row);
    log.renumberRows();
    const LogVerdict verdict = verified(log, head, {log.range(99).head()});
    QVERIFY(verdict.firstBad);
    QCOMPARE(verdict.firstBad->flaw, Flaw::RootDiffers);
    QCOMPARE(verdict.firstBad->first, quint64(99));
    QCOMPARE(verdict.firstBad->last, quint64(99));
}

void TestVerifier::swappedLeaves_areNamed()
{
    QVERIFY(rc::check("the first of two swapped leaves is named", [] {
        MemoryLog log = MemoryLog::of(*rc::gen::inRange(2, 200));
        const CompactRange head = log.range();
        const auto second = *rc::gen::inRange<size_t>(1, log.rows.size());
        const auto first = *rc::gen::inRange<size_t>(0, second);
        std::swap(log.rows[first], log.rows[second]);
        log.renumberRows();
        check(verified(log, head), Flaw::WrongNumber, first);
    }));
}

void TestVerifier::perfectForgery_isEnclosedByTheHeads()
{
    QVERIFY(rc::check("a log rewritten with all its hashes is found by what was signed", [] {
        MemoryLog log = MemoryLog::of(*rc::gen::inRange(60, 200));
        const CompactRange head = log.range();
        const std::vector<TreeHead> heads{log.range(20).head(), log.range(40).head()};
        const auto index = *rc::gen::inRange<size_t>(0, log.rows.size());
        auto changed = index; // the first leaf that is not what it was
        switch (*rc::gen::inRange(0, 3)) {
        case 0:
            log.rows.erase(log.rows.begin() + static_cast<std::ptrdiff_t>(index));
            break;
        case 1:
            log.rows.insert(log.rows.begin() + static_cast<std::ptrdiff_t>(index), log.rows[index]);
            ++changed;
            break;
        default:
            changeQuietly(log.rows[index]);
        }
        log.forgeAll();
        const LogVerdict verdict = verified(log, head, heads);
        RC_ASSERT(verdict.firstBad.has_value());
        if (changed >= 40 && log.rows.size() < head.size()) { // nothing was signed in between: only the length tells
            check(verified(log, head, heads), Flaw::TooShort, log.rows.size());
            return;
        }
        RC_ASSERT(verdict.firstBad->first <= changed);
        RC_ASSERT(changed <= verdict.firstBad->last);
        if (changed < 40)
            RC_ASSERT(verdict.firstBad->last == (changed < 20 ? 19U : 39U));
    }));
}

void TestVerifier::changedStoredHash_isNamed()
{
    for (const QByteArray &hash : {QByteArray(32, 'x'), QByteArray("short"), QByteArray(33, 'x')}) {
        MemoryLog log = MemoryLog::of(100);
        const CompactRange head = log.range();
        log.rows[42].hash = hash;
        const LogVerdict verdict = verified(log, head);
        QVERIFY(verdict.firstBad);
        QCOMPARE(verdict.firstBad->flaw, Flaw::HashDiffers);
        QCOMPARE(verdict.firstBad->first, quint64(42));
        log.dropHashes(); // a source without hashes cannot disagree with them
        QVERIFY(verified(log, head).whole());
    }
}

void TestVerifier::oneFlaw_isNamed_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<Flaw>("flaw");
    QTest::newRow("an unknown kind") << QByteArray(R"("kind":"withdrawn")") << QByteArray(R"("kind":"burned")")
                                     << Flaw::UnknownKind;
    QTest::newRow("another number") << QByteArray(R"("seq":51)") << QByteArray(R"("seq":52)") << Flaw::WrongNumber;
    QTest::newRow("an earlier time") << QByteArray(R"("at":1789912931020017)") << QByteArray(R"("at":1789912931020015)")
                                     << Flaw::TimeWentBack;
    QTest::newRow("white space") << QByteArray(R"("seq":51)") << QByteArray(R"("seq": 51)") << Flaw::Malformed;
    QTest::newRow("another version") << QByteArray(R"("v":1)") << QByteArray(R"("v":2)") << Flaw::Malformed;
    QTest::newRow("another tenant") << QByteArray(R"(":"default")") << QByteArray(R"(":"customer")")
                                    << Flaw::HashDiffers;
}

void TestVerifier::oneFlaw_isNamed()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(Flaw, flaw);
    MemoryLog log = MemoryLog::of(100);
    const CompactRange head = log.range();
    QVERIFY2(log.rows[51].bytes.contains(before), log.rows[51].bytes.constData());
    log.rows[51].bytes.replace(before, after);
    const LogVerdict verdict = verified(log, head);
    QVERIFY(verdict.firstBad);
    QCOMPARE(flawText(verdict.firstBad->flaw), flawText(flaw));
    QCOMPARE(verdict.firstBad->first, quint64(51));
    QVERIFY(verdict.firstBad->message.contains(u"Event 51"));
    QCOMPARE(verdict.leaves, quint64(51));
}

void TestVerifier::firstOfTwoFlaws_isNamed()
{
    MemoryLog log = MemoryLog::of(9000);
    const CompactRange head = log.range();
    for (const size_t index : {size_t(8999), size_t(6000), size_t(4097), size_t(77)}) {
        changeQuietly(log.rows[index]);
        const LogVerdict verdict = verified(log, head, {}, 4);
        QVERIFY(verdict.firstBad);
        QCOMPARE(verdict.firstBad->first, quint64(index));
    }
}

void TestVerifier::flawAtAnyChunkBorder_isNamed_data()
{
    QTest::addColumn<int>("index");
    for (const int index : {0, 1, 2046, 2047, 2048, 2049, 4095, 4096, 4999})
        QTest::newRow(qPrintable(QString::number(index))) << index;
}

void TestVerifier::flawAtAnyChunkBorder_isNamed()
{
    QFETCH(int, index);
    const auto at = static_cast<size_t>(index);
    MemoryLog log = MemoryLog::of(5000);
    const CompactRange head = log.range();
    MemoryLog removed = log;
    removed.rows.erase(removed.rows.begin() + index);
    const LogVerdict gap = verified(removed, head);
    QVERIFY(gap.firstBad);
    QCOMPARE(gap.firstBad->first, quint64(at));
    const std::vector<TreeHead> heads{log.range(at).head(), log.range(at + 1).head()};
    changeQuietly(log.rows[at]);
    log.rows[at].hash = leafHash(log.rows[at].bytes).bytes();
    const LogVerdict enclosed = verified(log, head, heads);
    QVERIFY(enclosed.firstBad);
    QCOMPARE(enclosed.firstBad->flaw, Flaw::RootDiffers);
    QCOMPARE(enclosed.firstBad->first, quint64(at));
    QCOMPARE(enclosed.firstBad->last, quint64(at));
}

void TestVerifier::timeAcrossChunks_mustNotFall()
{
    MemoryLog log = MemoryLog::of(2048);
    Event late = MemoryLog::event(2047);
    late.at += base::kHour;
    log.rows.pop_back();
    log.append(late);
    for (qint64 i = 2048; i < 3000; ++i)
        log.append(MemoryLog::event(i));
    const LogVerdict verdict = verified(log, log.range());
    QVERIFY(verdict.firstBad);
    QCOMPARE(verdict.firstBad->flaw, Flaw::TimeWentBack);
    QCOMPARE(verdict.firstBad->first, quint64(2048));
}

void TestVerifier::headRange_mustHaveTheSize()
{
    const MemoryLog log = MemoryLog::of(100);
    const LogVerdict verdict = verified(log, log.range(97));
    QVERIFY(verdict.firstBad);
    QCOMPARE(verdict.firstBad->flaw, Flaw::TooLong);
    QCOMPARE(verdict.firstBad->first, quint64(97));
    QCOMPARE(verdict.firstBad->last, quint64(99));
}

void TestVerifier::emptyLog_hasTheEmptyRoot()
{
    const LogVerdict sound = verified({}, {}, {{0, emptyRoot()}});
    QVERIFY(sound.whole());
    QVERIFY(sound.root == emptyRoot());
    const LogVerdict forged = verified({}, {}, {{0, leafHash("x")}});
    QVERIFY(forged.firstBad);
    QCOMPARE(forged.firstBad->flaw, Flaw::RootDiffers);
}

void TestVerifier::anyNumberOfThreads_saysTheSame_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {-1, 0, 1, 2, 3, 8})
        QTest::newRow(qPrintable(QString::number(threads))) << threads;
}

void TestVerifier::anyNumberOfThreads_saysTheSame()
{
    QFETCH(int, threads);
    MemoryLog log = MemoryLog::of(9000);
    const CompactRange head = log.range();
    const LogVerdict sound = verified(log, head, {log.range(6789).head()}, threads);
    QVERIFY(sound.whole());
    QVERIFY(sound.root == head.root());
    changeQuietly(log.rows[7000]);
    const LogVerdict bad = verified(log, head, {}, threads);
    QVERIFY(bad.firstBad);
    QCOMPARE(bad.firstBad->first, quint64(7000));
    QCOMPARE(bad.leaves, quint64(7000));
    QVERIFY(bad.root == log.range(7000).root());
}

void TestVerifier::progress_risesAndEndsAtTheSize()
{
    MemoryLog log = MemoryLog::of(9001);
    QList<quint64> seen;
    VerifyRequest request;
    request.progress = [&seen](quint64 done, quint64 total) {
        seen.append(done);
        return total == 9001;
    };
    QVERIFY(verifyLog(log, request)->whole());
    QVERIFY(seen.size() >= 5);
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    QCOMPARE(seen.last(), quint64(9001));
}

void TestVerifier::progress_false_cancels()
{
    MemoryLog log = MemoryLog::of(20000);
    int calls = 0;
    VerifyRequest request;
    request.progress = [&calls](quint64, quint64) { return ++calls < 2; };
    const auto verdict = verifyLog(log, request);
    QVERIFY(!verdict);
    QCOMPARE(verdict.error().code, base::ErrorCode::Cancelled);
    QCOMPARE(calls, 2);
}

void TestVerifier::failingSource_isItsError()
{
    FailingLog log;
    const auto verdict = verifyLog(log, {});
    QVERIFY(!verdict);
    QCOMPARE(verdict.error().code, base::ErrorCode::Io);
}

QTEST_APPLESS_MAIN(TestVerifier)
#include "tst_verifier.moc"
