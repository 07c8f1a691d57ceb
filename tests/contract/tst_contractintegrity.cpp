#include "ledgerundertest.h"

#include "evidence/compactrange.h"
#include "ledger/ledgerverifier.h"
#include "ledger/statement.h"

#include <QFile>
#include <QTest>

#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace obstat::tests {

using ledger::Status;

/// Approval-integrity C17, over the whole ledger: what another program wrote is believed only after a verification.
class TestContractIntegrity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void start_isNotVerified_untilAWholeReportIsTaken();
    void outsideWrite_underTheOpenWriter_isAnAlarmAndVerifiedAgain();
    void outsideWrite_isNotClaimedByTheTransactionThatNoticesIt();
    void report_ofAnEarlierMoment_countsForNothing();
    void rowOfALivePlan_changed_isHeldAndTheRestGoesOn();
    void moreChanges_thanAReportLists_bringDoubt();
    void graveChange_bringsDoubt_data();
    void graveChange_bringsDoubt();
    void resume_countsUntilTheNextStart_andForNoLaterWrite();
    void pin_edited_doesNotChangeTheKey();
    void foreignTrigger_bringsDoubt();
    void emptiedIndex_bringsDoubt_data();
    void emptiedIndex_bringsDoubt();
    void forgedResumed_event_turnsNothingOn();
    void forgedEventUnderTheOpenWriter_isDoubtAtOnce();
    void forgedFailure_ofFinishedWork_freesNoKey();
    void forgedTail_pastTheLastSeal_bringsDoubt();

private:
    static ledger::VerifyReport reportOf(LedgerUnderTest &ledger)
    {
        ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                        ledger.options().administrators);
        return need(verifier.run({}), "verify");
    }
    static void verify(LedgerUnderTest &ledger)
    {
        const auto due = ledger.writer().verificationDue();
        QVERIFY(due);
        need(ledger.writer().verified(*due, reportOf(ledger)), "verified");
    }
};

void TestContractIntegrity::start_isNotVerified_untilAWholeReportIsTaken()
{
    LedgerUnderTest ledger;
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    ledger.reopen();
    QVERIFY(ledger.writer().verificationDue());
    verify(ledger);
    QVERIFY(!ledger.writer().verificationDue());
    QCOMPARE(ledger.writer().doubt(), QString());
    QVERIFY(!ledger.row(answer).held);
}

void TestContractIntegrity::outsideWrite_underTheOpenWriter_isAnAlarmAndVerifiedAgain()
{
    LedgerUnderTest ledger;
    verify(ledger);
    ledger.tamperLive({u"CREATE TABLE mine(a)"_s});
    QVERIFY(!ledger.writer().verificationDue()); // it is noticed by the next transaction, and only those claim
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QVERIFY(ledger.writer().verificationDue());
    QCOMPARE(ledger.count(evidence::kinds::alarm), 1);
    ledger.submit(LedgerUnderTest::payment(u"WD-2"_s));
    QCOMPARE(ledger.count(evidence::kinds::alarm), 1); // once
    verify(ledger);
    QVERIFY(!ledger.writer().verificationDue()); // a harmless change: all is whole
    QCOMPARE(ledger.writer().doubt(), QString());
}

void TestContractIntegrity::outsideWrite_isNotClaimedByTheTransactionThatNoticesIt()
{
    LedgerUnderTest ledger;
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    verify(ledger);
    ledger.tamperLive({u"CREATE TABLE mine(a)"_s});
    QVERIFY(!ledger.writer().verificationDue()); // the flow does not know yet
    QVERIFY(ledger.claim().claims.isEmpty());
    QVERIFY(ledger.writer().verificationDue());
    verify(ledger);
    QCOMPARE(ledger.claim().claims.size(), 1);
}

void TestContractIntegrity::report_ofAnEarlierMoment_countsForNothing()
{
    LedgerUnderTest ledger;
    const auto due = ledger.writer().verificationDue();
    const auto report = reportOf(ledger);
    ledger.tamperLive({u"CREATE TABLE mine(a)"_s});
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    need(ledger.writer().verified(*due, report), "verified");
    QVERIFY(ledger.writer().verificationDue());
    QVERIFY(ledger.writer().verificationDue() != due);
}

void TestContractIntegrity::rowOfALivePlan_changed_isHeldAndTheRestGoesOn()
{
    LedgerUnderTest ledger;
    const auto bad = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    const auto good = ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10"_s, true));
    ledger.tamper({u"UPDATE operation SET sponsor='somebody' WHERE id=%1"_s.arg(bad.operation->id)});
    verify(ledger);
    QVERIFY(ledger.row(bad).held);
    QVERIFY(!ledger.row(good).held);
    QCOMPARE(ledger.writer().doubt(), QString());
    QCOMPARE(ledger.execute(ledger::AttemptOutcome::Succeeded).id, good.operation->id);
}

void TestContractIntegrity::moreChanges_thanAReportLists_bringDoubt()
{
    LedgerUnderTest ledger;
    ledger::SubmitAnswer last;
    for (int i = 0; i <= 100; ++i)
        last = ledger.submit(LedgerUnderTest::payment(u"WD-%1"_s.arg(i), u"10"_s, true));
    ledger.tamper({u"UPDATE operation SET sponsor='somebody'"_s});
    verify(ledger);
    // The hundredth finding is the last that is listed, so the plan behind it could not be held by itself.
    QVERIFY(!ledger.row(last).held);
    QVERIFY2(ledger.writer().doubt().contains("more differs"_L1), qPrintable(ledger.writer().doubt()));
    QCOMPARE(ledger.writer().claim(1, base::kMinute).error().code, base::ErrorCode::Doubt);
}

void TestContractIntegrity::graveChange_bringsDoubt_data()
{
    QTest::addColumn<QStringList>("statements");
    const auto row = [](const char *name, const QStringList &statements) { QTest::newRow(name) << statements; };
    const QString unlocked = u"DROP TRIGGER event_no_delete"_s;
    row("the key of finished work is freed by another key", {u"UPDATE operation SET intent_key=replace(intent_key, "
                                                             "substr(intent_key, 1, 4), '0000'), natural_text='x'"_s});
    row("the key of finished work is freed by another tenant", {u"UPDATE operation SET tenant='other'"_s});
    row("the row of finished work is removed", {u"PRAGMA foreign_keys=OFF"_s, u"DELETE FROM operation"_s});
    row("an event is removed", {unlocked, u"DELETE FROM event WHERE kind='succeeded'"_s});
    row("an event is moved to another operation",
        {u"DROP TRIGGER event_no_update"_s, u"UPDATE event SET operation=99 WHERE kind='succeeded'"_s});
    row("a checkpoint is changed", {u"UPDATE checkpoint SET root=replace(root, substr(root, 1, 8), '00000000')"_s});
    row("an administrator's act is removed", {u"DELETE FROM act WHERE act='enrol'"_s});
}

void TestContractIntegrity::graveChange_bringsDoubt()
{
    QFETCH(QStringList, statements);
    LedgerUnderTest ledger;
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(ledger.execute(ledger::AttemptOutcome::Succeeded).status, Status::Succeeded);
    need(ledger.writer().seal(), "seal");
    ledger.tamper(statements);
    if (ledger.writer().verificationDue())
        verify(ledger);
    QVERIFY(!ledger.writer().doubt().isEmpty());
    QCOMPARE(ledger.writer().claim(1, base::kMinute).error().code, base::ErrorCode::Doubt);
    // What had an effect is never planned a second time.
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QVERIFY(again.kind != ledger::AnswerKind::Created);
}

void TestContractIntegrity::resume_countsUntilTheNextStart_andForNoLaterWrite()
{
    LedgerUnderTest ledger;
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    ledger.execute(ledger::AttemptOutcome::Succeeded);
    need(ledger.writer().seal(), "seal");
    ledger.tamper({u"UPDATE operation SET tenant='other'"_s});
    verify(ledger);
    QVERIFY(ledger.writer().doubt().contains(u"not whole"_s));
    need(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"the row was looked at"_s}}), "resume");
    QCOMPARE(ledger.writer().doubt(), QString());
    ledger.tamperLive({u"UPDATE operation SET revision=7"_s});
    ledger.submit(LedgerUnderTest::payment(u"WD-2"_s));
    verify(ledger);
    QVERIFY(ledger.writer().doubt().contains(u"not whole"_s));
    need(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"and again"_s}}), "resume");
    ledger.reopen();
    verify(ledger);
    QVERIFY(
        ledger.writer().doubt().contains(u"not whole"_s)); // an acceptance that lies in the database could be forged
}

void TestContractIntegrity::pin_edited_doesNotChangeTheKey()
{
    LedgerUnderTest ledger;
    const auto work = LedgerUnderTest::submission(u"daily"_s, R"({"record":"D-1"})");
    const auto first = ledger.submit(work);
    ledger.execute(ledger::AttemptOutcome::Succeeded);
    ledger.tamper({u"UPDATE pin SET work_window='2020-01-01'"_s});
    QCOMPARE(ledger.submit(work).operation->id, first.operation->id);
    ledger.tamper({u"DELETE FROM pin"_s});
    ledger.clock.advance(20 * base::kHour); // past midnight
    QCOMPARE(ledger.submit(work).operation->id, first.operation->id);
}

void TestContractIntegrity::foreignTrigger_bringsDoubt()
{
    LedgerUnderTest ledger;
    ledger.tamper({u"CREATE TRIGGER mine AFTER INSERT ON event BEGIN UPDATE pin SET work_window='x'; END"_s});
    verify(ledger);
    QVERIFY2(ledger.writer().doubt().contains(u"foreign trigger mine"_s), qPrintable(ledger.writer().doubt()));
}

void TestContractIntegrity::emptiedIndex_bringsDoubt_data()
{
    QTest::addColumn<QString>("index");
    for (const char *name : {"operation_any_key", "operation_one_alive", "operation_status", "event_kind"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// An index that was made over no row and then given its old text back.
void TestContractIntegrity::emptiedIndex_bringsDoubt()
{
    QFETCH(QString, index);
    LedgerUnderTest ledger;
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    const QString text = ledger.sql(u"SELECT sql FROM sqlite_schema WHERE name='%1'"_s.arg(index)).toString();
    QString table = index.section(u'_', 0, 0);
    const QString columns = text.section(u'(', 1).section(u')', 0, 0);
    const QString unique = text.contains(u"UNIQUE"_s) ? u"UNIQUE "_s : QString();
    ledger.close();
    sqlite3 *handle = nullptr;
    QCOMPARE(sqlite3_open(ledger.files().database.toUtf8().constData(), &handle), SQLITE_OK);
    const QString escaped = QString(text).replace(u'\'', u"''"_s);
    const QString script = u"DROP INDEX %1; CREATE %2INDEX %1 ON %3(%4) WHERE 0; PRAGMA writable_schema=ON; UPDATE "
                           "sqlite_schema SET sql='%5' WHERE name='%1'; PRAGMA writable_schema=OFF;"_s.arg(
                               index, unique, table, columns, escaped);
    char *error = nullptr;
    sqlite3_exec(handle, script.toUtf8().constData(), nullptr, nullptr, &error);
    sqlite3_close(handle);
    QVERIFY2(error == nullptr, error);
    ledger.open();
    QCOMPARE(ledger.sql(u"SELECT sql FROM sqlite_schema WHERE name='%1'"_s.arg(index)).toString(), text);
    verify(ledger);
    // An emptied event_kind hides the administrators' acts, which the start misses first.
    const QString why = index == "event_kind"_L1 ? u"act of event"_s : QString(u"The index "_s + index);
    QVERIFY2(ledger.writer().doubt().contains(why), qPrintable(ledger.writer().doubt()));
}

void TestContractIntegrity::forgedResumed_event_turnsNothingOn()
{
    LedgerUnderTest ledger;
    ledger.close();
    QVERIFY(QFile::remove(ledger.files().state));
    ledger.open();
    need(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"restored"_s}}), "resume");
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QVERIFY(!ledger.writer().head().automatic);
    ledger.tamper({u"DROP TRIGGER event_no_update"_s,
                   u"UPDATE event SET kind='resumed', leaf=CAST(replace(replace(CAST(leaf AS TEXT), '\"planned\"', "
                   "'\"resumed\"'), '\"data\":{', '\"data\":{\"act\":\"automatic_on\",') AS BLOB) WHERE "
                   "kind='planned'"_s});
    QVERIFY(!ledger.writer().head().automatic);
}

void TestContractIntegrity::forgedEventUnderTheOpenWriter_isDoubtAtOnce()
{
    LedgerUnderTest ledger;
    const qint64 size = ledger.writer().head().size;
    ledger.tamperLive({u"INSERT INTO event SELECT %1, at, kind, tenant, operation, actor, run, leaf FROM event WHERE "
                       "seq=0"_s.arg(size)});
    const auto work = LedgerUnderTest::payment(u"WD-1"_s);
    const auto answer = ledger.writer().submit({&work, 1});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, base::ErrorCode::Doubt);
    QVERIFY(ledger.writer().doubt().contains(u"wrote 1 events"_s));
    QCOMPARE(ledger.writer().claim(1, base::kMinute).error().code, base::ErrorCode::Doubt);
}

/// Finished work made `failed` by a forged event: its life is none, so the key is not free, also after a `resume`.
void TestContractIntegrity::forgedFailure_ofFinishedWork_freesNoKey()
{
    LedgerUnderTest ledger;
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    ledger.execute(ledger::AttemptOutcome::Succeeded);
    need(ledger.writer().seal(), "seal");
    evidence::Event forged;
    forged.kind = evidence::kinds::failed;
    forged.seq = ledger.writer().head().size;
    forged.at = ledger.writer().head().at;
    forged.tenant = first.operation->tenant;
    forged.operation = first.operation->id;
    forged.actor = {evidence::actors::flow, u"mallory"_s};
    forged.run = first.operation->run;
    forged.from = u"succeeded"_s;
    forged.to = u"failed"_s;
    forged.data = {{u"version"_s, 9}, {u"outcome"_s, u"no_effect"_s}};
    auto range = need(evidence::CompactRange::fromBytes(quint64(forged.seq), ledger.writer().head().range), "range");
    const QByteArray leaf = evidence::leafBytes(forged);
    range.append(evidence::leafHash(leaf));
    ledger.tamper(
        {u"INSERT INTO event VALUES(%1, %2, 'failed', 'acme', 1, 'mallory', 'r-1', x'%3')"_s.arg(forged.seq)
             .arg(forged.at)
             .arg(QString::fromLatin1(leaf.toHex())),
         u"UPDATE head SET size=%1, range=x'%2'"_s.arg(forged.seq + 1).arg(QString::fromLatin1(range.bytes().toHex())),
         u"UPDATE operation SET status='failed', version=9"_s});
    verify(ledger);
    QVERIFY(!ledger.writer().doubt().isEmpty());
    need(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"nobody looked"_s}}), "resume");
    need(ledger.act(u"automatic_on"_s, {}, {{u"reason"_s, u"nobody looked"_s}}), "automatic_on");
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(again.kind, ledger::AnswerKind::Refused);
    QCOMPARE(again.code, u"doubt"_s);
}

/// The log of a crashed instance has a second that was never sealed: a well-formed leaf there, with a matching head, is
/// still not one that an instance wrote.
void TestContractIntegrity::forgedTail_pastTheLastSeal_bringsDoubt()
{
    LedgerUnderTest ledger;
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    need(ledger.writer().seal(), "seal");
    const qint64 size = ledger.writer().head().size;
    auto range = need(evidence::CompactRange::fromBytes(quint64(size), ledger.writer().head().range), "range");
    evidence::Event forged;
    forged.kind = evidence::kinds::requeued;
    forged.seq = size;
    forged.at = ledger.writer().head().at;
    forged.tenant = answer.operation->tenant;
    forged.operation = answer.operation->id;
    forged.actor = {evidence::actors::flow, u"mallory"_s};
    forged.run = answer.operation->run;
    forged.from = u"unknown"_s;
    forged.to = u"approved"_s;
    const QByteArray leaf = evidence::leafBytes(forged);
    range.append(evidence::leafHash(leaf));
    ledger.tamper(
        {u"INSERT INTO event VALUES(%1, %2, 'requeued', '%3', %4, 'mallory', '%5', x'%6')"_s.arg(size)
             .arg(forged.at)
             .arg(forged.tenant)
             .arg(answer.operation->id)
             .arg(forged.run, QString::fromLatin1(leaf.toHex())),
         u"UPDATE head SET size=%1, range=x'%2'"_s.arg(size + 1).arg(QString::fromLatin1(range.bytes().toHex()))});
    QVERIFY(ledger.writer().doubt().contains(u"head row"_s));
    QCOMPARE(ledger.writer().claim(1, base::kMinute).error().code, base::ErrorCode::Doubt);
}

} // namespace obstat::tests

QTEST_GUILESS_MAIN(obstat::tests::TestContractIntegrity)
#include "tst_contractintegrity.moc"
