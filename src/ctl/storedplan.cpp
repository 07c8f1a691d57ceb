#include "ctl/storedplan.h"

#include "approval/decision.h"
#include "evidence/event.h"
#include "ledger/shownplan.h"

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

/// A value that a plan cannot do without.
Result<base::CanonicalJson> stored(ledger::LedgerReader &reader, const QString &digest, const QString &what)
{
    auto bytes = reader.payload(digest);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (!*bytes)
        return fail(ErrorCode::NotFound, u"The %1 of this operation were purged."_s.arg(what));
    return base::parseStoredCanonical(**bytes);
}

Result<policy::ToolEntry> entryOf(ledger::LedgerReader &reader, const ledger::OperationRow &row)
{
    auto document = reader.document(row.registryDigest);
    if (!document)
        return tl::unexpected(document.error());
    if (!*document)
        return fail(ErrorCode::Corrupt, u"The registry entry of operation %1 is missing."_s.arg(row.id));
    return policy::entryFromCanonical(**document);
}

} // namespace

Result<approval::ShownPlan> storedPlan(ledger::LedgerReader &reader, const ledger::OperationRow &row)
{
    auto arguments = stored(reader, row.payloadDigest, u"arguments"_s);
    auto facts = stored(reader, row.factsDigest, u"facts"_s);
    auto entry = entryOf(reader, row);
    if (!arguments || !facts || !entry)
        return tl::unexpected(!arguments ? arguments.error() : !facts ? facts.error() : entry.error());
    return ledger::shownPlan(row, *entry, *arguments, *facts);
}

Result<ledger::OperationRow> rowAtDecision(ledger::LedgerReader &reader, const ledger::DecisionRow &decision)
{
    const auto body = approval::DecisionBody::parse(decision.body);
    auto row = reader.operation(decision.operation);
    const auto events = reader.timeline(decision.operation);
    if (!body || !row || !events)
        return tl::unexpected(!body ? body.error() : !row ? row.error() : events.error());
    if (!*row)
        return fail(ErrorCode::NotFound, u"There is no operation %1."_s.arg(decision.operation));
    ledger::OperationRow then = **row;
    then.registryDigest = body->registryDigest;
    then.payloadDigest = body->payloadDigest;
    then.factsDigest = body->factsDigest;
    then.policyDigest = body->policyDigest;
    for (const ledger::EventRow &one : *events) {
        const auto event = evidence::parseLeaf(one.leaf);
        const bool freezes =
            event && (event->kind == evidence::kinds::planned || event->kind == evidence::kinds::returned);
        if (freezes && event->seq < decision.event)
            then.rule = event->data.value("rule"_L1).toString();
    }
    const auto entry = entryOf(reader, then);
    const auto arguments = stored(reader, then.payloadDigest, u"arguments"_s);
    if (!entry || !arguments)
        return tl::unexpected(entry ? arguments.error() : entry.error());
    const auto subject = policy::subjectOf(*entry, arguments->value.toObject());
    if (!subject)
        return tl::unexpected(subject.error());
    then.record = subject->record;
    then.amount = subject->amount;
    then.currency = subject->currency;
    return then;
}

} // namespace obstat::ctl
