#include "approval/keys.h"
#include "console/client/keypassphrase.h"
#include "support/tempfolder.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using base::ErrorCode;
using console::changeKeyPassphrase;

/// A key file is encrypted anew without a moment in which the key could be lost.
class TestKeyPassphrase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void change_opensWithTheNewPassphraseOnly_andLeavesNoOtherFile();
    void change_withAWrongPassphrase_changesNothing();
    void change_withoutANewPassphrase_changesNothing();
    void change_whileABackupIsThere_isRefused();
    void change_afterAnInterruptedOne_replacesItsNewFile();
    void change_throughALink_keepsTheLink();
    void change_ofAFileThatIsNotThere_saysSo();

private:
    [[nodiscard]] static QByteArray bytes(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<tests::TempFolder> m_folder;
    approval::SigningKey m_key = approval::SigningKey::generate();
    QString m_file;
};

void TestKeyPassphrase::init()
{
    m_folder = std::make_unique<tests::TempFolder>();
    m_file = m_folder->path(u"key.pem"_s);
    QVERIFY(approval::saveKeyFile(m_file, m_key, "first one"));
}

void TestKeyPassphrase::change_opensWithTheNewPassphraseOnly_andLeavesNoOtherFile()
{
    QVERIFY(changeKeyPassphrase(m_file, "first one", "second one"));
    const auto opened = approval::loadKeyFile(m_file, "second one");
    QVERIFY(opened);
    QCOMPARE(opened->publicKey().raw, m_key.publicKey().raw);
    QCOMPARE(approval::loadKeyFile(m_file, "first one").error().code, ErrorCode::WrongPassphrase);
    QCOMPARE(QFileInfo(m_file).permissions() & 0x0077, QFile::Permissions());
    QVERIFY(!QFileInfo::exists(m_file + u".bak"_s));
    QVERIFY(!QFileInfo::exists(m_file + u".new"_s));
}

void TestKeyPassphrase::change_withAWrongPassphrase_changesNothing()
{
    const QByteArray before = bytes(m_file);
    QCOMPARE(changeKeyPassphrase(m_file, "another", "second one").error().code, ErrorCode::WrongPassphrase);
    QCOMPARE(bytes(m_file), before);
}

void TestKeyPassphrase::change_withoutANewPassphrase_changesNothing()
{
    const QByteArray before = bytes(m_file);
    QCOMPARE(changeKeyPassphrase(m_file, "first one", {}).error().code, ErrorCode::Usage);
    QCOMPARE(bytes(m_file), before);
    QVERIFY(!QFileInfo::exists(m_file + u".bak"_s));
}

void TestKeyPassphrase::change_whileABackupIsThere_isRefused()
{
    const QByteArray before = bytes(m_file);
    QVERIFY(approval::saveKeyFile(m_file + u".bak"_s, approval::SigningKey::generate(), "somebody's"));
    const QByteArray kept = bytes(m_file + u".bak"_s);
    const auto changed = changeKeyPassphrase(m_file, "first one", "second one");
    QCOMPARE(changed.error().code, ErrorCode::AlreadyExists);
    QVERIFY(changed.error().message.contains(u".bak"_s));
    QCOMPARE(bytes(m_file), before);
    QCOMPARE(bytes(m_file + u".bak"_s), kept);
}

void TestKeyPassphrase::change_afterAnInterruptedOne_replacesItsNewFile()
{
    QVERIFY(approval::saveKeyFile(m_file + u".new"_s, m_key, "half done"));
    QVERIFY(changeKeyPassphrase(m_file, "first one", "second one"));
    QVERIFY(approval::loadKeyFile(m_file, "second one"));
    QVERIFY(!QFileInfo::exists(m_file + u".new"_s));
}

void TestKeyPassphrase::change_throughALink_keepsTheLink()
{
    const QString link = m_folder->path(u"link.pem"_s);
    QVERIFY(QFile::link(m_file, link));
    QVERIFY(changeKeyPassphrase(link, "first one", "second one"));
    QVERIFY(QFileInfo(link).isSymLink());
    QVERIFY(approval::loadKeyFile(m_file, "second one"));
}

void TestKeyPassphrase::change_ofAFileThatIsNotThere_saysSo()
{
    QCOMPARE(changeKeyPassphrase(m_folder->path(u"none.pem"_s), "a", "b").error().code, ErrorCode::NotFound);
}

QTEST_GUILESS_MAIN(TestKeyPassphrase)
#include "tst_keypassphrase.moc"
