#include "console/client/plannotices.h"

#include "base/visibletext.h"
#include "console/client/notificationsender.h"
#include "console/client/session.h"

#include <map>

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype kMostLines = 4;

/// `2 × approve_withdrawal · large_amount`, the most frequent first.
QStringList linesOf(const QList<WaitingPlan> &plans)
{
    std::map<std::pair<QString, QString>, int> counts;
    for (const WaitingPlan &plan : plans)
        ++counts[{plan.tool, plan.rule}];
    QList<std::pair<int, QString>> sorted;
    for (const auto &[names, count] : counts) {
        QString line = QString::number(count) + u" × "_s + base::visibleText(names.first);
        if (!names.second.isEmpty())
            line += u" · "_s + base::visibleText(names.second);
        sorted.append({count, line});
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    QStringList lines;
    for (const auto &one : std::as_const(sorted))
        lines.append(one.second);
    return lines;
}

void gather(QList<WaitingPlan> &into, const QList<WaitingPlan> &more)
{
    for (const WaitingPlan &plan : more) {
        if (!into.contains(plan))
            into.append(plan);
    }
}

} // namespace

PlanNotices::PlanNotices(Session &session, NotificationSender &sender, std::function<bool()> isWatched, QObject *parent)
    : QObject(parent), m_session(session), m_sender(sender), m_isWatched(std::move(isWatched)), m_watch(session)
{
    m_timer.setInterval(500ms);
    connect(&m_timer, &QTimer::timeout, this, &PlanNotices::look);
    connect(&m_watch, &PlanWatch::looked, this, &PlanNotices::take);
}

PlanNotices::~PlanNotices()
{
    m_sender.withdraw();
    m_sender.setBadge(0);
}

void PlanNotices::setEnabled(bool enabled)
{
    m_enabled = enabled;
    m_sender.setBadge(enabled ? count() : 0);
    if (!enabled) {
        m_sender.withdraw();
        m_news = {};
        m_timer.stop();
    }
}

void PlanNotices::take(const PlanWatch::News &news)
{
    if (m_enabled)
        m_sender.setBadge(count());
    if (count() == 0)
        m_sender.withdraw();
    if (std::exchange(m_count, count()) != count())
        Q_EMIT countChanged(m_count);
    gather(m_news.fresh, news.fresh);
    gather(m_news.halfway, news.halfway);
    gather(m_news.late, news.late);
    gather(m_news.escalated, news.escalated);
    look();
}

/// Tells what there is to tell as soon as it may.
void PlanNotices::look()
{
    if (!m_enabled || m_isWatched() || count() == 0)
        m_news = {};
    if (m_news.isEmpty()) {
        m_timer.stop();
        return;
    }
    const base::Micros now = m_session.clock().monotonic();
    if (m_toldAt && now - *m_toldAt < kPause) {
        m_timer.start();
        return;
    }
    m_timer.stop();
    m_sender.show({summary(), body()});
    m_toldAt = now;
    m_news = {};
}

QString PlanNotices::summary() const
{
    return tr("%n plan(s) wait for your decision", nullptr, static_cast<int>(count()));
}

QString PlanNotices::body() const
{
    QStringList lines;
    if (!m_news.late.isEmpty())
        lines.append(
            tr("%n will expire soon: nine tenths of the time are over", nullptr, static_cast<int>(m_news.late.size())));
    if (!m_news.halfway.isEmpty())
        lines.append(tr("Half of the time is over for %n", nullptr, static_cast<int>(m_news.halfway.size())));
    if (!m_news.escalated.isEmpty())
        lines.append(tr("%n escalated to you", nullptr, static_cast<int>(m_news.escalated.size())));
    const QStringList plans = linesOf(m_watch.plans());
    lines += plans.mid(0, kMostLines);
    if (plans.size() > kMostLines)
        lines.append(u"…"_s);
    return lines.join(u'\n');
}

} // namespace obstat::console
