#pragma once

#include "base/result.h"
#include "policy/toolentry.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QStringList>

#include <memory>
#include <optional>

namespace obstat::policy {

enum class VerdictKind { Automatic, Human, Deny };

/// One threshold of a human verdict: so many distinct people with this role.
struct Approval
{
    int count = 1;
    QString role;
};

/// Who else may decide when nobody with the first roles did in time; from then on such a person may take any seat.
struct Escalation
{
    base::Micros after = 0; ///< 0 = none
    QString role;
    friend bool operator==(const Escalation &a, const Escalation &b) = default;
};

/// A predicate with what it saw, for the screen: `args.amount < 500 USD`, `1250`, false.
struct PredicateTrace
{
    QString text;
    QString seen; ///< canonical text of the value, or "" when it is missing
    enum class Outcome { True, False, NotEvaluated } outcome = Outcome::NotEvaluated;
    QString why; ///< for NotEvaluated: "missing", "not an amount", "other currency"
};

/// The verdict over one plan: frozen on the operation.
struct Verdict
{
    VerdictKind kind = VerdictKind::Human;
    QString rule;              ///< name of the rule or deny that decided; "" when none matched (default_role)
    QString reason;            ///< a deny's text for the agent
    QList<Approval> approvals; ///< each of them must be met, by different people
    Escalation escalate;
    base::Micros expiresAfter = 0; ///< 0 = the tool's own
    QList<PredicateTrace>
        trace; ///< of the deciding rule; for the default: of the last rule that nearly matched (same tool)

    /// {kind, rule, approvals:[{count,role}], escalate?: {after,role}} as stored in `operation.approvals` and covered
    /// by the MAC.
    [[nodiscard]] QJsonObject frozen() const;
    /// True when this verdict asks for more than `other` (automatic < human < deny; more people, another role, or an
    /// escalation that the other allowed and this one does not).
    [[nodiscard]] bool isStricterThan(const Verdict &other) const;
};

/// What predicates may read: the action itself, what code vouches for, and the run at submit.
struct PlanView
{
    QString tool;
    QJsonObject args;
    QString currency; ///< of the plan's amount, "" when none
    QJsonObject facts;
    QJsonObject run; ///< {"operations": N} and more, taken at submit
    QString approver =
        {}; ///< ToolEntry::approver: the role that decides where no rule does; "" or "policy" = default_role
};

struct RuleView ///< one row of the Policy page
{
    QString name;
    QString tool; ///< glob
    QStringList when;
    QString then; ///< "deny", "automatic", "2 × treasury"
    bool deny = false;
    QString reason = {};           ///< of a deny, for the agent
    base::Micros expiresAfter = 0; ///< 0 = the tool's own
};

/// What becomes of a `[[test]]`'s plan, as far as the test asks.
struct TestOutcome
{
    VerdictKind kind = VerdictKind::Human;
    std::optional<QString> rule; ///< "" = no rule matches; none: not asked
    std::optional<QString> role; ///< none: not asked

    /// `a person of treasury, no rule matches`: for people and scripts, the console has its own words.
    [[nodiscard]] QString text() const;
    friend bool operator==(const TestOutcome &a, const TestOutcome &b) = default;
};

struct TestResult
{
    QString name;
    TestOutcome expected;
    TestOutcome got;
    bool passed = false;
};

/// `policy.toml` (contract 5): denies first, then ordered rules, the first match wins, no match means a person.
/// Immutable, cheap to copy, thread-safe.
class Policy
{
public:
    Policy() = default;
    /// Malformed names file, line and what was expected. A threshold whose predicate cannot be evaluated is asked for.
    [[nodiscard]] static base::Result<Policy> parse(const QByteArray &toml, const QString &fileName);

    [[nodiscard]] Verdict evaluate(const PlanView &plan) const;
    /// Runs every [[test]]; a policy without tests has an empty list and is valid.
    [[nodiscard]] QList<TestResult> runTests() const;
    [[nodiscard]] QList<RuleView> rules() const;            ///< denies first, in evaluation order
    [[nodiscard]] QMap<QString, QStringList> lists() const; ///< name -> elements as RFC 8785 text
    [[nodiscard]] QString defaultRole() const;
    /// True when the outcome of work over this amount is settled by two people (contract 7.5): it is over the limit
    /// that the policy states for its currency, or limits are stated and none for this currency.
    [[nodiscard]] bool wantsSecondPerson(const QString &amount, const QString &currency) const;
    [[nodiscard]] const QByteArray &text() const;
    [[nodiscard]] QString digest() const; ///< digestHex of text()

private:
    struct Data;
    std::shared_ptr<const Data> m_data;
};

/// Back from Verdict::frozen(). Corrupt.
[[nodiscard]] base::Result<Verdict> verdictFromFrozen(const QJsonObject &frozen);

} // namespace obstat::policy
