#include "approval/evidencefile.h"
#include "base/digest.h"
#include "support/tempfolder.h"

#include <QtTest>

#include <sys/stat.h>

using namespace obstat;
using namespace obstat::tests;
using namespace Qt::StringLiterals;

/// Contract 7.5: what is signed as evidence is the digest of a file that can be shown again.
class TestEvidenceFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void file_isNamedByTheDigestOfItsBytes();
    void whatIsNoFile_isRefused_data();
    void whatIsNoFile_isRefused();
    void tooLarge_isRefused();

private:
    TempFolder m_folder;
};

void TestEvidenceFile::file_isNamedByTheDigestOfItsBytes()
{
    // FIPS 180-4, the one-block example.
    QFile file(m_folder.path(u"abc"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("abc");
    file.close();
    const auto digest = approval::evidenceDigest(file.fileName());
    QVERIFY(digest.has_value());
    QCOMPARE(*digest, u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s);
}

void TestEvidenceFile::whatIsNoFile_isRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<base::ErrorCode>("code");
    QTest::newRow("missing") << u"missing"_s << base::ErrorCode::NotFound;
    QTest::newRow("empty") << u"empty"_s << base::ErrorCode::Malformed;
    QTest::newRow("folder") << u"folder"_s << base::ErrorCode::Malformed;
    QTest::newRow("pipe that nobody writes") << u"pipe"_s << base::ErrorCode::Malformed;
}

void TestEvidenceFile::whatIsNoFile_isRefused()
{
    QFETCH(QString, name);
    const QString path = m_folder.path(name);
    if (name == u"empty") {
        QVERIFY(QFile(path).open(QIODevice::WriteOnly));
    } else if (name == u"folder") {
        QVERIFY(QDir().mkpath(path));
    } else if (name == u"pipe") {
        QCOMPARE(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    }
    const auto digest = approval::evidenceDigest(path);
    QVERIFY(!digest.has_value());
    QTEST(digest.error().code, "code");
    QVERIFY(digest.error().message.contains(path));
}

void TestEvidenceFile::tooLarge_isRefused()
{
    QFile file(m_folder.path(u"large"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(qint64(64) * 1024 * 1024 + 1));
    const auto digest = approval::evidenceDigest(file.fileName());
    QVERIFY(!digest.has_value());
    QCOMPARE(digest.error().code, base::ErrorCode::TooLarge);
}

QTEST_GUILESS_MAIN(TestEvidenceFile)
#include "tst_evidencefile.moc"
