#include "contract/ledgerundertest.h"
#include "evidence/compactrange.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::Status;

namespace {

using Cheat = std::function<void(LedgerUnderTest &)>;

const QString kUnlock = u"DROP TRIGGER event_no_update"_s;
const QString kUnlockDelete = u"DROP TRIGGER event_no_delete"_s;
const QString kUnlockPayload = u"DROP TRIGGER payload_no_update"_s;

/// Operation 1 of every case: 1,250 USD, waiting for two people of treasury; keller approved it.
ledger::OperationRow waiting(LedgerUnderTest &ledger)
{
    return ledger.row(1);
}

QString approvedByHand()
{
    return u"UPDATE operation SET status='approved', version=version+1, not_before=created_at, "
           "decided_at=created_at WHERE id=1"_s;
}

/// What a superuser can write who knows every format but holds no key: a leaf behind the last, with a head that fits.
QStringList appended(LedgerUnderTest &ledger, evidence::Event event)
{
    const qint64 size = ledger.writer().head().size;
    auto range = need(evidence::CompactRange::fromBytes(quint64(size), ledger.writer().head().range), "range");
    event.seq = size;
    event.at = ledger.writer().head().at;
    event.tenant = u"acme"_s;
    event.operation = 1;
    event.run = u"r-1"_s;
    const QByteArray leaf = evidence::leafBytes(event);
    range.append(evidence::leafHash(leaf));
    return {u"INSERT INTO event VALUES(%1, %2, '%3', 'acme', 1, '%4', 'r-1', x'%5')"_s.arg(size).arg(event.at).arg(
                event.kind, event.actor.id, QString::fromLatin1(leaf.toHex())),
            u"UPDATE head SET size=%1, range=x'%2'"_s.arg(size + 1).arg(QString::fromLatin1(range.bytes().toHex()))};
}

evidence::Event approvedEvent(const QString &decisionDigest)
{
    evidence::Event event;
    event.kind = evidence::kinds::approved;
    event.actor = {evidence::actors::person, u"mayr"_s};
    event.from = u"awaiting_approval"_s;
    event.to = u"approved"_s;
    event.digests = {{u"decision"_s, decisionDigest}};
    event.data = {{u"kind"_s, u"human"_s}, {u"version"_s, 2}};
    return event;
}

/// A decision row; the attacker signs with a key of his own.
QString decisionRow(LedgerUnderTest &ledger, const approval::DecisionBody &body, char seed)
{
    const auto key = need(approval::SigningKey::fromSeed(QByteArray(32, seed)), "key");
    const auto envelope = approval::signDecision(body, key, body.decidedAt);
    return u"INSERT INTO decision(nonce, operation, kind, approver, key_id, body, signature, decided_at, sent_at, "
           "received_at, state, code, version, event) VALUES('%1', 1, 'approve', '%2', '%3', x'%4', x'%5', %6, %6, %6, "
           "'admitted', 'admitted', 1, %7)"_s
               .arg(body.nonce, body.approver, body.keyId, QString::fromLatin1(envelope.body.toHex()),
                    QString::fromLatin1(envelope.signature.toHex()))
               .arg(body.decidedAt)
               .arg(ledger.writer().head().size);
}

/// Approved in the row, in the log and by a decision that fits both; only the signature is the attacker's.
void forgeApproval(LedgerUnderTest &ledger, const approval::DecisionBody &body, char seed, const QStringList &more = {})
{
    QStringList sql{decisionRow(ledger, body, seed)};
    sql += appended(ledger, approvedEvent(base::digestHex(body.canonical())));
    sql += approvedByHand();
    ledger.tamper(sql + more);
}

void restoreBackup(LedgerUnderTest &ledger)
{
    const QString file = ledger.files().database;
    static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
    ledger.close();
    QVERIFY(QFile::copy(file, file + u".backup"_s));
    QVERIFY(QFile::copy(file + u"-wal"_s, file + u"-wal.backup"_s) || !QFile::exists(file + u"-wal"_s));
    ledger.open();
    static_cast<void>(ledger.decide(ledger.row(1), u"reject"_s, u"mayr"_s));
    need(ledger.writer().seal(), "seal");
    ledger.close();
    for (const QString &suffix : {QString(), u"-wal"_s, u"-shm"_s})
        QFile::remove(file + suffix);
    QFile::rename(file + u".backup"_s, file);
    QFile::rename(file + u"-wal.backup"_s, file + u"-wal"_s);
    ledger.open();
}

} // namespace

/// Approval-integrity C17: everything that somebody with the database file and no key can write. Nothing of it is
/// executed, and all of it is raised: the plan is held, the ledger in doubt, or the plan back in the queue.
class TestForgeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forgery_isNotExecuted_andRaised_data();
    void forgery_isNotExecuted_andRaised();
    void cleanupTestCase();

private:
    static void add(const char *name, const Cheat &cheat) { QTest::newRow(name) << cheat; }
    static void add(const char *name, const QStringList &statements)
    {
        QTest::newRow(name) << Cheat([statements](LedgerUnderTest &ledger) { ledger.tamper(statements); });
    }
    void addForgedApprovals();
    void addEditedPlans();
    void addEditedRules();
    void addEditedLogs();

    QStringList m_table;
};

void TestForgeries::addForgedApprovals()
{
    add("the status is written by hand", {approvedByHand()});
    add("a second vote is written into the count", {u"UPDATE operation SET counted=2 WHERE id=1"_s, approvedByHand()});
    add("the policy's two people become one",
        {u"UPDATE operation SET approvals=replace(approvals, '\"count\":2', '\"count\":1') WHERE id=1"_s,
         approvedByHand()});
    add("a random signature", [](LedgerUnderTest &ledger) {
        auto body = ledger.decisionBody(waiting(ledger), u"approve"_s, u"mayr"_s);
        forgeApproval(ledger, body, 'X');
    });
    add("a decision signed by a key that is enrolled in the table only", [](LedgerUnderTest &ledger) {
        auto body = ledger.decisionBody(waiting(ledger), u"approve"_s, u"mayr"_s);
        const auto key = need(approval::SigningKey::fromSeed(QByteArray(32, 'X')), "key").publicKey();
        body.approver = u"mallory"_s;
        body.keyId = key.id();
        forgeApproval(ledger, body, 'X',
                      {u"INSERT INTO enrolment VALUES('mallory', '%1', '%2', 'treasury', '*', 1, NULL)"_s.arg(
                          key.id(), key.base64())});
    });
    add("a delegation that is in the table only", [](LedgerUnderTest &ledger) {
        auto body = ledger.decisionBody(waiting(ledger), u"approve"_s, u"roth"_s);
        body.onBehalfOf = u"mayr"_s;
        forgeApproval(
            ledger, body, 'f',
            {u"INSERT INTO delegation VALUES('roth', 'mayr', 0, %1, 1, NULL)"_s.arg(ledger.clock.now() + base::kHour)});
    });
    add("the same vote in two rows", [](LedgerUnderTest &ledger) {
        QStringList sql{u"INSERT INTO decision(nonce, operation, kind, approver, key_id, body, signature, decided_at, "
                        "sent_at, received_at, state, code, why, version, event) SELECT '%1', operation, kind, "
                        "'mayr', key_id, body, signature, decided_at, sent_at, received_at, state, code, why, version, "
                        "event FROM decision WHERE operation=1"_s.arg(QString(32, u'1'))};
        const QString digest = ledger.events().last().digests.value(u"decision"_s);
        evidence::Event event = approvedEvent(digest);
        event.data.insert("votes"_L1, QJsonArray{digest, digest});
        ledger.tamper(sql + appended(ledger, event) + QStringList{approvedByHand()});
    });
    add("the decision of another plan is copied", [](LedgerUnderTest &ledger) {
        const auto other = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s)));
        static_cast<void>(ledger.decide(other, u"approve"_s));
        static_cast<void>(ledger.decide(other, u"approve"_s, u"mayr"_s));
        QStringList votes;
        const auto decisions = need(ledger.writer().reader().decisions(other.id), "decisions");
        for (const auto &decision : decisions)
            votes.append(base::digestHex(decision.body));
        evidence::Event event = approvedEvent(votes.last());
        event.data.insert("votes"_L1, QJsonArray::fromStringList(votes));
        ledger.tamper(QStringList{u"UPDATE decision SET operation=1 WHERE operation=%1"_s.arg(other.id)} +
                      appended(ledger, event) + QStringList{approvedByHand()});
    });
    add("a reject is turned into an approval", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"reject"_s, u"mayr"_s));
        ledger.tamper({kUnlock, u"UPDATE decision SET kind='approve' WHERE approver='mayr'"_s,
                       u"UPDATE event SET kind='approved' WHERE kind='rejected'"_s,
                       u"UPDATE operation SET status='approved', finished_at=NULL, not_before=created_at"_s});
    });
    add("a reject is turned into an approval in its signed body", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"reject"_s, u"mayr"_s));
        ledger.tamper({u"UPDATE decision SET kind='approve', body=CAST(replace(CAST(body AS TEXT), '\"reject\"', "
                       "'\"approve\"') AS BLOB) WHERE approver='mayr'"_s,
                       u"UPDATE operation SET status='approved', finished_at=NULL, not_before=created_at"_s});
    });
}

void TestForgeries::addEditedPlans()
{
    const auto approvedThen = [](const QStringList &statements) {
        return Cheat([statements](LedgerUnderTest &ledger) {
            static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
            ledger.tamper(statements);
        });
    };
    add("the arguments' bytes are edited after the approval",
        approvedThen({kUnlockPayload,
                      u"UPDATE payload SET bytes=CAST(replace(CAST(bytes AS TEXT), '1250', '9250') AS BLOB)"_s}));
    add("other arguments are put under the approval", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
        const auto other = ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"99999"_s));
        ledger.tamper({u"UPDATE operation SET payload_digest='%1' WHERE id=1"_s.arg(other.operation->payloadDigest)});
    });
    add("the facts are edited", approvedThen({kUnlockPayload, u"UPDATE payload SET bytes=CAST('{\"known\":true}' AS "
                                                              "BLOB) WHERE CAST(bytes AS TEXT) LIKE '%run%'"_s}));
    add("the facts of another plan are named", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
        const auto other = ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10"_s, true));
        ledger.tamper({u"UPDATE operation SET facts_digest='%1' WHERE id=1"_s.arg(other.operation->factsDigest),
                       u"UPDATE operation SET held=1 WHERE id<>1"_s});
    });
    add("a plan for people is made automatic",
        {u"UPDATE operation SET verdict='automatic', rule='small_and_known', "
         "approvals='{\"approvals\":[],\"kind\":\"automatic\",\"rule\":\"small_and_known\"}', mac=mac WHERE id=1"_s,
         approvedByHand()});
    add("an automatic plan is inserted", [](LedgerUnderTest &ledger) {
        const QString columns =
            u"version,tenant,tool,natural_text,base_text,work_window,revision,generation,payload_digest,facts_digest,"
            "registry_digest,policy_digest,rule,verdict,approvals,role,mac,actor,token_id,sponsor,run,record,amount,"
            "currency,created_at,updated_at,expires_at"_s;
        ledger.tamper({u"INSERT INTO operation(id,intent_key,wire_key,status,not_before,%1) SELECT 2,'%2','%3',"
                       "'approved',created_at,%1 FROM operation WHERE id=1"_s.arg(columns, QString(32, u'2'),
                                                                                  QString(32, u'3'))});
    });
    add("the MAC of another plan is copied", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10"_s, true)));
        ledger.tamper({u"UPDATE operation SET held=1 WHERE id=2"_s,
                       u"UPDATE operation SET mac=(SELECT mac FROM operation WHERE id=2) WHERE id=1"_s,
                       approvedByHand()});
    });
    add("the expiry is put off", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
        ledger.clock.advance(5 * base::kHour);
        ledger.tamper({u"UPDATE operation SET expires_at=expires_at+86400000000"_s});
    });
    add("the asking agent is renamed", approvedThen({u"UPDATE operation SET actor='keller'"_s}));
    add("the generation is raised, so that the owner sees a new key",
        approvedThen({u"UPDATE operation SET generation=2"_s}));
    add("the wire key is changed, so that the owner sees a new key",
        approvedThen({u"UPDATE operation SET wire_key='%1'"_s.arg(QString(32, u'a'))}));
    add("done work is made approved again", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
        QCOMPARE(ledger.execute(ledger::AttemptOutcome::Succeeded).status, Status::Succeeded);
        ledger.tamper({u"UPDATE operation SET status='approved', finished_at=NULL, not_before=created_at"_s});
    });
    add("an unknown outcome is given back by a forged event", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
        static_cast<void>(ledger.execute(ledger::AttemptOutcome::TimedOut));
        evidence::Event event;
        event.kind = evidence::kinds::requeued;
        event.actor = {evidence::actors::flow, u"forged"_s};
        event.from = u"unknown"_s;
        event.to = u"approved"_s;
        event.data = {{u"version"_s, 5}};
        ledger.tamper(appended(ledger, event) +
                      QStringList{u"UPDATE operation SET status='approved', version=5, not_before=created_at"_s});
    });
}

void TestForgeries::addEditedRules()
{
    const auto approvedThen = [](const Cheat &cheat) {
        return Cheat([cheat](LedgerUnderTest &ledger) {
            static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
            cheat(ledger);
        });
    };
    add("the policy's text is edited", {u"UPDATE document SET bytes=CAST(replace(CAST(bytes AS TEXT), 'count = 2', "
                                        "'count = 1') AS BLOB) WHERE kind='policy'"_s,
                                        approvedByHand()});
    add("the newest policy is forgotten, an older one rules",
        {u"DELETE FROM act WHERE event=(SELECT max(event) FROM act WHERE act='policy')"_s, approvedByHand()});
    add("an administrator's act is signed by the attacker", [](LedgerUnderTest &ledger) {
        const auto key = need(approval::SigningKey::fromSeed(QByteArray(32, 'X')), "key");
        approval::AdminAct act;
        act.origin = ledger.writer().head().origin;
        act.act = u"role"_s;
        act.subject = u"mayr"_s;
        act.data = {{u"roles"_s, QJsonArray{u"treasury"_s}}};
        act.admin = u"root"_s;
        act.keyId = key.publicKey().id();
        act.nonce = QString(32, u'7');
        act.at = ledger.clock.now();
        const auto signedAct = approval::signAct(act, key);
        ledger.tamper(
            {u"INSERT INTO act VALUES(%1, 'role', 'mayr', x'%2', x'%3')"_s.arg(ledger.writer().head().size)
                 .arg(QString::fromLatin1(signedAct.body.toHex()), QString::fromLatin1(signedAct.signature.toHex())),
             approvedByHand()});
    });
    add("the owner's address in the approved entry is edited", approvedThen([](LedgerUnderTest &ledger) {
            ledger.tamper({u"UPDATE document SET bytes=CAST(replace(CAST(bytes AS TEXT), '127.0.0.1:9', "
                           "'127.0.0.1:6') AS BLOB) WHERE kind='entry'"_s});
        }));
    add("another tool's entry is named", approvedThen([](LedgerUnderTest &ledger) {
            ledger.tamper({u"UPDATE operation SET registry_digest=(SELECT digest FROM document WHERE kind='entry' AND "
                           "name='daily')"_s});
        }));
    add("a revocation is deleted", approvedThen([](LedgerUnderTest &ledger) {
            need(ledger.act(u"revoke"_s, u"keller"_s, {}), "revoke");
            ledger.tamper(
                {kUnlockDelete, u"DELETE FROM act WHERE act='revoke'"_s, u"DELETE FROM event WHERE kind='revoked'"_s});
        }));
    add("a revocation's event is hidden behind another kind", approvedThen([](LedgerUnderTest &ledger) {
            need(ledger.act(u"revoke"_s, u"keller"_s, {}), "revoke");
            ledger.tamper({kUnlock, u"DELETE FROM act WHERE act='revoke'"_s,
                           u"UPDATE event SET kind='replayed' WHERE kind='revoked'"_s});
        }));
}

void TestForgeries::addEditedLogs()
{
    const auto rejectedThen = [](const QStringList &statements) {
        return Cheat([statements](LedgerUnderTest &ledger) {
            static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
            static_cast<void>(ledger.decide(ledger.row(1), u"reject"_s, u"mayr"_s));
            need(ledger.writer().seal(), "seal");
            ledger.tamper(statements);
        });
    };
    const QString back = u"UPDATE operation SET status='approved', version=2, finished_at=NULL, "
                         "not_before=created_at WHERE id=1"_s;
    add("a reject is deleted with its event",
        rejectedThen({kUnlockDelete, u"DELETE FROM decision WHERE kind='reject'"_s,
                      u"DELETE FROM event WHERE kind='rejected'"_s, back}));
    add("a reject's event is moved to another operation",
        rejectedThen({kUnlock, u"UPDATE event SET operation=77 WHERE kind='rejected'"_s, back}));
    add("a reject's event loses its operation",
        rejectedThen({kUnlock, u"UPDATE event SET operation=NULL WHERE kind='rejected'"_s, back}));
    add("the log is cut behind the approval", [](LedgerUnderTest &ledger) {
        static_cast<void>(ledger.decide(waiting(ledger), u"approve"_s, u"mayr"_s));
        const qint64 size = ledger.writer().head().size;
        const QString range = QString::fromLatin1(ledger.writer().head().range.toHex());
        static_cast<void>(ledger.decide(ledger.row(1), u"reject"_s, u"mayr"_s));
        need(ledger.writer().seal(), "seal");
        ledger.tamper(
            {kUnlockDelete, u"DELETE FROM event WHERE seq>=%1"_s.arg(size),
             u"DELETE FROM decision WHERE kind='reject'"_s, u"DELETE FROM checkpoint"_s,
             u"UPDATE head SET size=%1, range=x'%2'"_s.arg(size).arg(range),
             u"UPDATE operation SET status='approved', version=2, finished_at=NULL, not_before=created_at"_s});
    });
    add("an older backup is put back", Cheat(restoreBackup));
}

void TestForgeries::forgery_isNotExecuted_andRaised_data()
{
    QTest::addColumn<Cheat>("cheat");
    addForgedApprovals();
    addEditedPlans();
    addEditedRules();
    addEditedLogs();
}

void TestForgeries::forgery_isNotExecuted_andRaised()
{
    QFETCH(Cheat, cheat);
    LedgerUnderTest ledger;
    ledger.enrol(u"roth"_s, {u"compliance"_s});
    ledger.activatePolicy(LedgerUnderTest::policyToml() +
                          "\n[[rule]]\nname = \"large\"\ntool = \"pay\"\n"
                          "then = { approvals = [{ count = 2, role = \"treasury\" }] }\n");
    const auto planned = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(planned.operation->id, 1);
    static_cast<void>(ledger.decide(ledger.row(1), u"approve"_s));
    need(ledger.writer().seal(), "seal");
    cheat(ledger);

    // As the flow does it: the whole ledger first, then the claim, which trusts no row.
    auto &writer = ledger.writer();
    if (const auto due = writer.verificationDue()) {
        ledger::LedgerVerifier verifier(writer.reader(), writer.logVerifierKey(), ledger.options().administrators);
        need(writer.verified(*due, need(verifier.run({}), "verify")), "verified");
    }
    const auto report = writer.claim(16, base::kMinute);
    QVERIFY(!report || report->claims.isEmpty());
    const bool doubt = !writer.doubt().isEmpty();
    const auto row = ledger.row(1);
    const bool held = row.held || (report && report->held > 0) || ledger.count(evidence::kinds::alarm) > 0;
    const bool returned = report && report->returned > 0;
    QVERIFY(doubt || held || returned);
    m_table.append(u"| %1 | %2 |"_s.arg(QString::fromUtf8(QTest::currentDataTag()),
                                        doubt  ? u"the ledger is in doubt: "_s + writer.doubt().section(u'.', 0, 0)
                                        : held ? u"the plan is held"_s
                                               : u"the plan is back in the queue"_s));
}

void TestForgeries::cleanupTestCase()
{
    QVERIFY(m_table.size() >= 20);
    qInfo("%s", qPrintable(u"%1 forgeries, 0 executed, %1 raised\n%2"_s.arg(m_table.size()).arg(m_table.join(u'\n'))));
}

QTEST_GUILESS_MAIN(TestForgeries)
#include "tst_forgeries.moc"
