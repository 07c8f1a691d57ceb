#include "evidence/merkle.h"

#include "base/digest.h"
#include "evidence/compactrange.h"
#include "support/sharedfile.h"
#include "support/tempfolder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

QByteArray decoded(const QJsonValue &value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QList<QByteArray> proofOf(const QJsonObject &vector)
{
    QList<QByteArray> proof;
    for (const QJsonValue &step : vector.value("proof"_L1).toArray())
        proof.append(decoded(step));
    return proof;
}

/// Sizes go up to 2^64 − 1, which QJson cannot hold, so they are made strings first.
QJsonObject readVectors()
{
    const auto file = tests::sharedFile(u"vectors/merkle.json"_s);
    if (!file)
        return {};
    QString text = QString::fromUtf8(tests::readFile(*file));
    static const QRegularExpression number(u"\"(leafIdx|treeSize|size1|size2)\": *(\\d+)"_s);
    text.replace(number, u"\"\\1\": \"\\2\""_s);
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

quint64 size(const QJsonObject &vector, QLatin1StringView name)
{
    return vector.value(name).toString().toULongLong();
}

} // namespace

class TestMerkle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void hashes_areThoseOfRfc9162();
    void classicInputs_haveTheirRoots_data();
    void classicInputs_haveTheirRoots();
    void vectors_areAllThere();
    void inclusion_vector_data() { addVectors("inclusion"_L1); }
    void inclusion_vector();
    void consistency_vector_data() { addVectors("consistency"_L1); }
    void consistency_vector();
    void inclusion_wrongLengths_areRefused();
    void consistency_specialSizes_areRefused();

private:
    void addVectors(QLatin1StringView group);
    QJsonObject m_vectors;
};

void TestMerkle::initTestCase()
{
    m_vectors = readVectors();
}

void TestMerkle::hashes_areThoseOfRfc9162()
{
    QCOMPARE(emptyRoot().hex(), u"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"_s);
    QCOMPARE(leafHash("").hex(), u"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"_s);
    const Hash left = leafHash("left");
    const Hash right = leafHash("right");
    QCOMPARE(leafHash("left").bytes(), base::sha256(QByteArray("\0left", 5)));
    QCOMPARE(nodeHash(left, right).bytes(), base::sha256("\x01", left.bytes().append(right.view())));
    QVERIFY(!Hash::fromBytes(QByteArray(31, 'x')));
    QVERIFY(!Hash::fromBytes(QByteArray(33, 'x')));
    QCOMPARE(Hash::fromHex(left.hex()), std::optional(left));
    QVERIFY(!Hash::fromHex(left.hex().toUpper()));
}

void TestMerkle::classicInputs_haveTheirRoots_data()
{
    // The eight inputs of RFC 6962's reference tests and the root at each size (evidence.md 10).
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("root");
    QTest::newRow("1") << 1 << u"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"_s;
    QTest::newRow("2") << 2 << u"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"_s;
    QTest::newRow("3") << 3 << u"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"_s;
    QTest::newRow("4") << 4 << u"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"_s;
    QTest::newRow("5") << 5 << u"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"_s;
    QTest::newRow("6") << 6 << u"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"_s;
    QTest::newRow("7") << 7 << u"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"_s;
    QTest::newRow("8") << 8 << u"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"_s;
}

void TestMerkle::classicInputs_haveTheirRoots()
{
    QFETCH(int, count);
    QFETCH(QString, root);
    const QList<QByteArray> inputs{"",
                                   QByteArray::fromHex("00"),
                                   QByteArray::fromHex("10"),
                                   QByteArray::fromHex("2021"),
                                   QByteArray::fromHex("3031"),
                                   QByteArray::fromHex("40414243"),
                                   QByteArray::fromHex("5051525354555657"),
                                   QByteArray::fromHex("606162636465666768696a6b6c6d6e6f")};
    CompactRange range;
    for (int i = 0; i < count; ++i)
        range.append(leafHash(inputs[i]));
    QCOMPARE(range.root().hex(), root);
}

void TestMerkle::vectors_areAllThere()
{
    if (m_vectors.isEmpty())
        QSKIP("no shared files");
    int all = 0;
    int mustFail = 0;
    for (const auto &group : {"inclusion"_L1, "consistency"_L1})
        for (const QJsonValue &vector : m_vectors.value(group).toArray()) {
            ++all;
            mustFail += vector.toObject().value("wantErr"_L1).toBool() ? 1 : 0;
        }
    QCOMPARE(all, 196);
    QCOMPARE(mustFail, 184);
}

void TestMerkle::addVectors(QLatin1StringView group)
{
    QTest::addColumn<QJsonObject>("vector");
    for (const QJsonValue &value : m_vectors.value(group).toArray())
        QTest::newRow(qPrintable(value.toObject().value("name"_L1).toString())) << value.toObject();
    if (m_vectors.isEmpty())
        QTest::newRow("missing") << QJsonObject{};
}

void TestMerkle::inclusion_vector()
{
    QFETCH(QJsonObject, vector);
    if (vector.isEmpty())
        QSKIP("no shared files");
    const auto verified =
        verifyInclusion(size(vector, "leafIdx"_L1), size(vector, "treeSize"_L1), decoded(vector.value("leafHash"_L1)),
                        proofOf(vector), decoded(vector.value("root"_L1)));
    QCOMPARE(!verified, vector.value("wantErr"_L1).toBool());
}

void TestMerkle::consistency_vector()
{
    QFETCH(QJsonObject, vector);
    if (vector.isEmpty())
        QSKIP("no shared files");
    const auto verified =
        verifyConsistency(size(vector, "size1"_L1), size(vector, "size2"_L1), decoded(vector.value("root1"_L1)),
                          decoded(vector.value("root2"_L1)), proofOf(vector));
    QCOMPARE(!verified, vector.value("wantErr"_L1).toBool());
}

void TestMerkle::inclusion_wrongLengths_areRefused()
{
    const QByteArray hash = leafHash("a").bytes();
    QVERIFY(verifyInclusion(0, 1, hash, {}, hash));
    QVERIFY(!verifyInclusion(0, 1, hash.first(31), {}, hash));
    QVERIFY(!verifyInclusion(0, 1, hash, {}, QByteArray(hash).append('x')));
    QVERIFY(!verifyInclusion(0, 1, hash.first(31), {}, hash.first(31)));
    QVERIFY(!verifyInclusion(1, 1, hash, {}, hash));
    QVERIFY(!verifyInclusion(0, 0, hash, {}, hash));
}

void TestMerkle::consistency_specialSizes_areRefused()
{
    const QByteArray one = leafHash("a").bytes();
    const QByteArray two = leafHash("b").bytes();
    QVERIFY(verifyConsistency(5, 5, one, one, {}));
    QVERIFY(!verifyConsistency(5, 5, one, two, {}));
    QVERIFY(!verifyConsistency(5, 5, one, one, {one}));
    QVERIFY(!verifyConsistency(0, 5, emptyRoot().bytes(), two, {}));
    QVERIFY(!verifyConsistency(0, 0, emptyRoot().bytes(), emptyRoot().bytes(), {}));
    QVERIFY(!verifyConsistency(6, 5, one, two, {one}));
    QVERIFY(!verifyConsistency(2, 5, one.first(31), two, {one}));
}

QTEST_APPLESS_MAIN(TestMerkle)
#include "tst_merkle.moc"
