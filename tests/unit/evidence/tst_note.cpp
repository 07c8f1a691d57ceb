#include "evidence/note.h"

#include "evidence/checkpoint.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

// The published example of golang.org/x/mod/sumdb/note.
constexpr auto kNeumannText = "If you think cryptography is the answer to your problem,\n"
                              "then you don't know what your problem is.\n";
constexpr auto kNeumannKey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
constexpr auto kNeumannSeed = "YEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
constexpr auto kNeumannLine =
    "\xE2\x80\x94 PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

NoteSigner signer(const QString &name)
{
    return *NoteSigner::fromSeed(name, QByteArray(32, name.front().toLatin1()));
}

/// `text`, signed by `log`, and the same with a second, unknown signer.
const QByteArray kText = "obstat.local/1\n5\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";

QByteArray goodNote()
{
    return *signNote(kText, {signer(u"log"_s)});
}

QByteArray lineOf(const NoteSigner &by, QByteArrayView text)
{
    const QByteArray note = *signNote(text, {by});
    return note.sliced(note.lastIndexOf("\n\n") + 2);
}

QByteArray joined(const QByteArrayList &parts)
{
    return parts.join();
}

} // namespace

class TestNote : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void publishedNote_opensAndIsMadeAgain();
    void signNote_bySeveral_opensForEach();
    void openNote_unknownKeys_areIgnored();
    void openNote_sameNameAnotherKey_isUnknown();
    void openNote_oneKnownKeyFails_rejectsTheNote();
    void openNote_sixteenSignatures_areAccepted();
    void openNote_textWithBlankLines_isSplitAtTheLast();
    void openNote_ambiguousKeys_isUsage();
    void openNote_refused_data();
    void openNote_refused();
    void openNote_anyChangedByte_isRefused();
    void signNote_badTexts_areRefused_data();
    void signNote_badTexts_areRefused();
};

void TestNote::publishedNote_opensAndIsMadeAgain()
{
    const auto key = VerifierKey::parse(QString::fromLatin1(kNeumannKey));
    QVERIFY(key);
    const QByteArray note = joined({kNeumannText, "\n", kNeumannLine});
    const auto opened = openNote(note, {*key});
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message));
    QCOMPARE(opened->text, QByteArray(kNeumannText));
    QCOMPARE(opened->signedBy, QStringList{u"PeterNeumann"_s});
    const QByteArray seed = QByteArray::fromBase64(QByteArray("A").append(kNeumannSeed)).sliced(1);
    const auto neumann = NoteSigner::fromSeed(u"PeterNeumann"_s, seed);
    QVERIFY(neumann);
    QCOMPARE(neumann->verifierKey(), *key);
    QCOMPARE(*signNote(kNeumannText, {*neumann}), note);
}

void TestNote::signNote_bySeveral_opensForEach()
{
    const NoteSigner log = signer(u"log"_s);
    const NoteSigner witness = signer(u"witness"_s);
    const auto note = signNote(kText, {log, witness});
    QVERIFY(note);
    for (const NoteSigner &one : {log, witness}) {
        const auto opened = openNote(*note, {one.verifierKey()});
        QVERIFY(opened);
        QCOMPARE(opened->signedBy, QStringList{one.verifierKey().name()});
        QVERIFY(Checkpoint::parse(opened->text));
    }
    QCOMPARE(openNote(*note, {witness.verifierKey(), log.verifierKey()})->signedBy,
             (QStringList{u"log"_s, u"witness"_s}));
}

void TestNote::openNote_unknownKeys_areIgnored()
{
    const QByteArray unknown = QByteArray("\xE2\x80\x94 elsewhere ").append(QByteArray("anything").toBase64()) + '\n';
    const QByteArray line = lineOf(signer(u"log"_s), kText);
    for (const QByteArray &note : {joined({kText, "\n", unknown, line}), joined({kText, "\n", line, unknown})}) {
        const auto opened = openNote(note, {signer(u"log"_s).verifierKey()});
        QVERIFY(opened);
        QCOMPARE(opened->signedBy, QStringList{u"log"_s});
    }
}

void TestNote::openNote_sameNameAnotherKey_isUnknown()
{
    const auto impostor = NoteSigner::fromSeed(u"log"_s, QByteArray(32, 'z'));
    const QByteArray line = lineOf(signer(u"log"_s), kText);
    const QByteArray note = joined({kText, "\n", lineOf(*impostor, kText), line});
    QVERIFY(openNote(note, {signer(u"log"_s).verifierKey()}));
    const auto alone = openNote(joined({kText, "\n", lineOf(*impostor, kText)}), {signer(u"log"_s).verifierKey()});
    QCOMPARE(alone.error().code, base::ErrorCode::BadSignature);
}

void TestNote::openNote_oneKnownKeyFails_rejectsTheNote()
{
    const NoteSigner log = signer(u"log"_s);
    const NoteSigner witness = signer(u"witness"_s);
    const QByteArray stray = lineOf(witness, "another text\n");
    const QByteArray note = joined({kText, "\n", lineOf(log, kText), stray});
    QVERIFY(openNote(note, {log.verifierKey()})); // the witness is unknown here
    const auto opened = openNote(note, {log.verifierKey(), witness.verifierKey()});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, base::ErrorCode::BadSignature);
}

void TestNote::openNote_sixteenSignatures_areAccepted()
{
    QList<NoteSigner> signers;
    for (char c = 'a'; c < 'a' + 16; ++c)
        signers.append(signer(QString(QLatin1Char(c))));
    const auto note = signNote(kText, signers);
    QVERIFY(note);
    QVERIFY(openNote(*note, {signers.last().verifierKey()}));
}

void TestNote::openNote_textWithBlankLines_isSplitAtTheLast()
{
    const QByteArray text = "first\n\nsecond\n\n\nthird\n";
    const auto opened = openNote(*signNote(text, {signer(u"log"_s)}), {signer(u"log"_s).verifierKey()});
    QVERIFY(opened);
    QCOMPARE(opened->text, text);
}

void TestNote::openNote_ambiguousKeys_isUsage()
{
    const VerifierKey key = signer(u"log"_s).verifierKey();
    QCOMPARE(openNote(goodNote(), {key, key}).error().code, base::ErrorCode::Usage);
}

void TestNote::openNote_refused_data()
{
    QTest::addColumn<QByteArray>("note");
    QTest::addColumn<bool>("malformed"); // otherwise BadSignature
    const auto malformed = [](const char *name, const QByteArray &note) { QTest::newRow(name) << note << true; };
    const auto forged = [](const char *name, const QByteArray &note) { QTest::newRow(name) << note << false; };
    const QByteArray line = lineOf(signer(u"log"_s), kText);
    const QByteArray good = goodNote();
    const QByteArray base64 = line.sliced(line.lastIndexOf(' ') + 1).chopped(1);
    const auto signedAs = [&](const QByteArray &signatureLine) { return joined({kText, "\n", signatureLine}); };
    const QByteArray dash = "\xE2\x80\x94";

    malformed("empty", "");
    malformed("text only", kText);
    malformed("no signature lines", joined({kText, "\n"}));
    malformed("no blank line", joined({kText, line}));
    malformed("two blank lines", joined({kText, "\n\n", line}).append("\n\n"));
    malformed("blank line at the end", joined({good, "\n"}));
    malformed("no newline at the end", good.chopped(1));
    malformed("text after the signatures", joined({good, "more\n"}));
    malformed("carriage returns", QByteArray(good).replace("\n", "\r\n"));
    malformed("tab in the text", QByteArray(good).replace("local", "lo\tal"));
    malformed("NUL in the text", QByteArray(good).replace("local", QByteArray("lo\0al", 5)));
    malformed("delete in the text", QByteArray(good).replace("local", "lo\x7F"
                                                                      "al"));
    malformed("invalid UTF-8 in the text", QByteArray(good).replace("local", "lo\xFFl"));
    malformed("encoded surrogate in the text", QByteArray(good).replace("local", "lo\xED\xA0\x80l"));
    malformed("hyphen instead of the dash", signedAs(joined({"- log ", base64, "\n"})));
    malformed("en dash", signedAs(joined({"\xE2\x80\x93 log ", base64, "\n"})));
    malformed("no space after the dash", signedAs(joined({dash, "log ", base64, "\n"})));
    malformed("two spaces after the dash", signedAs(joined({dash, "  log ", base64, "\n"})));
    malformed("two spaces before the signature", signedAs(joined({dash, " log  ", base64, "\n"})));
    malformed("space after the signature", signedAs(joined({dash, " log ", base64, " \n"})));
    malformed("no name", signedAs(joined({dash, " ", base64, "\n"})));
    malformed("no signature", signedAs(joined({dash, " log\n"})));
    malformed("empty signature", signedAs(joined({dash, " log \n"})));
    malformed("plus in the name", signedAs(joined({dash, " lo+g ", base64, "\n"})));
    malformed("no-break space in the name", signedAs(joined({dash, " lo\xC2\xA0g ", base64, "\n"})));
    malformed("not base64", signedAs(joined({dash, " log ", base64.chopped(4), "a*b=\n"})));
    malformed("missing padding", signedAs(joined({dash, " log ", QByteArray("12345").toBase64().chopped(1), "\n"})));
    malformed("set spare bits", signedAs(joined({dash, " log MTIzNDV=\n"})));
    malformed("key id only", signedAs(joined({dash, " log ", QByteArray("1234").toBase64(), "\n"})));
    malformed("three bytes", signedAs(joined({dash, " log ", QByteArray("123").toBase64(), "\n"})));
    malformed("a malformed line of another key", signedAs(joined({line, dash, " other ???\n"})));
    malformed("more than 64 signatures", joined({kText, "\n", line.repeated(65)}));
    malformed("larger than the limit", joined({QByteArray(kMaxNoteBytes, 'x'), "\n\n", line}));
    malformed("byte order mark only", "\xEF\xBB\xBF");

    const VerifierKey key = signer(u"log"_s).verifierKey();
    const QByteArray shortSignature = key.keyId() + QByteArray(63, 'x');
    const QByteArray longSignature = key.keyId() + QByteArray(65, 'x');
    const QByteArray zeroSignature = key.keyId() + QByteArray(64, '\0');
    forged("another text", joined({QByteArray(kText).replace("5", "6"), "\n", line}));
    forged("a line more in the text", joined({kText, "more\n", "\n", line}));
    forged("signature of 63 bytes", signedAs(joined({dash, " log ", shortSignature.toBase64(), "\n"})));
    forged("signature of 65 bytes", signedAs(joined({dash, " log ", longSignature.toBase64(), "\n"})));
    forged("signature of zeros", signedAs(joined({dash, " log ", zeroSignature.toBase64(), "\n"})));
    forged("only unknown keys", signedAs(lineOf(signer(u"other"_s), kText)));
    forged("right key under another name", signedAs(QByteArray(line).replace(" log ", " gol ")));
    forged("a good and a bad signature of one key",
           signedAs(joined({line, dash, " log ", zeroSignature.toBase64(), "\n"})));
}

void TestNote::openNote_refused()
{
    QFETCH(QByteArray, note);
    QFETCH(bool, malformed);
    const auto opened = openNote(note, {signer(u"log"_s).verifierKey()});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, malformed ? base::ErrorCode::Malformed : base::ErrorCode::BadSignature);
    QVERIFY(!opened.error().message.isEmpty());
}

void TestNote::openNote_anyChangedByte_isRefused()
{
    const QByteArray good = goodNote();
    const VerifierKey key = signer(u"log"_s).verifierKey();
    QVERIFY(openNote(good, {key}));
    for (qsizetype at = 0; at < good.size(); ++at)
        for (const int change : {0x01, 0x20, 0x80}) {
            QByteArray changed = good;
            changed[at] = static_cast<char>(changed[at] ^ change);
            QVERIFY2(!openNote(changed, {key}), changed.constData());
        }
}

void TestNote::signNote_badTexts_areRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no newline at the end") << QByteArray("text");
    QTest::newRow("control character") << QByteArray("te\x01xt\n");
    QTest::newRow("invalid UTF-8") << QByteArray("te\xFFxt\n");
}

void TestNote::signNote_badTexts_areRefused()
{
    QFETCH(QByteArray, text);
    QCOMPARE(signNote(text, {signer(u"log"_s)}).error().code, base::ErrorCode::Malformed);
}

QTEST_APPLESS_MAIN(TestNote)
#include "tst_note.moc"
