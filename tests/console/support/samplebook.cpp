#include "support/samplebook.h"

#include "base/canonicaljson.h"
#include "base/digest.h"
#include "evidence/event.h"

#include <QFile>

namespace obstat::tests {

using namespace Qt::StringLiterals;
using base::kMinute;
using base::kSecond;
using ledger::Status;

namespace {

QByteArray sample(const QString &name)
{
    QFile file(QStringLiteral(OBSTAT_SOURCE_DIR) + u"/resources/samples/"_s + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The sample %s is missing.", qUtf8Printable(name));
    return file.readAll();
}

} // namespace

SampleBook::SampleBook(base::Micros now) : m_now(now)
{
    const auto registry = policy::Registry::parse(sample(u"tools.toml"_s), u"tools.toml"_s);
    if (!registry)
        qFatal("%s", qUtf8Printable(registry.error().message));
    m_registry = *registry;
    const auto policy = policy::Policy::parse(sample(u"policy.toml"_s), u"policy.toml"_s);
    if (!policy)
        qFatal("%s", qUtf8Printable(policy.error().message));
    m_policy = *policy;
}

OperationDetail SampleBook::add(const Plan &plan)
{
    const policy::ToolEntry *entry = m_registry.find(plan.tool);
    if (!entry)
        qFatal("The samples have no tool %s.", qUtf8Printable(plan.tool));
    const QByteArray arguments = base::canonicalBytes(plan.arguments);
    QJsonObject facts = plan.facts;
    facts.insert(u"run"_s, QJsonObject{{u"operations"_s, 1}});
    const QByteArray factBytes = base::canonicalBytes(facts);
    const auto identity = policy::identify(*entry, plan.arguments, {}, {});
    const auto subject = policy::subjectOf(*entry, plan.arguments);
    policy::PlanView view{plan.tool,
                          plan.arguments,
                          subject ? subject->currency : QString(),
                          plan.facts,
                          QJsonObject{{u"operations"_s, 1}},
                          entry->approver};
    const policy::Verdict verdict = m_policy.evaluate(view);
    OperationDetail detail;
    ledger::OperationRow &row = detail.row;
    row.id = m_details.size() + 1;
    row.version = 1;
    row.tenant = u"default"_s;
    row.tool = plan.tool;
    row.natural = identity ? identity->natural : plan.tool;
    row.intentKey = base::intentKey(row.natural);
    row.wireKey = base::wireKey(QString::fromLatin1(kOrigin), row.tenant, row.intentKey, 1);
    row.status = plan.status;
    row.payloadDigest = base::digestHex(arguments);
    row.factsDigest = base::digestHex(factBytes);
    row.registryDigest = entry->digest;
    row.policyDigest = m_policy.digest();
    row.rule = verdict.rule;
    row.verdict = u"human"_s;
    row.approvals = base::canonicalBytes(verdict.frozen());
    row.role = verdict.approvals.isEmpty() ? u"treasury"_s : verdict.approvals.first().role;
    row.actor = plan.actor;
    row.tokenId = u"t1"_s;
    row.sponsor = u"p.okafor"_s;
    row.run = plan.run;
    row.record = subject ? subject->record : QString();
    row.amount = subject ? subject->amount : QString();
    row.currency = subject ? subject->currency : QString();
    row.hits = plan.hits;
    row.createdAt = m_now - plan.age;
    row.updatedAt = row.createdAt;
    row.expiresAt = row.createdAt + (entry->expiresAfter > 0 ? entry->expiresAfter : 4 * base::kHour);
    detail.arguments = std::optional(arguments);
    detail.facts = std::optional(factBytes);
    detail.entry = std::optional(entry->canonical);
    detail.policy = std::optional(m_policy.text());
    if (!plan.rationale.isEmpty()) {
        row.rationaleDigest = base::digestHex(plan.rationale.toUtf8());
        detail.rationale = std::optional(plan.rationale.toUtf8());
    }
    for (const OperationDetail &earlier : std::as_const(m_details)) {
        if (!row.record.isEmpty() && earlier.row.record == row.record && earlier.row.tool == row.tool) {
            detail.previous = earlier.row;
            detail.previousArguments = earlier.arguments;
        }
    }
    detail.runShape = {6, 2};
    detail.origin = QString::fromLatin1(kOrigin);
    live(detail, row.createdAt);
    m_details.append(detail);
    return detail;
}

OperationDetail SampleBook::addWithdrawal(const QString &record, const QString &amount, base::Micros age)
{
    Plan plan;
    plan.arguments = {{u"withdrawal_id"_s, record},
                      {u"amount"_s, amount},
                      {u"currency"_s, u"USD"_s},
                      {u"beneficiary"_s, u"ACME Ltd"_s},
                      {u"iban"_s, u"DE89370400440532013000"_s}};
    plan.facts = {{u"kyc_complete"_s, true}};
    plan.age = age;
    return add(plan);
}

void SampleBook::appendEvent(OperationDetail &detail, const QString &kind, const QString &actorType,
                             const QString &actor, base::Micros at, const QString &from, const QString &to,
                             const QJsonObject &data)
{
    evidence::Event event;
    event.seq = m_events++;
    event.at = at;
    event.kind = kind;
    event.tenant = detail.row.tenant;
    event.operation = detail.row.id;
    event.actor = {actorType, actor};
    event.run = detail.row.run;
    event.from = from;
    event.to = to;
    event.data = data;
    detail.timeline.append(
        {event.seq, at, kind, event.tenant, event.operation, actor, event.run, evidence::leafBytes(event)});
}

void SampleBook::attempt(OperationDetail &detail, base::Micros at, const QString &outcome, base::Micros duration,
                         int http)
{
    const int number = static_cast<int>(detail.attempts.size()) + 1;
    ledger::AttemptRow row;
    row.id = number;
    row.operation = detail.row.id;
    row.number = number;
    row.kind = u"commit"_s;
    row.startedAt = at;
    row.timeout = 30 * kSecond;
    row.endedAt = at + duration;
    row.outcome = outcome;
    if (http > 0) {
        row.httpStatus = http;
        row.duration = duration;
    }
    detail.attempts.append(row);
    detail.row.attempts = number;
    appendEvent(detail, u"claimed"_s, u"flow"_s, u"i-1"_s, at - 900, u"approved"_s, u"running"_s, {});
    appendEvent(detail, u"attempt_started"_s, u"flow"_s, u"i-1"_s, at, {}, {}, {{u"number"_s, number}});
    appendEvent(detail, u"attempt_ended"_s, u"flow"_s, u"i-1"_s, at + duration, {}, {},
                {{u"number"_s, number}, {u"outcome"_s, outcome}});
}

void SampleBook::live(OperationDetail &detail, base::Micros at)
{
    ledger::OperationRow &row = detail.row;
    const QString awaiting = u"awaiting_approval"_s;
    appendEvent(
        detail, u"planned"_s, u"agent"_s, row.actor, at, {}, awaiting,
        {{u"rule"_s, row.rule}, {u"verdict"_s, row.status == Status::AwaitingApproval ? u"human"_s : u"automatic"_s}});
    switch (row.status) {
    case Status::AwaitingApproval:
        break;
    case Status::Rejected:
        appendEvent(detail, u"rejected"_s, u"person"_s, u"m.keller"_s, at + 95 * kSecond, awaiting, u"rejected"_s, {});
        break;
    case Status::Expired:
        appendEvent(detail, u"expired"_s, u"rule"_s, u"expiry"_s, row.expiresAt, awaiting, u"expired"_s, {});
        break;
    case Status::Withdrawn:
        appendEvent(detail, u"withdrawn"_s, u"agent"_s, row.actor, at + kMinute, awaiting, u"withdrawn"_s, {});
        break;
    default:
        appendEvent(detail, u"approved"_s, u"rule"_s, u"small_and_known"_s, at + 2000, awaiting, u"approved"_s, {});
        if (row.status == Status::Succeeded && row.hits > 2) {
            attempt(detail, at + 20'000, u"timed_out"_s, 30 * kSecond, 0);
            appendEvent(detail, u"unknown"_s, u"flow"_s, u"i-1"_s, at + 30 * kSecond, u"running"_s, u"unknown"_s, {});
            attempt(detail, at + 61 * kSecond, u"succeeded"_s, 412'000, 200);
        } else if (row.status == Status::Succeeded) {
            attempt(detail, at + 20'000, u"succeeded"_s, 184'000, 201);
        } else if (row.status == Status::Failed) {
            attempt(detail, at + 20'000, u"no_effect"_s, 96'000, 422);
        } else if (row.status == Status::Unknown) {
            attempt(detail, at + 20'000, u"timed_out"_s, 30 * kSecond, 0);
        }
        if (row.status == Status::Succeeded) {
            row.reference = u"inv_%1"_s.arg(90 + row.id);
            row.resultDigest = base::digestHex(row.reference.toUtf8());
            detail.result =
                std::optional(base::canonicalBytes(QJsonObject{{u"id"_s, row.reference}, {u"status"_s, u"done"_s}}));
        }
        if (row.status != Status::Approved && row.status != Status::Running)
            appendEvent(detail, ledger::statusText(row.status), u"flow"_s, u"i-1"_s,
                        row.hits > 2 ? at + 62 * kSecond : at + 300'000, u"running"_s, ledger::statusText(row.status),
                        {});
        break;
    }
    if (row.hits > 0)
        appendEvent(detail, u"replayed"_s, u"agent"_s, row.actor, at + 5 * kMinute, {}, {},
                    {{u"count"_s, row.hits},
                     {u"first_at"_s, at + 5 * kMinute},
                     {u"last_at"_s, at + 5 * kMinute + 6 * kSecond}});
    detail.checkpointSize = m_events;
}

void SampleBook::addPicture()
{
    const auto invoice = [](const QString &order, const QString &amount) {
        return QJsonObject{{u"order_id"_s, order}, {u"amount"_s, amount}, {u"currency"_s, u"USD"_s}};
    };
    const auto withdrawal = [](const QString &id, const QString &amount) {
        return QJsonObject{{u"withdrawal_id"_s, id},
                           {u"amount"_s, amount},
                           {u"currency"_s, u"USD"_s},
                           {u"beneficiary"_s, u"ACME Ltd"_s},
                           {u"iban"_s, u"DE89370400440532013000"_s}};
    };
    const QJsonObject known{{u"kyc_complete"_s, true}};
    add({u"approve_withdrawal"_s,
         withdrawal(u"WD-24789"_s, u"99.00"_s),
         known,
         u"ops-agent-3"_s,
         u"r-117"_s,
         {},
         200 * kMinute,
         2,
         Status::Rejected});
    add({u"approve_withdrawal"_s,
         withdrawal(u"WD-24790"_s, u"120.00"_s),
         known,
         u"ops-agent-3"_s,
         u"r-117"_s,
         {},
         190 * kMinute,
         94,
         Status::Succeeded});
    add({u"approve_withdrawal"_s,
         withdrawal(u"WD-24817"_s, u"125.00"_s),
         known,
         u"ops-agent-3"_s,
         u"r-117"_s,
         {},
         185 * kMinute,
         0,
         Status::Withdrawn});
    add({u"create_invoice"_s,
         invoice(u"8469"_s, u"18.00"_s),
         {},
         u"billing-agent"_s,
         u"r-203"_s,
         {},
         180 * kMinute,
         0,
         Status::Failed});
    add({u"create_invoice"_s,
         invoice(u"8471"_s, u"64.90"_s),
         {},
         u"billing-agent"_s,
         u"r-204"_s,
         {},
         170 * kMinute,
         1,
         Status::Unknown});
    add({u"issue_refund"_s,
         {{u"payment_id"_s, u"ORD-8471"_s},
          {u"amount"_s, u"9400.00"_s},
          {u"currency"_s, u"EUR"_s},
          {u"customer"_s, u"c-118"_s}},
         {},
         u"support-2"_s,
         u"r-88"_s,
         {},
         161 * kMinute});
    add({u"create_invoice"_s,
         invoice(u"8472"_s, u"10.00"_s),
         {},
         u"billing-agent"_s,
         u"r-204"_s,
         {},
         12 * kMinute,
         3,
         Status::Succeeded});
    Plan plan;
    plan.arguments = withdrawal(u"WD-24817"_s, u"1250.00"_s);
    plan.arguments.insert(u"beneficiary"_s, u"ACME Ltd\u200B"_s);
    plan.facts = known;
    plan.rationale = u"Matches the rule set, customer asked twice."_s;
    plan.age = 4 * kMinute;
    plan.hits = 2;
    add(plan);
    add({u"send_email"_s,
         {{u"order_id"_s, u"ORD-8472"_s},
          {u"to"_s, u"li.wei@example.org"_s},
          {u"subject"_s, u"Your refund"_s},
          {u"body"_s, u"Dear customer, your refund is on its way."_s}},
         {},
         u"crm-agent"_s,
         u"r-301"_s,
         {},
         9 * kMinute});
    addWithdrawal(u"WD-24820"_s, u"812.50"_s, 2 * kMinute + 40 * kSecond);
    addWithdrawal(u"WD-24821"_s, u"640.00"_s, 2 * kMinute + 20 * kSecond);
    addWithdrawal(u"WD-24822"_s, u"2100.00"_s, 2 * kMinute);
    add({u"update_payee"_s,
         {{u"payee_id"_s, u"V-1190"_s}, {u"iban"_s, u"GB29NWBK60161331926819"_s}},
         {},
         u"ap-agent"_s,
         u"r-77"_s,
         {},
         58 * kSecond});
}

} // namespace obstat::tests
