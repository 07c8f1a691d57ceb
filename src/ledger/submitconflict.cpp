// The half of SubmitTransaction that answers a second payload under a held key.
#include "base/jsonpath.h"
#include "base/plantedbug.h"
#include "ledger/submittransaction.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMaxPathsInEvent = 100;

QStringList inSecond(const QStringList &pointers, const QJsonObject &second)
{
    QStringList found;
    for (const QString &pointer : pointers) {
        if (base::lookUpPointer(second, pointer)) {
            found.append(pointer);
        }
    }
    return found;
}

} // namespace

SubmitTransaction::Answer SubmitTransaction::conflict(const Submission &submission, const Intake &intake,
                                                      qint64 operation)
{
    auto row = m_core.operations.byId(operation);
    if (!row) {
        return tl::unexpected(row.error());
    }
    QStringList paths;
    const auto first = m_core.payloads.load(row->payloadDigest);
    if (!first && first.error().code != base::ErrorCode::NotFound && first.error().code != base::ErrorCode::Corrupt) {
        return tl::unexpected(first.error());
    }
    if (first) {
        if (const auto parsed = base::parseStoredCanonical(*first)) {
            paths = base::differingPointers(parsed->value, intake.arguments);
        }
    }
    if (auto stored = m_core.payloads.store(intake.payloadDigest, intake.bytes); !stored) {
        return tl::unexpected(stored.error());
    }
    evidence::Event event = eventOf(*row, evidence::kinds::conflict, {evidence::actors::agent, submission.actor});
    event.run = submission.run;
    event.digests = {{u"payload"_s, intake.payloadDigest}, {u"first"_s, row->payloadDigest}};
    event.data = {{u"tool"_s, row->tool}, {u"paths"_s, QJsonArray::fromStringList(paths.mid(0, kMaxPathsInEvent))}};
    const qint64 number = m_core.events.append(std::move(event));
    const QByteArray list = base::canonicalBytes(QJsonValue(QJsonArray::fromStringList(paths)));
    auto kept = base::plantedBug("conflict_not_kept")
                    ? base::Result<>()
                    : m_insertConflict.run({number, row->id, intake.payloadDigest, QString::fromUtf8(list),
                                            text(submission.actor), text(submission.run), m_core.now()});
    if (!kept) {
        return tl::unexpected(kept.error());
    }
    SubmitAnswer answer;
    answer.kind = AnswerKind::Conflict;
    answer.code = u"conflict"_s;
    answer.advice = u"stop"_s;
    answer.message = u"This work is already with us with other arguments; a person looks at the difference."_s;
    answer.differing = inSecond(paths, intake.arguments);
    if (submission.mayRead) {
        answer.firstDigest = row->payloadDigest;
        answer.secondDigest = intake.payloadDigest;
    }
    answer.operation = std::move(*row);
    return answer;
}

} // namespace obstat::ledger
