#include "console/models/planreview.h"

#include "base/canonicaljson.h"
#include "base/digest.h"
#include "base/jsonpath.h"
#include "base/visibletext.h"
#include "ledger/shownplan.h"

#include <QMap>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using approval::ShownLine;

namespace {

/// Stored bytes of which the row names the digest. nullopt and an obstacle otherwise.
std::optional<base::CanonicalJson> checked(const StoredBytes &stored, const QString &digest, Obstacle purged,
                                           Obstacle damaged, PlanReview &review)
{
    if (!stored || !*stored) {
        review.obstacle = stored ? purged : damaged;
        review.cause =
            stored ? base::Error{base::ErrorCode::NotFound, u"The stored bytes were purged."_s} : stored.error();
        return std::nullopt;
    }
    auto json = base::parseStoredCanonical(**stored);
    if (json && json->value.isObject() && base::digestHex(**stored) == digest)
        return *json;
    review.obstacle = damaged;
    review.cause =
        json ? base::Error{base::ErrorCode::Corrupt, u"The stored bytes do not have the digest that the plan names."_s}
             : json.error();
    return std::nullopt;
}

bool readEntry(const OperationDetail &detail, PlanReview &review)
{
    const auto missing = [&review](base::Error cause) {
        review.obstacle = Obstacle::EntryMissing;
        review.cause = std::move(cause);
        return false;
    };
    if (!detail.entry)
        return missing(detail.entry.error());
    if (!*detail.entry)
        return missing({base::ErrorCode::NotFound, u"The registry entry is not in the ledger."_s});
    auto entry = policy::entryFromCanonical(**detail.entry);
    if (!entry)
        return missing(entry.error());
    if (base::digestHex(**detail.entry) != detail.row.registryDigest || entry->name != detail.row.tool)
        return missing({base::ErrorCode::Corrupt, u"The registry entry is not the one that the plan names."_s});
    entry->digest = detail.row.registryDigest;
    review.entry = *entry;
    return true;
}

/// The policy that the plan names; nullopt when its text is not there any more.
std::optional<policy::Policy> policyOf(const OperationDetail &detail)
{
    if (!detail.policy || !*detail.policy || base::digestHex(**detail.policy) != detail.row.policyDigest)
        return std::nullopt;
    const auto parsed = policy::Policy::parse(**detail.policy, u"policy.toml"_s);
    return parsed ? std::optional(*parsed) : std::nullopt;
}

/// What the deciding rule saw; recomputed from the frozen facts and the named policy text.
QList<policy::PredicateTrace> traceOf(const OperationDetail &detail, const PlanReview &review)
{
    const auto parsed = policyOf(detail);
    if (!parsed)
        return {};
    policy::PlanView plan;
    plan.tool = detail.row.tool;
    plan.args = review.shown.arguments;
    plan.currency = review.shown.currency;
    plan.facts = review.shown.facts;
    plan.run = plan.facts.take(u"run"_s).toObject(); // contract 5: frozen among the facts
    plan.approver = review.entry.approver;
    const policy::Verdict verdict = parsed->evaluate(plan);
    return verdict.rule == detail.row.rule ? verdict.trace : QList<policy::PredicateTrace>();
}

QMap<QString, QString> argumentValues(const QJsonObject &arguments)
{
    approval::ShownPlan plan;
    plan.arguments = arguments;
    QMap<QString, QString> values;
    for (const ShownLine &line : approval::shownLines(plan)) {
        if (line.kind == ShownLine::Kind::Argument)
            values.insert(line.label, line.value);
    }
    return values;
}

QList<ValueChange> changesSince(const OperationDetail &detail, const PlanReview &review)
{
    if (!detail.previous || !detail.previousArguments || !*detail.previousArguments)
        return {};
    const auto previous = base::parseStoredCanonical(**detail.previousArguments);
    if (!previous)
        return {};
    const QMap<QString, QString> before = argumentValues(previous->value.toObject());
    const QMap<QString, QString> after = argumentValues(review.shown.arguments);
    QList<ValueChange> changes;
    for (const ShownLine &line : review.linesOf(ShownLine::Kind::Argument)) {
        if (before.value(line.label) != line.value)
            changes.append({line.label, before.value(line.label), line.value});
    }
    for (auto it = before.begin(); it != before.end(); ++it) {
        if (!after.contains(it.key()))
            changes.append({it.key(), it.value(), {}});
    }
    return changes;
}

QList<ValueWarning> warningsOf(const QList<ShownLine> &arguments, const std::vector<base::JsonLeaf> &leaves)
{
    QList<ValueWarning> warnings;
    for (size_t i = 0; i < leaves.size(); ++i) {
        const base::VisibleText name = base::visible(leaves[i].pointer);
        const base::VisibleText value = base::visible(leaves[i].value.toString());
        const auto invisible = static_cast<int>(name.escapes.size() + value.escapes.size());
        const bool lookAlike = name.mixedScript || value.mixedScript;
        if (invisible > 0 || lookAlike)
            warnings.append({arguments.at(static_cast<qsizetype>(i)).label, invisible, lookAlike});
    }
    return warnings;
}

} // namespace

PlanReview PlanReview::of(const OperationDetail &detail)
{
    PlanReview review;
    review.row = detail.row;
    review.origin = detail.origin;
    review.automaticOff = wasAutomaticOff(detail);
    review.hasPrevious = detail.previous.has_value();
    if (detail.rationale && *detail.rationale)
        review.rationale = QString::fromUtf8(**detail.rationale);
    if (detail.arguments && *detail.arguments)
        review.canonical = **detail.arguments;
    const auto arguments = checked(detail.arguments, detail.row.payloadDigest, Obstacle::ArgumentsPurged,
                                   Obstacle::ArgumentsDamaged, review);
    if (!arguments)
        return review;
    const auto facts =
        checked(detail.facts, detail.row.factsDigest, Obstacle::FactsDamaged, Obstacle::FactsDamaged, review);
    if (!facts || !readEntry(detail, review))
        return review;
    auto plan = ledger::shownPlan(detail.row, review.entry, *arguments, *facts);
    if (!plan) {
        review.obstacle = Obstacle::RowDiffers;
        review.cause = plan.error();
        return review;
    }
    review.shown = *plan;
    review.lines = approval::shownLines(review.shown);
    review.shownDigest = approval::shownDigest(review.shown);
    const std::vector<base::JsonLeaf> leaves = base::leaves(arguments->value);
    const QList<ShownLine> argumentLines = review.linesOf(ShownLine::Kind::Argument);
    review.arguments = static_cast<int>(leaves.size());
    if (argumentLines.size() != review.arguments) {
        review.obstacle = Obstacle::NotAllShown;
        review.cause = {base::ErrorCode::Internal, u"A leaf of the arguments has no line of its own."_s};
        return review;
    }
    review.warnings = console::warningsOf(argumentLines, leaves);
    review.trace = traceOf(detail, review);
    review.changes = changesSince(detail, review);
    return review;
}

bool PlanReview::wasAutomaticOff(const OperationDetail &detail)
{
    if (detail.row.rule.isEmpty() || detail.row.verdict != u"human")
        return false;
    const auto policy = policyOf(detail);
    const QList<policy::RuleView> rules = policy ? policy->rules() : QList<policy::RuleView>();
    return std::any_of(rules.begin(), rules.end(), [&detail](const policy::RuleView &rule) {
        return rule.name == detail.row.rule && !rule.deny && rule.then == u"automatic";
    });
}

QList<ValueWarning> PlanReview::warningsOf(const StoredBytes &arguments)
{
    if (!arguments || !*arguments)
        return {};
    const auto json = base::parseStoredCanonical(**arguments);
    if (!json || !json->value.isObject())
        return {};
    approval::ShownPlan plan;
    plan.arguments = json->value.toObject();
    QList<ShownLine> lines;
    for (const ShownLine &line : approval::shownLines(plan)) {
        if (line.kind == ShownLine::Kind::Argument)
            lines.append(line);
    }
    const std::vector<base::JsonLeaf> leaves = base::leaves(json->value);
    return lines.size() == static_cast<qsizetype>(leaves.size()) ? console::warningsOf(lines, leaves)
                                                                 : QList<ValueWarning>();
}

QList<ShownLine> PlanReview::linesOf(ShownLine::Kind kind) const
{
    QList<ShownLine> found;
    for (const ShownLine &line : lines) {
        if (line.kind == kind)
            found.append(line);
    }
    return found;
}

QString PlanReview::head(const QString &label) const
{
    for (const ShownLine &line : lines) {
        if (line.label == label && line.kind != ShownLine::Kind::Argument && line.kind != ShownLine::Kind::Fact)
            return line.value;
    }
    return {};
}

} // namespace obstat::console
