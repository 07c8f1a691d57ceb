#include "approval/outbox.h"
#include "support/tempfolder.h"
#include "unit/approval/samples.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>
#include <thread>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::DecisionEnvelope;
using approval::Outbox;
using base::ErrorCode;

namespace {

DecisionEnvelope envelope(int number)
{
    approval::DecisionBody body = tests::approvalOfWithdrawal();
    body.nonce = tests::nonceOf(number);
    return signDecision(body, tests::keyOf('k'), 0);
}

QStringList noncesOf(const Outbox &outbox)
{
    QStringList nonces;
    const auto contents = outbox.list();
    if (!contents)
        return {contents.error().message};
    for (const approval::OutboxEntry &entry : contents->entries)
        nonces.append(entry.nonce);
    return nonces;
}

void append(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class tst_Outbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noFile_isEmpty();
    void append_isListedInOrderAndVerifies();
    void append_sameNonce_alreadyExists();
    void append_noDecision_isMalformed();
    void append_cannotWrite_isAnError();
    void remove_takesOne();
    void tornLastLine_atManyPlaces_isReportedAndDropped();
    void tornLastLine_byRemove_isDropped();
    void unreadableLine_isKeptAndReported();
    void file_othersMayRead_isRefused();
    void file_isPrivate();
    void threads_appendAtOnce_loseNothing();
};

void tst_Outbox::noFile_isEmpty()
{
    const tests::TempFolder folder;
    Outbox outbox(folder.path(u"outbox.jsonl"_s));
    const auto contents = outbox.list();
    QVERIFY(contents);
    QVERIFY(contents->entries.isEmpty());
    QVERIFY(!contents->tornLastLine);
    QCOMPARE(outbox.remove(tests::nonceOf(1)).error().code, ErrorCode::NotFound);
    QVERIFY(!QFileInfo::exists(folder.path(u"outbox.jsonl"_s))); // looking makes no file
}

void tst_Outbox::append_isListedInOrderAndVerifies()
{
    const tests::TempFolder folder;
    Outbox outbox(folder.path(u"outbox.jsonl"_s));
    for (const int number : {3, 1, 2})
        QVERIFY(outbox.append(envelope(number)));
    const auto contents = Outbox(folder.path(u"outbox.jsonl"_s)).list();
    QVERIFY(contents);
    QCOMPARE(noncesOf(outbox), (QStringList{tests::nonceOf(3), tests::nonceOf(1), tests::nonceOf(2)}));
    for (const approval::OutboxEntry &entry : contents->entries)
        QVERIFY(verifyDecision(entry.envelope, tests::keyOf('k').publicKey()));
    QVERIFY(contents->unreadableLines.isEmpty());
    QVERIFY(!contents->tornLastLine);
}

void tst_Outbox::append_sameNonce_alreadyExists()
{
    const tests::TempFolder folder;
    Outbox outbox(folder.path(u"outbox.jsonl"_s));
    QVERIFY(outbox.append(envelope(1)));
    QCOMPARE(outbox.append(envelope(1)).error().code, ErrorCode::AlreadyExists);
    QCOMPARE(noncesOf(outbox).size(), 1);
}

void tst_Outbox::append_noDecision_isMalformed()
{
    const tests::TempFolder folder;
    Outbox outbox(folder.path(u"outbox.jsonl"_s));
    QCOMPARE(outbox.append({}).error().code, ErrorCode::Malformed);
    QCOMPARE(outbox.append({"{}", QByteArray(64, 's'), 0}).error().code, ErrorCode::Malformed);
    QVERIFY(noncesOf(outbox).isEmpty());
}

void tst_Outbox::append_cannotWrite_isAnError()
{
    const tests::TempFolder folder;
    Outbox outbox(folder.path(u"none/outbox.jsonl"_s));
    QCOMPARE(outbox.append(envelope(1)).error().code, ErrorCode::NotFound);
}

void tst_Outbox::remove_takesOne()
{
    const tests::TempFolder folder;
    Outbox outbox(folder.path(u"outbox.jsonl"_s));
    for (int number = 1; number <= 3; ++number)
        QVERIFY(outbox.append(envelope(number)));
    QVERIFY(outbox.remove(tests::nonceOf(2)));
    QCOMPARE(noncesOf(outbox), (QStringList{tests::nonceOf(1), tests::nonceOf(3)}));
    QCOMPARE(outbox.remove(tests::nonceOf(2)).error().code, ErrorCode::NotFound);
    QVERIFY(outbox.remove(tests::nonceOf(1)));
    QVERIFY(outbox.remove(tests::nonceOf(3)));
    QVERIFY(noncesOf(outbox).isEmpty());
    QVERIFY(outbox.append(envelope(2)));
    QCOMPARE(noncesOf(outbox), QStringList{tests::nonceOf(2)});
}

void tst_Outbox::tornLastLine_atManyPlaces_isReportedAndDropped()
{
    const tests::TempFolder folder;
    const QString path = folder.path(u"outbox.jsonl"_s);
    Outbox outbox(path);
    QVERIFY(outbox.append(envelope(1)));
    const QByteArray whole = tests::readFile(path);
    const QByteArray line = QByteArray(envelope(2).toJson() + '\n');
    for (qsizetype size = 1; size < line.size(); size += 41) {
        QVERIFY(QFile::resize(path, whole.size()));
        append(path, line.first(size));
        const auto contents = outbox.list();
        QVERIFY(contents);
        QVERIFY(contents->tornLastLine);
        QCOMPARE(noncesOf(outbox), QStringList{tests::nonceOf(1)});
        QVERIFY(outbox.append(envelope(3)));
        QVERIFY(!outbox.list()->tornLastLine);
        QCOMPARE(noncesOf(outbox), (QStringList{tests::nonceOf(1), tests::nonceOf(3)}));
        QVERIFY(outbox.list()->unreadableLines.isEmpty());
    }
}

void tst_Outbox::tornLastLine_byRemove_isDropped()
{
    const tests::TempFolder folder;
    const QString path = folder.path(u"outbox.jsonl"_s);
    Outbox outbox(path);
    QVERIFY(outbox.append(envelope(1)));
    QVERIFY(outbox.append(envelope(2)));
    append(path, "{\"body\":\"e30");
    QVERIFY(outbox.remove(tests::nonceOf(1)));
    QCOMPARE(noncesOf(outbox), QStringList{tests::nonceOf(2)});
    QVERIFY(!outbox.list()->tornLastLine);
}

void tst_Outbox::unreadableLine_isKeptAndReported()
{
    const tests::TempFolder folder;
    const QString path = folder.path(u"outbox.jsonl"_s);
    Outbox outbox(path);
    QVERIFY(outbox.append(envelope(1)));
    append(path, "hello\n\n");
    QVERIFY(outbox.append(envelope(2)));
    QCOMPARE(outbox.list()->unreadableLines, (QList<int>{2, 3}));
    QVERIFY(outbox.remove(tests::nonceOf(1)));
    QCOMPARE(outbox.list()->unreadableLines, (QList<int>{1, 2}));
    QVERIFY(tests::readFile(path).startsWith("hello\n\n"));
    QCOMPARE(noncesOf(outbox), QStringList{tests::nonceOf(2)});
}

void tst_Outbox::file_othersMayRead_isRefused()
{
    const tests::TempFolder folder;
    const QString path = folder.path(u"outbox.jsonl"_s);
    Outbox outbox(path);
    QVERIFY(outbox.append(envelope(1)));
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0644), 0);
    QCOMPARE(outbox.list().error().code, ErrorCode::Io);
    QCOMPARE(outbox.append(envelope(2)).error().code, ErrorCode::Io);
}

void tst_Outbox::file_isPrivate()
{
    const tests::TempFolder folder;
    const QString path = folder.path(u"outbox.jsonl"_s);
    Outbox outbox(path);
    QVERIFY(outbox.append(envelope(1)));
    QVERIFY(outbox.append(envelope(2)));
    QVERIFY(outbox.remove(tests::nonceOf(1)));
    struct stat status = {};
    QCOMPARE(::stat(QFile::encodeName(path).constData(), &status), 0);
    QCOMPARE(status.st_mode & 0777, mode_t(0600));
}

void tst_Outbox::threads_appendAtOnce_loseNothing()
{
    const tests::TempFolder folder;
    const QString path = folder.path(u"outbox.jsonl"_s);
    std::vector<std::thread> threads;
    std::atomic<int> failures = 0;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            Outbox outbox(path);
            for (int number = 0; number < 10; ++number) {
                if (!outbox.append(envelope(thread * 100 + number)))
                    ++failures;
                if (number % 2 == 1 && !outbox.remove(tests::nonceOf(thread * 100 + number)))
                    ++failures;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(failures.load(), 0);
    QCOMPARE(noncesOf(Outbox(path)).size(), 20);
    QVERIFY(Outbox(path).list()->unreadableLines.isEmpty());
}

QTEST_GUILESS_MAIN(tst_Outbox)
#include "tst_outbox.moc"
