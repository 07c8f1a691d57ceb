#include "contract/ledgerundertest.h"
#include "evidence/compactrange.h"
#include "evidence/verifierkey.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"
#include "ledger/statement.h"

#include <QFile>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using ledger::LedgerReader;
using ledger::LedgerVerifier;
using ledger::SqliteConnection;
using ledger::VerifyReport;

namespace {

/// What somebody with the file can do first.
const QStringList kUnlocked{u"DROP TRIGGER event_no_update"_s, u"DROP TRIGGER event_no_delete"_s,
                            u"DROP TRIGGER payload_no_update"_s};

QString allFindings(const VerifyReport &report)
{
    QStringList lines;
    for (const auto &finding : report.findings)
        lines.append(u"[event %1, operation %2] %3"_s.arg(finding.event).arg(finding.operation).arg(finding.what));
    return lines.join(u'\n');
}

} // namespace

/// Evidence.md 6 and contract 10: a ledger made by the real writer, edited behind its back. Each row is one edit in
/// SQL; what is found must name it.
class TestLedgerVerifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// One ledger with every kind of row; each test works on a copy of it.
    void initTestCase()
    {
        auto paid = m_made.submit(LedgerUnderTest::payment(u"WD-1"_s)); // operation 1: succeeded
        QCOMPARE(m_made.decide(*paid.operation, u"approve"_s).code, u"admitted"_s);
        m_made.clock.advance(base::kSecond);
        QCOMPARE(m_made.execute(AttemptOutcome::Succeeded).status, ledger::Status::Succeeded);
        QCOMPARE(m_made.submit(LedgerUnderTest::payment(u"WD-1"_s)).code, u"repeated"_s);
        QCOMPARE(m_made.submit(LedgerUnderTest::payment(u"WD-1"_s, u"9999"_s)).code, u"conflict"_s);
        auto refused = m_made.submit(LedgerUnderTest::payment(u"WD-2"_s)); // operation 2: rejected
        QCOMPARE(m_made.decide(*refused.operation, u"reject"_s).code, u"admitted"_s);
        QCOMPARE(m_made.decide(*refused.operation, u"approve"_s, u"mayr"_s).code, u"lost"_s);
        m_made.submit(LedgerUnderTest::payment(u"WD-3"_s, u"10"_s, true)); // operation 3: automatic, unknown
        const auto claim = m_made.claimOne();
        const int number = m_made.start(claim);
        m_made.clock.advance(30 * base::kSecond);
        QVERIFY(m_made.writer().attemptTimedOut(claim.operation.id, claim.fence, number));
        m_made.submit(LedgerUnderTest::payment(u"WD-4"_s)); // operation 4: awaiting
        QCOMPARE(m_made.submit(LedgerUnderTest::payment(u"BLOCKED"_s)).code, u"denied"_s);
        auto withdrawn = m_made.submit(LedgerUnderTest::payment(u"WD-5"_s)); // operation 5: withdrawn, with a reason
        QVERIFY(m_made.writer().withdraw(u"acme"_s, u"ops-agent-3"_s, withdrawn.operation->id, u"not needed"_s));
        QVERIFY(m_made.writer().seal());
        m_made.submit(LedgerUnderTest::payment(u"WD-6"_s)); // operation 6: after the last checkpoint
        m_key = m_made.writer().logVerifierKey();
        m_made.close();
    }

    void verify_theUntouchedLedger_isWhole()
    {
        const TempFolder folder;
        const QString file = copyTo(folder, true);
        const VerifyReport report = verified(file);
        QVERIFY2(report.whole, qPrintable(allFindings(report)));
        QCOMPARE(report.operations, 6);
        QCOMPARE(report.checkpoints, 1);
        QVERIFY(report.values > 10);
        QVERIFY(report.events > 20);
        QCOMPARE(report.root.size(), 64);
        QVERIFY(verified(file, false).whole);
    }

    void verify_oneEdit_isFoundAndNamed_data()
    {
        QTest::addColumn<QStringList>("edit");
        QTest::addColumn<QString>("named"); ///< must stand in one of the findings
        const auto row = [](const char *name, const QStringList &edit, const QString &named) {
            QTest::newRow(name) << edit << named;
        };
        // The log itself.
        row("an edited leaf",
            {u"UPDATE event SET leaf = CAST(replace(CAST(leaf AS TEXT), 'small_and_known', 'small_and_knowm') AS BLOB) "
             "WHERE kind = 'planned' AND operation = 3"_s},
            u"event"_s);
        row("an edited leaf that is still an event",
            {u"UPDATE event SET leaf = CAST(replace(CAST(leaf AS TEXT), '\"operation\":1', '\"operation\":2') AS "
             u"BLOB), "
             "operation = 2 WHERE kind = 'claimed' AND operation = 1"_s},
            u"event"_s);
        row("the newest event deleted", {u"DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)"_s}, u"event"_s);
        row("an event in the middle deleted", {u"DELETE FROM event WHERE seq = 7"_s}, u"event 7"_s);
        row("an inserted event",
            {u"INSERT INTO event SELECT seq + 1, at, kind, tenant, operation, actor, run, leaf FROM event WHERE seq = "
             "(SELECT max(seq) FROM event)"_s},
            u"event"_s);
        row("two events swapped",
            {u"CREATE TABLE swap AS SELECT * FROM event WHERE seq IN (8, 9)"_s,
             u"DELETE FROM event WHERE seq IN (8, 9)"_s,
             u"INSERT INTO event SELECT 17 - seq, at, kind, tenant, operation, actor, run, leaf FROM swap"_s},
            u"event 8"_s);
        row("an event moved to another operation by its column",
            {u"UPDATE event SET operation = 2 WHERE kind = 'claimed' AND operation = 1"_s}, u"columns of event"_s);
        row("the event of a run renamed by its column", {u"UPDATE event SET run = 'x' WHERE kind = 'conflict'"_s},
            u"columns of event"_s);
        row("an operation's event made nobody's", {u"UPDATE event SET operation = NULL WHERE kind = 'conflict'"_s},
            u"columns of event"_s);
        row("the head row's range", {u"UPDATE head SET range = zeroblob(length(range))"_s}, u"event"_s);
        row("the head row's size", {u"UPDATE head SET size = size - 1"_s}, u"event"_s);
        row("the head row's number of operations is absurd", {u"UPDATE head SET operations = 9000000000000000"_s},
            u"does not count the operations"_s);
        row("an absurd operation of an event",
            {u"UPDATE event SET operation = 9000000000000000 WHERE kind = 'conflict'"_s}, u"columns of event"_s);
        row("an absurd size of the head row", {u"UPDATE head SET size = 9000000000000000"_s}, u"event"_s);
        // Values.
        row("edited arguments",
            {u"UPDATE payload SET bytes = CAST('{\"amount\":\"1\",\"record\":\"WD-1\"}' AS BLOB) WHERE digest = "
             u"(SELECT "
             "payload_digest FROM operation WHERE id = 1)"_s},
            u"Changed, the bytes have another digest: the "_s);
        row("an edited result",
            {u"UPDATE payload SET bytes = CAST('{\"id\":\"inv_92\"}' AS BLOB) WHERE digest = (SELECT result_digest "
             u"FROM "
             "operation WHERE id = 1)"_s},
            u"Changed, the bytes have another digest: the "_s);
        row("an edited salt",
            {u"UPDATE payload SET salt = zeroblob(16) WHERE digest = (SELECT result_digest FROM operation WHERE id = 1)"_s},
            u"Changed, the bytes have another digest: the "_s);
        row("deleted arguments",
            {u"DELETE FROM payload WHERE digest = (SELECT payload_digest FROM operation WHERE id = 1)"_s},
            u"Missing from the ledger: the arguments that event"_s);
        row("a deleted result",
            {u"DELETE FROM payload WHERE digest = (SELECT result_digest FROM operation WHERE id = 1)"_s},
            u"Missing from the ledger: the result that event"_s);
        row("a deleted request", {u"DELETE FROM payload WHERE digest = (SELECT request_digest FROM attempt LIMIT 1)"_s},
            u"request that event"_s);
        row("the second payload of a conflict deleted",
            {u"DELETE FROM payload WHERE digest = (SELECT payload_digest FROM conflict)"_s}, u"that event"_s);
        row("an edited policy text",
            {u"UPDATE document SET bytes = CAST(bytes || x'20' AS BLOB) WHERE kind = 'policy'"_s},
            u"Changed, the bytes have another digest: the policy that event"_s);
        row("a deleted registry entry", {u"DELETE FROM document WHERE kind = 'entry' AND name = 'pay'"_s},
            u"registry entry that event"_s);
        // Rows of operations.
        row("a status", {u"UPDATE operation SET status = 'succeeded' WHERE id = 3"_s},
            u"Operation 3 is succeeded in its row"_s);
        row("a rejection undone", {u"UPDATE operation SET status = 'awaiting_approval' WHERE id = 2"_s},
            u"Operation 2 is awaiting_approval in its row"_s);
        row("a plan approved by hand",
            {u"UPDATE operation SET status = 'approved', version = version + 1 WHERE id = 4"_s},
            u"Operation 4 is approved in its row"_s);
        row("a version", {u"UPDATE operation SET version = 9 WHERE id = 4"_s}, u"operation 4 has the version"_s);
        row("a reference", {u"UPDATE operation SET reference = 'inv_92' WHERE id = 1"_s},
            u"operation 1 has the reference"_s);
        row("a result digest of another value",
            {u"UPDATE operation SET result_digest = (SELECT request_digest FROM attempt LIMIT 1) WHERE id = 1"_s},
            u"operation 1 has the result digest"_s);
        row("a payload digest of another value",
            {u"UPDATE operation SET payload_digest = (SELECT payload_digest FROM operation WHERE id = 1) WHERE id = 4"_s},
            u"operation 4 has the arguments digest"_s);
        row("facts",
            {u"UPDATE operation SET facts_digest = (SELECT facts_digest FROM operation WHERE id = 3) WHERE id = 4"_s},
            u"operation 4 has the facts digest"_s);
        row("an actor", {u"UPDATE operation SET actor = 'keller' WHERE id = 1"_s}, u"operation 1 has the actor"_s);
        row("a tenant", {u"UPDATE operation SET tenant = 'globex' WHERE id = 1"_s}, u"operation 1 has the tenant"_s);
        row("a run", {u"UPDATE operation SET run = 'r-2' WHERE id = 1"_s}, u"operation 1 has the run"_s);
        row("a rule", {u"UPDATE operation SET rule = 'other' WHERE id = 3"_s}, u"operation 3 has the rule"_s);
        row("a role", {u"UPDATE operation SET role = 'intern' WHERE id = 4"_s}, u"operation 4 has the role"_s);
        row("an expiry", {u"UPDATE operation SET expires_at = expires_at + 1 WHERE id = 4"_s},
            u"operation 4 has the expiry"_s);
        row("a time of creation", {u"UPDATE operation SET created_at = created_at + 1 WHERE id = 4"_s},
            u"operation 4 has the time of creation"_s);
        row("a time of decision", {u"UPDATE operation SET decided_at = decided_at - 1 WHERE id = 2"_s},
            u"operation 2 has the time of the decision"_s);
        row("a time of decision that nobody made", {u"UPDATE operation SET decided_at = created_at WHERE id = 4"_s},
            u"operation 4 has the time of the decision"_s);
        row("a time of the end", {u"UPDATE operation SET finished_at = finished_at + 1 WHERE id = 1"_s},
            u"operation 1 has the time of the end"_s);
        row("hits", {u"UPDATE operation SET hits = 0 WHERE id = 1"_s}, u"operation 1 has the number of hits"_s);
        row("the number of attempts", {u"UPDATE operation SET attempts = 0 WHERE id = 1"_s},
            u"operation 1 has the number of attempts"_s);
        row("an amount", {u"UPDATE operation SET amount = '1', amount_order = 1 WHERE id = 4"_s}, u"record, amount"_s);
        row("a record", {u"UPDATE operation SET record = 'WD-9' WHERE id = 4"_s}, u"record, amount"_s);
        row("a wire key", {u"UPDATE operation SET wire_key = lower(hex(zeroblob(16))) WHERE id = 4"_s}, u"wire key"_s);
        row("a natural key", {u"UPDATE operation SET natural_text = 'pay|WD-9' WHERE id = 4"_s}, u"natural key"_s);
        row("a deleted operation", {u"PRAGMA foreign_keys = OFF"_s, u"DELETE FROM operation WHERE id = 2"_s},
            u"Operation 2 has"_s);
        row("an operation from nowhere",
            {u"CREATE TABLE made AS SELECT * FROM operation WHERE id = 4"_s,
             u"UPDATE made SET id = 7, intent_key = lower(hex(zeroblob(16)))"_s,
             u"INSERT INTO operation SELECT * FROM made"_s},
            u"Operation 7 has a row, but no event"_s);
        // Attempts, decisions, conflicts, acts, checkpoints.
        row("an attempt's outcome", {u"UPDATE attempt SET outcome = 'no_effect' WHERE operation = 1"_s},
            u"attempt 1 of operation 1"_s);
        row("an attempt's duration", {u"UPDATE attempt SET duration = 1 WHERE operation = 1"_s},
            u"attempt 1 of operation 1"_s);
        row("a deleted attempt", {u"DELETE FROM attempt WHERE operation = 1"_s},
            u"attempt 1 of operation 1 is missing"_s);
        row("an inserted attempt",
            {u"INSERT INTO attempt(operation, number, kind, fence, instance, started_at, timeout, request_digest) "
             "VALUES(4, 1, 'commit', 9, '', 1, 1, 'x')"_s},
            u"Attempt 1 of operation 4"_s);
        row("a deleted decision", {u"DELETE FROM decision WHERE kind = 'reject'"_s}, u"decision on operation 2"_s);
        row("a decision's body",
            {u"UPDATE decision SET body = CAST(replace(CAST(body AS TEXT), 'wrong account', 'other account') AS BLOB) "
             u"WHERE "
             "kind = 'reject'"_s},
            u"decision on operation 2"_s);
        row("a decision's signature", {u"UPDATE decision SET signature = zeroblob(64) WHERE kind = 'reject'"_s},
            u"signature that is not keller's"_s);
        row("a decision's approver", {u"UPDATE decision SET approver = 'mayr' WHERE kind = 'reject'"_s},
            u"columns that its signed body does not have"_s);
        row("a lost decision shown as admitted", {u"UPDATE decision SET state = 'admitted' WHERE state = 'lost'"_s},
            u"is admitted in its row"_s);
        row("a copied decision",
            {u"INSERT INTO decision(nonce, operation, kind, approver, key_id, body, signature, decided_at, sent_at, "
             "received_at, state, version, event) SELECT 'n', 4, kind, approver, key_id, body, signature, decided_at, "
             "sent_at, received_at, state, version, 5 FROM decision WHERE operation = 1"_s},
            u"decision on operation 4"_s);
        row("a deleted conflict", {u"DELETE FROM conflict"_s}, u"conflict of event"_s);
        row("a conflict's payload",
            {u"UPDATE conflict SET payload_digest = (SELECT payload_digest FROM operation WHERE id = 4)"_s},
            u"conflict of event"_s);
        row("a deleted act", {u"DELETE FROM act WHERE subject = 'mayr'"_s}, u"administrator's act that event"_s);
        row("an act's body",
            {u"UPDATE act SET body = CAST(replace(CAST(body AS TEXT), 'treasury', 'sre_____') AS BLOB) WHERE subject = "
             "'keller'"_s},
            u"administrator's act"_s);
        row("an act's signature", {u"UPDATE act SET signature = zeroblob(64) WHERE subject = 'keller'"_s},
            u"administrator's act 'enrol' of 'keller'"_s);
        row("an act's subject", {u"UPDATE act SET subject = 'root' WHERE subject = 'keller'"_s},
            u"administrator's act of event"_s);
        row("a checkpoint's root", {u"UPDATE checkpoint SET root = lower(hex(zeroblob(32)))"_s}, u"checkpoint over"_s);
        row("a checkpoint's note",
            {u"UPDATE checkpoint SET note = CAST(replace(CAST(note AS TEXT), 'obstat.local', 'obstat.lokal') AS BLOB)"_s},
            u"checkpoint over"_s);
    }
    void verify_oneEdit_isFoundAndNamed()
    {
        QFETCH(QStringList, edit);
        QFETCH(QString, named);
        const TempFolder folder;
        const QString file = copyTo(folder, true);
        tamper(file, edit);
        const VerifyReport report = verified(file);
        QVERIFY(!report.whole);
        const QString told = allFindings(report);
        QVERIFY2(told.contains(named), qPrintable(told));
        QVERIFY(report.findings.size() <= 100);
    }

    /// Somebody who edits an event and computes the head row anew is found by the checkpoint, and by the state file.
    void verify_aRecomputedHeadRow_isFoundByWhatWasSigned_data()
    {
        QTest::addColumn<bool>("checkpointsDeleted");
        QTest::newRow("by the checkpoint") << false;
        QTest::newRow("by the state file") << true;
    }
    void verify_aRecomputedHeadRow_isFoundByWhatWasSigned()
    {
        QFETCH(bool, checkpointsDeleted);
        const TempFolder folder;
        const QString file = copyTo(folder, true);
        tamper(file, {u"UPDATE event SET leaf = CAST(replace(CAST(leaf AS TEXT), '\"paths\":[\"/amount\"]', "
                      "'\"paths\":[\"/omount\"]') AS BLOB) WHERE kind = 'conflict'"_s,
                      checkpointsDeleted ? u"DELETE FROM checkpoint"_s : u"SELECT 1"_s});
        evidence::CompactRange range;
        {
            auto connection = need(SqliteConnection::open(file, SqliteConnection::Mode::ReadWrite), "open");
            ledger::Statement leaves(*connection, u"SELECT leaf FROM event ORDER BY seq"_s);
            need(leaves.run({}), "leaves");
            while (need(leaves.next(), "leaf"))
                range.append(evidence::leafHash(leaves.value(0).toByteArray()));
            ledger::Statement head(*connection, u"UPDATE head SET range = ?"_s);
            need(head.run({range.bytes()}), "head");
        }
        if (!checkpointsDeleted)
            QVERIFY(QFile::remove(folder.path(u"contract.state"_s)));
        const VerifyReport report = verified(file);
        QVERIFY2(!report.whole, qPrintable(allFindings(report)));
        if (checkpointsDeleted) { // without either nothing inside the database could tell
            QVERIFY(QFile::remove(folder.path(u"contract.state"_s)));
            const VerifyReport blind = verified(file);
            QVERIFY2(blind.whole, qPrintable(allFindings(blind)));
        }
    }

    void verify_anOlderCopyPutBack_isFoundByTheStateFile()
    {
        LedgerUnderTest made;
        made.submit(LedgerUnderTest::payment(u"WD-1"_s));
        QVERIFY(made.writer().seal());
        const TempFolder folder;
        const QString file = folder.path(u"contract.obstat"_s);
        made.close();
        copyFiles(made.files().database, file);
        made.open();
        made.submit(LedgerUnderTest::payment(u"WD-2"_s));
        QVERIFY(made.writer().seal());
        const QString key = made.writer().logVerifierKey();
        made.close();
        QVERIFY(QFile::copy(made.files().state, folder.path(u"contract.state"_s))); // the state is not in the backup
        const VerifyReport report = verifiedBy(file, key, {});
        QVERIFY(!report.whole);
        QVERIFY2(allFindings(report).contains(u"went back from"_s), qPrintable(allFindings(report)));
    }

    /// evidence.md 4: without the state file nobody can tell whether the newest events were taken away.
    void verify_stateFile_isSaidToBeComparedOrNot()
    {
        LedgerUnderTest made;
        QVERIFY(made.writer().seal());
        const QString key = made.writer().logVerifierKey();
        made.close();
        const TempFolder folder;
        const QString file = folder.path(u"contract.obstat"_s);
        const QString state = folder.path(u"contract.state"_s);
        copyFiles(made.files().database, file);
        const VerifyReport without = verifiedBy(file, key, {});
        QVERIFY(without.whole);
        QVERIFY2(without.state.contains(state), qPrintable(without.state));
        QVERIFY(QFile::copy(made.files().state, state));
        QCOMPARE(verifiedBy(file, key, {}).state, QString());
        QFile damaged(state);
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("{}");
        damaged.close();
        QVERIFY2(verifiedBy(file, key, {}).state.contains(u"damaged"_s), qPrintable(without.state));
    }

    void verify_anotherLogsKey_findsTheCheckpoint()
    {
        const TempFolder folder;
        const QString file = copyTo(folder, true);
        const auto other = evidence::VerifierKey::create(u"obstat.local/contract"_s, QByteArray(32, 'x'));
        const VerifyReport report = verifiedBy(file, other->text(), m_made.options().administrators);
        QVERIFY2(allFindings(report).contains(u"not signed by this log's key"_s), qPrintable(allFindings(report)));
        QVERIFY(verifiedBy(file, {}, {}).whole);
    }

    void verify_anotherAdministrator_findsEveryActAndDecision()
    {
        const TempFolder folder;
        const QString file = copyTo(folder, true);
        const auto stranger = need(approval::SigningKey::fromSeed(QByteArray(32, 'z')), "key");
        const VerifyReport report = verifiedBy(file, m_key, {{u"root"_s, stranger.publicKey()}});
        const QString told = allFindings(report);
        QVERIFY2(told.contains(u"administrator's act"_s), qPrintable(told));
        QVERIFY2(told.contains(u"whom no administrator enrolled"_s), qPrintable(told));
    }

    void verify_whileTheWriterGoesOn_isWhole()
    {
        LedgerUnderTest made;
        for (int i = 0; i < 20; ++i)
            made.submit(LedgerUnderTest::payment(u"A-%1"_s.arg(i)));
        QVERIFY(made.writer().seal());
        auto reader = need(LedgerReader::open(made.files().database), "reader");
        LedgerVerifier verifier(*reader, made.writer().logVerifierKey(), made.options().administrators);
        int work = 0;
        const auto report = verifier.run([&](const ledger::VerifyProgress &progress) {
            const auto answer = made.submit(LedgerUnderTest::payment(u"B-%1"_s.arg(++work))); // between two chunks
            made.decide(*answer.operation, u"approve"_s);
            if (!made.writer().seal())
                return false;
            return progress.done <= progress.total && !progress.step.isEmpty();
        });
        QVERIFY(report);
        QVERIFY(work > 0);
        QVERIFY2(report->whole, qPrintable(allFindings(*report)));
    }

    void verify_cancelledByProgress_isCancelled()
    {
        const TempFolder folder;
        const QString file = copyTo(folder, true);
        auto reader = need(LedgerReader::open(file), "reader");
        LedgerVerifier verifier(*reader, {}, {});
        const auto report = verifier.run([](const ledger::VerifyProgress &) { return false; });
        QVERIFY(!report);
        QCOMPARE(report.error().code, base::ErrorCode::Cancelled);
    }

private:
    static void copyFiles(const QString &from, const QString &to)
    {
        for (const QString &suffix : {QString(), u"-wal"_s}) {
            if (QFile::exists(from + suffix))
                QVERIFY(QFile::copy(from + suffix, to + suffix));
        }
    }

    [[nodiscard]] QString copyTo(const TempFolder &folder, bool withState) const
    {
        const QString file = folder.path(u"contract.obstat"_s);
        copyFiles(m_made.files().database, file);
        if (withState)
            QFile::copy(m_made.files().state, folder.path(u"contract.state"_s));
        return file;
    }

    static void tamper(const QString &file, const QStringList &statements)
    {
        LedgerUnderTest::tamperFile(file, kUnlocked + statements);
    }

    [[nodiscard]] static VerifyReport verifiedBy(const QString &file, const QString &key,
                                                 const QList<approval::Administrator> &administrators)
    {
        auto reader = need(LedgerReader::open(file), "reader");
        return need(LedgerVerifier(*reader, key, administrators).run({}), "verify");
    }

    [[nodiscard]] VerifyReport verified(const QString &file, bool withKeys = true) const
    {
        return withKeys ? verifiedBy(file, m_key, m_made.options().administrators) : verifiedBy(file, {}, {});
    }

    LedgerUnderTest m_made;
    QString m_key;
};

QTEST_GUILESS_MAIN(TestLedgerVerifier)
#include "tst_ledgerverifier.moc"
