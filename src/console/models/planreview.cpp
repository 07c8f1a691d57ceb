#include "console/models/planreview.h"

#include "base/canonicaljson.h"
#include "base/digest.h"
#include "base/jsonpath.h"
#include "base/mixedscript.h"
#include "base/visibletext.h"
#include "console/models/payloaddiff.h"
#include "console/models/quorumwording.h"
#include "ledger/shownplan.h"

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

void readChanges(const OperationDetail &detail, PlanReview &review)
{
    review.previous = detail.previous;
    if (!detail.previous || !detail.previousArguments || !*detail.previousArguments)
        return;
    const auto differences = payloadDifferences(**detail.previousArguments, review.canonical);
    if (!differences)
        return;
    review.hasChanges = true;
    for (const PayloadDifference &difference : *differences)
        review.changes.append(
            {difference.pointer, difference.first.value_or(QString()), difference.second.value_or(QString())});
}

/// The last plan's values are as sensitive as this one's.
SensitiveMask maskOf(const OperationDetail &detail, const PlanReview &review)
{
    QList<QJsonObject> arguments{review.shown.arguments};
    if (detail.previousArguments && *detail.previousArguments) {
        if (const auto previous = base::parseStoredCanonical(**detail.previousArguments))
            arguments.append(previous->value.toObject());
    }
    return {review.entry, arguments, QuorumWording::onlyFor(review.quorum)};
}

QList<ValueWarning> warningsOf(const QList<ShownLine> &arguments, const std::vector<base::JsonLeaf> &leaves)
{
    QList<ValueWarning> warnings;
    for (size_t i = 0; i < leaves.size(); ++i) {
        const base::VisibleText name = base::visible(leaves[i].pointer);
        const base::VisibleText value = base::visible(leaves[i].value.toString());
        const auto invisible = static_cast<int>(name.escapes.size() + value.escapes.size());
        QStringList scripts;
        for (const base::MixedWord &word :
             base::mixedWords(leaves[i].pointer) + base::mixedWords(leaves[i].value.toString()))
            scripts += word.scripts;
        scripts.removeDuplicates();
        if (invisible > 0 || !scripts.isEmpty())
            warnings.append({arguments.at(static_cast<qsizetype>(i)).label, invisible, !scripts.isEmpty(), scripts});
    }
    return warnings;
}

} // namespace

PlanReview PlanReview::of(const OperationDetail &detail)
{
    PlanReview review;
    review.row = detail.row;
    review.origin = detail.origin;
    review.quorum = QuorumReview::of(detail.row, detail.decisions, detail.people);
    review.people = detail.people;
    review.delegations = detail.delegations;
    review.automaticOff = wasAutomaticOff(detail);
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
    readChanges(detail, review);
    review.mask = maskOf(detail, review);
    return review;
}

PlanReview PlanReview::read(const OperationDetail &detail)
{
    return detail.review ? *detail.review : of(detail);
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

PlanReview PlanReview::masked() const
{
    PlanReview safe = *this;
    const bool amount = mask.hides(QString(u'/' + QString(entry.amount).replace(u'.', u'/')));
    for (ShownLine &line : safe.lines) {
        if (amount && line.kind == ShownLine::Kind::Head && line.label == u"amount"_s)
            line.value = mask.placeholder();
        else if (line.kind != ShownLine::Kind::Digest)
            line.value = mask.value(line.label, line.value);
    }
    for (ValueChange &change : safe.changes) {
        change.before = change.before.isEmpty() ? QString() : mask.value(change.label, change.before);
        change.after = change.after.isEmpty() ? QString() : mask.value(change.label, change.after);
    }
    for (policy::PredicateTrace &each : safe.trace) {
        const bool sensitive =
            std::any_of(entry.sensitive.begin(), entry.sensitive.end(),
                        [&each](const QString &path) { return each.text.contains(u"args."_s + path); });
        each.seen = sensitive ? mask.placeholder() : mask.text(each.seen);
        each.why = sensitive ? mask.placeholder() : mask.text(each.why);
    }
    safe.rationale = mask.text(rationale);
    safe.row.record = mask.text(row.record);
    // With a damaged plan nobody knows what of its bytes is sensitive.
    safe.canonical = QuorumWording::onlyFor(quorum).toUtf8();
    safe.shown = {};
    return safe;
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
