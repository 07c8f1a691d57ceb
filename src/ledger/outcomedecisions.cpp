#include "ledger/outcomedecisions.h"

#include "base/digest.h"
#include "ledger/contraryevidence.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using Outcome = Admission::Outcome;

namespace {

constexpr auto kSucceeded = "resolve_succeeded"_L1;
constexpr auto kAbsent = "resolve_absent"_L1;
constexpr auto kAskAgain = "ask_again"_L1;
constexpr qsizetype kMaxReference = 256; // characters, as of an owner's answer

DecisionObjection refusal(const QString &code, const QString &message)
{
    return {Outcome::Refused, code, message};
}

/// The event of a decision that moves no status.
evidence::Event received(const evidence::Event &event, const QString &code)
{
    evidence::Event same = event;
    same.kind = evidence::kinds::decisionReceived;
    same.data.insert("code"_L1, code);
    return same;
}

} // namespace

OutcomeDecisions::OutcomeDecisions(WriterCore &core)
    : m_core(core)
    , m_questions(core)
    , m_votes(core)
    , m_lookup(*core.connection)
    , m_holder(*core.connection)
    , m_before(*core.connection,
               u"SELECT body, signature, sent_at, received_at, event FROM decision WHERE operation=? AND "
               "kind=? AND state='admitted' ORDER BY id"_s)
{
}

bool OutcomeDecisions::concerns(const QString &kind)
{
    return kind == kSucceeded || kind == kAbsent || kind == kAskAgain;
}

DecisionJudge::Judged OutcomeDecisions::judge(const approval::DecisionBody &body, const OperationRow &row)
{
    if (body.payloadDigest != row.payloadDigest) {
        return refusal(u"wrong_digest"_s, u"The decision is about another payload."_s);
    }
    if (body.version != row.version && body.kind != kAskAgain) {
        return DecisionObjection{
            Outcome::Lost, u"lost"_s,
            u"The operation is %1 since %2; look at it again."_s.arg(statusText(row.status), clockText(row.updatedAt))};
    }
    if (body.reference.size() > kMaxReference) {
        return refusal(u"bad_reference"_s, u"A reference has at most %1 characters."_s.arg(kMaxReference));
    }
    if (auto state = stateOf(body, row); !state || *state) {
        return state;
    }
    if (const auto may = m_votes.maySettle(body, row, m_core.now()); !may) {
        return refusal(u"not_eligible"_s, may.error().message);
    }
    if (body.kind == kAskAgain) {
        return std::nullopt;
    }
    const auto said = whoSaid(body, row);
    if (!said) {
        return tl::unexpected(said.error());
    }
    return said->sameVoice ? refusal(u"not_needed"_s,
                                     u"%1 has said so already; somebody else must say it too."_s.arg(body.approver))
                           : DecisionJudge::Judged(std::nullopt);
}

DecisionJudge::Judged OutcomeDecisions::stateOf(const approval::DecisionBody &body, const OperationRow &row)
{
    const auto attempts = m_core.attempts.of(row.id);
    if (!attempts) {
        return tl::unexpected(attempts.error());
    }
    if (hasOpenAttempt(*attempts)) {
        return refusal(u"still_open"_s, u"The owner may still answer; wait until its time is over."_s);
    }
    if (body.kind == kAskAgain) {
        const auto question = m_questions.prepare(row, *attempts);
        if (!question) {
            return tl::unexpected(question.error());
        }
        const bool sent = row.status == Status::Unknown || row.status == Status::Succeeded ||
                          (row.status == Status::Failed && row.attempts > 0);
        if (!sent) {
            return refusal(u"not_unknown"_s, u"Nothing about it was ever sent, so there is nothing to ask."_s);
        }
        return question->entry.canBeAsked()
                   ? DecisionJudge::Judged(std::nullopt)
                   : refusal(u"cannot_ask"_s, u"tools.toml says no way to ask the owner of '%1'."_s.arg(row.tool));
    }
    if (row.status != Status::Unknown && !row.contrary) {
        return refusal(u"not_unknown"_s,
                       u"The operation is %1; only an unknown one is settled by people."_s.arg(statusText(row.status)));
    }
    if (row.status == Status::Succeeded && body.kind == kAbsent) {
        return refusal(u"final"_s, u"A success is final; what did not happen is planned again under a new key."_s);
    }
    // Only a caller that contradicts itself gets there: it had said that nothing left.
    if (endedWithoutEffect(row.status) && row.status != Status::Failed && body.kind == kSucceeded) {
        return refusal(u"final"_s,
                       u"It ended as %1, which is final; it stays raised, so that nobody does it again."_s.arg(
                           statusText(row.status)));
    }
    if (body.kind == kAbsent) {
        const auto question = m_questions.prepare(row, *attempts);
        const auto settled =
            question ? m_questions.settledAt(row, *attempts, question->entry.owner) : tl::unexpected(question.error());
        if (!settled) {
            return tl::unexpected(settled.error());
        }
        // By the earlier of two clocks: a person's may run ahead.
        if (*settled && std::min<Micros>(body.decidedAt, m_core.now()) < **settled) {
            return refusal(u"too_early"_s,
                           u"The request may still take effect until %1; look again then."_s.arg(clockText(**settled)));
        }
    }
    if (row.status == Status::Failed && body.kind == kSucceeded) {
        const auto later = m_holder.otherThan(row);
        if (!later) {
            return tl::unexpected(later.error());
        }
        if (*later) {
            return refusal(u"key_held"_s,
                           u"Operation %1 holds the key now; reject or settle that one first."_s.arg(**later));
        }
    }
    return std::nullopt;
}

/// A later plan that was held because of this evidence goes on: the evidence is settled.
base::Result<> OutcomeDecisions::releaseLater(const OperationRow &row, const evidence::Event &decision)
{
    const auto later = m_holder.otherThan(row);
    if (!later || !*later) {
        return later ? base::Result<>() : tl::unexpected(later.error());
    }
    auto held = m_core.operations.byId(**later);
    const auto why = m_lookup.whyHeld(**later);
    if (!held || !why) {
        return tl::unexpected(held ? why.error() : held.error());
    }
    if (!held->held || *why != kHeldForEvidence) {
        return {};
    }
    held->held = false;
    evidence::Event event = eventOf(*held, evidence::kinds::released, decision.actor);
    event.digests = decision.digests;
    event.digests.remove(u"decision"_s); // it is a decision on the other operation
    event.data = {{u"why"_s, kHeldForEvidence}, {u"operation"_s, row.id}};
    m_core.events.append(std::move(event));
    return m_core.operations.save(*held);
}

/// The words of others to the same end, each verified as if for the first time: its event, its signature, and that its
/// person may say it. Whoever speaks for somebody uses up both names; another reference is another word.
base::Result<OutcomeDecisions::Said> OutcomeDecisions::whoSaid(const approval::DecisionBody &body,
                                                               const OperationRow &row)
{
    if (auto ran = m_before.run({row.id, body.kind}); !ran) {
        return tl::unexpected(ran.error());
    }
    QList<QPair<approval::DecisionEnvelope, QPair<Micros, qint64>>> words;
    while (true) {
        const auto more = m_before.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            break;
        }
        words.append(
            {{m_before.value(0).toByteArray(), m_before.value(1).toByteArray(), m_before.value(2).toLongLong()},
             {m_before.value(3).toLongLong(), m_before.value(4).toLongLong()}});
    }
    Said said;
    for (const auto &[envelope, received] : std::as_const(words)) {
        const auto before = approval::DecisionBody::parse(envelope.body);
        if (!before || before->version != row.version || before->reference != body.reference) {
            continue;
        }
        const auto event = m_lookup.at(received.second);
        if (!event) {
            return tl::unexpected(event.error());
        }
        const bool counted = *event && (*event)->data.value("code"_L1) == "counted"_L1 &&
                             (*event)->digests.value(u"decision"_s) == base::digestHex(envelope.body);
        const auto key = m_votes.maySettle(*before, row, received.first);
        if (!counted || !key || !approval::verifyDecision(envelope, *key)) {
            continue;
        }
        const QStringList names{before->approver, before->onBehalfOf};
        const bool same = before->keyId == body.keyId || names.contains(body.approver) ||
                          (!body.onBehalfOf.isEmpty() && names.contains(body.onBehalfOf));
        (same ? said.sameVoice : said.another) = true;
    }
    return said;
}

base::Result<OutcomeDecisions::Settled> OutcomeDecisions::settle(const approval::DecisionEnvelope &envelope,
                                                                 const approval::DecisionBody &body, OperationRow &row)
{
    evidence::Event event = eventOf(row, evidence::kinds::decisionReceived, {evidence::actors::person, body.approver});
    event.digests = {{u"decision"_s, base::digestHex(envelope.body)}};
    event.data = {{u"kind"_s, body.kind}, {u"key_id"_s, body.keyId}, {u"nonce"_s, body.nonce}};
    if (!body.onBehalfOf.isEmpty()) {
        event.data.insert("on_behalf_of"_L1, body.onBehalfOf);
    }
    if (body.kind == kAskAgain) {
        return ask(event, row);
    }
    const auto said = whoSaid(body, row);
    const auto two = wantsTwo(row);
    if (!said || !two) {
        return tl::unexpected(said ? two.error() : said.error());
    }
    if (!said->another && *two) {
        const QString message = u"%1 says so at %2; over this amount a second person must say it too."_s.arg(
            body.approver, clockText(m_core.now()));
        return Settled{m_core.events.append(received(event, u"counted"_s)), u"counted"_s, message};
    }
    return resolve(std::move(event), body, row);
}

/// By the amount in the signed payload: the row's column is for lists.
base::Result<bool> OutcomeDecisions::wantsTwo(const OperationRow &row)
{
    const auto question = m_questions.prepare(row, {});
    if (!question) {
        return tl::unexpected(question.error());
    }
    const auto subject = policy::subjectOf(question->entry, question->arguments.value.toObject());
    return subject ? m_core.rules.policy.wantsSecondPerson(subject->amount, subject->currency) : true;
}

base::Result<OutcomeDecisions::Settled> OutcomeDecisions::ask(const evidence::Event &event, OperationRow &row)
{
    row.notBefore = m_core.now();
    const qint64 number = m_core.events.append(received(event, u"asked"_s));
    if (auto saved = m_core.operations.save(row); !saved) {
        return tl::unexpected(saved.error());
    }
    return Settled{number, u"asked"_s, u"The owner is asked now."_s};
}

base::Result<OutcomeDecisions::Settled> OutcomeDecisions::resolve(evidence::Event event,
                                                                  const approval::DecisionBody &body, OperationRow &row)
{
    const bool happened = body.kind == kSucceeded;
    const Status to = happened ? Status::Succeeded : Status::Failed;
    const QString message = u"%1 settled it at %2: it %3."_s.arg(body.approver, clockText(m_core.now()),
                                                                 happened ? u"happened"_s : u"did not happen"_s);
    row.contrary.reset();
    row.notBefore.reset();
    if (row.status == to || (!happened && endedWithoutEffect(row.status))) { // only the evidence is settled
        const qint64 number = m_core.events.append(received(event, u"settled"_s));
        auto saved = m_core.operations.save(row);
        if (saved && !happened) {
            saved = releaseLater(row, event);
        }
        if (!saved) {
            return tl::unexpected(saved.error());
        }
        return Settled{number, u"admitted"_s, message};
    }
    event.kind = happened ? evidence::kinds::succeeded : evidence::kinds::failed;
    event.data.insert("why"_L1, u"person"_s);
    if (happened && !body.reference.isEmpty()) {
        event.data.insert("reference"_L1, body.reference);
    }
    row.reference = happened ? body.reference : QString();
    row.resultDigest.clear(); // what the owner answered is not known
    row.finishedAt = m_core.now();
    const qint64 number = m_core.events.head().size;
    if (auto moved = m_core.operations.move(row, to, std::move(event)); !moved) {
        return tl::unexpected(moved.error());
    }
    return Settled{number, u"admitted"_s, message};
}

} // namespace obstat::ledger
