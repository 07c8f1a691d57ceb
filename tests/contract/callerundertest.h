#pragma once

#include "outcomesteps.h"

#include "ledger/callerwork.h"

/// Steps that the tests of callers share.
namespace obstat::tests {

using ledger::CallerClaimAnswer;
using ledger::CallerReport;
using ledger::CallerReportAnswer;

inline const QByteArray kCallers = R"(
[owner.desk]
kind = "caller"
lease = "3m"

[owner.careful]
kind = "caller"
honours_key = true
key_lifetime = "24h"

[tool.wire]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "doubles"
natural_key = ["record"]
record = "record"
expires_after = "4h"
owner = "desk"

[tool.ship]
effect = "write"
undo = "no"
approver = "policy"
on_repeat = "returns_first"
natural_key = ["record"]
expires_after = "4h"
max_attempts = 3
owner = "careful"
)";

inline const QString kMine = u"000000000001"_s;
inline const QString kOther = u"000000000002"_s;

/// One approved plan whose owner is a caller, in a ledger of its own. `wire`: the owner ignores keys, lease 3 min;
/// `ship`: it honours them, lease 2 min.
struct CallerUnderTest
{
    explicit CallerUnderTest(const QString &tool = u"wire"_s)
    {
        ledger.loadTools(LedgerUnderTest::toolsToml() + kCallers);
        id = ledger.submit(LedgerUnderTest::submission(tool, R"({"record":"A"})")).operation->id;
        approve();
    }
    void approve()
    {
        if (ledger.decide(ledger.row(id), u"approve"_s).code != "admitted"_L1)
            qFatal("not approved");
    }
    OperationRow row() { return ledger.row(id); }
    base::Result<CallerClaimAnswer> tryClaim(const QString &nonce, const QString &token = kMine,
                                             const QString &tenant = u"acme"_s)
    {
        return ledger.writer().claimForCaller({tenant, u"desk-"_s + token.last(1), token, id, nonce});
    }
    CallerClaimAnswer claim(const QString &nonce, const QString &token = kMine)
    {
        return need(tryClaim(nonce, token), "claim");
    }
    /// One that must be given.
    qint64 fence(const QString &nonce = u"first"_s)
    {
        const auto given = claim(nonce);
        if (!given.isGiven())
            qFatal("not given: %s", qPrintable(given.code));
        return given.fence;
    }
    CallerReport reportOf(qint64 fence, AttemptOutcome outcome, const QString &more = {},
                          const QString &token = kMine) const
    {
        CallerReport report{u"acme"_s, u"desk-"_s + token.last(1), token, id, fence, outcome, {}, {}, {}, {}};
        if (outcome == AttemptOutcome::Succeeded) {
            report.reference = u"desk_9"_s + more;
            report.result = R"({"id":"desk_9"})";
        }
        report.said = base::canonicalBytes(QJsonObject{
            {u"outcome"_s, ledger::outcomeText(outcome)}, {u"reference"_s, report.reference}, {u"reason"_s, more}});
        return report;
    }
    CallerReportAnswer say(qint64 fence, AttemptOutcome outcome, const QString &more = {}, const QString &token = kMine)
    {
        return need(ledger.writer().takeReport(reportOf(fence, outcome, more, token)), "report");
    }
    void leaseRunsOut()
    {
        ledger.clock.advance(3 * base::kMinute);
        static_cast<void>(need(ledger.writer().expireDue(16), "sweep"));
    }
    /// One person's word about what became of it.
    QString resolve(const QString &kind)
    {
        approval::DecisionBody decision = body(ledger, row(), kind);
        if (kind == "resolve_succeeded"_L1)
            decision.reference = u"desk_9"_s;
        return admit(ledger, decision).code;
    }
    void requireWhole() { tests::requireWhole(ledger); }

    LedgerUnderTest ledger;
    qint64 id = 0;
};

} // namespace obstat::tests
