#include "console/pages/operationlines.h"

#include "approval/decision.h"
#include "approval/showntext.h"
#include "base/canonicaljson.h"
#include "base/visibletext.h"
#include "console/models/answerwording.h"
#include "console/models/outcomeaction.h"
#include "console/models/scriptwording.h"
#include "console/models/wording.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace obstat::console::operationlines {

using namespace Qt::StringLiterals;

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(OperationLines)
};

DisplayLine words(const QString &label, const QString &value, Tone tone = Tone::Neutral)
{
    return {label, value, {}, false, {}, false, tone};
}

DisplayLine code(const QString &label, const QString &value)
{
    return {label, value, {}, true, {}, false, Tone::Neutral};
}

QString outcomeText(const QString &outcome)
{
    if (outcome == u"succeeded")
        return Text::tr("succeeded");
    if (outcome == u"no_effect")
        return Text::tr("refused, no effect");
    if (outcome == u"not_sent")
        return Text::tr("not sent");
    if (outcome == u"timed_out")
        return Text::tr("timed out");
    if (outcome == u"reset")
        return Text::tr("connection lost");
    if (outcome == u"unreadable")
        return Text::tr("unreadable answer");
    if (outcome == u"unmatched")
        return Text::tr("an answer that no rule knows");
    if (outcome == u"crashed")
        return Text::tr("the sender died");
    return base::visibleText(outcome);
}

QString stateText(const ledger::DecisionRow &decision)
{
    if (decision.state == u"admitted")
        return Text::tr("admitted");
    if (decision.state == u"lost")
        return Text::tr("came too late");
    if (decision.state == u"expired")
        return Text::tr("after the expiry");
    return Text::tr("refused: %1").arg(base::visibleText(decision.why));
}

} // namespace

QList<DisplayLine> json(const StoredBytes &stored, const QString &purged, const SensitiveMask &mask)
{
    if (!stored)
        return {words({}, Wording::error(stored.error()), Tone::Bad)};
    if (!*stored)
        return {words({}, purged)};
    const QJsonDocument document = QJsonDocument::fromJson(**stored);
    if (!document.isObject())
        return {code({}, mask.text(base::visibleText(QString::fromUtf8(**stored))))};
    approval::ShownPlan plan; // its lines are every leaf, escaped, in the order of the canonical bytes
    plan.arguments = document.object();
    if (plan.arguments.isEmpty())
        return {};
    QList<DisplayLine> lines;
    for (const approval::ShownLine &line : approval::shownLines(plan)) {
        if (line.kind == approval::ShownLine::Kind::Argument) {
            lines.append(code(line.label.mid(line.label.startsWith(u'/') ? 1 : 0), mask.value(line.label, line.value)));
            lines.last().tag = ScriptWording::tag(line.value);
        }
    }
    return lines;
}

QList<DisplayLine> proof(const OperationDetail &detail)
{
    if (detail.timeline.isEmpty())
        return {};
    const qint64 first = detail.timeline.first().seq;
    const qint64 last = detail.timeline.last().seq;
    qint64 covered = 0;
    for (const ledger::EventRow &event : detail.timeline)
        covered += event.seq < detail.checkpointSize ? 1 : 0;
    const auto all = static_cast<qint64>(detail.timeline.size());
    DisplayLine line =
        words({}, detail.checkpointSize < 0
                      ? Text::tr("Events %1 to %2 are in the log; no checkpoint is signed yet")
                            .arg(Wording::number(first), Wording::number(last))
                      : Text::tr("Events %1 to %2: %3 of %4 are under the signed checkpoint of %5 events")
                            .arg(Wording::number(first), Wording::number(last), Wording::number(covered),
                                 Wording::number(all), Wording::number(detail.checkpointSize)));
    line.mark = covered == all ? DisplayLine::Mark::Holds : DisplayLine::Mark::None;
    return {line};
}

QList<DisplayLine> attempts(const OperationDetail &detail, const SensitiveMask &mask)
{
    QList<DisplayLine> lines;
    for (const ledger::AttemptRow &attempt : detail.attempts) {
        QStringList parts{Wording::exactTime(attempt.startedAt)};
        parts.append(attempt.endedAt ? outcomeText(attempt.outcome) : Text::tr("still open"));
        if (attempt.httpStatus)
            parts.append(Text::tr("HTTP %1").arg(*attempt.httpStatus));
        if (attempt.duration)
            parts.append(Text::tr("%1 of %2")
                             .arg(Wording::exactDuration(*attempt.duration), Wording::exactDuration(attempt.timeout)));
        if (attempt.late)
            parts.append(Text::tr("after the limit"));
        if (!attempt.reference.isEmpty())
            parts.append(base::visibleText(attempt.reference));
        const QString kind = attempt.kind == u"query" ? Text::tr("Question %1") : Text::tr("Attempt %1");
        lines.append(words(kind.arg(attempt.number), parts.join(u" · "_s)));
        if (const QString said = AnswerWording::said(detail, attempt.responseDigest); !said.isEmpty())
            lines.append(code(Text::tr("Answer"), mask.text(said)));
    }
    return lines;
}

QList<DisplayLine> decisions(const OperationDetail &detail)
{
    QList<DisplayLine> lines;
    for (const ledger::DecisionRow &decision : detail.decisions) {
        const auto action = OutcomeActions::ofKind(decision.kind);
        QStringList parts{action ? OutcomeActions::name(*action) : base::visibleText(decision.kind),
                          stateText(decision), Wording::exactTime(decision.receivedAt)};
        if (const auto body = approval::DecisionBody::parse(decision.body)) {
            if (!body->onBehalfOf.isEmpty())
                parts.insert(1, Text::tr("for %1").arg(base::visibleText(body->onBehalfOf)));
            parts.append(Text::tr("looked at it for %1")
                             .arg(Wording::exactDuration(body->millisecondsShown * base::kMillisecond)));
            if (!body->reason.isEmpty())
                parts.append(u'“' + base::visibleText(body->reason) + u'”');
        }
        parts.append(Text::tr("key %1").arg(base::visibleText(decision.keyId)));
        lines.append(words(base::visibleText(decision.approver), parts.join(u" · "_s)));
    }
    return lines;
}

QList<DisplayLine> hits(const OperationDetail &detail)
{
    QList<DisplayLine> lines;
    if (detail.row.hits > 0)
        lines.append(
            words(Text::tr("Repeats"), Text::tr("asked again %n time(s); each got the first result or the state",
                                                nullptr, static_cast<int>(detail.row.hits))));
    for (const ledger::ConflictRow &conflict : detail.conflicts) {
        QStringList paths;
        for (const QString &path : conflict.paths)
            paths.append(base::visibleText(path));
        lines.append(words(Text::tr("Conflict"),
                           Text::tr("%1 · %2 asked with another %3 · %4")
                               .arg(Wording::exactTime(conflict.at), base::visibleText(conflict.actor),
                                    paths.join(u", "_s), base::visibleText(conflict.state)),
                           Tone::Warn));
    }
    return lines;
}

QList<DisplayLine> identity(const OperationDetail &detail, const SensitiveMask &mask)
{
    const ledger::OperationRow &row = detail.row;
    QList<DisplayLine> lines{code(Text::tr("Operation"), Wording::number(row.id)),
                             code(Text::tr("Tenant"), base::visibleText(row.tenant)),
                             code(Text::tr("Agent"), base::visibleText(row.actor)),
                             code(Text::tr("Natural key"), mask.text(base::visibleText(row.natural))),
                             code(Text::tr("Intent key"), base::visibleText(row.intentKey)),
                             code(Text::tr("Wire key"), base::visibleText(row.wireKey)),
                             code(Text::tr("Payload"), base::visibleText(row.payloadDigest)),
                             code(Text::tr("Policy"), base::visibleText(row.policyDigest))};
    lines.append(words(Text::tr("Revision"), Text::tr("%1, generation %2").arg(row.revision).arg(row.generation)));
    if (!row.rule.isEmpty())
        lines.insert(3, code(Text::tr("Rule"), base::visibleText(row.rule)));
    return lines;
}

} // namespace obstat::console::operationlines
