#pragma once

#include <QObject>

namespace obstat::console {

/// What the console says outside its window. Plain text, never an agent's words; who sends it escapes it.
struct Notification
{
    QString summary;
    QString body; ///< lines
};

/// The desktop, as far as it shows notifications and counts. At most one notification is there at a time: another one
/// takes its place. GUI thread.
class NotificationSender : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void show(const Notification &notification) = 0;
    /// Takes away what is there, if anything is.
    virtual void withdraw() = 0;
    /// The count at the program's icon; 0 = none.
    virtual void setBadge(qint64 count) = 0;

Q_SIGNALS:
    void activated(); ///< the person pressed the notification
};

} // namespace obstat::console
