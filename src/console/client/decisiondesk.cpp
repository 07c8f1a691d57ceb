#include "console/client/decisiondesk.h"

#include "console/client/background.h"
#include "console/client/whenready.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using State = DecisionReport::State;

namespace {

State stateOf(DecisionAnswer::Outcome outcome)
{
    switch (outcome) {
    case DecisionAnswer::Outcome::Admitted:
        return State::Admitted;
    case DecisionAnswer::Outcome::Lost:
        return State::Lost;
    case DecisionAnswer::Outcome::Expired:
        return State::Expired;
    case DecisionAnswer::Outcome::Refused:
        break;
    }
    return State::Refused;
}

DecisionReport reportOf(State state, const approval::DecisionBody &body)
{
    return {state, body.nonce, body.operation, body.kind, {}, {}, false, body.onBehalfOf};
}

} // namespace

DecisionDesk::DecisionDesk(DecisionClient &client, const base::Clock &clock, const QString &outbox, QObject *parent)
    : QObject(parent), m_client(client), m_clock(clock), m_path(outbox)
{
    m_disk.setMaxThreadCount(1);
    m_retry.setInterval(3s);
    connect(&m_retry, &QTimer::timeout, this, &DecisionDesk::sendWaiting);
    m_holdTimer.setInterval(200ms);
    connect(&m_holdTimer, &QTimer::timeout, this, &DecisionDesk::lookAtHeld);
    load();
}

DecisionDesk::~DecisionDesk()
{
    m_disk.waitForDone(); // what was signed must reach the file before the program ends
}

void DecisionDesk::load()
{
    const auto listed = inBackground(m_disk, [path = m_path] { return approval::Outbox(path).list(); });
    whenReady(listed, this, [this](const base::Result<approval::OutboxContents> &contents) {
        if (contents)
            take(*contents);
    });
}

void DecisionDesk::take(const approval::OutboxContents &contents)
{
    for (const approval::OutboxEntry &entry : contents.entries) {
        const auto body = approval::DecisionBody::parse(entry.envelope.body);
        if (!body || m_waiting.contains(entry.nonce) || (!m_origin.isEmpty() && body->origin != m_origin))
            continue;
        Waiting waiting{entry.envelope, reportOf(State::NotSent, *body), false, Kept::Stored};
        m_order.append(entry.nonce);
        m_waiting.insert(entry.nonce, waiting);
        Q_EMIT reported(waiting.report);
    }
    Q_EMIT waitingChanged();
    sendWaiting();
}

void DecisionDesk::submit(const approval::DecisionEnvelope &envelope, const QString &record)
{
    const auto body = approval::DecisionBody::parse(envelope.body);
    if (!body)
        return; // the console signed it a moment ago
    const QString nonce = body->nonce;
    Waiting waiting{envelope, reportOf(State::Sending, *body), false, Kept::OnTheWay, record};
    if (m_hold > 0) {
        waiting.heldUntil = m_clock.monotonic() + m_hold;
        waiting.report.held = true;
        m_holdTimer.start();
    }
    m_waiting.insert(nonce, waiting);
    m_order.append(nonce);
    Q_EMIT reported(waiting.report);
    Q_EMIT waitingChanged();
    Q_EMIT heldChanged();
    const auto appended =
        inBackground(m_disk, [path = m_path, envelope] { return approval::Outbox(path).append(envelope); });
    whenReady(appended, this, [this, nonce](const base::Result<> &stored) {
        const auto found = m_waiting.find(nonce);
        if (found == m_waiting.end())
            return;
        found->kept = stored ? Kept::Stored : Kept::Failed;
        // Without the file it can still be sent, only not kept.
        if (!stored)
            found->report.message = stored.error().message;
        send(nonce);
    });
}

QList<HeldDecision> DecisionDesk::held() const
{
    QList<HeldDecision> list;
    for (const QString &nonce : m_order) {
        const auto waiting = m_waiting.constFind(nonce);
        if (waiting == m_waiting.cend() || waiting->heldUntil == 0 || waiting->recalling)
            continue;
        list.append({nonce, waiting->report.operation, waiting->record, waiting->report.kind,
                     std::max<base::Micros>(0, waiting->heldUntil - m_clock.monotonic()), waiting->report.onBehalfOf});
    }
    return list;
}

bool DecisionDesk::isBusy() const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(),
                       [](const Waiting &waiting) { return waiting.report.state == State::Sending; });
}

void DecisionDesk::recall(const QString &nonce)
{
    const auto found = m_waiting.find(nonce);
    if (found == m_waiting.end() || found->heldUntil == 0 || found->recalling)
        return;
    found->recalling = true;
    Q_EMIT heldChanged();
    // After the append: the file's operations keep their order.
    const auto removed = inBackground(m_disk, [path = m_path, nonce] { return approval::Outbox(path).remove(nonce); });
    whenReady(removed, this, [this, nonce](const base::Result<> &result) { takeRecall(nonce, result); });
}

void DecisionDesk::takeRecall(const QString &nonce, const base::Result<> &removed)
{
    const auto found = m_waiting.find(nonce);
    if (found == m_waiting.end())
        return;
    found->report.held = false;
    // It is not sent while this console runs, but the next one would find it in the file.
    if (!removed && removed.error().code != base::ErrorCode::NotFound) {
        found->report.message = removed.error().message;
        report(found->report, State::NotSent);
        return;
    }
    const DecisionReport last = found->report;
    m_waiting.remove(nonce);
    m_order.removeAll(nonce);
    Q_EMIT recalled(last);
    Q_EMIT waitingChanged();
}

void DecisionDesk::release()
{
    for (const HeldDecision &decision : held())
        letGo(decision.nonce);
    Q_EMIT heldChanged();
}

void DecisionDesk::lookAtHeld()
{
    bool any = false;
    for (const HeldDecision &decision : held()) {
        if (decision.left == 0)
            letGo(decision.nonce);
        else
            any = true;
    }
    if (!any)
        m_holdTimer.stop();
    Q_EMIT heldChanged();
}

void DecisionDesk::letGo(const QString &nonce)
{
    const auto found = m_waiting.find(nonce);
    if (found == m_waiting.end())
        return;
    found->heldUntil = 0;
    found->report.held = false;
    Q_EMIT reported(DecisionReport(found->report));
    send(nonce);
}

void DecisionDesk::setAddress(const QString &address)
{
    const bool appeared = m_address != address && !address.isEmpty();
    m_address = address;
    if (appeared)
        sendWaiting();
}

void DecisionDesk::setOrigin(const QString &origin)
{
    if (m_origin == origin)
        return;
    m_origin = origin;
    for (const QString &nonce : QStringList(m_order)) {
        const auto body = approval::DecisionBody::parse(m_waiting.value(nonce).envelope.body);
        if (body && body->origin != origin) {
            m_waiting.remove(nonce);
            m_order.removeAll(nonce);
        }
    }
    Q_EMIT waitingChanged();
}

QList<DecisionReport> DecisionDesk::waiting() const
{
    QList<DecisionReport> reports;
    for (const QString &nonce : m_order)
        reports.append(m_waiting.value(nonce).report);
    return reports;
}

bool DecisionDesk::isWaiting(qint64 operation) const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(),
                       [operation](const Waiting &waiting) { return waiting.report.operation == operation; });
}

void DecisionDesk::sendWaiting()
{
    for (const QString &nonce : QStringList(m_order))
        send(nonce);
}

void DecisionDesk::send(const QString &nonce)
{
    const auto found = m_waiting.find(nonce);
    // One that is on its way to the file is sent when it is there: an answer before that would leave it in the file.
    if (found == m_waiting.end() || found->sending || found->kept == Kept::OnTheWay || found->heldUntil > 0 ||
        found->recalling)
        return;
    if (m_address.isEmpty()) {
        report(found->report, State::NotSent);
        return;
    }
    found->sending = true;
    found->envelope.sentAt = m_clock.now();
    whenReady(
        m_client.send(m_address, found->envelope), this,
        [this, nonce](const base::Result<DecisionAnswer> &answer) { answered(nonce, answer); },
        [this, nonce] {
            answered(nonce, base::fail(base::ErrorCode::Unavailable, u"The instance's answer did not come."_s));
        });
}

void DecisionDesk::answered(const QString &nonce, const base::Result<DecisionAnswer> &answer)
{
    const auto found = m_waiting.find(nonce);
    if (found == m_waiting.end())
        return;
    found->sending = false;
    if (!answer) {
        found->report.message = answer.error().message;
        m_retry.start();
        report(found->report, State::NotSent);
        return;
    }
    DecisionReport last = found->report;
    last.code = answer->code;
    last.message = answer->message;
    last.planned = answer->planned;
    finish(nonce);
    report(last, stateOf(answer->outcome));
}

void DecisionDesk::finish(const QString &nonce)
{
    const bool stored = m_waiting.value(nonce).kept == Kept::Stored;
    m_waiting.remove(nonce);
    m_order.removeAll(nonce);
    if (m_waiting.isEmpty())
        m_retry.stop();
    if (stored)
        (void)inBackground(m_disk, [path = m_path, nonce] { return approval::Outbox(path).remove(nonce); });
}

void DecisionDesk::report(DecisionReport &into, State state)
{
    const bool same = into.state == state && state == State::NotSent;
    into.state = state;
    const DecisionReport copy = into;
    if (!same)
        Q_EMIT reported(copy);
    Q_EMIT waitingChanged();
}

} // namespace obstat::console
