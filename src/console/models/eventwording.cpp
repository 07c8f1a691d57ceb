#include "console/models/eventwording.h"

#include "base/visibletext.h"
#include "console/models/wording.h"
#include "evidence/event.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace obstat::console {

using namespace Qt::StringLiterals;
using evidence::Event;
namespace kinds = evidence::kinds;

namespace {

struct KindLook
{
    QLatin1StringView kind;
    const char *title;
    QLatin1StringView icon;
    Tone tone;
};

#define LOOK(kind, title, icon, tone)                                                                                  \
    KindLook                                                                                                           \
    {                                                                                                                  \
        kinds::kind, title, icon, Tone::tone                                                                           \
    }

constexpr std::array kLooks{
    LOOK(planned, QT_TRANSLATE_NOOP("EventWording", "Planned"), "queue"_L1, Wait),
    LOOK(refused, QT_TRANSLATE_NOOP("EventWording", "Refused"), "slash"_L1, Warn),
    LOOK(replayed, QT_TRANSLATE_NOOP("EventWording", "Repeated"), "repeat"_L1, Wait),
    LOOK(conflict, QT_TRANSLATE_NOOP("EventWording", "Conflict"), "conflict"_L1, Warn),
    LOOK(approved, QT_TRANSLATE_NOOP("EventWording", "Approved"), "approved"_L1, Ok),
    LOOK(rejected, QT_TRANSLATE_NOOP("EventWording", "Rejected"), "slash"_L1, Warn),
    LOOK(expired, QT_TRANSLATE_NOOP("EventWording", "Expired"), "clock"_L1, Warn),
    LOOK(withdrawn, QT_TRANSLATE_NOOP("EventWording", "Withdrawn"), "withdrawn"_L1, Warn),
    LOOK(returned, QT_TRANSLATE_NOOP("EventWording", "Back to the queue"), "queue"_L1, Warn),
    LOOK(requeued, QT_TRANSLATE_NOOP("EventWording", "Queued again"), "repeat"_L1, Wait),
    LOOK(held, QT_TRANSLATE_NOOP("EventWording", "Held"), "lock"_L1, Bad),
    LOOK(released, QT_TRANSLATE_NOOP("EventWording", "Released"), "unlock"_L1, Wait),
    LOOK(alarm, QT_TRANSLATE_NOOP("EventWording", "Alarm"), "warning"_L1, Bad),
    LOOK(claimed, QT_TRANSLATE_NOOP("EventWording", "Taken by the flow"), "run"_L1, Wait),
    LOOK(attemptStarted, QT_TRANSLATE_NOOP("EventWording", "Attempt started"), "run"_L1, Wait),
    LOOK(attemptEnded, QT_TRANSLATE_NOOP("EventWording", "Attempt ended"), "info"_L1, Wait),
    LOOK(queried, QT_TRANSLATE_NOOP("EventWording", "Asked the owner"), "question"_L1, Wait),
    LOOK(succeeded, QT_TRANSLATE_NOOP("EventWording", "Succeeded"), "check"_L1, Ok),
    LOOK(failed, QT_TRANSLATE_NOOP("EventWording", "Failed"), "cross"_L1, Bad),
    LOOK(unknown, QT_TRANSLATE_NOOP("EventWording", "Unknown"), "question"_L1, Unknown),
    LOOK(contradicted, QT_TRANSLATE_NOOP("EventWording", "Contradicted"), "warning"_L1, Bad),
    LOOK(reopened, QT_TRANSLATE_NOOP("EventWording", "Reopened"), "repeat"_L1, Wait),
    LOOK(decisionReceived, QT_TRANSLATE_NOOP("EventWording", "Decision received"), "key"_L1, Wait),
    LOOK(decisionRefused, QT_TRANSLATE_NOOP("EventWording", "Decision refused"), "slash"_L1, Warn),
    LOOK(enrolled, QT_TRANSLATE_NOOP("EventWording", "Enrolled"), "key"_L1, Wait),
    LOOK(revoked, QT_TRANSLATE_NOOP("EventWording", "Revoked"), "lock"_L1, Warn),
    LOOK(tokenIssued, QT_TRANSLATE_NOOP("EventWording", "Token issued"), "key"_L1, Wait),
    LOOK(tokenRevoked, QT_TRANSLATE_NOOP("EventWording", "Token revoked"), "lock"_L1, Warn),
    LOOK(policyActivated, QT_TRANSLATE_NOOP("EventWording", "Policy activated"), "policy"_L1, Wait),
    LOOK(registryLoaded, QT_TRANSLATE_NOOP("EventWording", "Tools loaded"), "tools"_L1, Wait),
    LOOK(delegated, QT_TRANSLATE_NOOP("EventWording", "Delegated"), "key"_L1, Wait),
    LOOK(reminded, QT_TRANSLATE_NOOP("EventWording", "Reminded"), "clock"_L1, Wait),
    LOOK(escalated, QT_TRANSLATE_NOOP("EventWording", "Escalated"), "clock"_L1, Warn),
    LOOK(reported, QT_TRANSLATE_NOOP("EventWording", "Reported"), "info"_L1, Warn),
    LOOK(legalHoldSet, QT_TRANSLATE_NOOP("EventWording", "Legal hold set"), "lock"_L1, Wait),
    LOOK(legalHoldLifted, QT_TRANSLATE_NOOP("EventWording", "Legal hold lifted"), "unlock"_L1, Wait),
    LOOK(purged, QT_TRANSLATE_NOOP("EventWording", "Purged"), "gap"_L1, Warn),
    LOOK(exported, QT_TRANSLATE_NOOP("EventWording", "Exported"), "outbox"_L1, Wait),
    LOOK(backup, QT_TRANSLATE_NOOP("EventWording", "Backed up"), "copy"_L1, Wait),
    LOOK(migrated, QT_TRANSLATE_NOOP("EventWording", "Migrated"), "outbox"_L1, Wait),
    LOOK(closed, QT_TRANSLATE_NOOP("EventWording", "Closed"), "lock"_L1, Wait),
    LOOK(resumed, QT_TRANSLATE_NOOP("EventWording", "Resumed"), "play"_L1, Warn),
    LOOK(epoch, QT_TRANSLATE_NOOP("EventWording", "Log begins"), "audit"_L1, Wait),
    LOOK(simulated, QT_TRANSLATE_NOOP("EventWording", "Simulated log begins"), "audit"_L1, Warn),
};

#undef LOOK

const KindLook *lookOf(const QString &kind)
{
    const auto *const found =
        std::find_if(kLooks.begin(), kLooks.end(), [&kind](const KindLook &look) { return look.kind == kind; });
    return found == kLooks.end() ? nullptr : found;
}

/// Claimed by an orchestrator that executes by itself.
bool isCallers(const Event &event)
{
    return event.kind == kinds::claimed && event.data.contains("token"_L1);
}

QString text(const Event &event, QLatin1StringView member)
{
    return base::visibleText(event.data.value(member).toString());
}

} // namespace

QString EventWording::kind(const QString &kind)
{
    const KindLook *look = lookOf(kind);
    return look ? tr(look->title) : base::visibleText(kind);
}

QString EventWording::actorType(const QString &type)
{
    if (type == evidence::actors::agent)
        return tr("agent");
    if (type == evidence::actors::person)
        return tr("person");
    if (type == evidence::actors::flow)
        return tr("flow");
    return type == evidence::actors::rule ? tr("rule") : base::visibleText(type);
}

QString EventWording::outcome(const QString &outcome)
{
    if (outcome == u"succeeded")
        return tr("done");
    if (outcome == u"no_effect")
        return tr("refused, nothing happened");
    if (outcome == u"not_sent")
        return tr("not sent");
    if (outcome == u"timed_out")
        return tr("no answer in time");
    if (outcome == u"reset")
        return tr("connection lost");
    if (outcome == u"unreadable")
        return tr("answer unreadable");
    if (outcome == u"unmatched")
        return tr("answer that no rule knows");
    if (outcome == u"crashed")
        return tr("the sender died");
    return base::visibleText(outcome);
}

QString EventWording::saidByCaller(const QString &outcome)
{
    if (outcome == u"unmatched")
        return tr("it went wrong");
    return outcome == u"reset" ? tr("the caller does not know") : EventWording::outcome(outcome);
}

EventWords EventWording::describe(const ledger::EventRow &row)
{
    EventWords words;
    const auto event = evidence::parseLeaf(row.leaf);
    if (!event) {
        words = {kind(row.kind), tr("the stored leaf cannot be read"), base::visibleText(row.actor), u"warning"_s,
                 Tone::Bad};
        return words;
    }
    const KindLook *look = lookOf(event->kind);
    words.title = kind(event->kind);
    words.icon = look ? QString(look->icon) : u"info"_s;
    words.tone = look ? look->tone : Tone::Wait;
    if (isCallers(*event))
        words.title = tr("Taken by a caller");
    if (event->kind == kinds::attemptEnded)
        words.tone = event->data.value("outcome"_L1).toString() == u"succeeded" ? Tone::Ok : Tone::Bad;
    words.text = sentence(*event);
    words.who = event->actor.type == evidence::actors::flow ? tr("flow") : base::visibleText(event->actor.id);
    return words;
}

QString EventWording::sentence(const Event &event)
{
    const QString &kind = event.kind;
    if (kind == kinds::planned || kind == kinds::refused || kind == kinds::replayed || kind == kinds::conflict ||
        kind == kinds::withdrawn || kind == kinds::expired || kind == kinds::returned)
        return ofPlan(event);
    if (kind == kinds::approved || kind == kinds::rejected || kind == kinds::decisionReceived ||
        kind == kinds::decisionRefused)
        return ofDecision(event);
    if (kind == kinds::claimed || kind == kinds::attemptStarted || kind == kinds::attemptEnded ||
        kind == kinds::queried || kind == kinds::requeued || kind == kinds::reported)
        return ofAttempt(event);
    if (kind == kinds::succeeded || kind == kinds::failed || kind == kinds::unknown || kind == kinds::contradicted ||
        kind == kinds::alarm || kind == kinds::held)
        return ofEnd(event);
    return ofAct(event);
}

QString EventWording::ofPlan(const Event &event)
{
    const QString tool = text(event, "tool"_L1);
    const QString rule = text(event, "rule"_L1);
    if (event.kind == kinds::planned)
        return rule.isEmpty() ? tr("%1, no rule matched").arg(tool) : tr("%1, rule %2").arg(tool, rule);
    if (event.kind == kinds::refused)
        return tr("%1: %2").arg(tool, text(event, "code"_L1));
    if (event.kind == kinds::replayed)
        return tr("%1, %n time(s), answered with the first result", nullptr,
                  static_cast<int>(event.data.value("count"_L1).toInteger(1)))
            .arg(tool);
    if (event.kind == kinds::conflict) {
        QStringList paths;
        for (const QJsonValue &path : event.data.value("paths"_L1).toArray())
            paths.append(base::visibleText(path.toString()));
        return tr("%1: the same key with other arguments: %2").arg(tool, paths.join(u", "_s));
    }
    if (event.kind == kinds::expired)
        return tr("nobody decided in time, nothing was done");
    const QString why = text(event, "why"_L1);
    return why == u"asked" ? tr("the agent took it back") : why;
}

QString EventWording::ofDecision(const Event &event)
{
    if (event.kind == kinds::approved || event.kind == kinds::rejected) {
        if (event.actor.type == evidence::actors::rule)
            return tr("by rule %1").arg(base::visibleText(event.actor.id));
        if (const QString principal = text(event, "on_behalf_of"_L1); !principal.isEmpty())
            return tr("signed by %1 for %2").arg(base::visibleText(event.actor.id), principal);
        return tr("signed by %1").arg(base::visibleText(event.actor.id));
    }
    const QString kind = text(event, "kind"_L1);
    const QString code = text(event, "code"_L1);
    const QString said = kind == u"approve"  ? tr("approve")
                         : kind == u"reject" ? tr("reject")
                         : kind == u"change" ? tr("change the arguments")
                                             : kind;
    return code.isEmpty() || code == u"admitted" ? said : tr("%1: %2").arg(said, code);
}

QString EventWording::ofAttempt(const Event &event)
{
    const qint64 number = event.data.value("attempt"_L1).toInteger();
    if (event.kind == kinds::attemptStarted) {
        const QString limit = Wording::exactDuration(event.data.value("timeout"_L1).toInteger());
        return text(event, "kind"_L1) == u"query" ? tr("question %1, limit %2").arg(number).arg(limit)
                                                  : tr("attempt %1, limit %2").arg(number).arg(limit);
    }
    const bool caller = event.actor.type == evidence::actors::agent;
    const QString ended = event.data.value("outcome"_L1).toString();
    if (event.kind == kinds::reported)
        return tr("about attempt %1: %2").arg(number).arg(saidByCaller(ended));
    if (event.kind == kinds::attemptEnded) {
        QString said = tr("attempt %1: %2").arg(number).arg(caller ? saidByCaller(ended) : outcome(ended));
        if (event.data.contains("status"_L1))
            said += tr(", HTTP %1").arg(event.data.value("status"_L1).toInteger());
        if (event.data.contains("duration"_L1))
            said += tr(" after %1").arg(Wording::exactDuration(event.data.value("duration"_L1).toInteger()));
        return event.data.value("late"_L1).toBool() ? tr("%1, over its limit").arg(said) : said;
    }
    if (isCallers(event))
        return tr("%1 executes it by itself; all checks passed").arg(base::visibleText(event.actor.id));
    if (event.kind == kinds::claimed)
        return event.data.value("resend"_L1).toBool() ? tr("all checks passed, the same key again")
                                                      : tr("all checks passed");
    const QString why = event.data.value("why"_L1).toString();
    return why == u"not_sent" ? tr("proved not sent, nothing happened") : base::visibleText(why);
}

QString EventWording::ofEnd(const Event &event)
{
    const QString why = event.data.value("why"_L1).toString();
    if (event.kind == kinds::succeeded) {
        const QString reference = text(event, "reference"_L1);
        return reference.isEmpty() ? tr("the owner did it") : tr("the owner's reference is %1").arg(reference);
    }
    if (event.kind == kinds::failed)
        return event.actor.type == evidence::actors::person ? tr("a person says that it did not happen")
                                                            : tr("the owner refused, nothing happened");
    if (event.kind == kinds::contradicted)
        return tr("the owner now says otherwise: %1").arg(outcome(event.data.value("outcome"_L1).toString()));
    if (event.kind == kinds::unknown) {
        return why == u"timeout" || why == u"timed_out" ? tr("no answer in time; it may have happened")
               : why == u"resumed"                      ? tr("the log went back; it may have happened elsewhere")
               : why == u"lease_over" ? tr("the caller did not report within its lease; it may have happened")
               : event.actor.type == evidence::actors::agent ? tr("%1; it may have happened").arg(saidByCaller(why))
                                                             : tr("%1; it may have happened").arg(outcome(why));
    }
    if (why == u"clock")
        return tr("the clock jumped by %1").arg(Wording::duration(event.data.value("jump"_L1).toInteger()));
    return base::visibleText(why);
}

QString EventWording::ofAct(const Event &event)
{
    const QString subject = text(event, "subject"_L1);
    if (event.kind == kinds::policyActivated || event.kind == kinds::registryLoaded) {
        const QString digest = event.digests.value(event.kind == kinds::policyActivated ? u"policy"_s : u"registry"_s);
        return tr("text %1").arg(Wording::shortDigest(digest));
    }
    if (event.kind == kinds::epoch || event.kind == kinds::simulated)
        return text(event, "origin"_L1);
    return subject.isEmpty() ? text(event, "why"_L1) : subject;
}

} // namespace obstat::console
