#pragma once

#include "base/clock.h"
#include "base/result.h"

#include <QJsonValue>
#include <QStringList>

namespace obstat::base {

/// How a natural-key field is normalised before it enters the key (contract 3.1).
enum class FieldKind {
    Plain,   ///< strings NFC, other values their RFC 8785 text
    Decimal, ///< Decimal::text(), so 10, "10" and "10.00" are one value
    Set,     ///< an array whose order does not matter: elements normalised, sorted, duplicates removed
};

/// The text of one field. Missing or null is refused (NotCanonical); an empty list is a value.
[[nodiscard]] Result<QString> naturalField(const QJsonValue &value, FieldKind kind);

/// `tool|field|…|window`, each part with `\` and `|` escaped by `\`; an empty window is left out.
[[nodiscard]] QString naturalText(const QString &tool, const QStringList &fields, const QString &window);

/// `named|tool|name` for tools without a natural key.
[[nodiscard]] QString namedText(const QString &tool, const QString &name);

/// First 32 hex digits of SHA-256 over the UTF-8 text.
[[nodiscard]] QString intentKey(const QString &natural);

/// Contract 3.5: first 32 hex of SHA-256(`obstat/wire/v1|origin|tenant|intent key|generation`), with the ledger's
/// first origin.
[[nodiscard]] QString wireKey(const QString &firstOrigin, const QString &tenant, const QString &intentKey,
                              int generation);

enum class WindowKind { None, BusinessDay, Hour };

/// How a tool's keys are cut in time (contract 3.2).
struct WindowRule
{
    WindowKind kind = WindowKind::None;
    QByteArray zone = QByteArrayLiteral("UTC"); ///< IANA id, business days only
    int cutOffMinutes = 0; ///< minutes after local midnight at which the next business day starts; 0 = midnight
};

/// The window text at `now`: "" for None, `2026-09-20` for BusinessDay (the date after the cut-off), `2026-09-20T14Z`
/// for Hour.
[[nodiscard]] QString windowAt(const WindowRule &rule, Micros now);

/// Checks a window that a request names: a date within one day of now's window (BusinessDay), an hour within 24
/// (Hour), nothing for None. NotCanonical otherwise.
[[nodiscard]] Result<QString> checkWindow(const WindowRule &rule, const QString &window, Micros now);

} // namespace obstat::base
