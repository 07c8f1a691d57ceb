#include "console/models/outcomewording.h"

#include "base/visibletext.h"
#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using Action = OutcomeAction;

namespace {

QString sentence(const QString &text)
{
    return text.isEmpty() ? text : QString(text.at(0).toUpper() + text.sliced(1));
}

} // namespace

OutcomeWording::Outcome OutcomeWording::outcome(const DecisionReport &report)
{
    using State = DecisionReport::State;
    const auto action = OutcomeActions::ofKind(report.kind);
    const QString name =
        report.onBehalfOf.isEmpty() ? QString() : tr("Signed for %1.").arg(base::visibleText(report.onBehalfOf));
    const QString said = base::visibleText(report.message);
    switch (report.state) {
    case State::Sending:
        if (report.held)
            return {Tone::Wait, tr("Signed. It leaves in a moment; until then U takes it back."), name};
        return {Tone::Wait, tr("Signed; sending …"), name};
    case State::Lost:
        return {Tone::Warn, tr("Too late: somebody else settled it first."), said};
    case State::Expired:
    case State::Refused:
        return {Tone::Bad, tr("Your decision was refused."), said};
    case State::NotSent:
        return {Tone::Warn,
                tr("Not sent: no instance is reachable. It waits in your outbox and goes when one is back."), said};
    case State::Admitted:
        break;
    }
    if (report.code == u"counted")
        return {Tone::Wait, tr("Counted. Over this amount somebody else has to say the same."), name};
    switch (action.value_or(Action::AskAgain)) {
    case Action::AskAgain:
        return {Tone::Ok, tr("The owner is asked now."), name};
    case Action::Happened:
        return {Tone::Ok, tr("Settled: it happened."), name};
    case Action::DidNotHappen:
        return {Tone::Ok, tr("Settled: it did not happen. The key is free for plans that people approve."), name};
    case Action::Reopen:
        return {Tone::Ok,
                tr("Reopened as operation %1; somebody else must approve it.").arg(Wording::number(report.planned)),
                name};
    case Action::AcceptNew:
        return {Tone::Ok,
                tr("Accepted as operation %1; somebody else must approve it.").arg(Wording::number(report.planned)),
                name};
    case Action::KeepFirst:
        return {Tone::Ok, tr("The first one stays as it is, and the conflict is settled."), name};
    case Action::Dismiss:
        return {Tone::Ok, tr("Dismissed. The first one stays as it is."), name};
    }
    return {};
}

QString OutcomeWording::people(const OutcomeReview &review, base::Micros now)
{
    const bool settles = review.row.status == ledger::Status::Unknown || review.row.contrary;
    if (!settles || review.damaged || (!review.twoPeople && review.words.isEmpty()))
        return {};
    QStringList lines;
    if (review.words.isEmpty())
        lines.append(tr("Over this amount two people have to say the same. Nobody has said anything yet."));
    else
        lines.append(tr("Over this amount another person has to say the same, with the same reference:"));
    for (const OutcomeReview::Word &word : review.words) {
        QString what =
            word.kind == OutcomeActions::kind(Action::Happened) ? tr("it happened") : tr("it did not happen");
        if (!word.reference.isEmpty())
            what += tr(", reference %1").arg(base::visibleText(word.reference));
        QString who = base::visibleText(word.person);
        if (!word.onBehalfOf.isEmpty())
            who = tr("%1 for %2").arg(who, base::visibleText(word.onBehalfOf));
        lines.append(tr("%1 at %2: %3").arg(who, Wording::time(word.at, now), what));
    }
    return lines.join(u'\n');
}

QString OutcomeWording::blocked(const QList<Blocked> &all, const OutcomeReview &review, base::Micros now)
{
    QStringList reasons;
    QList<QStringList> actions;
    for (const Blocked &one : all) {
        const QString reason = OutcomeGate::text(one.block, &review, now);
        if (reason.isEmpty())
            continue;
        if (!reasons.contains(reason)) {
            reasons.append(reason);
            actions.append(QStringList());
        }
        actions[reasons.indexOf(reason)].append(OutcomeActions::name(one.action));
    }
    if (reasons.size() == 1 && actions.first().size() == all.size())
        return sentence(reasons.first());
    QStringList lines;
    for (qsizetype i = 0; i < reasons.size(); ++i)
        lines.append(tr("%1: %2").arg(actions.at(i).join(u", "_s), reasons.at(i)));
    return lines.join(u'\n');
}

QString OutcomeWording::held(const QString &kind, const QString &what, int seconds)
{
    const auto action = OutcomeActions::ofKind(kind);
    if (!action)
        return {};
    if (*action == Action::AskAgain)
        return tr("Asking about %1 again in %n s", nullptr, seconds).arg(what);
    return *action == Action::Reopen ? tr("Reopening %1 in %n s", nullptr, seconds).arg(what)
                                     : tr("Settling %1 in %n s", nullptr, seconds).arg(what);
}

} // namespace obstat::console
