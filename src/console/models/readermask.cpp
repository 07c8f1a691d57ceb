#include "console/models/readermask.h"

#include "base/canonicaljson.h"
#include "console/client/session.h"
#include "console/models/acting.h"
#include "console/models/quorumwording.h"

#include <algorithm>

namespace obstat::console {

SensitiveMask readerMask(const OperationDetail &detail, const QList<QByteArray> &further, Session *session)
{
    if (!detail.entry || !*detail.entry)
        return {};
    const auto entry = policy::entryFromCanonical(**detail.entry);
    if (!entry || entry->sensitive.isEmpty())
        return {};
    QList<QByteArray> texts = further;
    if (detail.arguments && *detail.arguments)
        texts.prepend(**detail.arguments);
    QList<QJsonObject> arguments;
    for (const QByteArray &text : std::as_const(texts)) {
        if (const auto read = base::parseStoredCanonical(text))
            arguments.append(read->value.toObject());
    }
    const QuorumReview quorum = QuorumReview::of(detail.row, detail.decisions, detail.people);
    const base::Micros now = session ? session->clock().now() : 0;
    const QList<Acting::Approver> names =
        Acting::all(session ? ApprovalGate::Approver::of(session->key()) : ApprovalGate::Approver(), detail.people,
                    detail.delegations, now);
    const bool may = std::any_of(names.begin(), names.end(), [&](const Acting::Approver &name) {
        return ApprovalGate::maySee(detail.row, quorum, name, now);
    });
    return may ? SensitiveMask() : SensitiveMask(*entry, arguments, QuorumWording::onlyFor(quorum));
}

} // namespace obstat::console
