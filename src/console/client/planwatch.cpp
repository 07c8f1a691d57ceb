#include "console/client/planwatch.h"

#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/acting.h"
#include "evidence/event.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
namespace kinds = evidence::kinds;

namespace {

constexpr int kMostEvents = 200;

WaitingPlan planOf(const ledger::OperationRow &row)
{
    return {row.id, row.tool, row.rule};
}

QString momentOf(const ledger::EventRow &row)
{
    const auto event = evidence::parseLeaf(row.leaf);
    return event ? event->data.value("moment"_L1).toString() : QString();
}

} // namespace

PlanWatch::PlanWatch(Session &session, QObject *parent) : QObject(parent), m_session(session)
{
    connect(&session, &Session::overviewChanged, this, &PlanWatch::takeOverview);
    connect(&session.key(), &KeySession::changed, this, [this] {
        const ApprovalGate::Approver now = ApprovalGate::Approver::of(m_session.key());
        if (now.person.isEmpty() || now.revoked)
            return; // whoever left is still the one whom plans wait for
        m_me = now;
        look();
    });
    if (session.isRead())
        takeOverview();
}

void PlanWatch::takeOverview()
{
    if (m_session.overview().head.size != m_seen)
        look();
}

void PlanWatch::look()
{
    m_again = m_looking;
    if (m_looking || !m_session.isRead())
        return;
    m_looking = true;
    m_seeing = m_session.overview().head.size;
    ledger::OperationFilter waiting;
    waiting.statuses = {ledger::Status::AwaitingApproval};
    waiting.oldestFirst = true;
    whenReady(
        m_session.ledger().operations(waiting, 0, kMost), this,
        [this](const base::Result<Rows> &rows) { takeRows(rows); }, [this] { stop(); });
}

void PlanWatch::takeRows(const base::Result<Rows> &rows)
{
    if (!rows) {
        stop();
        return;
    }
    m_rows = *rows;
    m_unsure.clear();
    m_done.clear();
    for (const ledger::OperationRow &row : std::as_const(m_rows)) {
        if (row.counted > 0 && !m_me.person.isEmpty() && needsMe(row, {}))
            m_unsure.append(row.id);
    }
    askDecisions();
}

/// One after the other: they are few.
void PlanWatch::askDecisions()
{
    if (!m_unsure.isEmpty()) {
        whenReady(
            m_session.ledger().operation(m_unsure.takeFirst()), this,
            [this](const base::Result<OperationDetail> &detail) {
                if (detail && !needsMe(detail->row, detail->decisions))
                    m_done.insert(detail->row.id);
                askDecisions();
            },
            [this] { stop(); });
        return;
    }
    ledger::EventFilter reminders;
    reminders.kind = kinds::reminded;
    whenReady(
        m_session.ledger().events(reminders, -1, kMostEvents), this,
        [this](const base::Result<QList<ledger::EventRow>> &events) { takeReminders(events); }, [this] { stop(); });
}

void PlanWatch::takeReminders(const base::Result<QList<ledger::EventRow>> &events)
{
    m_reminded = newOf(events);
    askEscalations();
}

void PlanWatch::askEscalations()
{
    ledger::EventFilter escalations;
    escalations.kind = kinds::escalated;
    whenReady(
        m_session.ledger().events(escalations, -1, kMostEvents), this,
        [this](const base::Result<QList<ledger::EventRow>> &events) { takeEscalations(events); }, [this] { stop(); });
}

void PlanWatch::takeEscalations(const base::Result<QList<ledger::EventRow>> &events)
{
    m_escalated = newOf(events);
    conclude();
}

/// Appended between the last look and this one.
QList<ledger::EventRow> PlanWatch::newOf(const base::Result<QList<ledger::EventRow>> &events) const
{
    QList<ledger::EventRow> found =
        m_seen >= 0 ? events.value_or(QList<ledger::EventRow>()) : QList<ledger::EventRow>();
    found.removeIf([this](const ledger::EventRow &row) { return row.seq < m_seen || row.seq >= m_seeing; });
    return found;
}

bool PlanWatch::needsMe(const ledger::OperationRow &row, const QList<ledger::DecisionRow> &decisions) const
{
    if (m_me.person.isEmpty())
        return true;
    const Overview &overview = m_session.overview();
    const base::Micros now = m_session.clock().now();
    PlanReview review;
    review.row = row;
    review.quorum = QuorumReview::of(row, decisions, overview.people);
    ApprovalGate::Approver me = m_me;
    me.unlocked = true; // the key is asked for when there is something to sign
    const QList<Acting::Approver> names = Acting::all(me, overview.people, overview.delegations, now);
    return std::any_of(names.begin(), names.end(), [&](const Acting::Approver &name) {
        return ApprovalGate::eligibility(review, name, now) == GateBlock::None;
    });
}

void PlanWatch::conclude()
{
    const bool first = m_seen < 0;
    News news;
    QHash<qint64, WaitingPlan> mine;
    QSet<qint64> known;
    m_plans.clear();
    for (const ledger::OperationRow &row : std::as_const(m_rows)) {
        known.insert(row.id);
        if (m_done.contains(row.id) || !needsMe(row, {}))
            continue;
        m_plans.append(planOf(row));
        mine.insert(row.id, planOf(row));
        if (!first && !m_known.contains(row.id))
            news.fresh.append(planOf(row));
    }
    for (const ledger::EventRow &event : std::as_const(m_reminded)) {
        const auto plan = mine.constFind(event.operation.value_or(0));
        if (plan != mine.cend())
            (momentOf(event) == u"half" ? news.halfway : news.late).append(*plan);
    }
    for (const ledger::EventRow &event : std::as_const(m_escalated)) {
        const auto plan = mine.constFind(event.operation.value_or(0));
        if (plan != mine.cend() && !news.fresh.contains(*plan))
            news.escalated.append(*plan);
    }
    m_known = known;
    m_seen = m_seeing;
    m_looking = false;
    Q_EMIT looked(news);
    if (std::exchange(m_again, false))
        look();
}

void PlanWatch::stop()
{
    m_looking = false; // the next overview looks again
}

} // namespace obstat::console
