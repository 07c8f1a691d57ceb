#include "base/digest.h"
#include "base/random.h"
#include "base/result.h"
#include "support/seededrandom.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <thread>

using namespace obstat;
using namespace Qt::StringLiterals;

class tst_Digest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sha256_vectorsOfFips180_agree_data();
    void sha256_vectorsOfFips180_agree();
    void sha256_ofTwoParts_isThatOfTheirConcatenation();
    void sha256_fromManyThreads_agrees();
    void hmac_vectorsOfRfc4231_agree_data();
    void hmac_vectorsOfRfc4231_agree();
    void equalConstantTime_comparesBytes();
    void hex_otherThanLowerCase_isRefused_data();
    void hex_otherThanLowerCase_isRefused();
    void uuid_isVersion4();
    void systemRandom_doesNotRepeat();
    void codeText_isUniqueAndStable();
};

void tst_Digest::sha256_vectorsOfFips180_agree_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("hex");
    QTest::newRow("empty") << QByteArray() << u"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"_s;
    QTest::newRow("abc") << QByteArray("abc") << u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s;
    QTest::newRow("two blocks") << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                << u"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"_s;
    QTest::newRow("a million a") << QByteArray(1'000'000, 'a')
                                 << u"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"_s;
}

void tst_Digest::sha256_vectorsOfFips180_agree()
{
    QFETCH(QByteArray, message);
    QFETCH(QString, hex);
    QCOMPARE(base::digestHex(message), hex);
    QCOMPARE(QString::fromLatin1(base::sha256(message).toHex()), hex);
}

void tst_Digest::sha256_ofTwoParts_isThatOfTheirConcatenation()
{
    QCOMPARE(base::sha256("ab", "c"), base::sha256("abc"));
    QCOMPARE(base::saltedDigestHex("ab", "c"), base::digestHex("abc"));
    QCOMPARE(base::saltedDigestHex({}, "abc"), base::digestHex("abc"));
}

void tst_Digest::sha256_fromManyThreads_agrees()
{
    std::atomic<int> wrong = 0;
    const QByteArray expected = base::sha256("obstat");
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&] {
                for (int n = 0; n < 500; ++n) {
                    wrong += base::sha256("obstat") == expected ? 0 : 1;
                }
            });
        }
    }
    QCOMPARE(wrong.load(), 0);
}

void tst_Digest::hmac_vectorsOfRfc4231_agree_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("hex");
    QTest::newRow("case 1") << QByteArray(20, '\x0b') << QByteArray("Hi There")
                            << QByteArray("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    QTest::newRow("case 2") << QByteArray("Jefe") << QByteArray("what do ya want for nothing?")
                            << QByteArray("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    QTest::newRow("case 6, key over a block")
        << QByteArray(131, '\xaa') << QByteArray("Test Using Larger Than Block-Size Key - Hash Key First")
        << QByteArray("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    QTest::newRow("empty key and message")
        << QByteArray() << QByteArray()
        << QByteArray("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

void tst_Digest::hmac_vectorsOfRfc4231_agree()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, hex);
    QCOMPARE(base::hmacSha256(key, message).toHex(), hex);
}

void tst_Digest::equalConstantTime_comparesBytes()
{
    QVERIFY(base::equalConstantTime("abc", "abc"));
    QVERIFY(!base::equalConstantTime("abc", "abd"));
    QVERIFY(!base::equalConstantTime("abc", "ab"));
    QVERIFY(base::equalConstantTime({}, {}));
    QVERIFY(!base::equalConstantTime(QByteArrayView("a\0b", 3), QByteArrayView("a\0c", 3)));
}

void tst_Digest::hex_otherThanLowerCase_isRefused_data()
{
    QTest::addColumn<QString>("hex");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("lower case") << u"00ff7a"_s << QByteArray("\0\xff\x7a", 3);
    QTest::newRow("upper case") << u"00FF"_s << QByteArray();
    QTest::newRow("odd length") << u"abc"_s << QByteArray();
    QTest::newRow("space") << u"ab cd0"_s << QByteArray();
    QTest::newRow("full-width digit") << u"０0"_s << QByteArray();
    QTest::newRow("prefix") << u"0x00"_s << QByteArray();
    QTest::newRow("empty") << QString() << QByteArray();
}

void tst_Digest::hex_otherThanLowerCase_isRefused()
{
    QFETCH(QString, hex);
    QFETCH(QByteArray, bytes);
    QCOMPARE(base::fromHexStrict(hex), bytes);
}

void tst_Digest::uuid_isVersion4()
{
    static const QRegularExpression form(u"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"_s);
    tests::SeededRandom random;
    QSet<QString> seen;
    for (int i = 0; i < 1000; ++i) {
        const QString uuid = base::randomUuid(random);
        QVERIFY2(form.match(uuid).hasMatch(), qPrintable(uuid));
        seen.insert(uuid);
    }
    QCOMPARE(seen.size(), 1000);
}

void tst_Digest::systemRandom_doesNotRepeat()
{
    base::SystemRandom random;
    QVERIFY(random.bytes(32) != random.bytes(32));
    QCOMPARE(random.bytes(7).size(), 7);
    QCOMPARE(random.bytes(0).size(), 0);
}

void tst_Digest::codeText_isUniqueAndStable()
{
    static const QRegularExpression form(u"^[a-z]+(-[a-z]+)*$"_s);
    QSet<QString> texts;
    for (int code = 0; code <= int(base::ErrorCode::Internal); ++code) {
        const QString text = base::codeText(base::ErrorCode(code));
        QVERIFY2(form.match(text).hasMatch(), qPrintable(text));
        QVERIFY2(!texts.contains(text), qPrintable(text));
        texts.insert(text);
    }
    QCOMPARE(base::codeText(base::ErrorCode::NotCanonical), u"not-canonical"_s);
    QCOMPARE(base::codeText(base::ErrorCode::NotALedger), u"not-a-ledger"_s);
    QCOMPARE(base::codeText(base::ErrorCode::NetworkFileSystem), u"network-file-system"_s);
}

QTEST_GUILESS_MAIN(tst_Digest)
#include "tst_digest.moc"
