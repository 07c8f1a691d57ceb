#include "ledger/conflictdecisions.h"

#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using Outcome = Admission::Outcome;

namespace {

constexpr auto kKeep = "conflict_keep"_L1;
constexpr auto kNew = "conflict_new"_L1;
constexpr auto kDismiss = "conflict_dismiss"_L1;

DecisionObjection refusal(const QString &code, const QString &message)
{
    return {Outcome::Refused, code, message};
}

} // namespace

ConflictDecisions::ConflictDecisions(WriterCore &core)
    : m_core(core)
    , m_votes(core)
    , m_plans(core)
    , m_lookup(*core.connection)
    , m_find(*core.connection, u"SELECT payload_digest, state, run FROM conflict WHERE event=? AND operation=?"_s)
    , m_settle(*core.connection, u"UPDATE conflict SET state=?, settled=?, planned=? WHERE event=? AND state='open'"_s)
    , m_planned(*core.connection, u"SELECT planned FROM conflict INDEXED BY conflict_operation WHERE operation=? AND "
                                  "payload_digest=? AND planned IS NOT NULL LIMIT 1"_s)
    , m_taken(*core.connection, u"SELECT 1 FROM operation INDEXED BY operation_any_key WHERE intent_key=? AND "
                                "likelihood(tenant=?, 1.0) LIMIT 1"_s)
{
}

bool ConflictDecisions::concerns(const QString &kind)
{
    return kind == kKeep || kind == kNew || kind == kDismiss;
}

/// The stored conflict, held against its leaf: its row alone could name any payload (C17).
base::Result<std::optional<ConflictDecisions::Conflict>> ConflictDecisions::find(const approval::DecisionBody &body)
{
    const auto found = m_find.first({body.conflictEvent, body.operation});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return std::optional<Conflict>();
    }
    Conflict conflict{m_find.value(0).toString(), m_find.value(1).toString(), m_find.value(2).toString()};
    m_find.done();
    const auto event = m_lookup.at(body.conflictEvent);
    if (!event) {
        return tl::unexpected(event.error());
    }
    const bool same = *event && (*event)->kind == evidence::kinds::conflict && (*event)->operation == body.operation &&
                      (*event)->digests.value(u"payload"_s) == conflict.payloadDigest;
    return same ? std::optional(std::move(conflict)) : std::nullopt;
}

DecisionJudge::Judged ConflictDecisions::judge(const approval::DecisionBody &body, const OperationRow &row)
{
    const auto conflict = find(body);
    if (!conflict) {
        return tl::unexpected(conflict.error());
    }
    if (!*conflict) {
        return refusal(u"no_conflict"_s, u"Operation %1 has no such conflict."_s.arg(row.id));
    }
    if ((*conflict)->state != u"open") {
        return DecisionObjection{Outcome::Lost, u"lost"_s, u"Somebody has settled this conflict already."_s};
    }
    if (body.payloadDigest != row.payloadDigest) {
        return refusal(u"wrong_digest"_s, u"The decision is about another payload."_s);
    }
    // The row that names the second one could have been edited while it was read, and put back.
    if (body.replacementDigest != (*conflict)->payloadDigest) {
        return refusal(u"wrong_second"_s, u"The decision is about another second payload than this conflict's."_s);
    }
    if (body.kind == kNew && !isOtherName(body.reference)) {
        return refusal(u"bad_name"_s,
                       u"Name the other work with 1 to %1 letters, digits, '-', '_' or '.'."_s.arg(kLongestOtherName));
    }
    if (body.kind == kNew && otherWork(row, body.reference).intentKey != body.newIntentKey) {
        return refusal(u"wrong_key"_s, u"The new intent key is not the one of this name."_s);
    }
    if (const auto may = m_votes.maySettle(body, row, m_core.now()); !may) {
        return refusal(u"not_eligible"_s, may.error().message);
    }
    return std::nullopt;
}

base::Result<tl::expected<ConflictDecisions::Settled, DecisionObjection>>
ConflictDecisions::settle(const approval::DecisionEnvelope &envelope, const approval::DecisionBody &body,
                          const OperationRow &row)
{
    const auto conflict = find(body);
    if (!conflict || !*conflict) {
        return conflict ? base::fail(base::ErrorCode::Internal, u"The conflict is gone."_s)
                        : tl::unexpected(conflict.error());
    }
    Settled settled;
    if (body.kind == kNew) {
        auto planned = plan(body, row, **conflict);
        if (!planned) {
            return tl::unexpected(planned.error());
        }
        if (!*planned) {
            return tl::expected<Settled, DecisionObjection>(tl::unexpected(planned->error()));
        }
        settled.planned = std::move(**planned);
    }
    evidence::Event event = eventOf(row, evidence::kinds::decisionReceived, {evidence::actors::person, body.approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}, {u"payload"_s, (*conflict)->payloadDigest}};
    event.data = {{u"kind"_s, body.kind},
                  {u"code"_s, u"settled_conflict"_s},
                  {u"key_id"_s, body.keyId},
                  {u"nonce"_s, body.nonce},
                  {u"conflict"_s, body.conflictEvent}};
    if (settled.planned) {
        event.data.insert("planned"_L1, settled.planned->id);
    }
    if (!body.onBehalfOf.isEmpty()) {
        event.data.insert("on_behalf_of"_L1, body.onBehalfOf);
    }
    settled.event = m_core.events.append(std::move(event));
    const QVariant planned = settled.planned ? QVariant(settled.planned->id) : QVariant();
    if (auto done = m_settle.run({conflictState(body.kind), settled.event, planned, body.conflictEvent}); !done) {
        return tl::unexpected(done.error());
    }
    const QString at = clockText(m_core.now());
    settled.message = settled.planned
                          ? u"%1 accepted it as other work at %2: operation %3, which somebody else must approve."_s
                                .arg(body.approver, at)
                                .arg(settled.planned->id)
                          : u"%1 left the first work as it is at %2."_s.arg(body.approver, at);
    return tl::expected<Settled, DecisionObjection>(std::move(settled));
}

/// The second payload as new work: asked for by the person who accepted it, never approved by a rule.
base::Result<tl::expected<OperationRow, DecisionObjection>>
ConflictDecisions::plan(const approval::DecisionBody &body, const OperationRow &row, const Conflict &conflict)
{
    using Answer = tl::expected<OperationRow, DecisionObjection>;
    const auto before = m_planned.first({row.id, conflict.payloadDigest});
    if (!before) {
        return tl::unexpected(before.error());
    }
    if (*before) {
        const qint64 id = m_planned.value(0).toLongLong();
        m_planned.done();
        return Answer(tl::unexpected(
            refusal(u"accepted_before"_s,
                    u"This payload was accepted before, as operation %1; keep or dismiss this one."_s.arg(id))));
    }
    const policy::Identity identity = otherWork(row, body.reference);
    const auto taken = m_taken.first({text(identity.intentKey), text(row.tenant)});
    if (!taken) {
        return tl::unexpected(taken.error());
    }
    m_taken.done();
    if (*taken) {
        return Answer(tl::unexpected(refusal(u"name_taken"_s, u"There is work of this name already; take another."_s)));
    }
    auto bytes = m_core.payloads.load(conflict.payloadDigest);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    auto arguments = base::parseStoredCanonical(*bytes);
    if (!arguments) {
        return tl::unexpected(arguments.error());
    }
    const auto identityOf = [&identity](const Submission &, const Intake &) { return identity; };
    const auto prepared = m_plans.prepare({body.approver, std::move(*arguments), conflict.run, identityOf}, row);
    if (!prepared) {
        return tl::unexpected(prepared.error());
    }
    if (!*prepared) {
        return Answer(tl::unexpected(prepared->error()));
    }
    auto made = m_plans.make(**prepared);
    return made ? base::Result<Answer>(Answer(std::move(*made))) : tl::unexpected(made.error());
}

} // namespace obstat::ledger
