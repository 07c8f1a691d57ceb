#include "console/models/timelinebuilder.h"

#include "approval/decision.h"
#include "base/visibletext.h"
#include "console/models/answerwording.h"
#include "console/models/eventwording.h"
#include "console/models/planreview.h"
#include "console/models/wording.h"
#include "evidence/event.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using evidence::Event;
namespace kinds = evidence::kinds;

namespace {

QString evidenceText(const ledger::EventRow &row)
{
    return base::visibleText(QString::fromUtf8(row.leaf));
}

bool isBurstKind(const QString &kind)
{
    return kind == kinds::replayed || kind == kinds::conflict;
}

qint64 countOf(const Event &event)
{
    return std::max<qint64>(1, event.data.value("count"_L1).toInteger(1));
}

} // namespace

QList<TimelineItem> TimelineBuilder::build(const OperationDetail &detail, const SensitiveMask &mask)
{
    TimelineBuilder builder(detail);
    QString lastSeries;
    base::Micros lastAt = 0;
    for (qsizetype i = 0; i < detail.timeline.size(); ++i) {
        const ledger::EventRow &row = detail.timeline.at(i);
        const bool answered = builder.isAnsweredQuestion(i);
        TimelineItem item = answered ? builder.describeQuestion(row, detail.timeline.at(i + 1)) : builder.describe(row);
        item.at = row.at;
        item.sinceStart = row.at - detail.timeline.first().at;
        item.firstSeq = item.lastSeq = row.seq;
        item.evidence = evidenceText(row);
        if (answered) {
            const ledger::EventRow &answer = detail.timeline.at(++i);
            item.lastSeq = answer.seq;
            item.evidence += u'\n' + evidenceText(answer);
        }
        // What belongs together is one line: repeats within a minute of each other, questions with the same answer.
        const QString series = answered                ? item.title + item.text
                               : isBurstKind(row.kind) ? row.kind + u'\n' + row.actor
                                                       : QString();
        const bool joins = !builder.m_items.isEmpty() && !series.isEmpty() && series == lastSeries &&
                           (answered || row.at - lastAt <= kBurst);
        if (joins) {
            TimelineItem &burst = builder.m_items.last();
            burst.count += item.count;
            burst.lastSeq = item.lastSeq;
            burst.until = row.at;
            burst.evidence += u'\n' + item.evidence;
        } else {
            builder.add(item);
        }
        lastSeries = series;
        lastAt = row.at;
    }
    for (TimelineItem &item : builder.m_items) {
        if (item.count > 1)
            item.title = tr("%1 ×%2", "a thing that happened, how often").arg(item.title).arg(item.count);
        if (item.until > item.at)
            item.text = tr("%1 · within %2").arg(item.text, Wording::exactDuration(item.until - item.at));
        item.text = mask.text(item.text);
        item.evidence = mask.text(item.evidence);
    }
    return builder.m_items;
}

void TimelineBuilder::add(TimelineItem item)
{
    if (!m_items.isEmpty()) {
        const base::Micros gap = item.at - m_items.last().at;
        if (gap >= kLongWait) {
            TimelineItem wait;
            wait.kind = TimelineItem::Kind::Wait;
            wait.sinceStart = gap;
            wait.text = Wording::exactDuration(gap);
            wait.at = m_items.last().at;
            m_items.append(wait);
        }
    }
    m_items.append(std::move(item));
}

TimelineItem TimelineBuilder::describe(const ledger::EventRow &row) const
{
    TimelineItem item;
    const auto event = evidence::parseLeaf(row.leaf);
    if (!event) {
        item.tone = Tone::Bad;
        item.title = tr("Unreadable event");
        item.text = row.kind;
        return item;
    }
    item.count = countOf(*event);
    const QString &kind = event->kind;
    if (kind == kinds::planned || kind == kinds::replayed || kind == kinds::conflict || kind == kinds::withdrawn ||
        kind == kinds::returned || kind == kinds::reopened || kind == kinds::expired)
        describePlan(item, *event);
    else if (kind == kinds::approved || kind == kinds::rejected || kind == kinds::decisionReceived ||
             kind == kinds::decisionRefused)
        describePerson(item, *event);
    else if (kind == kinds::attemptStarted || kind == kinds::attemptEnded || kind == kinds::claimed ||
             kind == kinds::queried || kind == kinds::requeued || kind == kinds::reported)
        describeAttempt(item, *event);
    else if (kind == kinds::succeeded || kind == kinds::failed || kind == kinds::unknown || kind == kinds::contradicted)
        describeEnd(item, *event);
    else
        describeOther(item, *event);
    return item;
}

void TimelineBuilder::describePlan(TimelineItem &item, const Event &event) const
{
    const QString who = base::visibleText(event.actor.id);
    const QString why =
        base::visibleText(event.data.value("why"_L1).toString(event.data.value("reason"_L1).toString()));
    if (event.kind == kinds::planned) {
        item.title = tr("Planned");
        item.text = tr("by %1").arg(who);
        const QString rule = event.data.value("rule"_L1).toString();
        if (event.to == u"awaiting_approval"_s && event.data.value("verdict"_L1).toString() == u"human"_s) {
            const bool off = rule == m_detail.row.rule && PlanReview::wasAutomaticOff(m_detail);
            const QString text = rule.isEmpty() ? tr(" · no rule matched, a person decides")
                                 : off ? tr(" · rule %1 approves by itself, but was not allowed to here: a person "
                                            "decides")
                                       : tr(" · rule %1 asks a person");
            item.text += rule.isEmpty() ? text : text.arg(base::visibleText(rule));
        }
    } else if (event.kind == kinds::replayed) {
        item.tone = Tone::Wait;
        item.title = tr("Repeated");
        item.text = m_detail.row.reference.isEmpty()
                        ? tr("by %1 · told the state, nothing done again").arg(who)
                        : tr("by %1 · returned %2").arg(who, base::visibleText(m_detail.row.reference));
    } else if (event.kind == kinds::conflict) {
        item.tone = Tone::Warn;
        item.title = tr("Conflict");
        QStringList paths;
        for (const QJsonValue &path : event.data.value("paths"_L1).toArray())
            paths.append(base::visibleText(path.toString()));
        item.text = tr("by %1 · the same key with another payload: %2").arg(who, paths.join(u", "_s));
    } else if (event.kind == kinds::withdrawn) {
        item.tone = Tone::Warn;
        item.title = tr("Withdrawn");
        item.text = why.isEmpty() ? tr("by %1").arg(who) : tr("by %1: %2").arg(who, why);
    } else if (event.kind == kinds::expired) {
        item.tone = Tone::Warn;
        item.title = tr("Expired");
        item.text = tr("nobody decided in time, nothing was done");
    } else {
        item.title = event.kind == kinds::returned ? tr("Back to the queue") : tr("Reopened");
        item.text = why.isEmpty() ? tr("by %1").arg(who) : tr("by %1: %2").arg(who, why);
    }
}

void TimelineBuilder::describePerson(TimelineItem &item, const Event &event) const
{
    const QString who = base::visibleText(event.actor.id);
    const ledger::DecisionRow *row = decision(event.seq);
    QString reason;
    if (row) {
        if (const auto body = approval::DecisionBody::parse(row->body))
            reason = base::visibleText(body->reason);
    }
    if (event.kind == kinds::approved) {
        item.tone = Tone::Ok;
        if (event.actor.type == evidence::actors::rule) {
            item.title = tr("Approved by rule");
            item.text =
                tr("%1 · policy %2")
                    .arg(who, Wording::shortDigest(event.digests.value(u"policy"_s, m_detail.row.policyDigest)));
        } else {
            item.title = tr("Approved");
            item.text = tr("by %1, signed").arg(who);
        }
    } else if (event.kind == kinds::rejected) {
        item.tone = Tone::Warn;
        item.title = event.digests.contains(u"replacement"_s) ? tr("Changed") : tr("Rejected");
        item.text = reason.isEmpty() ? tr("by %1, signed").arg(who) : tr("by %1: “%2”").arg(who, reason);
    } else if (event.kind == kinds::decisionReceived) {
        const QString kind = event.data.value("kind"_L1).toString(row ? row->kind : QString());
        item.title = tr("Decision received");
        item.text = kind == u"approve"_s  ? tr("%1 approves").arg(who)
                    : kind == u"reject"_s ? tr("%1 rejects").arg(who)
                    : kind == u"change"_s ? tr("%1 changes the arguments").arg(who)
                                          : tr("from %1").arg(who);
        if (event.data.contains("seats"_L1))
            item.text += tr(" · %1 of %2 needed")
                             .arg(event.data.value("counted"_L1).toInt())
                             .arg(event.data.value("seats"_L1).toInt());
    } else {
        item.tone = Tone::Warn;
        item.title = tr("Decision refused");
        const QString why = event.data.value("why"_L1).toString(event.data.value("code"_L1).toString());
        item.text = tr("from %1: %2").arg(who, base::visibleText(row && !row->why.isEmpty() ? row->why : why));
    }
    if (event.kind == kinds::rejected && event.digests.contains(u"replacement"_s))
        item.text += tr(" · the edited arguments are the next revision");
    if (const QString principal = event.data.value("on_behalf_of"_L1).toString(); !principal.isEmpty())
        item.text += tr(" · for %1").arg(base::visibleText(principal));
}

void TimelineBuilder::describeAttempt(TimelineItem &item, const Event &event) const
{
    const auto number =
        static_cast<int>(event.data.value("number"_L1).toInteger(event.data.value("attempt"_L1).toInteger(0)));
    const ledger::AttemptRow *row = attempt(number);
    if (event.kind == kinds::attemptStarted) {
        const bool question = event.data.value("kind"_L1).toString(row ? row->kind : QString()) == u"query"_s;
        item.title = question ? tr("Question %1").arg(number) : tr("Attempt %1").arg(number);
        const QString limit = row ? Wording::exactDuration(row->timeout) : QString();
        item.text = row && isCallers(row->fence) ? tr("executed by the caller itself, lease %1").arg(limit)
                    : row                        ? tr("sent to the owner, limit %1").arg(limit)
                                                 : tr("sent to the owner");
    } else if (event.kind == kinds::attemptEnded) {
        const QString outcome = event.data.value("outcome"_L1).toString(row ? row->outcome : QString());
        item.title = tr("Attempt %1 ended").arg(number);
        QStringList parts;
        if (row && row->httpStatus)
            parts.append(tr("answered %1").arg(*row->httpStatus));
        if (row && row->duration)
            parts.append(tr("after %1").arg(Wording::exactDuration(*row->duration)));
        if (parts.isEmpty())
            parts.append(tr("no answer"));
        item.text = parts.join(u' ');
        if (row && row->late)
            item.text += tr(", after its limit");
        const bool good = outcome == u"succeeded"_s;
        item.tone = good ? Tone::Ok : Tone::Bad;
        if (!good) {
            item.pill = base::visibleText(outcome).replace(u'_', u' ');
            item.pillTone = outcome == u"no_effect"_s || outcome == u"not_sent"_s ? Tone::Warn : Tone::Bad;
        }
    } else if (event.kind == kinds::claimed && event.data.contains("token"_L1)) {
        item.title = tr("Taken by a caller");
        item.text = tr("by %1, all checks passed again").arg(base::visibleText(event.actor.id));
    } else if (event.kind == kinds::reported) {
        item.tone = Tone::Warn;
        item.title = tr("Reported");
        item.text = tr("%1 says about attempt %2: %3")
                        .arg(base::visibleText(event.actor.id), QString::number(number),
                             EventWording::saidByCaller(event.data.value("outcome"_L1).toString()));
        if (const QString said = AnswerWording::said(m_detail, event.digests.value(u"response"_s)); !said.isEmpty())
            item.text += u" · "_s + said;
    } else if (event.kind == kinds::claimed) {
        item.title = tr("Taken by the flow");
        item.text = tr("all checks passed again");
    } else if (event.kind == kinds::queried) {
        item.title = tr("Asked the owner");
        item.text = base::visibleText(event.data.value("answer"_L1).toString());
    } else {
        item.title = tr("Queued again");
        item.text = tr("proved not sent, nothing happened");
    }
}

/// True when this event asks the owner and the next one is its answer.
bool TimelineBuilder::isAnsweredQuestion(qsizetype index) const
{
    if (index + 1 >= m_detail.timeline.size() || m_detail.timeline.at(index).kind != kinds::attemptStarted ||
        m_detail.timeline.at(index + 1).kind != kinds::attemptEnded)
        return false;
    const auto asked = evidence::parseLeaf(m_detail.timeline.at(index).leaf);
    const auto answer = evidence::parseLeaf(m_detail.timeline.at(index + 1).leaf);
    return asked && answer && asked->data.value("kind"_L1) == "query"_L1 &&
           asked->data.value("attempt"_L1) == answer->data.value("attempt"_L1);
}

TimelineItem TimelineBuilder::describeQuestion(const ledger::EventRow &asked, const ledger::EventRow &answer) const
{
    const auto event = evidence::parseLeaf(answer.leaf);
    const QString outcome = event ? event->data.value("outcome"_L1).toString() : asked.kind;
    const QString reference = event ? event->data.value("reference"_L1).toString() : QString();
    TimelineItem item;
    item.title = tr("Asked the owner");
    item.tone = outcome == u"found"_s ? Tone::Ok : Tone::Wait;
    if (outcome == u"found"_s)
        item.text = reference.isEmpty() ? tr("it has this work")
                                        : tr("it has this work, reference %1").arg(base::visibleText(reference));
    else if (outcome == u"proved_absent"_s)
        item.text = tr("it has no such work, and nothing can arrive any more");
    else if (outcome == u"absent"_s)
        item.text = tr("it has no such work; too early to count");
    else if (outcome == u"several"_s)
        item.text = tr("it has several that match; a person must look");
    else if (outcome == u"not_sent"_s)
        item.text = tr("it could not be reached");
    else
        item.text = tr("no answer that could be used: %1").arg(base::visibleText(outcome).replace(u'_', u' '));
    return item;
}

void TimelineBuilder::describeEnd(TimelineItem &item, const Event &event) const
{
    const QString why =
        base::visibleText(event.data.value("why"_L1).toString(event.data.value("reason"_L1).toString()));
    if (event.kind == kinds::succeeded) {
        item.tone = Tone::Ok;
        item.title = tr("Succeeded");
        const QString reference = event.data.value("reference"_L1).toString(m_detail.row.reference);
        item.text = reference.isEmpty() ? tr("the owner did it")
                                        : tr("the owner's reference is %1").arg(base::visibleText(reference));
    } else if (event.kind == kinds::failed) {
        item.tone = Tone::Bad;
        item.title = tr("Failed");
        item.text = event.actor.type == evidence::actors::person ? tr("a person says that it did not happen")
                                                                 : tr("the owner refused, nothing happened");
    } else if (event.kind == kinds::unknown) {
        item.tone = Tone::Unknown;
        item.title = tr("Unknown");
        item.text = tr("whether it happened is not known; it is not simply repeated");
    } else {
        item.tone = Tone::Bad;
        item.title = tr("Contradicted");
        item.text = tr("the owner says something else than the ledger");
    }
    if (!why.isEmpty() && event.actor.type != evidence::actors::person)
        item.text += u" · "_s + why;
}

void TimelineBuilder::describeOther(TimelineItem &item, const Event &event) const
{
    const QString why = base::visibleText(event.data.value("why"_L1).toString(event.data.value("code"_L1).toString()));
    if (event.kind == kinds::held) {
        item.tone = Tone::Bad;
        item.title = tr("Held");
    } else if (event.kind == kinds::alarm) {
        item.tone = Tone::Bad;
        item.title = tr("Alarm");
    } else if (event.kind == kinds::released) {
        item.title = tr("Released");
    } else {
        item.title = base::visibleText(event.kind).replace(u'_', u' ');
        if (!item.title.isEmpty())
            item.title[0] = item.title.at(0).toUpper();
    }
    item.text = why.isEmpty() ? tr("by %1").arg(base::visibleText(event.actor.id)) : why;
}

const ledger::AttemptRow *TimelineBuilder::attempt(int number) const
{
    const auto found = std::find_if(m_detail.attempts.begin(), m_detail.attempts.end(),
                                    [number](const ledger::AttemptRow &row) { return row.number == number; });
    return found == m_detail.attempts.end() ? nullptr : &*found;
}

bool TimelineBuilder::isCallers(qint64 fence) const
{
    return std::any_of(m_detail.timeline.begin(), m_detail.timeline.end(), [fence](const ledger::EventRow &row) {
        if (row.kind != kinds::claimed)
            return false;
        const auto event = evidence::parseLeaf(row.leaf);
        return event && event->data.contains("token"_L1) && event->data.value("fence"_L1).toInteger() == fence;
    });
}

const ledger::DecisionRow *TimelineBuilder::decision(qint64 event) const
{
    const auto found = std::find_if(m_detail.decisions.begin(), m_detail.decisions.end(),
                                    [event](const ledger::DecisionRow &row) { return row.event == event; });
    return found == m_detail.decisions.end() ? nullptr : &*found;
}

} // namespace obstat::console
