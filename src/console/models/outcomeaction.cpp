#include "console/models/outcomeaction.h"

#include <array>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Action = OutcomeAction;

namespace {

struct Known
{
    Action action;
    QLatin1StringView kind;
    QLatin1StringView key;
};

constexpr std::array kKnown{
    Known{Action::AskAgain, "ask_again"_L1, "Q"_L1},         Known{Action::DidNotHappen, "resolve_absent"_L1, "N"_L1},
    Known{Action::Happened, "resolve_succeeded"_L1, "Y"_L1}, Known{Action::Reopen, "reopen"_L1, "O"_L1},
    Known{Action::Dismiss, "conflict_dismiss"_L1, "D"_L1},   Known{Action::AcceptNew, "conflict_new"_L1, "W"_L1},
    Known{Action::KeepFirst, "conflict_keep"_L1, "F"_L1}};

const Known &known(Action action)
{
    for (const Known &one : kKnown) {
        if (one.action == action)
            return one;
    }
    return kKnown.front();
}

} // namespace

QList<Action> OutcomeActions::ofOperation()
{
    return {Action::AskAgain, Action::DidNotHappen, Action::Happened, Action::Reopen};
}

QList<Action> OutcomeActions::ofConflict()
{
    return {Action::Dismiss, Action::AcceptNew, Action::KeepFirst};
}

bool OutcomeActions::isOfConflict(Action action)
{
    return ofConflict().contains(action);
}

QString OutcomeActions::kind(Action action)
{
    return known(action).kind;
}

std::optional<Action> OutcomeActions::ofKind(const QString &kind)
{
    for (const Known &one : kKnown) {
        if (one.kind == kind)
            return one.action;
    }
    return std::nullopt;
}

QString OutcomeActions::key(Action action)
{
    return known(action).key;
}

QString OutcomeActions::name(Action action)
{
    switch (action) {
    case Action::AskAgain:
        return tr("Ask again");
    case Action::Happened:
        return tr("Happened");
    case Action::DidNotHappen:
        return tr("Did not happen");
    case Action::Reopen:
        return tr("Reopen");
    case Action::KeepFirst:
        return tr("Keep the first");
    case Action::AcceptNew:
        return tr("Accept as new work");
    case Action::Dismiss:
        return tr("Dismiss");
    }
    return {};
}

QString OutcomeActions::button(Action action)
{
    return isAtOnce(action) ? name(action) : QString(name(action) + u'…');
}

QString OutcomeActions::confirm(Action action)
{
    switch (action) {
    case Action::AskAgain:
        return tr("Ask again and sign");
    case Action::Happened:
        return tr("It happened: sign");
    case Action::DidNotHappen:
        return tr("It did not happen: sign");
    case Action::Reopen:
        return tr("Reopen and sign");
    case Action::KeepFirst:
        return tr("Keep the first and sign");
    case Action::AcceptNew:
        return tr("Accept as new work and sign");
    case Action::Dismiss:
        return tr("Dismiss and sign");
    }
    return {};
}

QString OutcomeActions::reasonHint(Action action)
{
    switch (action) {
    case Action::Happened:
    case Action::DidNotHappen:
        return tr("What did you see at the owner? It is the evidence.");
    case Action::Reopen:
        return tr("Why is it taken up again?");
    case Action::KeepFirst:
        return tr("Why is the first one right?");
    case Action::AcceptNew:
        return tr("Why is the second one other work?");
    case Action::Dismiss:
        return tr("Why is there nothing to decide?");
    case Action::AskAgain:
        break;
    }
    return {};
}

} // namespace obstat::console
