#include "contract/ledgerundertest.h"
#include "evidence/checkpoint.h"
#include "evidence/compactrange.h"
#include "evidence/note.h"
#include "evidence/statefile.h"
#include "ledger/ledgerreader.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using ledger::Status;

/// The event log, its checkpoints and the state file (§4.5, evidence.md 1–4).
class TestContractLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void events_areGaplessAndGiveTheHeadsRoot();
    void events_neverHoldValues();
    void transitions_areOneEventEachWithTheRow();
    void firstEvent_saysWhatLedgerThisIs();
    void seal_signsWhatThereIs_once();
    void seal_afterAReopen_continues();
    void state_missing_isDoubtUntilResumed();
    void state_aheadOfTheLog_isDoubtUntilResumed();
    void log_rewritten_isDoubt();
    void key_ofAnotherLedger_isRefusedAndNothingChanges();
    void copy_isDoubt();
    void state_vanishedWhileRunning_isDoubtAtTheNextSeal();
    void doubt_createsNothingButAnswersRepeats();
    void resume_withoutDoubt_isRefused();
    void automaticOn_afterResume_isNeeded();
    void failedTransaction_leavesNoTrace();

private:
    static QByteArray bytesOf(const QString &path) { return readFile(path); }
    /// Into the same file, so that only its age is wrong.
    static void restore(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.resize(0) && file.write(bytes) == bytes.size());
    }
    static void resume(LedgerUnderTest &ledger)
    {
        need(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"restored on purpose"_s}}), "resume");
    }
};

void TestContractLog::events_areGaplessAndGiveTheHeadsRoot()
{
    LedgerUnderTest ledger;
    for (int i = 0; i < 20; ++i) {
        static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-%1"_s.arg(i % 15), u"10"_s, true)));
    }
    for (int i = 0; i < 10; ++i) {
        static_cast<void>(ledger.execute(i % 2 == 0 ? AttemptOutcome::Succeeded : AttemptOutcome::NoEffect));
    }
    const auto rows = need(ledger.writer().reader().eventsFrom(0, 5000), "events");
    evidence::CompactRange range;
    qint64 next = 0;
    Micros at = 0;
    for (const ledger::EventRow &row : rows) {
        QCOMPARE(row.seq, next++);
        const auto event = need(evidence::parseLeaf(row.leaf), "leaf");
        QCOMPARE(event.seq, row.seq);
        QCOMPARE(event.kind, row.kind);
        QCOMPARE(event.operation, row.operation);
        QCOMPARE(event.at, row.at);
        QVERIFY(event.at >= at);
        at = event.at;
        range.append(evidence::leafHash(row.leaf));
    }
    QCOMPARE(ledger.writer().head().size, rows.size());
    QCOMPARE(ledger.writer().head().range, range.bytes());
}

void TestContractLog::events_neverHoldValues()
{
    LedgerUnderTest ledger;
    auto submission = LedgerUnderTest::payment(u"SECRET-RECORD"_s);
    submission.rationale = u"SECRET-RATIONALE"_s;
    const auto answer = ledger.submit(submission);
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"SECRET-RECORD"_s, u"777.77"_s)));
    static_cast<void>(ledger.writer().withdraw(u"acme"_s, u"a"_s, answer.operation->id, u"SECRET-REASON"_s));
    const auto rows = need(ledger.writer().reader().eventsFrom(0, 5000), "events");
    for (const ledger::EventRow &row : rows) {
        QVERIFY2(!row.leaf.contains("SECRET") && !row.leaf.contains("777"), row.leaf.constData());
    }
}

void TestContractLog::transitions_areOneEventEachWithTheRow()
{
    LedgerUnderTest ledger;
    const auto planned = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    static_cast<void>(ledger.decide(planned, u"approve"_s));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    QString status;
    qint64 version = 0;
    const auto all = ledger.events();
    for (const evidence::Event &event : all) {
        if (event.operation == planned.id && !event.to.isEmpty()) {
            QCOMPARE(event.from, status);
            status = event.to;
            QCOMPARE(event.data.value("version"_L1).toInteger(), ++version);
            QVERIFY(!event.actor.type.isEmpty());
        }
    }
    const auto row = ledger.row(planned.id);
    QCOMPARE(status, ledger::statusText(row.status));
    QCOMPARE(version, row.version);
}

void TestContractLog::firstEvent_saysWhatLedgerThisIs()
{
    LedgerUnderTest ledger;
    QCOMPARE(ledger.events().first().kind, QString(evidence::kinds::epoch));
    TempFolder folder;
    auto options = ledger.options();
    options.database = folder.path(u"sim.obstat"_s);
    need(ledger::LedgerWriter::create(options, u"obstat.local/sim"_s, true), "create");
    QCOMPARE(ledger::LedgerWriter::create(options, u"obstat.local/sim"_s, true).error().code,
             base::ErrorCode::AlreadyExists);
    auto writer = need(ledger::LedgerWriter::open(options), "open");
    QVERIFY(writer->head().simulated);
    QCOMPARE(need(writer->reader().eventsFrom(0, 1), "events").first().kind, QString(evidence::kinds::simulated));
}

void TestContractLog::seal_signsWhatThereIs_once()
{
    LedgerUnderTest ledger;
    QVERIFY(need(ledger.writer().seal(), "seal"));
    QVERIFY(!need(ledger.writer().seal(), "seal"));
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    QVERIFY(need(ledger.writer().seal(), "seal"));
    const QByteArray note = need(ledger.writer().reader().lastCheckpoint(), "checkpoint");
    const auto key = need(evidence::VerifierKey::parse(ledger.writer().logVerifierKey()), "key");
    const auto opened = need(evidence::openNote(note, {key}), "note");
    const auto checkpoint = need(evidence::Checkpoint::parse(opened.text), "checkpoint");
    QCOMPARE(checkpoint.head.size, static_cast<quint64>(ledger.writer().head().size));
    const auto range =
        need(evidence::CompactRange::fromBytes(checkpoint.head.size, ledger.writer().head().range), "range");
    QCOMPARE(checkpoint.head.root, range.root());
    const auto state = need(evidence::StateFile(ledger.files().state).load(), "state");
    QCOMPARE(state.range.head(), checkpoint.head);
}

void TestContractLog::seal_afterAReopen_continues()
{
    LedgerUnderTest ledger;
    QVERIFY(need(ledger.writer().seal(), "seal"));
    const QString key = ledger.writer().logVerifierKey();
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    ledger.reopen();
    QVERIFY(ledger.writer().doubt().isEmpty());
    QCOMPARE(ledger.writer().logVerifierKey(), key);
    QVERIFY(need(ledger.writer().seal(), "seal"));
    ledger.reopen();
    QVERIFY(!need(ledger.writer().seal(), "seal"));
}

void TestContractLog::state_missing_isDoubtUntilResumed()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)));
    ledger.close();
    QVERIFY(QFile::remove(ledger.files().state));
    ledger.open();
    const QString doubt = ledger.writer().doubt();
    QVERIFY2(doubt.contains(ledger.files().state) && doubt.contains(u"obstatctl resume"_s), qPrintable(doubt));
    QCOMPARE(ledger.writer().claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
    QCOMPARE(ledger.writer().seal().error().code, base::ErrorCode::Doubt);
    resume(ledger);
    QVERIFY(ledger.writer().doubt().isEmpty());
    QVERIFY(need(ledger.writer().seal(), "seal"));
    ledger.reopen();
    QVERIFY(ledger.writer().doubt().isEmpty());
}

void TestContractLog::state_aheadOfTheLog_isDoubtUntilResumed()
{
    LedgerUnderTest ledger;
    const auto waiting = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    const auto approved = ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10"_s, true));
    const auto done = ledger.submit(LedgerUnderTest::payment(u"WD-3"_s, u"10"_s, true));
    Q_UNUSED(done)
    ledger.close();
    const QByteArray backup = bytesOf(ledger.files().database);
    ledger.open();
    const qint64 before = ledger.writer().head().size;
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded)); // its effect is out there
    QVERIFY(need(ledger.writer().seal(), "seal"));
    const qint64 signedSize = ledger.writer().head().size;
    ledger.close();
    restore(ledger.files().database, backup);
    ledger.open();
    const QString wentBack = u"The log went back from %1 to %2 events."_s.arg(signedSize).arg(before);
    QVERIFY2(ledger.writer().doubt().startsWith(wentBack), qPrintable(ledger.writer().doubt()));
    QVERIFY(ledger.writer().doubt().contains(u"When the log went back"_s)); // the section that helps
    QCOMPARE(ledger.writer().claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
    resume(ledger);
    for (const auto &answer : {waiting, approved, done}) {
        QCOMPARE(ledger.row(answer).status, Status::Unknown); // it may have happened elsewhere
    }
    QVERIFY(!ledger.writer().head().automatic);
    QVERIFY(ledger.claim().claims.isEmpty());
    QVERIFY(need(ledger.writer().seal(), "seal"));
}

void TestContractLog::log_rewritten_isDoubt()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    ledger.close();
    const QByteArray backup = bytesOf(ledger.files().database);
    ledger.open();
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s)));
    QVERIFY(need(ledger.writer().seal(), "seal"));
    ledger.close();
    // Another history of the same length and more.
    const QByteArray state = bytesOf(ledger.files().state);
    restore(ledger.files().database, backup);
    QVERIFY(QFile::remove(ledger.files().state));
    ledger.open();
    resume(ledger);
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-3"_s)));
    ledger.close();
    restore(ledger.files().state, state);
    ledger.open();
    QVERIFY(!ledger.writer().doubt().isEmpty());
}

/// Its plans would all be held as forged, and new ones carry a MAC that the right key refuses.
void TestContractLog::key_ofAnotherLedger_isRefusedAndNothingChanges()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)));
    QVERIFY(need(ledger.writer().seal(), "seal"));
    const qint64 size = ledger.writer().head().size;
    ledger.close();
    auto options = ledger.options();
    options.instanceKey[0] = static_cast<char>(options.instanceKey.at(0) ^ 1);
    const auto refused = ledger::LedgerWriter::open(options);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, base::ErrorCode::BadSignature);
    QVERIFY2(refused.error().message.startsWith(ledger.files().key), qPrintable(refused.error().message));
    ledger.open();
    QVERIFY(ledger.writer().doubt().isEmpty());
    QVERIFY(ledger.writer().head().size >= size);
    QCOMPARE(ledger.claim().claims.size(), 1);
}

void TestContractLog::copy_isDoubt()
{
    LedgerUnderTest ledger;
    QVERIFY(need(ledger.writer().seal(), "seal"));
    ledger.close();
    TempFolder other;
    auto options = ledger.options();
    options.database = other.path(u"contract.obstat"_s);
    QVERIFY(QFile::copy(ledger.files().database, options.database));
    QVERIFY(QFile::copy(ledger.files().state, other.path(u"contract.state"_s)));
    auto writer = need(ledger::LedgerWriter::open(options), "open");
    QVERIFY(writer->doubt().contains(u"copied"_s));
    QCOMPARE(writer->claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
    ledger.open();
    QVERIFY(ledger.writer().doubt().isEmpty());
}

void TestContractLog::state_vanishedWhileRunning_isDoubtAtTheNextSeal()
{
    LedgerUnderTest ledger;
    static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true)));
    QVERIFY(QFile::remove(ledger.files().state));
    QCOMPARE(ledger.writer().seal().error().code, base::ErrorCode::Doubt);
    QCOMPARE(ledger.writer().claim(1, base::kSecond).error().code, base::ErrorCode::Doubt);
}

void TestContractLog::doubt_createsNothingButAnswersRepeats()
{
    LedgerUnderTest ledger;
    const auto submission = LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true);
    static_cast<void>(ledger.submit(submission));
    static_cast<void>(ledger.execute(AttemptOutcome::Succeeded));
    ledger.close();
    QVERIFY(QFile::remove(ledger.files().state));
    ledger.open();
    QCOMPARE(ledger.submit(submission).result, QByteArray(R"({"id":"inv_91"})"));
    const auto fresh = ledger.submit(LedgerUnderTest::payment(u"WD-2"_s));
    QCOMPARE(fresh.code, u"doubt"_s);
    QCOMPARE(fresh.advice, u"keep-key"_s);
    resume(ledger);
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s)).kind, ledger::AnswerKind::Created);
}

void TestContractLog::resume_withoutDoubt_isRefused()
{
    LedgerUnderTest ledger;
    const auto answer = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(ledger.act(u"resume"_s, {}, {{u"reason"_s, u"why not"_s}}).error().code, base::ErrorCode::Illegal);
    QCOMPARE(ledger.row(answer).status, Status::AwaitingApproval);
}

void TestContractLog::automaticOn_afterResume_isNeeded()
{
    LedgerUnderTest ledger;
    ledger.close();
    QVERIFY(QFile::remove(ledger.files().state));
    ledger.open();
    QCOMPARE(ledger.act(u"automatic_on"_s, {}, {{u"reason"_s, u"early"_s}}).error().code, base::ErrorCode::Illegal);
    resume(ledger);
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"10"_s, true));
    QCOMPARE(first.operation->status, Status::AwaitingApproval);
    QCOMPARE(first.operation->role, u"treasury"_s);
    ledger.tamper({u"UPDATE head SET automatic=1"_s}); // the switch lies in the log, not in the row
    QVERIFY(!ledger.writer().head().automatic);
    QVERIFY(ledger.writer().doubt().contains(u"When somebody else wrote into the ledger"_s));
    QVERIFY(ledger.writer().doubt().contains(u"head row"_s)); // and the row carries a MAC (C17)
    resume(ledger);
    QVERIFY(!ledger.writer().head().automatic);
    need(ledger.act(u"automatic_on"_s, {}, {{u"reason"_s, u"checked"_s}}), "automatic_on");
    QCOMPARE(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10"_s, true)).operation->status, Status::Approved);
    ledger.reopen();
    QVERIFY(ledger.writer().head().automatic);
}

void TestContractLog::failedTransaction_leavesNoTrace()
{
    LedgerUnderTest ledger;
    const auto head = ledger.writer().head();
    ledger.tamperLive({u"ALTER TABLE operation RENAME TO hidden"_s});
    const auto submission = LedgerUnderTest::payment(u"WD-1"_s);
    QVERIFY(!ledger.writer().submit({&submission, 1}));
    QCOMPARE(ledger.writer().head().size, head.size);
    QCOMPARE(ledger.writer().head().range, head.range);
    ledger.tamperLive({u"ALTER TABLE hidden RENAME TO operation"_s});
    const auto answer = ledger.submit(submission);
    QCOMPARE(answer.kind, ledger::AnswerKind::Created);
    QCOMPARE(answer.operation->id, 1);
    const auto events = ledger.events();
    QCOMPARE(events.size(), head.size + 2);
    QCOMPARE(events.at(head.size).kind, evidence::kinds::alarm); // of whoever renamed the table
    QCOMPARE(events.at(head.size).data.value("why"_L1).toString(), u"outside_write"_s);
}

QTEST_GUILESS_MAIN(TestContractLog)
#include "tst_contractlog.moc"
