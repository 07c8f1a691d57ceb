#pragma once

#include "console/theme/themecolors.h"
#include "ledger/types.h"

#include <QCoreApplication>

namespace obstat::evidence {
struct Event;
}

namespace obstat::console {

/// One event as lists show it; what others wrote is escaped.
struct EventWords
{
    QString title; ///< what happened, one or two words
    QString text;  ///< the rest of the sentence, from the leaf alone
    QString who;   ///< the actor's name, or only "flow": which instance it was stands in the leaf
    QString icon;
    Tone tone = Tone::Wait;
};

/// What the events of the log are called, and one line about each, said by its leaf and nothing else. Pure.
class EventWording
{
    Q_DECLARE_TR_FUNCTIONS(EventWording)

public:
    [[nodiscard]] static EventWords describe(const ledger::EventRow &row);
    /// One or two words; the kind itself when this version does not know it.
    [[nodiscard]] static QString kind(const QString &kind);
    /// How an attempt ended, in words.
    [[nodiscard]] static QString outcome(const QString &outcome);
    /// The same where a caller said so.
    [[nodiscard]] static QString saidByCaller(const QString &outcome);
    /// What sort of actor it was; the word itself when this version does not know it.
    [[nodiscard]] static QString actorType(const QString &type);

private:
    [[nodiscard]] static QString sentence(const evidence::Event &event);
    [[nodiscard]] static QString ofPlan(const evidence::Event &event);
    [[nodiscard]] static QString ofDecision(const evidence::Event &event);
    [[nodiscard]] static QString ofAttempt(const evidence::Event &event);
    [[nodiscard]] static QString ofEnd(const evidence::Event &event);
    [[nodiscard]] static QString ofAct(const evidence::Event &event);
};

} // namespace obstat::console
