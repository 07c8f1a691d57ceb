#pragma once

#include "console/theme/themecolors.h"
#include "metrics/sixnumbers.h"

#include <QCoreApplication>
#include <QMap>

namespace obstat::console {

/// A way down from a number to the rows behind it.
struct CardLink
{
    QString text; ///< escaped
    QString page; ///< audit, operations, queue, attention
    QMap<QString, QString> filter;
};

/// What one card of the dashboard says; escaped.
struct NumberCard
{
    QString name; ///< stable, for tests and links
    QString title;
    QString value;
    QString delta;   ///< against the range before, "" when there is nothing to compare
    QString warning; ///< one word, "" when all is well
    QString icon;    ///< of the warning
    Tone tone = Tone::Neutral;
    QString meaning; ///< one or two sentences
    QStringList lines;
    QList<CardLink> links;
};

/// The six watched numbers of contract 9 in words. Without work in the range a card says "no data", never 0 %. Pure.
class NumberCards
{
    Q_DECLARE_TR_FUNCTIONS(NumberCards)

public:
    /// In the order of the contract. `range` is the text of the time filter that links carry on.
    [[nodiscard]] static QList<NumberCard> build(const metrics::SixNumbers &six, qint64 runLimit, base::Micros now,
                                                 const QString &range);
    /// 71 %, 1.9 %, 0.004 %: with as many decimals as it needs to be neither 0 % nor 100 % unless it is.
    [[nodiscard]] static QString percent(qint64 part, qint64 whole);
    /// What a gap of completeness lacks: "without a result" …
    [[nodiscard]] static QString gap(const QString &name);

private:
    NumberCards(const metrics::SixNumbers &six, qint64 runLimit, base::Micros now, QString range)
        : m_six(six), m_runLimit(runLimit), m_now(now), m_range(std::move(range))
    {
    }

    [[nodiscard]] NumberCard hits() const;
    [[nodiscard]] NumberCard runs() const;
    [[nodiscard]] NumberCard duration() const;
    [[nodiscard]] NumberCard waiting() const;
    [[nodiscard]] NumberCard automatic() const;
    [[nodiscard]] NumberCard completeness() const;
    [[nodiscard]] CardLink events(const QString &text, const QString &kind) const;
    /// ▲ 9 %, ▼ 12 %, "as before"; "" where the range before has none.
    [[nodiscard]] static QString change(double now, double before);
    [[nodiscard]] static QString points(double now, double before);
    /// A line about the equal range before.
    [[nodiscard]] static QString earlier(const QString &value);
    static void warn(NumberCard &card, metrics::State state);

    const metrics::SixNumbers &m_six;
    qint64 m_runLimit;
    base::Micros m_now;
    QString m_range;
};

} // namespace obstat::console
