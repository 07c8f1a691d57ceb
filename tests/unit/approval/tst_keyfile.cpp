#include "approval/frozenplan.h"
#include "approval/keys.h"
#include "support/tempfolder.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::SigningKey;
using base::ErrorCode;

namespace {

const QByteArray kPassphrase = "correct horse battery staple";

/// One key for all rows: scrypt is meant to be slow.
const SigningKey &oneKey()
{
    static const SigningKey key = SigningKey::generate();
    return key;
}

const QByteArray &onePem()
{
    static const QByteArray pem = oneKey().toPem(kPassphrase).value();
    return pem;
}

mode_t modeOf(const QString &path)
{
    struct stat status = {};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0 ? status.st_mode & 07777 : 0;
}

struct Answer
{
    int exitCode = -1;
    QByteArray output;
};

std::optional<Answer> openssl(const QStringList &arguments)
{
    QProcess process;
    process.start(u"openssl"_s, arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished())
        return std::nullopt;
    return Answer{process.exitCode(), process.readAllStandardOutput()};
}

bool hasOpenssl()
{
    if (!QStandardPaths::findExecutable(u"openssl"_s).isEmpty())
        return true;
    qWarning("NOT TESTED: the program openssl is missing");
    return false;
}

} // namespace

class tst_KeyFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pem_roundTrip_isTheSameKey();
    void pem_twice_differsBySalt();
    void pem_wrongPassphrase_isSaid_data();
    void pem_wrongPassphrase_isSaid();
    void pem_emptyPassphrase_isRefused();
    void pem_notOurs_isMalformed_data();
    void pem_notOurs_isMalformed();
    void file_underAnyUmask_is0600_data();
    void file_underAnyUmask_is0600();
    void file_thatExists_isNeverOverwritten();
    void file_linkThatPointsNowhere_isNotFollowed();
    void file_othersMayReadIt_isRefused_data();
    void file_othersMayReadIt_isRefused();
    void file_missingPipeOrFolder_isAnError();
    void file_tooLarge_isMalformed();
    void instanceKey_roundTripAndRefusals();
    void cli_opensslPkey_readsOurFile();
    void cli_opensslScrypt_isReadByUs();
    void cli_otherKeys_areRefused_data();
    void cli_otherKeys_areRefused();
};

void tst_KeyFile::pem_roundTrip_isTheSameKey()
{
    const SigningKey key = SigningKey::generate();
    const auto pem = key.toPem(kPassphrase);
    QVERIFY(pem);
    QVERIFY(pem->startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
    const auto read = SigningKey::fromPem(*pem, kPassphrase);
    QVERIFY(read);
    QCOMPARE(read->publicKey().raw, key.publicKey().raw);
    QCOMPARE(read->sign("text"), key.sign("text"));
}

void tst_KeyFile::pem_twice_differsBySalt()
{
    const SigningKey key = SigningKey::generate();
    QVERIFY(key.toPem(kPassphrase).value() != key.toPem(kPassphrase).value());
}

void tst_KeyFile::pem_wrongPassphrase_isSaid_data()
{
    QTest::addColumn<QByteArray>("passphrase");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("another") << QByteArray("wrong");
    QTest::newRow("with a line end") << QByteArray(kPassphrase + '\n');
    QTest::newRow("its start") << kPassphrase.chopped(1);
    QTest::newRow("with a zero byte inside") << QByteArray(kPassphrase).insert(7, '\0');
}

void tst_KeyFile::pem_wrongPassphrase_isSaid()
{
    QFETCH(QByteArray, passphrase);
    const auto read = SigningKey::fromPem(onePem(), passphrase);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::WrongPassphrase);
}

void tst_KeyFile::pem_emptyPassphrase_isRefused()
{
    QVERIFY(!SigningKey::generate().toPem({}));
}

void tst_KeyFile::pem_notOurs_isMalformed_data()
{
    const QByteArray pem = onePem();
    QTest::addColumn<QByteArray>("pem");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("not a key");
    QTest::newRow("only its first line") << pem.first(pem.indexOf('\n') + 1);
    QTest::newRow("cut in the middle") << pem.first(pem.size() / 2);
    QTest::newRow("other label") << QByteArray(pem).replace("ENCRYPTED PRIVATE", "RSA PRIVATE");
    QTest::newRow("not encrypted") << QByteArray("-----BEGIN PRIVATE KEY-----\n"
                                                 "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
                                                 "-----END PRIVATE KEY-----\n");
    QTest::newRow("asks for a passphrase by a header")
        << QByteArray(pem).replace("-----\nM", "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,"
                                               "00112233445566778899AABBCCDDEEFF\n\nM");
    QTest::newRow("no base64") << QByteArray(pem).replace("\nM", "\n*");
}

void tst_KeyFile::pem_notOurs_isMalformed()
{
    QFETCH(QByteArray, pem);
    const auto read = SigningKey::fromPem(pem, kPassphrase);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Malformed);
}

void tst_KeyFile::file_underAnyUmask_is0600_data()
{
    QTest::addColumn<int>("mask");
    QTest::newRow("umask 0") << 0;
    QTest::newRow("umask 0022") << 0022;
    QTest::newRow("umask 0777") << 0777;
}

void tst_KeyFile::file_underAnyUmask_is0600()
{
    QFETCH(int, mask);
    const tests::TempFolder folder;
    const SigningKey key = SigningKey::generate();
    const mode_t before = ::umask(mode_t(mask));
    const auto saved = approval::saveKeyFile(folder.path(u"me.key"_s), key, kPassphrase);
    ::umask(before);
    QVERIFY(saved);
    QCOMPARE(modeOf(folder.path(u"me.key"_s)), mode_t(0600));
    const auto loaded = approval::loadKeyFile(folder.path(u"me.key"_s), kPassphrase);
    QVERIFY(loaded);
    QCOMPARE(loaded->publicKey().raw, key.publicKey().raw);
}

void tst_KeyFile::file_thatExists_isNeverOverwritten()
{
    const tests::TempFolder folder;
    const QString path = folder.write(u"me.key"_s, "precious");
    const auto saved = approval::saveKeyFile(path, SigningKey::generate(), kPassphrase);
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, ErrorCode::AlreadyExists);
    QCOMPARE(tests::readFile(path), QByteArray("precious"));
}

void tst_KeyFile::file_linkThatPointsNowhere_isNotFollowed()
{
    const tests::TempFolder folder;
    QVERIFY(QFile::link(folder.path(u"elsewhere"_s), folder.path(u"me.key"_s)));
    QVERIFY(!approval::saveKeyFile(folder.path(u"me.key"_s), SigningKey::generate(), kPassphrase));
    QVERIFY(!QFileInfo::exists(folder.path(u"elsewhere"_s)));
}

void tst_KeyFile::file_othersMayReadIt_isRefused_data()
{
    QTest::addColumn<int>("mode");
    QTest::newRow("group reads") << 0640;
    QTest::newRow("all read") << 0604;
    QTest::newRow("group writes") << 0620;
    QTest::newRow("all execute") << 0601;
    QTest::newRow("everything") << 0777;
}

void tst_KeyFile::file_othersMayReadIt_isRefused()
{
    QFETCH(int, mode);
    const tests::TempFolder folder;
    const QString path = folder.write(u"me.key"_s, onePem());
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode_t(mode)), 0);
    const auto loaded = approval::loadKeyFile(path, kPassphrase);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::Io);
    QVERIFY(loaded.error().message.contains(path));
}

void tst_KeyFile::file_missingPipeOrFolder_isAnError()
{
    const tests::TempFolder folder;
    QCOMPARE(approval::loadKeyFile(folder.path(u"none"_s), kPassphrase).error().code, ErrorCode::NotFound);
    QCOMPARE(approval::loadKeyFile(folder.path(), kPassphrase).error().code, ErrorCode::Io);
    const QString pipe = folder.path(u"pipe"_s);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QCOMPARE(approval::loadKeyFile(pipe, kPassphrase).error().code, ErrorCode::Io);
    const auto saved = approval::saveKeyFile(folder.path(u"none/me.key"_s), SigningKey::generate(), kPassphrase);
    QCOMPARE(saved.error().code, ErrorCode::NotFound);
}

void tst_KeyFile::file_tooLarge_isMalformed()
{
    const tests::TempFolder folder;
    const QString path = folder.write(u"me.key"_s, QByteArray(100'000, 'x'));
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0600), 0);
    QCOMPARE(approval::loadKeyFile(path, kPassphrase).error().code, ErrorCode::Malformed);
}

void tst_KeyFile::instanceKey_roundTripAndRefusals()
{
    const tests::TempFolder folder;
    const QString path = folder.path(u"ledger.key"_s);
    const QByteArray key(32, '\xa5');
    QVERIFY(approval::saveInstanceKey(path, key));
    QCOMPARE(modeOf(path), mode_t(0600));
    QCOMPARE(tests::readFile(path).trimmed(), key.toHex());
    QCOMPARE(approval::loadInstanceKey(path).value(), key);
    QCOMPARE(approval::saveInstanceKey(path, key).error().code, ErrorCode::AlreadyExists);
    QCOMPARE(approval::saveInstanceKey(folder.path(u"b"_s), key.first(31)).error().code, ErrorCode::Malformed);
    QCOMPARE(approval::loadInstanceKey(folder.path(u"none"_s)).error().code, ErrorCode::NotFound);
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0644), 0);
    QCOMPARE(approval::loadInstanceKey(path).error().code, ErrorCode::Io);
    for (const QByteArray &text : {QByteArray(), QByteArray(64, 'g'), QByteArray(62, 'a'), QByteArray(66, 'a'),
                                   QByteArray(64, 'A'), QByteArray(5000, 'a')}) {
        const QString bad = folder.write(u"bad.key"_s, text);
        QCOMPARE(::chmod(QFile::encodeName(bad).constData(), 0600), 0);
        QCOMPARE(approval::loadInstanceKey(bad).error().code, ErrorCode::Malformed);
    }
}

void tst_KeyFile::cli_opensslPkey_readsOurFile()
{
    if (!hasOpenssl())
        QSKIP("no openssl program");
    const tests::TempFolder folder;
    const QString path = folder.path(u"me.key"_s);
    const SigningKey key = SigningKey::generate();
    QVERIFY(approval::saveKeyFile(path, key, kPassphrase));
    const QString pass = u"pass:"_s + QString::fromLatin1(kPassphrase);
    const auto shown = openssl({u"pkey"_s, u"-in"_s, path, u"-passin"_s, pass, u"-pubout"_s, u"-outform"_s, u"DER"_s});
    QVERIFY(shown);
    QCOMPARE(shown->exitCode, 0);
    QCOMPARE(shown->output.last(32), key.publicKey().raw);
    const auto structure = openssl({u"asn1parse"_s, u"-in"_s, path});
    QVERIFY(structure);
    for (const char *part : {":PBES2", ":scrypt", ":4000", ":08", ":aes-256-cbc"})
        QVERIFY2(structure->output.contains(part), structure->output.constData());
    QCOMPARE(structure->output.count("INTEGER           :08"), 2); // r and p
}

void tst_KeyFile::cli_opensslScrypt_isReadByUs()
{
    if (!hasOpenssl())
        QSKIP("no openssl program");
    const tests::TempFolder folder;
    const QString plain = folder.path(u"plain.pem"_s);
    const QString path = folder.path(u"scrypt.pem"_s);
    QCOMPARE(openssl({u"genpkey"_s, u"-algorithm"_s, u"ed25519"_s, u"-out"_s, plain})->exitCode, 0);
    QCOMPARE(
        openssl({u"pkcs8"_s, u"-topk8"_s, u"-scrypt"_s, u"-in"_s, plain, u"-out"_s, path, u"-passout"_s, u"pass:abc"_s})
            ->exitCode,
        0);
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0600), 0);
    const auto key = approval::loadKeyFile(path, "abc");
    QVERIFY2(key, key ? "" : qPrintable(key.error().message));
    const auto publicDer = openssl({u"pkey"_s, u"-in"_s, plain, u"-pubout"_s, u"-outform"_s, u"DER"_s});
    QCOMPARE(publicDer->output.last(32), key->publicKey().raw);
}

void tst_KeyFile::cli_otherKeys_areRefused_data()
{
    QTest::addColumn<QString>("algorithm");
    QTest::addColumn<QStringList>("encryption");
    QTest::newRow("PBKDF2 instead of scrypt") << u"ed25519"_s << QStringList{u"-v2"_s, u"aes-256-cbc"_s};
    QTest::newRow("scrypt too cheap") << u"ed25519"_s << QStringList{u"-scrypt"_s, u"-scrypt_N"_s, u"1024"_s};
    QTest::newRow("X25519") << u"x25519"_s << QStringList{u"-scrypt"_s};
    QTest::newRow("Ed448") << u"ed448"_s << QStringList{u"-scrypt"_s};
}

void tst_KeyFile::cli_otherKeys_areRefused()
{
    QFETCH(QString, algorithm);
    QFETCH(QStringList, encryption);
    if (!hasOpenssl())
        QSKIP("no openssl program");
    const tests::TempFolder folder;
    const QString plain = folder.path(u"plain.pem"_s);
    const QString path = folder.path(u"other.pem"_s);
    QCOMPARE(openssl({u"genpkey"_s, u"-algorithm"_s, algorithm, u"-out"_s, plain})->exitCode, 0);
    const QStringList command{u"pkcs8"_s, u"-topk8"_s, u"-in"_s, plain, u"-out"_s, path, u"-passout"_s, u"pass:abc"_s};
    QCOMPARE(openssl(command + encryption)->exitCode, 0);
    const auto key = SigningKey::fromPem(tests::readFile(path), "abc");
    QVERIFY(!key);
    QCOMPARE(key.error().code, ErrorCode::Malformed);
}

QTEST_GUILESS_MAIN(tst_KeyFile)
#include "tst_keyfile.moc"
