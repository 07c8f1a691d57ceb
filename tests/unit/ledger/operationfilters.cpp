#include "unit/ledger/operationfilters.h"

#include "unit/ledger/rawledger.h"

namespace obstat::tests {

using namespace Qt::StringLiterals;
using ledger::OperationFilter;
using ledger::Status;

const QList<FilterPart> &filterParts()
{
    static const QList<FilterPart> parts{
        {u"waiting"_s, [](OperationFilter &f) { f.statuses = {Status::AwaitingApproval}; },
         u"status = 'awaiting_approval'"_s},
        {u"live"_s, [](OperationFilter &f) { f.statuses = {Status::Running, Status::Unknown, Status::Approved}; },
         u"status IN ('approved','running','unknown')"_s},
        {u"failed"_s, [](OperationFilter &f) { f.statuses = {Status::Failed}; }, u"status = 'failed'"_s},
        {u"ended"_s, [](OperationFilter &f) { f.statuses = {Status::Failed, Status::Unknown, Status::Rejected}; },
         u"status IN ('failed','unknown','rejected')"_s},
        {u"settled"_s, [](OperationFilter &f) { f.statuses = {Status::Succeeded, Status::Failed}; },
         u"status IN ('succeeded','failed')"_s},
        {u"common tool"_s, [](OperationFilter &f) { f.tool = u"approve_withdrawal"_s; },
         u"tool = 'approve_withdrawal'"_s},
        {u"rare tool"_s, [](OperationFilter &f) { f.tool = u"deploy"_s; }, u"tool = 'deploy'"_s},
        {u"run"_s, [](OperationFilter &f) { f.run = u"r-1"_s; }, u"run = 'r-1'"_s},
        {u"common actor"_s, [](OperationFilter &f) { f.actor = u"ops-agent-0"_s; }, u"actor = 'ops-agent-0'"_s},
        {u"rare actor"_s, [](OperationFilter &f) { f.actor = u"ops-agent-7"_s; }, u"actor = 'ops-agent-7'"_s},
        {u"record"_s, [](OperationFilter &f) { f.record = u"WD-7"_s; }, u"record = 'WD-7'"_s},
        {u"rule"_s, [](OperationFilter &f) { f.rule = u"large_amount"_s; }, u"rule = 'large_amount'"_s},
        {u"role"_s, [](OperationFilter &f) { f.role = u"sre"_s; }, u"role = 'sre'"_s},
        {u"reference"_s, [](OperationFilter &f) { f.reference = u"inv_5"_s; }, u"reference = 'inv_5'"_s},
        {u"key"_s, [](OperationFilter &f) { f.key = u"key-17"_s; }, u"intent_key = 'key-17'"_s},
        {u"other tenant"_s, [](OperationFilter &f) { f.tenant = u"acme"_s; }, u"tenant = 'acme'"_s},
        {u"common tenant"_s, [](OperationFilter &f) { f.tenant = u"default"_s; }, u"tenant = 'default'"_s},
        {u"from"_s, [](OperationFilter &f) { f.from = 500 * base::kSecond; }, u"created_at >= 500000000"_s},
        {u"between"_s,
         [](OperationFilter &f) {
             f.from = 300 * base::kSecond;
             f.to = 7000 * base::kSecond;
         },
         u"created_at >= 300000000 AND created_at < 7000000000"_s},
        {u"wide amount"_s, [](OperationFilter &f) { f.amountFrom = 100; }, u"amount_order >= 100"_s},
        {u"narrow amount"_s,
         [](OperationFilter &f) {
             f.amountFrom = 411;
             f.amountTo = 412.5;
         },
         u"amount_order >= 411 AND amount_order <= 412.5"_s},
        {u"overdue"_s, [](OperationFilter &f) { f.overdue = true; },
         u"status = 'approved' AND coalesce(decided_at, created_at) < (SELECT operations * 1000000 FROM head)"_s},
        {u"held"_s, [](OperationFilter &f) { f.held = true; }, u"held = 1"_s},
        {u"contradicted"_s, [](OperationFilter &f) { f.contradicted = true; }, u"contrary IS NOT NULL"_s},
    };
    return parts;
}

base::Micros filterNow(qint64 operations)
{
    return operations * base::kSecond + base::kMinute;
}

void fillOperations(RawLedger &ledger, qint64 operations)
{
    ledger.run(
        u"WITH RECURSIVE n(i, h) AS (SELECT 1, 7919 UNION ALL SELECT i + 1, (h * 48271) % 2147483647 FROM n WHERE i < "
        u"%1) "
        "INSERT INTO operation(id, version, tenant, tool, intent_key, natural_text, base_text, revision, generation, "
        "wire_key, status, payload_digest, facts_digest, registry_digest, policy_digest, rule, verdict, approvals, "
        "role, mac, held, actor, token_id, sponsor, run, record, amount, amount_order, currency, reference, "
        "created_at, decided_at, updated_at, expires_at) "
        "SELECT i, 1, CASE WHEN h % 997 = 0 THEN 'acme' ELSE 'default' END, "
        "CASE WHEN h % 1000 < 900 THEN 'approve_withdrawal' WHEN h % 1000 < 995 THEN 'send_email' ELSE 'deploy' END, "
        "'key-' || i, 'text', 'text', 1, 1, 'wire', "
        "CASE WHEN i > %1 - 500 AND i % 3 = 0 THEN 'awaiting_approval' WHEN i > %1 - 500 AND i % 7 = 0 THEN 'approved' "
        "WHEN i > %1 - 500 AND i % 11 = 0 THEN 'running' WHEN i > %1 - 500 AND i % 13 = 0 THEN 'unknown' "
        "WHEN h % 101 < 3 THEN 'failed' WHEN h % 101 = 4 THEN 'rejected' ELSE 'succeeded' END, "
        "'p', 'f', 'e', '', CASE WHEN h % 5 = 0 THEN 'large_amount' ELSE 'small_amount' END, 'human', '{}', "
        "CASE WHEN h % 50 = 0 THEN 'sre' WHEN h % 2 = 0 THEN 'treasury' ELSE '' END, 'm', i % 2503 = 0, "
        "'ops-agent-' || CASE WHEN h % 10 < 9 THEN 0 ELSE (h / 10) % 20 END, 't', 's', 'r-' || (i / 5), 'WD-' || (i / "
        "3), '', "
        "CASE WHEN h % 3 > 0 THEN (h % 100000) / 100.0 END, '', CASE WHEN h % 4 > 0 THEN 'inv_' || i END, "
        "i * 1000000, i * 1000000, i * 1000000, 0 FROM n"_s.arg(operations));
    ledger.run(u"UPDATE operation SET contrary = id WHERE id % 1999 = 7"_s);
    ledger.run(u"UPDATE head SET operations = %1, at = %1 * 1000000"_s.arg(operations));
}

} // namespace obstat::tests
