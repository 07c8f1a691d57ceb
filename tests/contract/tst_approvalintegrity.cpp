#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"

#include <QJsonDocument>
#include <QTest>

#include <random>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::Status;
using Outcome = ledger::Admission::Outcome;

/// Approval-integrity C8 and C9 over the ledger.
class TestApprovalIntegrity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void executedPayload_isAlwaysAnApprovedOne_C8();
    void anyFieldOfAnotherDecision_isRefused_C9_data();
    void anyFieldOfAnotherDecision_isRefused_C9();
};

namespace {

/// Random work on a few records: plans, corrections, decisions on what was seen some time ago, claims.
class Life
{
public:
    explicit Life(unsigned seed) : m_random(seed) {}

    void step()
    {
        const unsigned what = m_random() % 10;
        if (what < 3)
            plan();
        else if (what < 6)
            decide(what == 5 ? u"reject"_s : u"approve"_s);
        else if (what == 6)
            change();
        else if (what == 7)
            m_ledger.clock.advance(Micros(m_random() % 40) * base::kMinute);
        else
            execute();
    }
    [[nodiscard]] int executed() const { return m_executed; }
    [[nodiscard]] int changed() const { return m_changed; }
    [[nodiscard]] LedgerUnderTest &ledger() { return m_ledger; }

private:
    void plan()
    {
        const auto answer = m_ledger.submit(
            LedgerUnderTest::payment(u"WD-%1"_s.arg(m_random() % 3000), QString::number(600 + m_random() % 5)));
        if (answer.operation)
            m_seen.append(*answer.operation);
        if (m_seen.size() > 60)
            m_seen.removeFirst();
    }
    [[nodiscard]] std::optional<ledger::OperationRow> seen()
    {
        return m_seen.isEmpty() ? std::nullopt : std::optional(m_seen.at(m_random() % m_seen.size()));
    }
    void decide(const QString &kind)
    {
        const auto row = seen();
        if (!row)
            return;
        const auto answer = m_ledger.decide(*row, kind, m_random() % 2 == 0 ? u"keller"_s : u"mayr"_s);
        if (kind == "approve"_L1 && answer.outcome == Outcome::Admitted)
            m_approved[row->id] = row->payloadDigest; // what the approver saw
    }
    void change()
    {
        const auto row = seen();
        if (!row)
            return;
        const QByteArray edited = R"({"amount":")" + QByteArray::number(700 + m_random() % 5) + R"(","record":")" +
                                  row->record.toUtf8() + R"("})";
        auto body = m_ledger.decisionBody(*row, u"change"_s);
        body.verdict.clear();
        body.reason = u"edited"_s;
        body.replacementDigest = base::digestHex(edited);
        auto envelope = m_ledger.sign(body);
        envelope.replacement = edited;
        const auto answer = need(m_ledger.writer().admit(envelope), "admit");
        if (answer.planned) {
            m_seen.append(*answer.planned);
            ++m_changed;
        }
    }
    void execute()
    {
        const auto report = m_ledger.claim(2);
        for (const ledger::Claim &claim : report.claims) {
            QCOMPARE(base::digestHex(claim.arguments.bytes), m_approved.value(claim.operation.id));
            const int number = m_ledger.start(claim);
            m_ledger.end(LedgerUnderTest::ending(claim, number,
                                                 m_random() % 4 == 0 ? ledger::AttemptOutcome::NoEffect
                                                                     : ledger::AttemptOutcome::Succeeded));
            ++m_executed;
        }
    }

    std::mt19937 m_random;
    LedgerUnderTest m_ledger;
    QList<ledger::OperationRow> m_seen;
    QHash<qint64, QString> m_approved;
    int m_executed = 0;
    int m_changed = 0;
};

QJsonObject bodyOf(const QByteArray &canonical)
{
    return QJsonDocument::fromJson(canonical).object();
}

} // namespace

void TestApprovalIntegrity::executedPayload_isAlwaysAnApprovedOne_C8()
{
    constexpr int kSteps = 10'000;
    Life life(20261130);
    for (int i = 0; i < kSteps && !QTest::currentTestFailed(); ++i)
        life.step();
    QVERIFY(life.executed() > 200 && life.changed() > 100);
    ledger::LedgerVerifier verifier(life.ledger().writer().reader(), life.ledger().writer().logVerifierKey(),
                                    life.ledger().options().administrators);
    const auto report = need(verifier.run({}), "verify");
    QVERIFY2(report.whole, qPrintable(report.whole ? QString() : report.findings.first().what));
    qInfo("%d interleaved steps: %d executed, %d changed", kSteps, life.executed(), life.changed());
}

void TestApprovalIntegrity::anyFieldOfAnotherDecision_isRefused_C9_data()
{
    QTest::addColumn<QString>("field");
    for (const char *field :
         {"tenant",          "operation",      "intent_key",   "revision",      "version",      "tool",
          "registry_digest", "payload_digest", "facts_digest", "policy_digest", "kind",         "verdict",
          "reason",          "approver",       "key_id",       "nonce",         "decided_at",   "expires_at",
          "shown_digest",    "ms_shown",       "all_shown",    "surface",       "on_behalf_of", "origin"})
        QTest::newRow(field) << QString::fromLatin1(field);
}

void TestApprovalIntegrity::anyFieldOfAnotherDecision_isRefused_C9()
{
    QFETCH(QString, field);
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    ledger.clock.advance(base::kSecond);
    auto other = LedgerUnderTest::submission(u"daily"_s, R"({"record":"D-1"})", u"r-2"_s, R"({"known":true})");
    other.tenant = u"beta"_s;
    auto second = ledger.row(ledger.submit(other));
    second.version = 3;
    second.revision = 2;
    const auto mine = ledger.sign(ledger.decisionBody(first, u"approve"_s));
    auto theirs = ledger.decisionBody(second, u"reject"_s, u"mayr"_s);
    theirs.origin = u"obstat.local/other"_s;
    theirs.policyDigest = QString(64, u'0');
    theirs.decidedAt += 1;
    theirs.millisecondsShown = 1;
    theirs.allShown = false;
    theirs.surface = u"console"_s;
    theirs.onBehalfOf = u"keller"_s;

    QJsonObject swapped = bodyOf(mine.body);
    const QJsonValue value = bodyOf(theirs.canonical()).value(field);
    QVERIFY2(swapped.contains(field) && swapped.value(field) != value, qPrintable(field));
    swapped[field] = value;
    auto forged = mine;
    forged.body = base::canonicalBytes(swapped);
    const auto answer = ledger.writer().admit(forged);
    QVERIFY(!answer); // malformed, or not what was signed: nothing is stored
    QVERIFY(answer.error().code == base::ErrorCode::Unauthorized || answer.error().code == base::ErrorCode::Malformed);
    QCOMPARE(ledger.row(first.id).status, Status::AwaitingApproval);
    QCOMPARE(need(ledger.writer().reader().decisions(first.id), "decisions").size(), 0);
    QCOMPARE(need(ledger.writer().admit(mine), "admit").outcome, Outcome::Admitted); // as it was signed it counts
}

QTEST_GUILESS_MAIN(TestApprovalIntegrity)
#include "tst_approvalintegrity.moc"
