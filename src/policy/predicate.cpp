#include "policy/predicate.h"

#include "base/plantedbug.h"
#include "policy/predicateparser.h"

#include "base/canonicaljson.h"
#include "base/jsonpath.h"

#include <compare>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

using Operation = Predicate::Operation;
using Outcome = PredicateTrace::Outcome;

Outcome outcomeOf(bool holds)
{
    return holds ? Outcome::True : Outcome::False;
}

bool holds(Operation operation, std::partial_ordering order)
{
    switch (operation) {
    case Operation::Less:
        return order < 0;
    case Operation::LessEqual:
        return order <= 0;
    case Operation::Greater:
        return order > 0;
    case Operation::GreaterEqual:
        return order >= 0;
    case Operation::NotEqual:
        return order != 0;
    default:
        return order == 0;
    }
}

bool isOrder(Operation operation)
{
    return operation != Operation::Equal && operation != Operation::NotEqual;
}

QString typeProblem(const QJsonValue &expected)
{
    if (expected.isString())
        return u"not text"_s;
    return expected.isBool() ? u"not true or false"_s : u"not a number"_s;
}

} // namespace

base::Result<Predicate> Predicate::parse(const QString &text, const Lists &lists)
{
    return PredicateParser(text, lists).parse();
}

PredicateTrace Predicate::evaluate(const PlanView &plan) const
{
    PredicateTrace trace;
    trace.text = m_text;
    const QJsonObject &root = m_root == Root::Args ? plan.args : m_root == Root::Facts ? plan.facts : plan.run;
    const std::optional<QJsonValue> value = base::lookUp(root, m_path);
    if (value)
        trace.seen = QString::fromUtf8(base::canonicalBytes(*value));

    if (m_operation == Operation::Exists) {
        trace.outcome = outcomeOf(value && !value->isNull());
    } else if (!value || value->isNull()) {
        trace.why = u"missing"_s;
    } else if (value->isArray() || value->isObject()) {
        trace.why = u"not a single value"_s;
    } else if (m_operation == Operation::IsTrue) {
        if (value->isBool())
            trace.outcome = outcomeOf(value->toBool());
        else
            trace.why = u"not true or false"_s;
    } else if (!m_currency.isEmpty()) {
        compareAmount(*value, plan.currency, trace);
    } else if (isOrder(m_operation) && m_operation != Operation::In && m_operation != Operation::NotIn) {
        compareNumber(*value, trace);
    } else {
        compareList(*value, trace);
    }
    return trace;
}

void Predicate::compareAmount(const QJsonValue &value, const QString &currency, PredicateTrace &trace) const
{
    const std::optional<base::Decimal> amount = base::Decimal::fromJson(value);
    if (!amount)
        trace.why = u"not an amount"_s;
    else if (currency.isEmpty())
        trace.why = u"no currency"_s;
    else if (currency != m_currency)
        trace.why = u"other currency"_s;
    else
        trace.outcome = outcomeOf(base::plantedBug("amount_as_double")
                                      ? holds(m_operation, amount->approximate() <=> m_amount.approximate())
                                      : holds(m_operation, *amount <=> m_amount));
}

void Predicate::compareNumber(const QJsonValue &value, PredicateTrace &trace) const
{
    if (value.isDouble())
        trace.outcome = outcomeOf(holds(m_operation, value.toDouble() <=> m_values.first().toDouble()));
    else
        trace.why = u"not a number"_s;
}

void Predicate::compareList(const QJsonValue &value, PredicateTrace &trace) const
{
    if (value.type() != m_values.first().type()) {
        trace.why = typeProblem(m_values.first());
        return;
    }
    // Text that looks like another could slip past a deny as well as into a trusted list, so a person sees it.
    if (value.isString() && !isPlainText(value.toString())) {
        trace.why = u"hidden characters"_s;
        return;
    }
    bool found = false;
    const QByteArray canonical = base::canonicalBytes(value);
    for (const QJsonValue &each : m_values)
        found = found || base::canonicalBytes(each) == canonical;
    const bool negated = m_operation == Operation::NotEqual || m_operation == Operation::NotIn;
    trace.outcome = outcomeOf(found != negated);
}

} // namespace obstat::policy
