#include "evidence/proof.h"

#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

constexpr quint64 kLeaves = 130;

HashList list()
{
    HashList hashes;
    for (quint64 i = 0; i < kLeaves; ++i)
        hashes.append(leafHash(QByteArray::number(i)));
    return hashes;
}

QByteArray rootAt(quint64 size, HashList &hashes)
{
    return extended({}, size, hashes)->root().bytes();
}

/// One of the ways in which a proof is damaged; never an equal proof.
QList<QByteArray> damaged(QList<QByteArray> proof)
{
    const auto position = proof.isEmpty() ? 0 : *rc::gen::inRange<qsizetype>(0, proof.size());
    switch (proof.isEmpty() ? 0 : *rc::gen::inRange(0, 5)) {
    case 0:
        proof.insert(position, leafHash("other").bytes());
        break;
    case 1:
        proof.removeAt(position);
        break;
    case 2:
        proof[position][*rc::gen::inRange<qsizetype>(0, 32)] ^= 1 << *rc::gen::inRange(0, 8);
        break;
    case 3:
        proof[position].chop(1);
        break;
    default:
        proof.append(proof.last());
    }
    return proof;
}

} // namespace

class TestProof : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inclusion_everyLeafOfEverySize_verifies();
    void inclusion_damagedProofs_fail();
    void inclusion_ofAnotherLeafOrSize_fails();
    void consistency_everyPairOfSizes_verifies();
    void consistency_damagedProofs_fail();
    void proofs_outsideOfTheTree_areUsageErrors();
    void extended_smallerSize_isIllegal();
    void extended_missingHashes_isCorrupt();
};

void TestProof::inclusion_everyLeafOfEverySize_verifies()
{
    HashList hashes = list();
    for (quint64 size = 1; size <= 70; ++size)
        for (quint64 index = 0; index < size; ++index) {
            const auto proof = inclusionProof(index, size, hashes);
            QVERIFY(proof);
            QVERIFY(verifyInclusion(index, size, leafHash(QByteArray::number(index)).bytes(), *proof,
                                    rootAt(size, hashes)));
        }
}

void TestProof::inclusion_damagedProofs_fail()
{
    HashList hashes = list();
    QVERIFY(rc::check("a damaged inclusion proof fails", [&hashes] {
        const quint64 size = *rc::gen::inRange<quint64>(1, kLeaves + 1);
        const quint64 index = *rc::gen::inRange<quint64>(0, size);
        const auto proof = damaged(*inclusionProof(index, size, hashes));
        RC_ASSERT(
            !verifyInclusion(index, size, leafHash(QByteArray::number(index)).bytes(), proof, rootAt(size, hashes)));
    }));
}

void TestProof::inclusion_ofAnotherLeafOrSize_fails()
{
    HashList hashes = list();
    for (quint64 size = 2; size <= 40; ++size)
        for (quint64 index = 0; index < size; ++index) {
            const auto proof = *inclusionProof(index, size, hashes);
            const QByteArray root = rootAt(size, hashes);
            const QByteArray leaf = leafHash(QByteArray::number(index)).bytes();
            for (quint64 other = 0; other <= size; ++other)
                if (other != index)
                    QVERIFY(!verifyInclusion(other, size, leaf, proof, root));
            QVERIFY(!verifyInclusion(index, size, leafHash("forged").bytes(), proof, root));
        }
}

void TestProof::consistency_everyPairOfSizes_verifies()
{
    HashList hashes = list();
    for (quint64 size2 = 1; size2 <= 66; ++size2)
        for (quint64 size1 = 1; size1 <= size2; ++size1) {
            const auto proof = consistencyProof(size1, size2, hashes);
            QVERIFY(proof);
            QVERIFY(verifyConsistency(size1, size2, rootAt(size1, hashes), rootAt(size2, hashes), *proof));
            if (size1 < size2)
                QVERIFY(!verifyConsistency(size1, size2, leafHash("other").bytes(), rootAt(size2, hashes), *proof));
        }
}

void TestProof::consistency_damagedProofs_fail()
{
    HashList hashes = list();
    QVERIFY(rc::check("a damaged consistency proof fails", [&hashes] {
        const quint64 size2 = *rc::gen::inRange<quint64>(1, kLeaves + 1);
        const quint64 size1 = *rc::gen::inRange<quint64>(1, size2 + 1);
        const auto proof = damaged(*consistencyProof(size1, size2, hashes));
        RC_ASSERT(!verifyConsistency(size1, size2, rootAt(size1, hashes), rootAt(size2, hashes), proof));
    }));
}

void TestProof::proofs_outsideOfTheTree_areUsageErrors()
{
    HashList hashes = list();
    QCOMPARE(inclusionProof(5, 5, hashes).error().code, base::ErrorCode::Usage);
    QCOMPARE(inclusionProof(0, 0, hashes).error().code, base::ErrorCode::Usage);
    QCOMPARE(consistencyProof(0, 5, hashes).error().code, base::ErrorCode::Usage);
    QCOMPARE(consistencyProof(6, 5, hashes).error().code, base::ErrorCode::Usage);
    QCOMPARE(inclusionProof(0, kLeaves + 1, hashes).error().code, base::ErrorCode::Corrupt);
}

void TestProof::extended_smallerSize_isIllegal()
{
    HashList hashes = list();
    const auto range = extended({}, 10, hashes);
    QVERIFY(range);
    QCOMPARE(extended(*range, 9, hashes).error().code, base::ErrorCode::Illegal);
    QVERIFY(*extended(*range, 10, hashes) == *range);
}

void TestProof::extended_missingHashes_isCorrupt()
{
    HashList hashes = list();
    QCOMPARE(extended({}, kLeaves + 1, hashes).error().code, base::ErrorCode::Corrupt);
}

QTEST_APPLESS_MAIN(TestProof)
#include "tst_proof.moc"
