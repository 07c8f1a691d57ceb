#pragma once

#include "base/decimal.h"
#include "base/result.h"
#include "policy/policy.h"

#include <QJsonArray>
#include <QMap>

namespace obstat::policy {

/// One condition of `policy.toml` (contract 5):
///
///     args.amount < 500 USD      < <= > >= == != with an amount, a number, a "text" or true/false (order: numbers
///     only) args.iban in trusted       in, not in: a list of [lists], or ["a", "b"] facts.kyc_complete         must be
///     JSON true args.note exists           there and not null
///
/// It is true, false, or cannot be evaluated; nothing that is missing, of another type, of another currency, a list,
/// or text with hidden characters is ever true or false. Immutable.
class Predicate
{
public:
    using Lists = QMap<QString, QJsonArray>;

    /// Malformed says what was expected. `lists` are the named lists that `in` may name.
    [[nodiscard]] static base::Result<Predicate> parse(const QString &text, const Lists &lists);

    [[nodiscard]] PredicateTrace evaluate(const PlanView &plan) const;
    [[nodiscard]] const QString &text() const { return m_text; }

    enum class Root { Args, Facts, Run };
    enum class Operation { IsTrue, Exists, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, In, NotIn };

private:
    friend class PredicateParser;
    Predicate() = default;

    void compareAmount(const QJsonValue &value, const QString &currency, PredicateTrace &trace) const;
    void compareNumber(const QJsonValue &value, PredicateTrace &trace) const;
    void compareList(const QJsonValue &value, PredicateTrace &trace) const;

    QString m_text;
    Root m_root = Root::Args;
    QString m_path;
    Operation m_operation = Operation::IsTrue;
    QJsonArray m_values; ///< what it is compared with: one value, or the list's, all of one type
    base::Decimal m_amount;
    QString m_currency; ///< of an amount; empty: m_values are compared
};

} // namespace obstat::policy
