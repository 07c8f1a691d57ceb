#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QList>
#include <QString>

namespace obstat::console {

/// What a drill found (contract 7.6), as `obstatctl drill --json` prints it. A pure value.
struct DrillReport
{
    struct Case
    {
        QString owner, point, what; ///< as printed
        QString outcome;            ///< original, reconciled, escalated, "" = it ended otherwise
        qint64 effects = 0;         ///< in the owner's own book
        QString trouble;            ///< why it is not in order; "" = it is

        friend bool operator==(const Case &a, const Case &b) = default;
    };

    /// Malformed when it is no such report, or says of itself what its cases do not.
    [[nodiscard]] static base::Result<DrillReport> parse(const QByteArray &json, base::Micros at);
    /// As kept(), with its time. Malformed.
    [[nodiscard]] static base::Result<DrillReport> fromKept(const QByteArray &json);
    [[nodiscard]] QByteArray kept() const;

    [[nodiscard]] int notInOrder() const;

    base::Micros at = 0; ///< when it ended
    QList<Case> cases;   ///< at least one
};

/// The words of a drill in the person's language; what is not known comes out escaped.
class DrillWording
{
    Q_DECLARE_TR_FUNCTIONS(DrillWording)

public:
    [[nodiscard]] static QString owner(const QString &owner);
    [[nodiscard]] static QString point(const DrillReport::Case &drilled);
    [[nodiscard]] static QString outcome(const QString &outcome);
    /// One sentence: whether everything is in order.
    [[nodiscard]] static QString verdict(const DrillReport &report);
    /// How the cases ended: `21 original · 5 reconciled · 3 escalated`.
    [[nodiscard]] static QString summary(const DrillReport &report);
};

} // namespace obstat::console
