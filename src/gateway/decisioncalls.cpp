#include "gateway/decisioncalls.h"

#include "approval/adminact.h"
#include "approval/decision.h"
#include "base/canonicaljson.h"
#include "gateway/operationjson.h"
#include "gateway/problem.h"

using namespace Qt::StringLiterals;

namespace obstat::gateway {

using base::ErrorCode;
using ledger::Admission;
using ledger::LedgerWriter;

namespace {

QString outcomeText(Admission::Outcome outcome)
{
    switch (outcome) {
    case Admission::Outcome::Admitted:
        return u"admitted"_s;
    case Admission::Outcome::Lost:
        return u"lost"_s;
    case Admission::Outcome::Expired:
        return u"expired"_s;
    case Admission::Outcome::Refused:
        break;
    }
    return u"refused"_s;
}

int outcomeStatus(Admission::Outcome outcome)
{
    switch (outcome) {
    case Admission::Outcome::Admitted:
        return 200;
    case Admission::Outcome::Lost:
        return 409;
    case Admission::Outcome::Expired:
        return 410;
    case Admission::Outcome::Refused:
        break;
    }
    return 403;
}

wire::Response admissionResponse(const Admission &admission)
{
    QJsonObject body{{u"outcome"_s, outcomeText(admission.outcome)},
                     {u"code"_s, admission.code},
                     {u"message"_s, admission.message},
                     {u"repeated"_s, admission.repeated},
                     {u"operation"_s, operationJson(admission.operation)}};
    if (admission.planned)
        body.insert(u"planned"_s, operationJson(*admission.planned));
    return wire::Response::json(outcomeStatus(admission.outcome), base::canonicalBytes(body));
}

wire::Response tooMany()
{
    return problem(429, u"too-many"_s, u"Too many decisions"_s, u"Too many decisions at once; send it again later."_s,
                   {{u"advice"_s, u"keep-key"_s}});
}

} // namespace

void DecisionCalls::decide(const wire::Request &request, const wire::Responder &responder)
{
    auto envelope = approval::DecisionEnvelope::fromJson(request.body);
    if (!envelope) {
        responder.answer(problemFor(envelope.error()));
        return;
    }
    auto body = approval::DecisionBody::parse(envelope->body);
    if (!body) {
        responder.answer(problemFor(body.error()));
        return;
    }
    if (!m_services.decisions.take(body->approver)) {
        responder.answer(tooMany());
        return;
    }
    onLedger(m_services, responder, [this, responder, envelope = *envelope](LedgerWriter &writer) {
        auto admission = writer.admit(envelope);
        if (!admission) {
            responder.answer(problemFor(admission.error()));
            return;
        }
        m_services.ledger.announce(admission->operation);
        if (admission->planned)
            m_services.ledger.announce(*admission->planned);
        m_services.log.info(u"decision"_s, {{u"operation"_s, admission->operation.id},
                                            {u"outcome"_s, outcomeText(admission->outcome)},
                                            {u"code"_s, admission->code}});
        responder.answer(admissionResponse(*admission));
    });
}

void DecisionCalls::admin(const wire::Request &request, const wire::Responder &responder)
{
    auto parsed = approval::SignedAct::fromJson(request.body);
    if (!parsed) {
        responder.answer(problemFor(parsed.error()));
        return;
    }
    auto act = approval::AdminAct::parse(parsed->body);
    if (!act) {
        responder.answer(problemFor(act.error()));
        return;
    }
    if (!m_services.decisions.take(u"admin:"_s + act->admin)) {
        responder.answer(tooMany());
        return;
    }
    onLedger(m_services, responder, [this, responder, parsed = *parsed](LedgerWriter &writer) {
        auto admitted = writer.admitAct({parsed.body, parsed.signature}, parsed.document);
        if (!admitted) {
            responder.answer(problemFor(admitted.error()));
            return;
        }
        m_services.tokens.setDirectory(writer.directory());
        m_services.log.info(
            u"act"_s, {{u"act"_s, admitted->act}, {u"subject"_s, admitted->subject}, {u"admin"_s, admitted->admin}});
        responder.answer(wire::Response::json(
            200, base::canonicalBytes(QJsonObject{{u"act"_s, admitted->act}, {u"subject"_s, admitted->subject}})));
    });
}

} // namespace obstat::gateway
