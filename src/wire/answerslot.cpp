#include "wire/answerslot.h"

#include "wire/mailbox.h"

namespace obstat::wire {

AnswerSlot::AnswerSlot(std::weak_ptr<AnswerReceiver> receiver, std::shared_ptr<Mailbox> mailbox)
    : m_receiver(std::move(receiver)), m_mailbox(std::move(mailbox))
{
}

void AnswerSlot::settle(std::optional<Response> response)
{
    std::function<void()> watcher; // destroyed outside the lock: it may hold a responder of this slot
    {
        const std::lock_guard lock(m_mutex);
        if (m_done)
            return;
        m_done = true;
        m_response = std::move(response);
        watcher = std::exchange(m_gone, nullptr);
        if (!m_notify)
            return;
    }
    m_mailbox->post([slot = shared_from_this()] {
        if (const auto receiver = slot->m_receiver.lock())
            receiver->answerReady(slot);
    });
}

bool AnswerSlot::answered() const
{
    const std::lock_guard lock(m_mutex);
    return m_done;
}

bool AnswerSlot::clientGone() const
{
    const std::lock_guard lock(m_mutex);
    return m_clientGone;
}

void AnswerSlot::onClientGone(std::function<void()> gone)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_done)
            return;
        m_gone.swap(gone);
    }
    m_mailbox->post([slot = shared_from_this()] {
        if (const auto receiver = slot->m_receiver.lock())
            receiver->watchClient(slot);
    });
}

bool AnswerSlot::readyOrNotify()
{
    const std::lock_guard lock(m_mutex);
    m_notify = !m_done;
    return m_done;
}

std::optional<Response> AnswerSlot::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_response, std::nullopt);
}

void AnswerSlot::abandon()
{
    std::function<void()> watcher;
    const std::lock_guard lock(m_mutex);
    m_done = true;
    watcher.swap(m_gone);
}

void AnswerSlot::tellClientGone()
{
    std::function<void()> watcher;
    {
        const std::lock_guard lock(m_mutex);
        m_clientGone = true;
        if (!m_done)
            watcher.swap(m_gone);
    }
    if (watcher)
        watcher();
}

} // namespace obstat::wire
