#pragma once

#include "base/clock.h"
#include "console/client/planwatch.h"

#include <QTimer>

#include <functional>
#include <optional>

namespace obstat::console {

class NotificationSender;

/// Tells the person outside the window which plans need him: at most one notification a minute, each in the place of
/// the one before, none while the window has the focus. Says how many, which tool and which rule, nothing of an agent.
class PlanNotices : public QObject
{
    Q_OBJECT

public:
    static constexpr base::Micros kPause = base::kMinute; ///< between two notifications

    /// `isWatched`: somebody looks at the window anyway. All must outlive it.
    PlanNotices(Session &session, NotificationSender &sender, std::function<bool()> isWatched,
                QObject *parent = nullptr);
    ~PlanNotices() override;

    void setEnabled(bool enabled);
    [[nodiscard]] qint64 count() const { return m_watch.plans().size(); }

Q_SIGNALS:
    void countChanged(qint64 count);

private:
    void take(const PlanWatch::News &news);
    void look();
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString body() const;

    Session &m_session;
    NotificationSender &m_sender;
    std::function<bool()> m_isWatched;
    PlanWatch m_watch;
    PlanWatch::News m_news; ///< not told yet
    QTimer m_timer;
    std::optional<base::Micros> m_toldAt; ///< monotonic
    qint64 m_count = 0;
    bool m_enabled = true;
};

} // namespace obstat::console
