#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::Status;
using Outcome = ledger::Admission::Outcome;

/// A reject with an edited payload (formats.md, kind `change`): the next revision, asked for by a person.
class TestContractChange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void change_rejectsAndPlansTheEditedPayload();
    void change_isApprovedBySomebodyElseOnly();
    void change_neverBecomesAutomatic();
    void change_theAgentsNextCallLearnsOutcomeAndReason();
    void change_refused_data();
    void change_refused();
    void change_toWhatAPolicyDenies_isRefused();
    void change_againWithTheSameNonce_givesTheSameAnswer();
    void change_verifies();

private:
    static approval::DecisionEnvelope change(LedgerUnderTest &ledger, const ledger::OperationRow &row,
                                             const QByteArray &replacement, const QString &reason = u"half is due"_s)
    {
        auto body = ledger.decisionBody(row, u"change"_s);
        body.verdict.clear();
        body.reason = reason;
        body.replacementDigest = base::digestHex(replacement);
        auto envelope = ledger.sign(body);
        envelope.replacement = replacement;
        return envelope;
    }
    static constexpr auto kHalf = R"({"amount":"625","record":"WD-1"})";
};

void TestContractChange::change_rejectsAndPlansTheEditedPayload()
{
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto admission = need(ledger.writer().admit(change(ledger, first, kHalf)), "admit");
    QCOMPARE(admission.outcome, Outcome::Admitted);
    QCOMPARE(ledger.row(first.id).status, Status::Rejected);
    QVERIFY(admission.planned);
    const auto second = ledger.row(admission.planned->id);
    QCOMPARE(second.status, Status::AwaitingApproval);
    QCOMPARE(second.revision, first.revision + 1);
    QCOMPARE(second.intentKey, first.intentKey);
    QCOMPARE(second.actor, u"keller"_s);
    QCOMPARE(second.amount, u"625"_s);
    QCOMPARE(second.factsDigest, first.factsDigest);
    QCOMPARE(ledger.kinds().mid(ledger.kinds().size() - 2), (QStringList{u"rejected"_s, u"planned"_s}));
    QCOMPARE(ledger.events().last().actor.type, evidence::actors::person);
}

void TestContractChange::change_isApprovedBySomebodyElseOnly()
{
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto planned = *need(ledger.writer().admit(change(ledger, first, kHalf)), "admit").planned;
    const auto own = ledger.decide(ledger.row(planned.id), u"approve"_s);
    QCOMPARE(own.outcome, Outcome::Refused);
    QCOMPARE(own.message, u"keller asked for this and cannot decide on it."_s);
    QCOMPARE(ledger.decide(ledger.row(planned.id), u"approve"_s, u"mayr"_s).outcome, Outcome::Admitted);
    const auto claim = ledger.claimOne();
    QCOMPARE(claim.operation.id, planned.id);
    QCOMPARE(claim.arguments.bytes, QByteArray(kHalf));
}

void TestContractChange::change_neverBecomesAutomatic()
{
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1250"_s, true)));
    const auto admission =
        need(ledger.writer().admit(change(ledger, first, R"({"amount":"5","record":"WD-1"})")), "admit");
    QCOMPARE(ledger.row(admission.planned->id).status, Status::AwaitingApproval); // the rule would approve 5 USD
    QVERIFY(ledger.claim().claims.isEmpty());
}

void TestContractChange::change_theAgentsNextCallLearnsOutcomeAndReason()
{
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto planned = *need(ledger.writer().admit(change(ledger, first, kHalf)), "admit").planned;
    const auto again = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    QCOMPARE(again.code, u"repeated_rejection"_s);
    QCOMPARE(again.rejectReason, u"half is due"_s);
    QCOMPARE(again.liveOperation, planned.id);
    const auto edited = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"625"_s));
    QCOMPARE(edited.kind, ledger::AnswerKind::Repeated);
    QCOMPARE(edited.operation->id, planned.id);
}

void TestContractChange::change_refused_data()
{
    QTest::addColumn<QByteArray>("replacement");
    QTest::addColumn<QString>("code");
    QTest::newRow("the same") << QByteArray(R"({"amount":"1250","record":"WD-1"})") << u"no_change"_s;
    QTest::newRow("other work") << QByteArray(R"({"amount":"625","record":"WD-2"})") << u"other_intent"_s;
    QTest::newRow("no record") << QByteArray(R"({"amount":"625"})") << u"other_intent"_s;
    QTest::newRow("not canonical") << QByteArray(R"({"record":"WD-1", "amount":"625"})") << u"not_canonical"_s;
    QTest::newRow("no object") << QByteArray("[]") << u"not_canonical"_s;
    QTest::newRow("no amount") << QByteArray(R"({"amount":"1,250","record":"WD-1"})") << u"not_canonical"_s;
}

void TestContractChange::change_refused()
{
    QFETCH(QByteArray, replacement);
    QFETCH(QString, code);
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto admission = need(ledger.writer().admit(change(ledger, first, replacement)), "admit");
    QCOMPARE(admission.outcome, Outcome::Refused);
    QCOMPARE(admission.code, code);
    QCOMPARE(ledger.row(first.id).status, Status::AwaitingApproval); // all or nothing
    QCOMPARE(ledger.writer().head().operations, 1);
}

void TestContractChange::change_toWhatAPolicyDenies_isRefused()
{
    LedgerUnderTest ledger;
    ledger.activatePolicy(LedgerUnderTest::policyToml() + "\n[[deny]]\nname = \"tiny\"\ntool = \"pay\"\n"
                                                          "when = ['args.amount < 1 USD']\nreason = \"Too small.\"\n");
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto admission =
        need(ledger.writer().admit(change(ledger, first, R"({"amount":"0.5","record":"WD-1"})")), "admit");
    QCOMPARE(admission.code, u"denied"_s);
    auto other = change(ledger, first, kHalf);
    other.replacement = R"({"amount":"99999","record":"WD-1"})"; // not what was signed
    QCOMPARE(need(ledger.writer().admit(other), "admit").code, u"wrong_digest"_s);
    QCOMPARE(ledger.row(first.id).status, Status::AwaitingApproval);
}

void TestContractChange::change_againWithTheSameNonce_givesTheSameAnswer()
{
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto envelope = change(ledger, first, kHalf);
    const auto once = need(ledger.writer().admit(envelope), "admit");
    const auto twice = need(ledger.writer().admit(envelope), "admit");
    QVERIFY(twice.repeated);
    QCOMPARE(twice.outcome, once.outcome);
    QCOMPARE(ledger.writer().head().operations, 2);
}

void TestContractChange::change_verifies()
{
    LedgerUnderTest ledger;
    const auto first = ledger.row(ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)));
    const auto planned = *need(ledger.writer().admit(change(ledger, first, kHalf)), "admit").planned;
    static_cast<void>(ledger.decide(ledger.row(planned.id), u"approve"_s, u"mayr"_s));
    QCOMPARE(ledger.execute(ledger::AttemptOutcome::Succeeded).id, planned.id);
    ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                    ledger.options().administrators);
    const auto report = need(verifier.run({}), "verify");
    QVERIFY2(report.whole, qPrintable(report.whole ? QString() : report.findings.first().what));
}

QTEST_GUILESS_MAIN(TestContractChange)
#include "tst_contractchange.moc"
