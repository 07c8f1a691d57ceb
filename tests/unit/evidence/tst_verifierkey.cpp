#include "evidence/notesigner.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

// Published keys: the examples of golang.org/x/mod/sumdb/note, and the key of sum.golang.org.
const QString kNeumann = u"PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"_s;
const QString kSumDatabase = u"sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"_s;

} // namespace

class TestVerifierKey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_publishedKeys_comeBack();
    void parse_otherTexts_areMalformed_data();
    void parse_otherTexts_areMalformed();
    void create_badNamesAndKeys_areMalformed();
    void verifies_onlyTheSignedMessage();
    void signer_rfc8032Seed_givesItsPublicKey();
    void signer_wrongCallback_isBadSignature();
    void signer_failingCallback_passesItsError();
};

void TestVerifierKey::parse_publishedKeys_comeBack()
{
    for (const QString &text : {kNeumann, kSumDatabase}) {
        const auto key = VerifierKey::parse(text);
        QVERIFY(key);
        QCOMPARE(key->text(), text);
        QCOMPARE(*VerifierKey::create(key->name(), key->publicKey()), *key);
    }
    QCOMPARE(VerifierKey::parse(kNeumann)->keyId().toHex(), QByteArray("c74f20a3"));
}

void TestVerifierKey::parse_otherTexts_areMalformed_data()
{
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QString &text) { QTest::newRow(name) << text; };
    row("empty", u""_s);
    row("name only", u"PeterNeumann"_s);
    row("no key", u"PeterNeumann+c74f20a3"_s);
    row("no name", kNeumann.sliced(12));
    row("another name", QString(kNeumann).replace(u"Peter"_s, u"Paul"_s));
    row("another id", QString(kNeumann).replace(u"c74f"_s, u"c74e"_s));
    row("id in upper case", QString(kNeumann).replace(u"c74f20a3"_s, u"C74F20A3"_s));
    row("id of six digits", QString(kNeumann).replace(u"c74f20a3"_s, u"c74f20"_s));
    row("id of ten digits", QString(kNeumann).replace(u"c74f20a3"_s, u"c74f20a300"_s));
    row("another key", QString(kNeumann).replace(u"ARpc"_s, u"ARpd"_s));
    row("type 2", QString(kNeumann).replace(u"ARpc"_s, u"Ahpc"_s));
    row("key too short", kNeumann.chopped(4));
    row("key too long", QString(kNeumann).append(u"AAAA"_s));
    row("space at the end", QString(kNeumann).append(u' '));
    row("newline at the end", QString(kNeumann).append(u'\n'));
    row("space in the name", QString(kNeumann).replace(u"rN"_s, u"r N"_s));
    row("not base64", QString(kNeumann).replace(u"ARpc"_s, u"AR*c"_s));
}

void TestVerifierKey::parse_otherTexts_areMalformed()
{
    QFETCH(QString, text);
    const auto key = VerifierKey::parse(text);
    QVERIFY(!key);
    QCOMPARE(key.error().code, base::ErrorCode::Malformed);
}

void TestVerifierKey::create_badNamesAndKeys_areMalformed()
{
    const QByteArray publicKey = VerifierKey::parse(kNeumann)->publicKey();
    QVERIFY(VerifierKey::create(u"obstat.local/2f0c"_s, publicKey));
    for (const QString &name : {u""_s, u"a b"_s, u"a+b"_s, u"a\nb"_s, u"a\u00A0b"_s, u"a\u3000b"_s, u"a\x7F"_s})
        QVERIFY2(!VerifierKey::create(name, publicKey), qPrintable(name));
    QVERIFY(!VerifierKey::create(u"a"_s, publicKey.first(31)));
}

void TestVerifierKey::verifies_onlyTheSignedMessage()
{
    const auto signer = NoteSigner::fromSeed(u"log"_s, QByteArray(32, 's'));
    QVERIFY(signer);
    const auto signature = signer->sign("message");
    QVERIFY(signature);
    const VerifierKey &key = signer->verifierKey();
    QVERIFY(key.verifies("message", *signature));
    QVERIFY(!key.verifies("massage", *signature));
    QVERIFY(!key.verifies("message", signature->first(63)));
    QVERIFY(!key.verifies("message", QByteArray(*signature).append('x')));
    QVERIFY(!key.verifies("message", QByteArray(64, '\0')));
    QVERIFY(!NoteSigner::fromSeed(u"log"_s, QByteArray(32, 't'))->verifierKey().verifies("message", *signature));
}

void TestVerifierKey::signer_rfc8032Seed_givesItsPublicKey()
{
    // RFC 8032 section 7.1, test 2.
    const auto signer = NoteSigner::fromSeed(
        u"rfc8032"_s, QByteArray::fromHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"));
    QVERIFY(signer);
    QCOMPARE(signer->verifierKey().publicKey().toHex(),
             QByteArray("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"));
    QCOMPARE(signer->sign("\x72")->toHex(),
             QByteArray("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"));
    QVERIFY(!NoteSigner::fromSeed(u"short"_s, QByteArray(31, 's')));
}

void TestVerifierKey::signer_wrongCallback_isBadSignature()
{
    const auto other = NoteSigner::fromSeed(u"other"_s, QByteArray(32, 'o'));
    const auto key = VerifierKey::parse(kNeumann);
    const NoteSigner signer(*key, [&other](QByteArrayView message) { return other->sign(message); });
    QCOMPARE(signer.sign("message").error().code, base::ErrorCode::BadSignature);
}

void TestVerifierKey::signer_failingCallback_passesItsError()
{
    const NoteSigner signer(*VerifierKey::parse(kNeumann), [](QByteArrayView) -> base::Result<QByteArray> {
        return base::fail(base::ErrorCode::Unavailable, u"The token was pulled out."_s);
    });
    QCOMPARE(signer.sign("message").error().code, base::ErrorCode::Unavailable);
}

QTEST_APPLESS_MAIN(TestVerifierKey)
#include "tst_verifierkey.moc"
