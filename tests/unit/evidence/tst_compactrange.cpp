#include "evidence/compactrange.h"

#include <QTest>

#include <rapidcheck.h>

#include <bit>
#include <span>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

std::vector<Hash> leavesUpTo(int count)
{
    std::vector<Hash> leaves;
    for (int i = 0; i < count; ++i)
        leaves.push_back(leafHash(QByteArray::number(i)));
    return leaves;
}

/// RFC 9162 section 2.1.1 word by word.
Hash naiveRoot(std::span<const Hash> leaves)
{
    if (leaves.empty())
        return emptyRoot();
    if (leaves.size() == 1)
        return leaves.front();
    const size_t split = std::bit_floor(leaves.size() - 1);
    return nodeHash(naiveRoot(leaves.first(split)), naiveRoot(leaves.subspan(split)));
}

CompactRange rangeOf(std::span<const Hash> leaves)
{
    CompactRange range;
    for (const Hash &leaf : leaves)
        range.append(leaf);
    return range;
}

} // namespace

class TestCompactRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void root_upTo300Leaves_isThatOfTheTree();
    void bytes_upTo300Leaves_comeBackAndGrowOn();
    void fromBytes_wrongLength_isCorrupt();
    void fromBytes_hugeSizes_areRead();
    void append_alignedTail_isTheSameAsItsLeaves();
    void append_wholeChunks_isTheSameAsTheirLeaves();
};

void TestCompactRange::root_upTo300Leaves_isThatOfTheTree()
{
    const auto leaves = leavesUpTo(300);
    CompactRange range;
    for (size_t size = 0; size <= leaves.size(); ++size) {
        QCOMPARE(range.size(), size);
        QCOMPARE(range.hashes().size(), size_t(std::popcount(size)));
        QVERIFY2(range.root() == naiveRoot(std::span(leaves).first(size)), qPrintable(QString::number(size)));
        if (size < leaves.size())
            range.append(leaves[size]);
    }
}

void TestCompactRange::bytes_upTo300Leaves_comeBackAndGrowOn()
{
    const auto leaves = leavesUpTo(301);
    for (size_t size = 0; size <= 300; ++size) {
        const CompactRange range = rangeOf(std::span(leaves).first(size));
        auto back = CompactRange::fromBytes(size, range.bytes());
        QVERIFY(back);
        QVERIFY(*back == range);
        back->append(leaves[size]);
        QVERIFY(*back == rangeOf(std::span(leaves).first(size + 1)));
    }
}

void TestCompactRange::fromBytes_wrongLength_isCorrupt()
{
    const QByteArray bytes = rangeOf(leavesUpTo(5)).bytes();
    QCOMPARE(bytes.size(), 64);
    for (const quint64 size : {quint64(0), quint64(1), quint64(4), quint64(7), ~quint64(0)}) {
        const auto range = CompactRange::fromBytes(size, bytes);
        QVERIFY(!range);
        QCOMPARE(range.error().code, base::ErrorCode::Corrupt);
    }
    QVERIFY(!CompactRange::fromBytes(5, bytes.first(63)));
    QVERIFY(CompactRange::fromBytes(6, bytes));
}

void TestCompactRange::fromBytes_hugeSizes_areRead()
{
    const auto range = CompactRange::fromBytes(~quint64(0), QByteArray(64 * 32, 'x'));
    QVERIFY(range);
    QCOMPARE(range->hashes().size(), size_t(64));
}

void TestCompactRange::append_alignedTail_isTheSameAsItsLeaves()
{
    const auto leaves = leavesUpTo(400);
    QVERIFY(rc::check("joined ranges are the range of the joined leaves", [&leaves] {
        const quint64 unit = quint64(1) << *rc::gen::inRange(0, 7);
        const quint64 start = unit * *rc::gen::inRange<quint64>(0, 256 / unit);
        const quint64 count = *rc::gen::inRange<quint64>(0, unit + 1);
        CompactRange range = rangeOf(std::span(leaves).first(start));
        range.append(rangeOf(std::span(leaves).subspan(start, count)));
        RC_ASSERT(range == rangeOf(std::span(leaves).first(start + count)));
    }));
}

void TestCompactRange::append_wholeChunks_isTheSameAsTheirLeaves()
{
    const auto leaves = leavesUpTo(300);
    CompactRange range;
    for (size_t start = 0; start < leaves.size(); start += 16)
        range.append(rangeOf(std::span(leaves).subspan(start, std::min<size_t>(16, leaves.size() - start))));
    QVERIFY(range == rangeOf(leaves));
}

QTEST_APPLESS_MAIN(TestCompactRange)
#include "tst_compactrange.moc"
