#include "ledger/planmaker.h"

#include "base/canonicalwriter.h"
#include "base/digest.h"
#include "base/faultpoint.h"
#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

base::Result<OperationRow> PlanMaker::make(const Request &request)
{
    const Micros now = m_core.now();
    OperationRow row;
    row.id = m_core.events.nextOperation();
    row.version = 1;
    row.tenant = request.submission.tenant;
    row.tool = request.submission.tool;
    row.intentKey = request.identity.intentKey;
    row.natural = request.identity.natural;
    row.withoutWindow = request.identity.withoutWindow;
    row.window = request.identity.window;
    row.revision = request.revision;
    row.generation = request.generation;
    row.wireKey = base::wireKey(m_core.events.head().firstOrigin, row.tenant, row.intentKey,
                                base::plantedBug("wire_key_by_revision") ? row.revision : row.generation);
    row.payloadDigest = request.intake.payloadDigest;
    row.factsDigest = base::digestHex(request.facts);
    row.actor = request.submission.actor;
    row.tokenId = request.submission.tokenId;
    row.sponsor = request.submission.sponsor;
    row.run = request.submission.run;
    row.record = request.subject.record;
    row.amount = request.subject.amount;
    row.currency = request.subject.currency;
    row.keyArguments = request.intake.keyArguments;
    row.createdAt = row.updatedAt = now;
    row.notBefore = now;
    const QString policyDigest = m_core.rules.hasPolicy ? m_core.rules.policy.digest() : QString();
    freeze(row, request.verdict, *request.intake.entry, policyDigest, now, m_core.options.instanceKey);
    if (auto stored = store(request, row); !stored) {
        return tl::unexpected(stored.error());
    }
    return row;
}

base::Result<> PlanMaker::store(const Request &request, OperationRow &row)
{
    base::faultPoint("P1");
    const policy::ToolEntry &entry = *request.intake.entry;
    auto done = m_core.documents.store(entry.digest, u"entry"_s, entry.name, entry.canonical, row.createdAt);
    if (done) {
        done = m_core.payloads.store(row.payloadDigest, request.intake.bytes);
    }
    if (done) {
        done = m_core.payloads.store(row.factsDigest, request.facts);
    }
    if (done && !request.submission.rationale.isEmpty()) {
        const auto rationale = m_core.payloads.storeSalted(request.submission.rationale.toUtf8());
        if (!rationale) {
            return tl::unexpected(rationale.error());
        }
        row.rationaleDigest = *rationale;
    }
    if (!done) {
        return done;
    }
    appendPlanned(row, request.by);
    if (row.verdict == "automatic"_L1) {
        row.status = Status::Approved;
        row.version = 2;
        row.decidedAt = row.createdAt;
        evidence::Event approved = eventOf(row, evidence::kinds::approved, {evidence::actors::rule, row.rule});
        approved.from = statusText(Status::AwaitingApproval);
        approved.to = statusText(Status::Approved);
        approved.digests = {{u"payload"_s, row.payloadDigest}};
        base::CanonicalWriter data;
        data.text("kind"_L1, u"automatic").text("rule"_L1, row.rule).number("version"_L1, row.version);
        m_core.events.append(std::move(approved), data.take());
    }
    return m_core.operations.insert(row);
}

void PlanMaker::appendPlanned(const OperationRow &row, By by)
{
    evidence::Event event = eventOf(row, evidence::kinds::planned,
                                    {by == By::Person ? evidence::actors::person : evidence::actors::agent, row.actor});
    event.to = statusText(Status::AwaitingApproval);
    event.digests = {
        {u"payload"_s, row.payloadDigest}, {u"facts"_s, row.factsDigest}, {u"entry"_s, row.registryDigest}};
    if (!row.policyDigest.isEmpty()) {
        event.digests.insert(u"policy"_s, row.policyDigest);
    }
    if (!row.rationaleDigest.isEmpty()) {
        event.digests.insert(u"rationale"_s, row.rationaleDigest);
    }
    base::CanonicalWriter data;
    data.number("expires_at"_L1, row.expiresAt).number("generation"_L1, row.generation).text("key"_L1, row.intentKey);
    if (!row.keyArguments.isEmpty()) {
        data.text("key_arguments"_L1, row.keyArguments);
    }
    data.number("revision"_L1, row.revision)
        .text("role"_L1, row.role)
        .text("rule"_L1, row.rule)
        .text("sponsor"_L1, row.sponsor)
        .text("token"_L1, row.tokenId)
        .text("tool"_L1, row.tool)
        .text("verdict"_L1, row.verdict)
        .number("version"_L1, row.version);
    if (!row.window.isEmpty()) {
        data.text("window"_L1, row.window);
    }
    m_core.events.append(std::move(event), data.take());
}

} // namespace obstat::ledger
