#include "console/pages/planlines.h"

#include "approval/decision.h"
#include "base/visibletext.h"
#include "console/models/agewording.h"
#include "console/models/approvalgate.h"
#include "console/models/scriptwording.h"
#include "console/models/wording.h"
#include "console/widgets/linetext.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace obstat::console::planlines {

using namespace Qt::StringLiterals;
using approval::ShownLine;

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(PlanLines)
};

constexpr qsizetype kHeadLength = 60; // longer ones do not stand in the head, where nothing scrolls
constexpr qsizetype kWarnings = 6;    // more are counted: the values themselves are marked

QString cut(const QString &text, qsizetype length)
{
    return text.size() <= length ? text : QString(text.left(length) + u'…');
}

/// What somebody named, where it stands among the console's own words: what is no plain name stands in quotation marks,
/// so that "WD-1 for 10.00 USD, verified" is not read as one of ours.
QString quoted(const QString &shown)
{
    static const QRegularExpression plain(QRegularExpression::anchoredPattern(u"[A-Za-z0-9_.:/#@-]*"_s));
    return plain.match(shown).hasMatch() ? shown : QString(u'“' + shown + u'”');
}

/// `facts/kyc_complete` and `/beneficiary/name` without the part that the heading says already.
QString shortLabel(const ShownLine &line)
{
    QString label = line.label;
    if (line.kind == ShownLine::Kind::Fact && label.startsWith(u"facts/"_s))
        label = label.mid(6);
    else if (label.startsWith(u'/') && label.size() > 1)
        label = label.mid(1);
    return label;
}

/// Only where one argument names it: with two, an agent could choose which of them an approver reads first.
QString recipientOf(const PlanReview &plan)
{
    static const QStringList names{u"/beneficiary"_s, u"/recipient"_s, u"/payee"_s, u"/to"_s};
    const ShownLine *found = nullptr;
    for (const ShownLine &line : plan.lines) {
        if (line.kind != ShownLine::Kind::Argument || !names.contains(line.label.section(u'/', 0, 1)))
            continue;
        if (found || line.label.count(u'/') > 1)
            return {};
        found = &line;
    }
    const bool fits = found && !found->value.isEmpty() && found->value.size() <= kHeadLength;
    return fits ? Text::tr("to %1").arg(found->value) : QString();
}

QString undoText(const policy::ToolEntry &entry, const QString &answer)
{
    const QString word = answer == u"no"       ? Text::tr("cannot be undone")
                         : answer == u"yes"    ? Text::tr("can be undone")
                         : answer == u"partly" ? Text::tr("can be undone in part")
                                               : answer;
    return entry.undoNote.isEmpty() ? word : QString(word + u": "_s + base::visibleText(entry.undoNote));
}

QString repeatText(const policy::ToolEntry &entry, const QString &answer)
{
    const QString word = answer == u"returns_first" ? Text::tr("the owner returns the first result")
                         : answer == u"refused"     ? Text::tr("the owner refuses the second")
                         : answer == u"doubles"     ? Text::tr("the owner does it twice; Obstat lets only one through")
                                                    : answer;
    return entry.onRepeatNote.isEmpty() ? word : QString(word + u": "_s + base::visibleText(entry.onRepeatNote));
}

/// Who decided, and in whose name.
QString nameOf(const ledger::DecisionRow &decision)
{
    const QString who = base::visibleText(decision.approver);
    const auto body = approval::DecisionBody::parse(decision.body);
    return !body || body->onBehalfOf.isEmpty() ? who
                                               : Text::tr("%1 for %2").arg(who, base::visibleText(body->onBehalfOf));
}

/// What was signed, still on its way.
QString sendingText(const DecisionReport &report)
{
    if (report.kind == u"approve")
        return Text::tr("Approved and signed; sending …");
    return report.kind == u"change" ? Text::tr("Changed and signed; sending …")
                                    : Text::tr("Rejected and signed; sending …");
}

QString admittedText(const DecisionReport &report)
{
    if (report.kind == u"approve")
        return Text::tr("Approved. The flow carries it out now.");
    if (report.kind != u"change")
        return Text::tr("Rejected. Nothing happens, and the agent is told why.");
    return report.planned > 0
               ? Text::tr("Changed. This plan is rejected; operation %1 has your arguments, and somebody "
                          "else must approve it.")
                     .arg(report.planned)
               : Text::tr("Changed. This plan is rejected; your arguments are another plan, which "
                          "somebody else must approve.");
}

/// In whose name, where it is not the own one.
QString inName(const DecisionReport &report)
{
    return report.onBehalfOf.isEmpty() ? QString()
                                       : Text::tr("Signed for %1.").arg(base::visibleText(report.onBehalfOf));
}

bool fitsHead(const PlanReview &plan)
{
    for (const ShownLine &line : plan.linesOf(ShownLine::Kind::Head)) {
        if (line.value.size() > kHeadLength || !linetext::marks(line.value).isEmpty())
            return false;
    }
    return true;
}

/// That an earlier revision of the same work has left already, whatever it counts as now; "" = none did.
QString sentBeforeText(const PlanReview &plan)
{
    const auto &before = plan.previous;
    if (!before || before->intentKey != plan.row.intentKey || before->attempts == 0)
        return {};
    return Text::tr("Operation %1 is the same work, was sent to the owner and counts as %2. Make sure that it did "
                    "nothing: if you approve, this is sent as well.")
        .arg(before->id)
        .arg(Wording::status(before->status));
}

} // namespace

Head head(const PlanReview &plan)
{
    Head head;
    const bool readable = !plan.lines.isEmpty();
    // Without readable bytes only the row is left; the obstacle says so below, and nothing can be approved.
    const QString tool = readable ? plan.head(u"tool"_s) : base::visibleText(plan.row.tool);
    const QString record = readable ? plan.head(u"record"_s) : base::visibleText(plan.row.record);
    const QString tenant = readable ? plan.head(u"tenant"_s) : base::visibleText(plan.row.tenant);
    const QString title = plan.entry.title.isEmpty() || plan.entry.title == plan.entry.name
                              ? Wording::toolTitle(plan.row.tool)
                              : base::visibleText(plan.entry.title);
    head.title = cut(record.isEmpty() ? title : QString(title + u' ' + quoted(record)), 2 * kHeadLength);
    head.sum = readable                    ? plan.head(u"amount"_s)
               : plan.row.amount.isEmpty() ? QString()
                                           : Wording::amount(plan.row.amount, plan.row.currency);
    head.sum = cut(head.sum, kHeadLength);
    head.recipient = recipientOf(plan);
    head.subject =
        cut(Text::tr("%1 · tenant %2 · by %3").arg(tool, tenant, base::visibleText(plan.row.actor)), 3 * kHeadLength);
    return head;
}

QString stateText(const PlanReview &plan, base::Micros now)
{
    QStringList parts;
    if (plan.row.status == ledger::Status::AwaitingApproval) {
        parts.append(Text::tr("Nothing has happened yet"));
        parts.append(AgeWording::waiting(now - plan.row.createdAt));
        if (plan.row.expiresAt - now >= base::kSecond)
            parts.append(Text::tr("expires in %1").arg(Wording::duration(plan.row.expiresAt - now)));
        else if (plan.row.expiresAt > now)
            parts.append(Text::tr("expires now"));
        else if (plan.row.expiresAt > 0)
            parts.append(Text::tr("expired"));
    } else {
        parts.append(Wording::status(plan.row.status));
    }
    if (plan.row.revision > 1)
        parts.append(Text::tr("revision %1").arg(plan.row.revision));
    if (plan.row.hits > 0)
        parts.append(Text::tr("asked %n times", nullptr, static_cast<int>(plan.row.hits) + 1));
    return parts.join(u" · "_s);
}

QList<DisplayLine> headLines(const PlanReview &plan)
{
    if (fitsHead(plan))
        return {};
    QList<DisplayLine> lines;
    for (const ShownLine &line : plan.linesOf(ShownLine::Kind::Head)) {
        lines.append({line.label, line.value, {}, true, {}, false, Tone::Neutral});
        lines.last().tag = ScriptWording::tag(line.value);
    }
    return lines;
}

QList<DisplayLine> ruleLines(const PlanReview &plan)
{
    QList<DisplayLine> lines;
    if (plan.obstacle != Obstacle::None)
        lines.append({{}, ApprovalGate::text(plan.obstacle), {}, false, {}, false, Tone::Bad});
    const QString rule = plan.lines.isEmpty() ? base::visibleText(plan.row.rule) : plan.head(u"rule"_s);
    lines.append({{},
                  rule.isEmpty()      ? Text::tr("No rule matched, so a person decides")
                  : plan.automaticOff ? Text::tr("Rule %1 approves by itself, but was not allowed to here, so a person "
                                                 "decides")
                                            .arg(rule)
                                      : Text::tr("Rule %1").arg(rule),
                  {},
                  false,
                  {},
                  false,
                  Tone::Neutral});
    return lines;
}

QList<DisplayLine> traceLines(const PlanReview &plan)
{
    QList<DisplayLine> lines;
    using Evaluated = policy::PredicateTrace::Outcome;
    for (const policy::PredicateTrace &trace : plan.trace) {
        DisplayLine line;
        line.label = base::visibleText(trace.text);
        line.value = base::visibleText(trace.outcome == Evaluated::NotEvaluated && !trace.why.isEmpty() ? trace.why
                                                                                                        : trace.seen);
        line.mark = trace.outcome == Evaluated::True    ? DisplayLine::Mark::Holds
                    : trace.outcome == Evaluated::False ? DisplayLine::Mark::Fails
                                                        : DisplayLine::Mark::NotEvaluated;
        lines.append(line);
    }
    return lines;
}

QList<DisplayLine> answerLines(const PlanReview &plan)
{
    QList<DisplayLine> lines;
    for (const ShownLine &line : plan.linesOf(ShownLine::Kind::Answer)) {
        if (line.label == u"undo")
            lines.append({Text::tr("Undo"),
                          undoText(plan.entry, line.value),
                          {},
                          false,
                          {},
                          false,
                          line.value == u"no" ? Tone::Bad : Tone::Neutral});
        else if (line.label == u"on_repeat")
            lines.append(
                {Text::tr("If repeated"), repeatText(plan.entry, line.value), {}, false, {}, false, Tone::Neutral});
        else
            lines.append({Text::tr("Approver"),
                          line.value == u"policy" ? Text::tr("as the policy says") : line.value,
                          {},
                          false,
                          {},
                          false,
                          Tone::Neutral});
    }
    return lines;
}

QList<DisplayLine> digestLines(const PlanReview &plan)
{
    QList<DisplayLine> lines;
    for (const ShownLine &line : plan.lines) {
        if (line.kind == ShownLine::Kind::Digest || (line.kind == ShownLine::Kind::Rule && line.label == u"policy"))
            lines.append({line.label, line.value, {}, true, {}, false, Tone::Neutral});
    }
    return lines;
}

QList<DisplayLine> lines(const PlanReview &plan, ShownLine::Kind kind)
{
    QHash<QString, QStringList> scripts;
    if (kind == ShownLine::Kind::Argument) {
        for (const ValueWarning &warning : plan.warnings)
            scripts.insert(warning.label, warning.scripts);
    }
    QList<DisplayLine> lines;
    for (const ShownLine &line : plan.lines) {
        if (line.kind != kind)
            continue;
        lines.append({shortLabel(line), line.value, {}, true, {}, false, Tone::Neutral});
        const auto known = scripts.constFind(line.label);
        lines.last().tag = known != scripts.cend() ? ScriptWording::tag(*known) : ScriptWording::tag(line.value);
    }
    return lines;
}

QList<DisplayLine> changeLines(const PlanReview &plan)
{
    QList<DisplayLine> lines;
    for (const ValueChange &change : plan.changes) {
        DisplayLine line;
        line.label = change.label.startsWith(u'/') ? change.label.mid(1) : change.label;
        line.before = change.before.isEmpty() ? Text::tr("(not there)") : change.before;
        line.value = change.after.isEmpty() ? Text::tr("(not there)") : change.after;
        line.isChange = true;
        lines.append(line);
    }
    if (lines.isEmpty() && plan.hasChanges)
        lines.append({{}, Text::tr("Nothing: the arguments are the same"), {}, false, {}, false, Tone::Neutral});
    else if (lines.isEmpty())
        lines.append(
            {{}, Text::tr("The arguments of that one cannot be read any more"), {}, false, {}, false, Tone::Neutral});
    return lines;
}

QString changedHeading(const PlanReview &plan)
{
    if (!plan.previous)
        return {};
    const QString which =
        Text::tr("(OP %1, %2)").arg(plan.previous->id).arg(Wording::status(plan.previous->status).toUpper());
    const QString record = plan.head(u"record"_s);
    return record.isEmpty() ? Text::tr("SINCE THE LAST ONE %1").arg(which)
                            : Text::tr("SINCE THE LAST ONE FOR %1 %2").arg(quoted(cut(record, kHeadLength)), which);
}

QString warningText(const QList<ValueWarning> &warnings)
{
    QStringList texts;
    for (const ValueWarning &warning : warnings.first(std::min(kWarnings, warnings.size()))) {
        const QString label =
            cut(warning.label.startsWith(u'/') ? warning.label.mid(1) : warning.label, 2 * kHeadLength);
        if (warning.invisible > 0)
            texts.append(Text::tr("%n invisible character(s) in %1", nullptr, warning.invisible).arg(label));
        if (warning.lookAlike)
            texts.append(Text::tr("%1 mixes scripts (%2): some letters may only look like others")
                             .arg(label, ScriptWording::names(warning.scripts)));
    }
    if (warnings.size() > kWarnings)
        texts.append(Text::tr("%n more field(s) like these", nullptr, static_cast<int>(warnings.size() - kWarnings)));
    return texts.join(u'\n');
}

QString allWarnings(const PlanReview &plan)
{
    QStringList texts{sentBeforeText(plan), warningText(plan.warnings)};
    texts.removeAll(QString());
    return texts.join(u'\n');
}

QString runHeading(const PlanReview &plan)
{
    return Text::tr("ALSO IN RUN %1").arg(quoted(cut(base::visibleText(plan.row.run), kHeadLength)));
}

QString runText(const ledger::LedgerReader::RunShape &shape)
{
    const QString plans = Text::tr("%n plan(s)", nullptr, static_cast<int>(shape.operations));
    if (shape.usual <= 0)
        return plans;
    return Text::tr("%1; this agent usually makes %2 in a run")
        .arg(plans, Wording::decimal(shape.usual, shape.usual == std::floor(shape.usual) ? 0 : 1));
}

QString endText(const OperationDetail &detail)
{
    using ledger::Status;
    QString who;
    base::Micros when = 0;
    bool changed = false;
    for (const ledger::DecisionRow &decision : detail.decisions) {
        if (decision.state == u"admitted") {
            who = nameOf(decision);
            when = decision.receivedAt;
            changed = decision.kind == u"change";
        }
    }
    switch (detail.row.status) {
    case Status::AwaitingApproval:
        return {};
    case Status::Rejected:
        if (changed)
            return Text::tr("%1 changed it at %2: this plan is rejected, and the edited arguments are another.")
                .arg(who, Wording::clockTime(when));
        return who.isEmpty() ? Text::tr("Rejected.")
                             : Text::tr("%1 rejected it at %2.").arg(who, Wording::clockTime(when));
    case Status::Expired:
        return Text::tr("It expired before anybody decided. Nothing was done.");
    case Status::Withdrawn:
        return Text::tr("It was withdrawn. Nothing was done.");
    default:
        return who.isEmpty() ? Text::tr("It has left the queue: %1.").arg(Wording::status(detail.row.status))
                             : Text::tr("%1 approved it at %2; it is %3.")
                                   .arg(who, Wording::clockTime(when), Wording::status(detail.row.status));
    }
}

Outcome outcome(const DecisionReport &report)
{
    using State = DecisionReport::State;
    switch (report.state) {
    case State::Sending:
        return {Tone::Wait, sendingText(report), inName(report)};
    case State::Admitted:
        return {Tone::Ok, admittedText(report), inName(report)};
    case State::Lost:
        return {Tone::Warn, Text::tr("Too late: somebody else decided first."), base::visibleText(report.message)};
    case State::Expired:
        return {Tone::Warn, Text::tr("Too late: the plan had expired. Nothing was done."),
                base::visibleText(report.message)};
    case State::Refused:
        return {Tone::Bad, Text::tr("Your decision was refused."), base::visibleText(report.message)};
    case State::NotSent:
        break;
    }
    return {Tone::Warn,
            Text::tr("Not sent: no instance is reachable. It waits in your outbox and goes when one is back."),
            base::visibleText(report.message)};
}

} // namespace obstat::console::planlines
