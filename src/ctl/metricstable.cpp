#include "ctl/metricstable.h"

#include "base/clock.h"
#include "metrics/judgement.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::Micros;
using metrics::MetricsQuery;

namespace {

constexpr int kRunsShown = 5;
constexpr int kMostDecimals = 6;

struct Line
{
    QString name, now, before, state;
};

QString seconds(Micros duration)
{
    if (duration >= base::kHour)
        return u"%1 h %2 m"_s.arg(duration / base::kHour).arg(duration % base::kHour / base::kMinute);
    if (duration >= 2 * base::kMinute)
        return u"%1 m %2 s"_s.arg(duration / base::kMinute).arg(duration % base::kMinute / base::kSecond);
    const double exact = static_cast<double>(duration) / base::kSecond;
    return u"%1 s"_s.arg(exact, 0, 'f', duration < 10 * base::kSecond ? 3 : 1);
}

QString seconds(std::optional<Micros> duration)
{
    return duration ? seconds(*duration) : u"-"_s;
}

/// With as many decimals as it needs to be neither 0 % nor 100 % unless it is.
QString percent(qint64 part, qint64 whole)
{
    if (part == 0 || part == whole)
        return part == 0 ? u"0 %"_s : u"100 %"_s;
    const double exact = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    for (int decimals = 1; decimals <= kMostDecimals; ++decimals) {
        const QString text = QString::number(exact, 'f', decimals);
        if (text.toDouble() > 0 && text.toDouble() < 100)
            return text + u" %"_s;
    }
    return exact < 50 ? u"almost 0 %"_s : u"almost 100 %"_s;
}

/// Of nothing there is no number, and never 0 %.
template <typename Values, typename Text>
QString orNone(qint64 of, const Values &values, Text text)
{
    return of > 0 ? text(values) : u"no data"_s;
}

QString hits(const MetricsQuery::Hits &hits)
{
    return u"%1 in %2 submits, %3 per 1,000"_s.arg(hits.repeats)
        .arg(hits.submits)
        .arg(metrics::perThousand(hits).value_or(0), 0, 'f', 1);
}

QString runs(const MetricsQuery::Runs &runs)
{
    return u"median %1, p95 %2, max %3 in %4 runs"_s.arg(runs.median).arg(runs.p95).arg(runs.max).arg(runs.runs);
}

QString timeouts(const MetricsQuery::Attempts &attempts)
{
    return u"%1, %2 of %3 attempts"_s.arg(percent(attempts.overTimeout, attempts.commits))
        .arg(attempts.overTimeout)
        .arg(attempts.commits);
}

QString durations(const MetricsQuery::Attempts &attempts)
{
    // What was never answered counts as twice its timeout: it took at least that.
    const auto text = [&attempts](std::optional<Micros> value) {
        const bool isCut = value && attempts.cut > 0 && *value >= 2 * attempts.timeout;
        return isCut ? u">= "_s + seconds(*value) : seconds(value);
    };
    return u"p50 %1, p95 %2, p99 %3, limit %4"_s.arg(text(attempts.p50), text(attempts.p95), text(attempts.p99),
                                                     seconds(attempts.timeout));
}

QString retries(const MetricsQuery::Retries &retries)
{
    return u"%1 sent again, %2 questions to owners, %3 proved not sent"_s.arg(retries.sentAgain)
        .arg(retries.asked)
        .arg(retries.notSent);
}

QString waits(const MetricsQuery::Waiting &waiting)
{
    return u"p50 %1, p90 %2, p99 %3 in %4 decisions"_s
        .arg(seconds(waiting.p50), seconds(waiting.p90), seconds(waiting.p99))
        .arg(waiting.decided);
}

QString approvals(const MetricsQuery::Approvals &approvals)
{
    return u"%1, %2 by rules and %3 by people"_s
        .arg(percent(approvals.automatic, approvals.automatic + approvals.byPeople))
        .arg(approvals.automatic)
        .arg(approvals.byPeople);
}

QString completeness(const MetricsQuery::Completeness &completeness)
{
    return u"%1, %2 of %3 operations"_s.arg(percent(completeness.complete, completeness.operations))
        .arg(completeness.complete)
        .arg(completeness.operations);
}

/// `warning, near timeout`: the stable codes without their underscores.
template <typename Values>
QString stateOf(const metrics::Number<Values> &number)
{
    QString text = metrics::stateText(number.state);
    if (!number.meaning.isEmpty() && number.meaning != text)
        text += u", "_s + number.meaning;
    return text.replace(u'_', u' ');
}

template <typename Values, typename Text>
Line lineOf(const QString &name, const metrics::Number<Values> &number, Text text, qint64 (*of)(const Values &))
{
    return {name, orNone(of(number.current), number.current, text), orNone(of(number.previous), number.previous, text),
            stateOf(number)};
}

QStringList counted(const QList<QPair<QString, qint64>> &pairs)
{
    QStringList texts;
    for (const auto &[name, count] : pairs)
        texts.append(u"%1 %2"_s.arg(name.isEmpty() ? u"(no role)"_s : name).arg(count));
    return texts;
}

Line pending(const MetricsQuery::Waiting &waiting, Micros now)
{
    QString text = u"%1 waiting"_s.arg(waiting.pending);
    if (waiting.oldestPending)
        text += u", the oldest for "_s + seconds(std::max<Micros>(0, now - *waiting.oldestPending));
    if (!waiting.byRole.isEmpty())
        text += u" ("_s + counted(waiting.byRole).join(u", "_s) + u")"_s;
    return {u"   now"_s, text + u"; %1 approved and overdue"_s.arg(waiting.overdue), {}, {}};
}

QList<Line> linesOf(const metrics::SixNumbers &six, Micros now)
{
    const auto ofAttempts = [](const MetricsQuery::Attempts &attempts) { return attempts.commits; };
    QList<Line> lines{{u"number"_s, u"this range"_s, u"the range before"_s, u"state"_s},
                      lineOf<MetricsQuery::Hits>(u"1  idempotency hits"_s, six.idempotencyHits, &hits,
                                                 [](const auto &hits) { return hits.submits; }),
                      lineOf<MetricsQuery::Runs>(u"2  side-effecting calls per run"_s, six.operationsPerRun, &runs,
                                                 [](const auto &runs) { return runs.runs; })};
    if (const QStringList over = counted(six.operationsPerRun.current.overLimit.mid(0, kRunsShown)); !over.isEmpty())
        lines.append({u"   runs over the limit"_s, over.join(u", "_s), {}, {}});
    lines.append(lineOf<MetricsQuery::Attempts>(u"3  timeout rate"_s, six.timeoutRate, &timeouts, ofAttempts));
    lines.append(lineOf<MetricsQuery::Attempts>(u"   duration of an attempt"_s, six.duration, &durations, ofAttempts));
    lines.append({u"   retries"_s, retries(six.retries), retries(six.retriesBefore), {}});
    lines.append({u"   left to people now"_s, u"%1 unknown outcomes"_s.arg(six.retries.forPeople), {}, {}});
    lines.append(lineOf<MetricsQuery::Waiting>(u"4  waiting time in the queue"_s, six.waiting, &waits,
                                               [](const auto &waiting) { return waiting.decided; }));
    lines.append(pending(six.waiting.current, now));
    lines.append(lineOf<MetricsQuery::Approvals>(
        u"5  automatic approval rate"_s, six.automaticApprovalRate, &approvals,
        [](const auto &approvals) { return approvals.automatic + approvals.byPeople; }));
    lines.append(lineOf<MetricsQuery::Completeness>(u"6  audit completeness"_s, six.auditCompleteness, &completeness,
                                                    [](const auto &all) { return all.operations; }));
    QStringList gaps;
    const auto &byGap = six.auditCompleteness.current.gaps;
    for (auto gap = byGap.begin(); gap != byGap.end(); ++gap)
        if (gap.value() > 0)
            gaps.append(u"%1 without %2"_s.arg(gap.value()).arg(gap.key()));
    if (!gaps.isEmpty())
        lines.append({u"   gaps"_s, gaps.join(u", "_s), {}, {}});
    return lines;
}

} // namespace

QStringList metricsTable(const metrics::SixNumbers &six, Micros now)
{
    const QList<Line> lines = linesOf(six, now);
    qsizetype name = 0;
    qsizetype value = 0;
    qsizetype before = 0;
    for (const Line &line : lines) {
        name = std::max(name, line.name.size());
        before = std::max(before, line.before.size());
        if (!line.state.isEmpty()) // what stands under a number goes on into the next columns
            value = std::max(value, line.now.size());
    }
    QStringList table{u"%1 to %2, %3"_s.arg(base::isoText(six.range.from), base::isoText(six.range.to),
                                            six.range.tool.isEmpty() ? u"all tools"_s : u"tool "_s + six.range.tool)};
    for (const Line &line : lines) {
        QString row = line.name.leftJustified(name) + u"  "_s + line.now.leftJustified(value) + u"  "_s +
                      line.before.leftJustified(before) + u"  "_s + line.state;
        while (row.endsWith(u' '))
            row.chop(1);
        table.append(row);
    }
    return table;
}

} // namespace obstat::ctl
