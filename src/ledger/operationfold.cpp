#include "ledger/operationfold.h"

#include "base/intentkey.h"
#include "ledger/attemptstore.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShown = 16;

QString textOf(const evidence::Event &event, QLatin1StringView name)
{
    return event.data.value(name).toString();
}

qint64 numberOf(const evidence::Event &event, QLatin1StringView name)
{
    return event.data.value(name).toInteger();
}

QString shown(const QString &value)
{
    constexpr qsizetype kDigest = 64;
    if (value.size() == kDigest) // the beginning tells digests apart
        return value.left(kShown) % u'…';
    return value.isEmpty() ? u"nothing"_s : QString(u'"' % value.left(kDigest) % u'"');
}

QString shown(const std::optional<Micros> &value)
{
    return value ? QString::number(*value) : QString();
}

} // namespace

void OperationFold::plan(const evidence::Event &event)
{
    m_planned = true;
    m_row.id = m_operation;
    m_row.tenant = event.tenant;
    m_row.actor = event.actor.id;
    m_row.run = event.run;
    m_row.tool = textOf(event, "tool"_L1);
    m_row.intentKey = textOf(event, "key"_L1);
    m_row.revision = static_cast<int>(numberOf(event, "revision"_L1));
    m_row.generation = static_cast<int>(numberOf(event, "generation"_L1));
    m_row.tokenId = textOf(event, "token"_L1);
    m_row.sponsor = textOf(event, "sponsor"_L1);
    m_row.window = textOf(event, "window"_L1);
    m_row.keyArguments = textOf(event, "key_arguments"_L1);
    m_row.payloadDigest = event.digests.value(u"payload"_s);
    m_row.factsDigest = event.digests.value(u"facts"_s);
    m_row.rationaleDigest = event.digests.value(u"rationale"_s);
    m_row.createdAt = event.at;
    m_row.version = numberOf(event, "version"_L1);
    m_row.status = statusFromText(event.to).value_or(Status::AwaitingApproval);
    freezeAnew(event);
}

void OperationFold::freezeAnew(const evidence::Event &event)
{
    m_row.registryDigest = event.digests.value(u"entry"_s);
    m_row.policyDigest = event.digests.value(u"policy"_s);
    m_row.rule = textOf(event, "rule"_L1);
    m_row.verdict = textOf(event, "verdict"_L1);
    m_row.expiresAt = numberOf(event, "expires_at"_L1);
    m_roleKnown = event.data.contains("role"_L1);
    m_row.role = textOf(event, "role"_L1);
    m_row.counted = 0;
}

void OperationFold::countVote(const evidence::Event &event)
{
    if (event.kind == evidence::kinds::approved && event.data.value("kind"_L1) == "human"_L1)
        m_row.counted = event.data.contains("counted"_L1) ? static_cast<int>(numberOf(event, "counted"_L1)) : 1;
    if (event.kind != evidence::kinds::decisionReceived || event.data.value("code"_L1) != "counted"_L1)
        return;
    if (!event.data.contains("counted"_L1))
        return; // a first word about an outcome, no vote for a plan
    m_row.counted = static_cast<int>(numberOf(event, "counted"_L1));
    m_row.role = textOf(event, "role"_L1);
}

bool OperationFold::effectIsOpen() const
{
    QList<AttemptRow> attempts = m_attempts.values();
    std::sort(attempts.begin(), attempts.end(), [](const auto &a, const auto &b) { return a.number < b.number; });
    return m_doubted || mayHaveHadEffect(attempts);
}

QString OperationFold::move(const evidence::Event &event)
{
    const auto from = statusFromText(event.from);
    const auto to = statusFromText(event.to);
    if (!from || !to)
        return u"Event %1 changes operation %2 from or to a status that does not exist."_s.arg(event.seq).arg(
            m_operation);
    const Status before = m_row.status;
    m_row.status = *to;
    if (*to == Status::Unknown && (before == Status::AwaitingApproval || before == Status::Approved))
        m_doubted = true; // another copy may have sent it
    m_lastMove = event.seq;
    const qint64 version = m_row.version;
    m_row.version = numberOf(event, "version"_L1);
    if (*from != before) {
        return u"Event %1 takes operation %2 from %3, but the events before it left it %4."_s.arg(event.seq)
            .arg(m_operation)
            .arg(event.from, statusText(before));
    }
    const bool sent = *from == Status::Unknown || *from == Status::Running;
    if (sent && *to == Status::Approved && effectIsOpen()) {
        return u"Event %1 approves operation %2 again, but nothing proved that its sends had no effect."_s
            .arg(event.seq)
            .arg(m_operation);
    }
    if (*to == Status::Succeeded)
        m_row.contrary.reset();
    followTimes(event, *from, *to);
    if (!isLegalTransition(*from, *to)) {
        return u"Event %1 takes operation %2 from %3 to %4, which is not a legal transition."_s.arg(event.seq)
            .arg(m_operation)
            .arg(event.from, event.to);
    }
    if (m_row.version <= version) {
        return u"Event %1 does not raise the version of operation %2."_s.arg(event.seq).arg(m_operation);
    }
    return {};
}

/// When it was decided and when it ended, which reports and figures read.
void OperationFold::followTimes(const evidence::Event &event, Status from, Status to)
{
    if (to == Status::AwaitingApproval)
        m_row.decidedAt.reset();
    else if (to == Status::Rejected || (from == Status::AwaitingApproval && to == Status::Approved))
        m_row.decidedAt = event.at;
    if (!isOpen(to))
        m_row.finishedAt = event.at;
}

void OperationFold::follow(const evidence::Event &event)
{
    countVote(event);
    if (event.kind == evidence::kinds::decisionReceived && event.data.value("code"_L1) == "settled"_L1)
        m_row.contrary.reset();
    if (event.kind == evidence::kinds::returned)
        freezeAnew(event);
    else if (event.kind == evidence::kinds::replayed)
        m_row.hits += event.data.contains("count"_L1) ? numberOf(event, "count"_L1) : 1;
    else if (event.kind == evidence::kinds::held ||
             (event.kind == evidence::kinds::alarm && event.data.value("held"_L1).toBool()))
        m_row.held = true;
    else if (event.kind == evidence::kinds::released)
        m_row.held = false;
    else if (event.kind == evidence::kinds::contradicted && event.data.value("open"_L1).toBool())
        m_row.contrary = event.seq;
    else if (event.kind == evidence::kinds::purged)
        m_purged = true;
    else if (event.kind == evidence::kinds::claimed)
        m_row.fence = numberOf(event, "fence"_L1);
    else if (event.kind == evidence::kinds::succeeded || event.kind == evidence::kinds::failed) {
        m_row.resultDigest = event.digests.value(u"result"_s);
        m_row.reference = textOf(event, "reference"_L1);
    }
}

QString OperationFold::startAttempt(const evidence::Event &event)
{
    const int number = static_cast<int>(numberOf(event, "attempt"_L1));
    if (m_attempts.contains(number))
        return u"Event %1 starts attempt %2 of operation %3 a second time."_s.arg(event.seq).arg(number).arg(
            m_operation);
    AttemptRow attempt;
    attempt.number = number;
    attempt.kind = textOf(event, "kind"_L1);
    attempt.fence = numberOf(event, "fence"_L1);
    attempt.timeout = numberOf(event, "timeout"_L1);
    attempt.startedAt = event.at;
    attempt.requestDigest = event.digests.value(u"request"_s);
    if (attempt.kind == kCommit) {
        ++m_row.attempts;
        if (!m_row.firstSentAt)
            m_row.firstSentAt = event.at;
    }
    m_attempts.insert(number, attempt);
    return {};
}

QString OperationFold::endAttempt(const evidence::Event &event)
{
    const int number = static_cast<int>(numberOf(event, "attempt"_L1));
    const auto found = m_attempts.find(number);
    if (found == m_attempts.end() || found->endedAt) {
        return u"Event %1 ends attempt %2 of operation %3, which was not open."_s.arg(event.seq).arg(number).arg(
            m_operation);
    }
    found->endedAt = event.at;
    found->outcome = textOf(event, "outcome"_L1);
    m_doubted = m_doubted && found->outcome != outcomeText(AttemptOutcome::ProvedAbsent);
    found->late = event.data.value("late"_L1).toBool();
    found->reference = textOf(event, "reference"_L1);
    found->responseDigest = event.digests.value(u"response"_s);
    if (event.data.contains("status"_L1))
        found->httpStatus = static_cast<int>(numberOf(event, "status"_L1));
    if (event.data.contains("duration"_L1))
        found->duration = numberOf(event, "duration"_L1);
    return {};
}

QString OperationFold::apply(const evidence::Event &event)
{
    m_lastEvent = event.seq;
    const bool plans = event.from.isEmpty() && !event.to.isEmpty();
    if (!m_planned && !plans) {
        return u"Event %1 (%2) of operation %3 comes before the one that planned it."_s.arg(
            QString::number(event.seq), event.kind, QString::number(m_operation));
    }
    if (!m_planned) {
        plan(event);
        m_lastMove = event.seq;
        return {};
    }
    if (plans)
        return u"Event %1 plans operation %2 a second time."_s.arg(event.seq).arg(m_operation);
    const QString wrong = event.to.isEmpty() ? QString() : move(event);
    follow(event);
    if (event.kind == evidence::kinds::attemptStarted)
        return startAttempt(event);
    if (event.kind == evidence::kinds::attemptEnded)
        return endAttempt(event);
    return wrong;
}

void OperationFold::compare(QStringList &found, const QString &what, const QString &row, const QString &log) const
{
    if (row == log)
        return;
    found.append(u"The row of operation %1 has the %2 %3, but its events say %4."_s.arg(QString::number(m_operation),
                                                                                        what, shown(row), shown(log)));
}

QStringList OperationFold::identityDifferences(const OperationRow &row, const QString &firstOrigin) const
{
    if (!m_planned)
        return {u"Operation %1 has a row, but no event that planned it."_s.arg(m_operation)};
    QStringList found;
    compare(found, u"tenant"_s, row.tenant, m_row.tenant);
    compare(found, u"tool"_s, row.tool, m_row.tool);
    compare(found, u"intent key"_s, row.intentKey, m_row.intentKey);
    compare(found, u"window"_s, row.window, m_row.window);
    compare(found, u"revision"_s, QString::number(row.revision), QString::number(m_row.revision));
    compare(found, u"generation"_s, QString::number(row.generation), QString::number(m_row.generation));
    const QString natural = row.window.isEmpty() ? row.withoutWindow : QString(row.withoutWindow + u'|' + row.window);
    if (row.natural != natural)
        found.append(u"The natural key of operation %1 is not that of its work and window."_s.arg(m_operation));
    if (base::intentKey(row.natural) != row.intentKey)
        found.append(u"The natural key of operation %1 does not give its intent key."_s.arg(m_operation));
    if (base::wireKey(firstOrigin, row.tenant, row.intentKey, row.generation) != row.wireKey)
        found.append(u"Operation %1 has a wire key that is not its own."_s.arg(m_operation));
    return found;
}

QStringList OperationFold::differences(const OperationRow &row) const
{
    QStringList found;
    if (!m_planned)
        return found;
    if (row.status != m_row.status) {
        found.append(u"Operation %1 is %2 in its row, but its last change (event %3) left it %4."_s.arg(m_operation)
                         .arg(statusText(row.status))
                         .arg(m_lastMove)
                         .arg(statusText(m_row.status)));
    }
    const auto numbers = [&](const QString &what, qint64 ofRow, qint64 ofLog) {
        compare(found, what, QString::number(ofRow), QString::number(ofLog));
    };
    numbers(u"version"_s, row.version, m_row.version);
    compare(found, u"arguments digest"_s, row.payloadDigest, m_row.payloadDigest);
    compare(found, u"facts digest"_s, row.factsDigest, m_row.factsDigest);
    compare(found, u"rationale digest"_s, row.rationaleDigest, m_row.rationaleDigest);
    compare(found, u"result digest"_s, row.resultDigest, m_row.resultDigest);
    compare(found, u"reference"_s, row.reference, m_row.reference);
    compare(found, u"registry entry"_s, row.registryDigest, m_row.registryDigest);
    compare(found, u"policy"_s, row.policyDigest, m_row.policyDigest);
    compare(found, u"rule"_s, row.rule, m_row.rule);
    compare(found, u"verdict"_s, row.verdict, m_row.verdict);
    if (m_roleKnown)
        compare(found, u"role"_s, row.role, m_row.role);
    compare(found, u"actor"_s, row.actor, m_row.actor);
    compare(found, u"run"_s, row.run, m_row.run);
    compare(found, u"token"_s, row.tokenId, m_row.tokenId);
    compare(found, u"sponsor"_s, row.sponsor, m_row.sponsor);
    compare(found, u"key arguments"_s, row.keyArguments, m_row.keyArguments);
    numbers(u"time of creation"_s, row.createdAt, m_row.createdAt);
    numbers(u"expiry"_s, row.expiresAt, m_row.expiresAt);
    numbers(u"number of approvals"_s, row.counted, m_row.counted);
    numbers(u"number of hits"_s, row.hits, m_row.hits);
    numbers(u"number of attempts"_s, row.attempts, m_row.attempts);
    numbers(u"held mark"_s, row.held ? 1 : 0, m_row.held ? 1 : 0);
    compare(found, u"evidence against its end"_s, shown(row.contrary), shown(m_row.contrary));
    compare(found, u"time of the first sending"_s, shown(row.firstSentAt), shown(m_row.firstSentAt));
    compare(found, u"time of the decision"_s, shown(row.decidedAt), shown(m_row.decidedAt));
    compare(found, u"time of the end"_s, shown(row.finishedAt), shown(m_row.finishedAt));
    return found;
}

QStringList OperationFold::differences(const QList<AttemptRow> &rows) const
{
    QStringList found;
    QHash<int, AttemptRow> left = m_attempts;
    for (const AttemptRow &row : rows) {
        const auto log = left.constFind(row.number);
        if (log == left.constEnd()) {
            found.append(u"Attempt %1 of operation %2 has a row, but no event that started it."_s.arg(row.number)
                             .arg(m_operation));
            continue;
        }
        const bool same = row.kind == log->kind && row.fence == log->fence && row.timeout == log->timeout &&
                          row.startedAt == log->startedAt && row.endedAt == log->endedAt &&
                          row.outcome == log->outcome && row.httpStatus == log->httpStatus &&
                          row.duration == log->duration && row.late == log->late &&
                          row.requestDigest == log->requestDigest && row.responseDigest == log->responseDigest &&
                          row.reference == log->reference;
        if (!same)
            found.append(u"The row of attempt %1 of operation %2 is not what its events say."_s.arg(row.number)
                             .arg(m_operation));
        left.erase(log);
    }
    for (const AttemptRow &missing : std::as_const(left))
        found.append(u"The row of attempt %1 of operation %2 is missing."_s.arg(missing.number).arg(m_operation));
    return found;
}

} // namespace obstat::ledger
