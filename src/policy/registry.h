#pragma once

#include "base/result.h"
#include "policy/toolentry.h"

#include <memory>

namespace obstat::policy {

/// The list of things you cannot undo: `tools.toml` (contract 2). Immutable once read, cheap to copy, thread-safe.
class Registry
{
public:
    Registry() = default;
    /// Malformed names file, line and what was expected: `tools.toml:14: 'timeout' must be a duration such as "30s"`.
    /// Unknown keys are refused (a typo must not disarm a tool). Unanswered questions are not an error here.
    [[nodiscard]] static base::Result<Registry> parse(const QByteArray &toml, const QString &fileName);

    [[nodiscard]] const ToolEntry *find(const QString &tool) const;
    [[nodiscard]] QList<QString> names() const; ///< in file order
    [[nodiscard]] const QByteArray &text() const;
    [[nodiscard]] QString digest() const; ///< digestHex of text()

    /// What `obstatctl tools check` prints: write tools with unanswered questions, write tools without natural key and
    /// without saying `named = true`, owners that cannot be reached by any rule. Empty = the build may pass.
    [[nodiscard]] QStringList problems() const;

private:
    struct Data;
    std::shared_ptr<const Data> m_data;
};

/// Rebuilds an entry from its stored canonical JSON (ToolEntry::canonical), as the flow does at claim. Corrupt when
/// it does not parse.
[[nodiscard]] base::Result<ToolEntry> entryFromCanonical(const QByteArray &canonical);

/// The identity of one piece of work (contract 3.1, 3.2).
struct Identity
{
    QString intentKey;
    QString natural;       ///< readable text with window
    QString withoutWindow; ///< natural text without the window: what the guard over windows and the pin compare
    QString window;
    QStringList previousKeys; ///< intent keys by earlier formulas, to be looked up too
};

/// Builds the identity of a call. `named` is the orchestrator's name for tools without a natural key (empty
/// otherwise; refused where the tool has one); `window` as requested or pinned, already checked; "" = none.
[[nodiscard]] base::Result<Identity> identify(const ToolEntry &tool, const QJsonObject &arguments, const QString &named,
                                              const QString &window);

/// Record, amount and currency of a call as columns and screens show them; empty when the tool declares none.
struct Subject
{
    QString record;
    QString amount; ///< Decimal::text()
    QString currency;
};
/// NotCanonical when the declared amount is there but is no amount (contract 3.4).
[[nodiscard]] base::Result<Subject> subjectOf(const ToolEntry &tool, const QJsonObject &arguments);

} // namespace obstat::policy
