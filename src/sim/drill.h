#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"

#include <QJsonObject>
#include <QList>
#include <QString>

#include <functional>

namespace obstat::sim {

/// What an owner of the drill can do (contract 7.6).
struct DrillOwner
{
    QString name;
    bool honoursKey = false;
    bool canBeAsked = false;
};

/// One interruption: an instance killed at a named point (docs/faults.md) while it sends one plan to one owner.
struct DrillCase
{
    DrillOwner owner;
    QString point; ///< P5 … P13
    QString what;  ///< the point in words
};

struct DrillResult
{
    DrillCase drilled;
    QString outcome; ///< original, reconciled, escalated, or "" when it ended otherwise
    QString status;  ///< of the operation at the end
    qint64 effects = 0;
    bool sameResult =
        false;       ///< the agent's second call was answered as a repeat, with the first result where there is one
    QString trouble; ///< why the case is not in order; "" when it is

    [[nodiscard]] bool inOrder() const { return trouble.isEmpty(); }
    [[nodiscard]] QJsonObject toJson() const;
};

/// The drill (contract 7.6): kills a real instance at every point, for every kind of owner, starts it again, and counts
/// the effects in the owner's own book. Each case has a scratch ledger of its own.
class Drill
{
public:
    struct Settings
    {
        QString daemon;    ///< the program obstatd, with fault points
        int patience = 30; ///< seconds for each wait
    };

    Drill(Settings settings, const base::Clock &clock, base::Random &random);

    [[nodiscard]] static QList<DrillCase> cases();
    /// An error is one of the drill itself; what the product did wrong stands in the result.
    [[nodiscard]] base::Result<DrillResult> run(const DrillCase &drilled);

private:
    Settings m_settings;
    const base::Clock &m_clock;
    base::Random &m_random;
};

} // namespace obstat::sim
