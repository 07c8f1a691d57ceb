#pragma once

#include "base/clock.h"

class QSettings;

namespace obstat::console {

/// What a person set about keys and decisions, with its bounds. A thin view of the settings.
class Preferences
{
public:
    explicit Preferences(QSettings &settings) : m_settings(settings) {}

    /// Idle time after which a key locks itself; 5 minutes unless set.
    [[nodiscard]] base::Micros idleLimit() const;
    void setIdleLimit(base::Micros limit);
    /// For how long a decision can be recalled before it leaves the console; 0 = it leaves at once, which is how it
    /// starts. At most a minute.
    [[nodiscard]] base::Micros undoTime() const;
    void setUndoTime(base::Micros time);
    /// Whether plans that need the person are told outside the window; true unless set.
    [[nodiscard]] bool notifies() const;
    void setNotifies(bool on);

private:
    QSettings &m_settings;
};

} // namespace obstat::console
