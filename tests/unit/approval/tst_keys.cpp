#include "approval/keys.h"
#include "support/sharedfile.h"
#include "support/tempfolder.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::PublicKey;
using approval::SigningKey;
using base::ErrorCode;

namespace {

QByteArray hex(const QJsonValue &value)
{
    return QByteArray::fromHex(value.toString().toLatin1());
}

} // namespace

class tst_Keys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sign_rfc8032_isTheVector_data();
    void sign_rfc8032_isTheVector();
    void verify_wycheproof_151of151();
    void verify_otherMessageKeyOrLength_isFalse();
    void strength_cctv_refusesLowOrderAndNonCanonical();
    void strength_everyEncodingFromPUp_isRefused();
    void strength_pointsOfLowOrder_areRefusedWithBothSigns_data();
    void strength_pointsOfLowOrder_areRefusedWithBothSigns();
    void strength_generatedKeys_areAccepted();
    void weakKey_opensslAcceptsIt_checkStrengthDoesNot();
    void id_isTheStartOfItsDigest();
    void base64_looseSpelling_isMalformed_data();
    void base64_looseSpelling_isMalformed();
    void seed_otherLength_isMalformed();
    void copies_shareOneKey();
};

void tst_Keys::sign_rfc8032_isTheVector_data()
{
    QTest::addColumn<QByteArray>("seed");
    QTest::addColumn<QByteArray>("publicKey");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("signature");
    QTest::newRow("RFC 8032 7.1 TEST 1")
        << QByteArray::fromHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
        << QByteArray::fromHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a") << QByteArray()
        << QByteArray::fromHex("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e3"
                               "9701cf9b46bd25bf5f0595bbe24655141438e7a100b");
    QTest::newRow("RFC 8032 7.1 TEST 2")
        << QByteArray::fromHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
        << QByteArray::fromHex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        << QByteArray::fromHex("72")
        << QByteArray::fromHex("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3"
                               "613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
}

void tst_Keys::sign_rfc8032_isTheVector()
{
    QFETCH(QByteArray, seed);
    QFETCH(QByteArray, publicKey);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, signature);
    const auto key = SigningKey::fromSeed(seed);
    QVERIFY(key);
    QCOMPARE(key->publicKey().raw, publicKey);
    QCOMPARE(key->sign(message), signature);
    QVERIFY(approval::verify(key->publicKey(), message, signature));
}

void tst_Keys::verify_wycheproof_151of151()
{
    const auto file = tests::sharedFile(u"vectors/ed25519_test.json"_s);
    if (!file)
        QSKIP("no shared files");
    const QJsonObject all = QJsonDocument::fromJson(tests::readFile(*file)).object();
    int count = 0;
    const QJsonArray groups = all.value("testGroups"_L1).toArray();
    for (const QJsonValue &group : groups) {
        const PublicKey key{hex(group["publicKey"_L1]["pk"_L1])};
        const QJsonArray vectors = group["tests"_L1].toArray();
        for (const QJsonValue &vector : vectors) {
            const bool good = approval::verify(key, hex(vector["msg"_L1]), hex(vector["sig"_L1]));
            const QString name = u"tcId %1: %2"_s.arg(vector["tcId"_L1].toInt()).arg(vector["comment"_L1].toString());
            QVERIFY2(good == (vector["result"_L1].toString() == "valid"_L1), qPrintable(name));
            ++count;
        }
    }
    QCOMPARE(count, 151);
    QCOMPARE(count, all.value("numberOfTests"_L1).toInt());
}

void tst_Keys::verify_otherMessageKeyOrLength_isFalse()
{
    const SigningKey key = SigningKey::generate();
    const QByteArray signature = key.sign("obstat");
    QVERIFY(approval::verify(key.publicKey(), "obstat", signature));
    QVERIFY(!approval::verify(key.publicKey(), "Obstat", signature));
    QVERIFY(!approval::verify(SigningKey::generate().publicKey(), "obstat", signature));
    QVERIFY(!approval::verify(key.publicKey(), "obstat", signature.first(63)));
    QVERIFY(!approval::verify(key.publicKey(), "obstat", QByteArray(signature + '\0')));
    QVERIFY(!approval::verify(key.publicKey(), "obstat", {}));
    QVERIFY(!approval::verify(PublicKey{}, "obstat", signature));
    for (qsizetype at = 0; at < signature.size(); ++at) {
        QByteArray flipped = signature;
        flipped[at] = char(flipped.at(at) ^ 1);
        QVERIFY(!approval::verify(key.publicKey(), "obstat", flipped));
    }
}

void tst_Keys::strength_cctv_refusesLowOrderAndNonCanonical()
{
    const auto file = tests::sharedFile(u"vectors/ed25519vectors.json"_s);
    if (!file)
        QSKIP("no shared files");
    const QJsonArray vectors = QJsonDocument::fromJson(tests::readFile(*file)).array();
    QCOMPARE(vectors.size(), 914);
    QHash<QByteArray, bool> weak; // a key is weak when any of its vectors says so
    for (const QJsonValue &vector : vectors) {
        const QJsonArray flags = vector["flags"_L1].toArray();
        weak[hex(vector["key"_L1])] |= flags.contains(u"low_order_A"_s) || flags.contains(u"non_canonical_A"_s);
    }
    int refused = 0;
    for (auto key = weak.begin(); key != weak.end(); ++key) {
        const auto strong = PublicKey{key.key()}.checkStrength();
        QVERIFY2(strong.has_value() != key.value(), key.key().toHex().constData());
        if (!strong) {
            QCOMPARE(strong.error().code, ErrorCode::WeakKey);
            ++refused;
        }
    }
    QCOMPARE(refused, 14); // 8 points of low order in 14 encodings
    QCOMPARE(weak.size(), 22);
}

void tst_Keys::strength_everyEncodingFromPUp_isRefused()
{
    for (int last = 0xed; last <= 0xff; ++last) {
        for (const int sign : {0x7f, 0xff}) {
            QByteArray raw(32, '\xff');
            raw.front() = char(last);
            raw.back() = char(sign);
            const auto strong = PublicKey{raw}.checkStrength();
            QVERIFY2(!strong, raw.toHex().constData());
            QCOMPARE(strong.error().code, ErrorCode::WeakKey);
        }
    }
    QByteArray largest(32, '\xff'); // p - 2 is canonical
    largest.front() = '\xeb';
    largest.back() = '\x7f';
    QVERIFY(PublicKey{largest}.checkStrength());
}

void tst_Keys::strength_pointsOfLowOrder_areRefusedWithBothSigns_data()
{
    QTest::addColumn<QByteArray>("y");
    QTest::newRow("order 4, y = 0") << QByteArray(64, '0');
    QTest::newRow("identity, y = 1") << QByteArray("01" + QByteArray(62, '0'));
    QTest::newRow("order 2, y = -1") << QByteArray("ec" + QByteArray(60, 'f') + "7f");
    QTest::newRow("order 8") << QByteArray("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    QTest::newRow("order 8, negated") << QByteArray("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a");
}

void tst_Keys::strength_pointsOfLowOrder_areRefusedWithBothSigns()
{
    QFETCH(QByteArray, y);
    for (const int sign : {0, 0x80}) {
        QByteArray raw = QByteArray::fromHex(y);
        raw.back() = char(uchar(raw.back()) | sign);
        const auto strong = PublicKey{raw}.checkStrength();
        QVERIFY(!strong);
        QCOMPARE(strong.error().code, ErrorCode::WeakKey);
    }
}

void tst_Keys::strength_generatedKeys_areAccepted()
{
    for (int i = 0; i < 200; ++i)
        QVERIFY(SigningKey::generate().publicKey().checkStrength());
    QVERIFY(!PublicKey{QByteArray(31, 'a')}.checkStrength());
    QVERIFY(!PublicKey{}.checkStrength());
}

void tst_Keys::weakKey_opensslAcceptsIt_checkStrengthDoesNot()
{
    // C13: with the identity as the key, R = identity and s = 0 sign every message
    QByteArray identity(32, '\0');
    identity.front() = 1;
    const QByteArray forged = QByteArray(identity + QByteArray(32, '\0'));
    QVERIFY(approval::verify(PublicKey{identity}, "pay everything to me", forged));
    QVERIFY(!PublicKey{identity}.checkStrength());
}

void tst_Keys::id_isTheStartOfItsDigest()
{
    // printf 32 zero bytes | sha256sum | cut -c1-16
    QCOMPARE(PublicKey{QByteArray(32, '\0')}.id(), u"66687aadf862bd77"_s);
}

void tst_Keys::base64_looseSpelling_isMalformed_data()
{
    QTest::addColumn<QString>("text");
    const QString good = SigningKey::generate().publicKey().base64();
    QTest::newRow("empty") << QString();
    QTest::newRow("without padding") << good.chopped(1);
    QTest::newRow("line end") << QString(good + u'\n');
    QTest::newRow("space before") << QString(u' ' + good);
    QTest::newRow("loose last bits") << u"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB="_s;
    QTest::newRow("URL alphabet") << u"__________________________________________8="_s;
    QTest::newRow("31 bytes") << QString::fromLatin1(QByteArray(31, 'a').toBase64());
    QTest::newRow("33 bytes") << QString::fromLatin1(QByteArray(33, 'a').toBase64());
    QTest::newRow("not ASCII") << u"ＡAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="_s;
}

void tst_Keys::base64_looseSpelling_isMalformed()
{
    QFETCH(QString, text);
    const auto key = PublicKey::fromBase64(text);
    QVERIFY(!key);
    QCOMPARE(key.error().code, ErrorCode::Malformed);
    const PublicKey other = SigningKey::generate().publicKey();
    QCOMPARE(PublicKey::fromBase64(other.base64())->raw, other.raw);
}

void tst_Keys::seed_otherLength_isMalformed()
{
    QCOMPARE(SigningKey::fromSeed(QByteArray(31, 'a')).error().code, ErrorCode::Malformed);
    QCOMPARE(SigningKey::fromSeed(QByteArray(64, 'a')).error().code, ErrorCode::Malformed);
}

void tst_Keys::copies_shareOneKey()
{
    auto first = std::make_unique<SigningKey>(SigningKey::generate());
    const SigningKey copy = *first;
    const PublicKey publicKey = first->publicKey();
    first.reset();
    QVERIFY(approval::verify(publicKey, "still here", copy.sign("still here")));
}

QTEST_GUILESS_MAIN(tst_Keys)
#include "tst_keys.moc"
