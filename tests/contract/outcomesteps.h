#pragma once

#include "ledgerundertest.h"

#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"
#include "ledger/otherwork.h"

#include <QTest>

/// Steps that the tests of outcomes and conflicts share.
namespace obstat::tests {

using namespace Qt::StringLiterals;
using ledger::AnswerKind;
using ledger::AttemptOutcome;
using ledger::OperationRow;
using ledger::Status;

inline OperationRow unknown(LedgerUnderTest &ledger, const QString &amount = u"10"_s)
{
    const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, amount, true)).operation->id;
    if (ledger.row(id).status == Status::AwaitingApproval)
        static_cast<void>(ledger.decide(ledger.row(id), u"approve"_s));
    const auto claim = ledger.claimOne();
    static_cast<void>(ledger.end(LedgerUnderTest::ending(claim, ledger.start(claim), AttemptOutcome::Reset)));
    return ledger.row(id);
}
inline approval::DecisionBody body(LedgerUnderTest &ledger, const OperationRow &row, const QString &kind,
                                   const QString &person = u"keller"_s)
{
    approval::DecisionBody body = ledger.decisionBody(row, kind, person);
    body.verdict.clear();
    body.reason = u"The bank's statement of today says so."_s;
    return body;
}
inline ledger::Admission admit(LedgerUnderTest &ledger, const approval::DecisionBody &body)
{
    return need(ledger.writer().admit(ledger.sign(body)), "admit");
}
inline void requireWhole(LedgerUnderTest &ledger)
{
    ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                    ledger.options().administrators);
    const auto report = need(verifier.run({}), "verify");
    QVERIFY2(report.whole, report.findings.isEmpty() ? "" : qPrintable(report.findings.first().what));
}
inline void limitTwoPeople(LedgerUnderTest &ledger)
{
    ledger.activatePolicy(LedgerUnderTest::policyToml() + "\n[second_person_above]\nUSD = \"100\"\n");
}
/// The operation and its open conflict's event.
inline std::pair<OperationRow, qint64> conflict(LedgerUnderTest &ledger)
{
    const auto first = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    const auto second = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s, u"1300"_s));
    if (second.kind != AnswerKind::Conflict)
        qFatal("no conflict");
    const auto rows = need(ledger.writer().reader().conflictsOf(first.operation->id), "conflicts");
    return {ledger.row(first), rows.last().event};
}
inline approval::DecisionBody onConflict(LedgerUnderTest &ledger, const OperationRow &row, qint64 event,
                                         const QString &kind, const QString &name = {})
{
    approval::DecisionBody decision = body(ledger, row, kind);
    decision.conflictEvent = event;
    for (const ledger::ConflictRow &conflict : need(ledger.writer().reader().conflictsOf(row.id), "conflicts")) {
        if (conflict.event == event)
            decision.replacementDigest = conflict.payloadDigest;
    }
    decision.reference = name;
    decision.newIntentKey = name.isEmpty() ? QString() : ledger::otherWork(row, name).intentKey;
    return decision;
}

} // namespace obstat::tests
