#pragma once

#include "console/client/decisionclient.h"
#include "ledger/ledgerwriter.h"

#include <QPromise>

#include <functional>

namespace obstat::tests {

/// Sends decisions to a real ledger writer, as an instance does: over their JSON, through the writer's own admission.
class AdmittingClient final : public console::DecisionClient
{
public:
    explicit AdmittingClient(ledger::LedgerWriter &writer) : m_writer(writer) {}

    /// Called before each decision is admitted, with its operation: what others do at that moment.
    std::function<void(qint64)> before;
    QMap<qint64, ledger::Admission> admissions;

    [[nodiscard]] QFuture<base::Result<console::DecisionAnswer>>
    send(const QString &, const approval::DecisionEnvelope &envelope) override
    {
        QPromise<base::Result<console::DecisionAnswer>> promise;
        promise.start();
        promise.addResult(admit(envelope.toJson()));
        promise.finish();
        return promise.future();
    }

private:
    base::Result<console::DecisionAnswer> admit(const QByteArray &json)
    {
        const auto envelope = approval::DecisionEnvelope::fromJson(json);
        const auto body = envelope ? approval::DecisionBody::parse(envelope->body)
                                   : base::Result<approval::DecisionBody>(tl::unexpected(envelope.error()));
        if (!body)
            return tl::unexpected(body.error());
        if (before)
            before(body->operation);
        const auto admission = m_writer.admit(*envelope);
        if (!admission)
            return tl::unexpected(admission.error());
        admissions.insert(body->operation, *admission);
        console::DecisionAnswer answer;
        answer.outcome = static_cast<console::DecisionAnswer::Outcome>(admission->outcome); // in the same order
        answer.code = admission->code;
        answer.message = admission->message;
        answer.status = ledger::statusText(admission->operation.status);
        answer.planned = admission->planned ? admission->planned->id : 0;
        return answer;
    }

    ledger::LedgerWriter &m_writer;
};

} // namespace obstat::tests
