#include "support/auditsample.h"

#include "base/canonicaljson.h"
#include "base/digest.h"
#include "base/jsonpath.h"
#include "evidence/checkpoint.h"
#include "evidence/event.h"
#include "metrics/judgement.h"

#include <QFile>

#include <algorithm>

namespace obstat::tests::auditsample {

using namespace Qt::StringLiterals;
using base::kSecond;
using ledger::EventRow;

EventRow event(qint64 seq, base::Micros at, const QString &kind, const QString &actor, const QJsonObject &data,
               std::optional<qint64> operation, const QString &run)
{
    evidence::Event event;
    event.seq = seq;
    event.at = at;
    event.kind = kind;
    event.tenant = u"default"_s;
    event.operation = operation;
    event.actor = {u"agent"_s, actor};
    event.run = run;
    event.data = data;
    return {seq, at, kind, event.tenant, operation, actor, run, evidence::leafBytes(event)};
}

void fillLog(FakeLedgerClient &ledger, qint64 count, base::Micros now)
{
    for (qint64 seq = ledger.eventRows.size(), end = seq + count; seq < end; ++seq) {
        const bool repeat = seq % 4 == 3;
        ledger.eventRows.append(event(seq, now - (end - 1 - seq) * kSecond, repeat ? u"replayed"_s : u"planned"_s,
                                      u"agent-%1"_s.arg(seq % 3), {{u"tool"_s, u"send_email"_s}}, seq / 4 + 1,
                                      u"r-%1"_s.arg(seq % 7)));
    }
}

void takeLogFromBook(FakeLedgerClient &ledger)
{
    ledger.eventRows.clear();
    for (const console::OperationDetail &detail : std::as_const(ledger.book))
        ledger.eventRows += detail.timeline;
    std::stable_sort(ledger.eventRows.begin(), ledger.eventRows.end(),
                     [](const EventRow &a, const EventRow &b) { return a.at < b.at; });
    for (qint64 seq = 0; seq < ledger.eventRows.size(); ++seq) {
        EventRow &row = ledger.eventRows[seq];
        auto event = evidence::parseLeaf(row.leaf);
        if (!event)
            qFatal("%s", qUtf8Printable(event.error().message));
        row.seq = event->seq = seq;
        row.leaf = evidence::leafBytes(*event);
    }
    ledger.frame.head.size = ledger.eventRows.size();
}

QByteArray checkpoint(qint64 size)
{
    evidence::Checkpoint checkpoint;
    checkpoint.origin = QString::fromLatin1(SampleBook::kOrigin);
    checkpoint.head.size = static_cast<quint64>(size);
    return QByteArray(checkpoint.text() + "\n\u2014 nobody AAAAAAAA\n");
}

QByteArray sampleText(const QString &name)
{
    QFile file(QStringLiteral(OBSTAT_SOURCE_DIR) + u"/resources/samples/"_s + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The sample %s is missing.", qUtf8Printable(name));
    return file.readAll();
}

void activateSamples(FakeLedgerClient &ledger, base::Micros now)
{
    const QByteArray tools = sampleText(u"tools.toml"_s);
    const QByteArray policy = sampleText(u"policy.toml"_s);
    ledger.active = {base::digestHex(policy), base::digestHex(tools)};
    ledger.bytes.insert(ledger.active.registry, tools);
    ledger.bytes.insert(ledger.active.policy, policy);
    ledger.eventRows.append(event(ledger.eventRows.size(), now, u"policy_activated"_s, u"a.weber"_s));
}

void addConflict(FakeLedgerClient &ledger, qint64 operation, const QJsonObject &changed, base::Micros at,
                 const QString &actor)
{
    const console::OperationDetail &first = ledger.book.at(operation - 1);
    const auto before = base::parseStoredCanonical(**first.arguments);
    if (!before)
        qFatal("%s", qUtf8Printable(before.error().message));
    QJsonObject after = before->value.toObject();
    for (auto member = changed.begin(); member != changed.end(); ++member) {
        if (member.value().isNull())
            after.remove(member.key());
        else
            after.insert(member.key(), member.value());
    }
    const QByteArray second = base::canonicalBytes(after);
    ledger::ConflictRow row;
    row.event = ledger.conflictRows.isEmpty() ? 1000 : ledger.conflictRows.first().event + 1;
    row.operation = operation;
    row.payloadDigest = base::digestHex(second);
    row.paths = base::differingPointers(before->value, after);
    row.actor = actor;
    row.run = u"r-2"_s;
    row.state = u"open"_s;
    row.at = at;
    row.record = first.row.record;
    ledger.bytes.insert(row.payloadDigest, second);
    ledger.conflictRows.prepend(row);
}

console::LedgerClient::NumbersReport calmNumbers(base::Micros now)
{
    using metrics::MetricsQuery;
    console::LedgerClient::NumbersReport report;
    report.operations = 1'820'809;
    metrics::SixNumbers &six = report.six;
    six.range = metrics::rangeUntil(now, 30 * base::kDay);
    six.previous = metrics::rangeUntil(six.range.from, 30 * base::kDay);
    six.idempotencyHits = metrics::judge(MetricsQuery::Hits{611'000, 1284}, MetricsQuery::Hits{600'000, 1178});
    six.operationsPerRun =
        metrics::judge(MetricsQuery::Runs{412'000, 2, 7, 19, {}}, MetricsQuery::Runs{400'000, 2, 6, 18, {}});
    const MetricsQuery::Attempts attempts{1'800'000, 900, 12, 400'000, 2'100'000, 9'600'000, 30 * kSecond};
    const MetricsQuery::Attempts before{1'700'000, 850, 10, 380'000, 2'000'000, 9'200'000, 30 * kSecond};
    six.timeoutRate = metrics::judgeTimeouts(attempts, before);
    six.duration = metrics::judgeDuration(attempts, before);
    MetricsQuery::Waiting waiting;
    waiting.decided = 3210;
    waiting.p50 = 3 * base::kMinute;
    waiting.p90 = 41 * base::kMinute;
    waiting.p99 = 3 * base::kHour;
    waiting.pending = 12;
    waiting.oldestPending = now - 161 * base::kMinute;
    waiting.byRole = {{u"treasury"_s, 8}, {u"support"_s, 4}};
    six.waiting = metrics::judge(waiting, waiting);
    six.monthBefore = {70, 30};
    six.automaticApprovalRate =
        metrics::judge(MetricsQuery::Approvals{71, 29}, MetricsQuery::Approvals{70, 30}, six.monthBefore);
    six.auditCompleteness = metrics::judge(MetricsQuery::Completeness{115'000, 115'000, {}},
                                           MetricsQuery::Completeness{110'000, 109'990, {{u"run"_s, 10}}});
    return report;
}

} // namespace obstat::tests::auditsample
