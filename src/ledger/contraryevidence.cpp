#include "ledger/contraryevidence.h"

#include "ledger/attemptlife.h"
#include "ledger/claimtransaction.h"
#include "ledger/eventlookup.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

ContraryEvidence::ContraryEvidence(WriterCore &core) : m_core(core), m_holder(*core.connection) {}

base::Result<> ContraryEvidence::take(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row)
{
    const bool saysEffect = end.outcome == AttemptOutcome::Succeeded || end.outcome == AttemptOutcome::Found;
    const bool saysNone = end.outcome == AttemptOutcome::NoEffect || end.outcome == AttemptOutcome::ProvedAbsent;
    if (saysEffect && row.status == Status::Succeeded && isOther(end.reference, row.reference)) {
        raiseAlarm(m_core, row, u"other_reference"_s, end.number);
    } else if (saysEffect && row.status == Status::Succeeded) {
        if (auto told = tellSecondSuccess(attempt, row); !told) {
            return told;
        }
    }
    if ((!saysEffect && !saysNone) || saysEffect == (row.status == Status::Succeeded)) {
        return {};
    }
    const auto later = saysEffect ? m_holder.otherThan(row) : base::Result<std::optional<qint64>>();
    if (!later) {
        return tl::unexpected(later.error());
    }
    // Believed at once where nothing else holds the key; else a person settles it.
    const bool believed = saysEffect && row.status == Status::Failed && !*later;
    evidence::Event event = eventOf(row, evidence::kinds::contradicted, m_core.flowActor());
    if (!attempt.responseDigest.isEmpty()) {
        event.digests = {{u"response"_s, attempt.responseDigest}};
    }
    event.data = {{u"attempt"_s, end.number},
                  {u"outcome"_s, attempt.outcome},
                  {u"status"_s, statusText(row.status)},
                  {u"open"_s, !believed}};
    if (*later) {
        event.data.insert("later"_L1, **later);
    }
    const qint64 number = m_core.events.append(std::move(event));
    if (believed) {
        return haveSucceeded(end, attempt, row);
    }
    row.contrary = number;
    if (auto saved = m_core.operations.save(row); !saved || !*later) {
        return saved;
    }
    auto other = m_core.operations.byId(**later);
    if (!other) {
        return tl::unexpected(other.error());
    }
    return isOpen(other->status) && !other->held ? hold(m_core, *other, QString(kHeldForEvidence)) : base::Result<>();
}

/// Two senders say that they did it, and their owner does not honour keys: then it was done twice.
base::Result<> ContraryEvidence::tellSecondSuccess(const AttemptRow &attempt, const OperationRow &row)
{
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    // A late report leaves the outcome of its attempt as it was; the event that settled the work names the attempt.
    const auto settled = EventLookup(*m_core.connection).succeeded(row.id);
    if (!settled) {
        return tl::unexpected(settled.error());
    }
    const qint64 settler = *settled ? (*settled)->data.value("attempt"_L1).toInteger(-1) : -1;
    const bool second = std::any_of(attempts->begin(), attempts->end(), [&](const AttemptRow &other) {
        return other.kind == kCommit && other.fence != attempt.fence &&
               (other.outcome == outcomeText(AttemptOutcome::Succeeded) || other.number == settler);
    });
    if (!second || attempt.kind != kCommit) {
        return {};
    }
    const auto canonical = m_core.documents.load(row.registryDigest);
    const auto entry = canonical ? policy::entryFromCanonical(*canonical) : tl::unexpected(canonical.error());
    if (entry && entry->owner.honoursKey) {
        return {};
    }
    raiseAlarm(m_core, row, u"second_success"_s, attempt.number);
    return {};
}

base::Result<> ContraryEvidence::haveSucceeded(const AttemptEnd &end, const AttemptRow &attempt, OperationRow &row)
{
    return AttemptLife(m_core).finish(end, attempt, row, Status::Succeeded);
}

} // namespace obstat::ledger
