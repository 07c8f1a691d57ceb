#pragma once

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <utility>

namespace obstat::console {

/// Calls a function soon, from the event loop, and once however often it was asked for meanwhile. A member of its
/// context: nothing is called after that is gone. Used in the thread of the context.
class PostedCall
{
public:
    PostedCall(QObject *context, std::function<void()> call) : m_context(context), m_call(std::move(call)) {}

    void post()
    {
        if (std::exchange(m_posted, true))
            return;
        QMetaObject::invokeMethod(
            m_context,
            [this] {
                m_posted = false;
                m_call();
            },
            Qt::QueuedConnection);
    }

    [[nodiscard]] bool isPosted() const { return m_posted; }

private:
    QObject *m_context;
    std::function<void()> m_call;
    bool m_posted = false;
};

} // namespace obstat::console
