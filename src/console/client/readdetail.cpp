#include "console/client/readdetail.h"

#include "console/client/operationfilters.h"
#include "console/models/answerwording.h"
#include "console/models/outcomereview.h"
#include "console/models/planreview.h"
#include "evidence/checkpoint.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

/// The size in a checkpoint note (C2SP: origin, size, root, blank line, signatures); -1 when there is none. For the
/// screen only: whether the note is signed rightly is for `verify` to say.
qint64 checkpointSize(const QByteArray &note)
{
    const qsizetype end = note.indexOf("\n\n");
    if (end < 0)
        return -1;
    const auto checkpoint = evidence::Checkpoint::parse(QByteArrayView(note).first(end + 1));
    return checkpoint ? static_cast<qint64>(checkpoint->head.size) : -1;
}

StoredBytes stored(ledger::LedgerReader &reader, const QString &digest)
{
    if (digest.isEmpty())
        return std::optional<QByteArray>();
    return reader.payload(digest);
}

StoredBytes documentText(ledger::LedgerReader &reader, const QString &digest)
{
    if (digest.isEmpty())
        return std::optional<QByteArray>();
    return reader.document(digest);
}

/// Assigns a part of the detail or fails with its error.
template <typename T>
bool take(T &into, base::Result<T> answer, base::Error &error)
{
    if (!answer) {
        error = answer.error();
        return false;
    }
    into = std::move(*answer);
    return true;
}

bool maySettle(const OperationDetail &detail)
{
    using ledger::Status;
    const Status status = detail.row.status;
    return status == Status::Unknown || status == Status::Failed || status == Status::Rejected || detail.row.contrary ||
           !detail.conflicts.isEmpty();
}

/// What people settle by (contract 7.5): the documents in force and the other plans of the same work. Nothing of it is
/// read for what nobody settles: a registry is parsed as a whole.
bool takeInForce(OperationDetail &detail, ledger::LedgerReader &reader, base::Error &error)
{
    if (!maySettle(detail))
        return true;
    QString policy;
    QString registry;
    const bool read = take(policy, reader.activePolicyDigest(), error) &&
                      take(registry, reader.activeRegistryDigest(), error) &&
                      take(detail.sameKey, reader.operationsByKey(detail.row.tenant, detail.row.intentKey), error);
    detail.policyInForce = documentText(reader, policy);
    detail.registryInForce = documentText(reader, registry);
    return read;
}

/// What was answered or reported about each attempt.
void takeAnswers(OperationDetail &detail, ledger::LedgerReader &reader)
{
    QSet<QString> digests;
    for (const ledger::AttemptRow &attempt : std::as_const(detail.attempts))
        digests.insert(attempt.responseDigest);
    for (const ledger::EventRow &event : std::as_const(detail.timeline))
        digests.insert(AnswerWording::digestOf(event));
    digests.remove(QString());
    for (const QString &digest : std::as_const(digests))
        detail.answers.insert(digest, reader.payload(digest));
}

/// Positions of dense numbers: `first` is the one that comes first, `step` its direction.
QList<qint64> denseAnchors(qint64 count, qint64 start, int step, int pageSize)
{
    QList<qint64> anchors{start};
    anchors.reserve(count / pageSize + 1);
    const qint64 before = step > 0 ? 0 : count + 1;
    for (qint64 row = pageSize; row < count; row += pageSize)
        anchors.append(before + step * row);
    return anchors;
}

} // namespace

base::Result<OperationDetail> readDetail(ledger::LedgerReader &reader, qint64 id)
{
    auto row = reader.operation(id);
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return base::fail(base::ErrorCode::NotFound, u"There is no operation %1."_s.arg(id));
    OperationDetail detail;
    detail.row = **row;
    detail.arguments = stored(reader, detail.row.payloadDigest);
    detail.facts = stored(reader, detail.row.factsDigest);
    detail.rationale = stored(reader, detail.row.rationaleDigest);
    detail.result = stored(reader, detail.row.resultDigest);
    detail.entry = documentText(reader, detail.row.registryDigest);
    detail.policy = documentText(reader, detail.row.policyDigest);
    base::Error error;
    ledger::HeadRow head;
    QByteArray note;
    const bool read =
        take(detail.previous, reader.previousForRecord(detail.row), error) &&
        take(detail.runShape, reader.runShape(detail.row.tenant, detail.row.run, detail.row.actor), error) &&
        take(detail.timeline, reader.timeline(id), error) && take(detail.attempts, reader.attempts(id), error) &&
        take(detail.decisions, reader.decisions(id), error) && take(detail.conflicts, reader.conflictsOf(id), error) &&
        take(detail.people, reader.enrolments(), error) && take(detail.delegations, reader.delegations(), error) &&
        take(head, reader.head(), error) && take(note, reader.lastCheckpoint(), error) &&
        takeInForce(detail, reader, error);
    if (!read)
        return tl::unexpected(error);
    takeAnswers(detail, reader);
    if (detail.previous)
        detail.previousArguments = stored(reader, detail.previous->payloadDigest);
    detail.origin = head.origin;
    detail.checkpointSize = checkpointSize(note);
    detail.review = std::make_shared<const PlanReview>(PlanReview::of(detail));
    detail.outcome = std::make_shared<const OutcomeReview>(OutcomeReview::of(detail));
    return detail;
}

base::Result<Overview> readOverview(ledger::LedgerReader &reader, Micros now)
{
    Overview overview;
    base::Error error;
    QByteArray note;
    const bool read =
        take(overview.head, reader.head(), error) && take(overview.counts, reader.liveCounts(now), error) &&
        take(overview.instances, reader.instances(), error) && take(overview.people, reader.enrolments(), error) &&
        take(overview.delegations, reader.delegations(), error) && take(note, reader.lastCheckpoint(), error);
    if (!read)
        return tl::unexpected(error);
    overview.checkpointSize = checkpointSize(note);
    overview.readAt = now;
    return overview;
}

base::Result<RowIndex> readOperationIndex(ledger::LedgerReader &reader, const ledger::OperationFilter &filter,
                                          int pageSize)
{
    if (isUnfiltered(filter)) {
        auto head = reader.head();
        if (!head)
            return tl::unexpected(head.error());
        const int step = filter.oldestFirst ? 1 : -1;
        return RowIndex{head->operations, denseAnchors(head->operations, 0, step, pageSize)};
    }
    auto count = reader.countOperations(filter);
    if (!count)
        return tl::unexpected(count.error());
    auto anchors = reader.operationAnchors(filter, pageSize);
    if (!anchors)
        return tl::unexpected(anchors.error());
    return RowIndex{*count, *anchors};
}

base::Result<RowIndex> readEventIndex(ledger::LedgerReader &reader, const ledger::EventFilter &filter, int pageSize)
{
    auto count = reader.countEvents(filter);
    if (!count)
        return tl::unexpected(count.error());
    auto anchors = reader.eventAnchors(filter, pageSize);
    if (!anchors)
        return tl::unexpected(anchors.error());
    return RowIndex{*count, *anchors};
}

} // namespace obstat::console
