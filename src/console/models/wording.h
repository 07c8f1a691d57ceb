#pragma once

#include "console/theme/themecolors.h"
#include "ledger/types.h"

#include <QCoreApplication>

#include <optional>

namespace obstat::console {

/// The words that several places of the console share. Amounts, times of day and digests have one fixed form in every
/// language (approval-integrity C6); counts, shares and durations are written as the language writes numbers.
class Wording
{
    Q_DECLARE_TR_FUNCTIONS(Wording)

public:
    /// One word: awaiting, approved, running …
    [[nodiscard]] static QString status(ledger::Status status);
    [[nodiscard]] static Tone statusTone(ledger::Status status);
    [[nodiscard]] static QString statusIcon(ledger::Status status);

    /// 250 ms, 58 s, 4 m, 2 h 41 m, 3 d 4 h; at most two units.
    [[nodiscard]] static QString duration(base::Micros duration);
    /// With a decimal: 0.002 s, 61.4 s; from a minute on as duration().
    [[nodiscard]] static QString exactDuration(base::Micros duration);
    /// 14:02:11 today, 2026-09-20 14:02:11 otherwise; local time.
    [[nodiscard]] static QString time(base::Micros at, base::Micros now);
    /// 2026-09-20 14:02:11.020, local time.
    [[nodiscard]] static QString exactTime(base::Micros at);
    [[nodiscard]] static QString clockTime(base::Micros at); ///< 14:02:11.020

    /// 1,250.00 USD, or "–" when there is none; never localised.
    [[nodiscard]] static QString amount(const QString &amount, const QString &currency);
    /// a91f03…7c, for lists; whole digests are one click away.
    [[nodiscard]] static QString shortDigest(const QString &digest);
    /// 1,204,881 in English, 1.204.881 in German. For counts and places in lists, never for money.
    [[nodiscard]] static QString number(qint64 number);
    /// What number() wrote, or digits alone; nullopt for anything else.
    [[nodiscard]] static std::optional<qint64> numberFrom(const QString &text);
    /// 0.006 in English, 0,006 in German; not grouped.
    [[nodiscard]] static QString decimal(double value, int decimals);
    /// `approve_withdrawal` → `Approve withdrawal`, when a tool has no title.
    [[nodiscard]] static QString toolTitle(const QString &tool);
    /// Sentences about an error, made from its code.
    [[nodiscard]] static QString error(const base::Error &error);
    /// What a person can do about it, "" when nothing.
    [[nodiscard]] static QString errorAdvice(const base::Error &error);
};

} // namespace obstat::console
