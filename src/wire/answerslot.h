#pragma once

#include "wire/message.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace obstat::wire {

class Mailbox;
class AnswerSlot;

/// What waits for an answer: a connection. Called on its server thread only.
class AnswerReceiver
{
public:
    virtual ~AnswerReceiver() = default;
    /// The answer of that slot is there.
    virtual void answerReady(const std::shared_ptr<AnswerSlot> &slot) = 0;
    /// Somebody wants to know when the client of that slot vanishes.
    virtual void watchClient(const std::shared_ptr<AnswerSlot> &slot) = 0;
};

/// Where one answer passes from the handler's thread to the connection's. Thread-safe.
class AnswerSlot : public std::enable_shared_from_this<AnswerSlot>
{
public:
    AnswerSlot(std::weak_ptr<AnswerReceiver> receiver, std::shared_ptr<Mailbox> mailbox);

    // The handler's side.
    void answer(Response response) { settle(std::move(response)); }
    /// Nobody will answer: the connection answers 500.
    void drop() { settle(std::nullopt); }
    [[nodiscard]] bool answered() const;
    [[nodiscard]] bool clientGone() const;
    void onClientGone(std::function<void()> gone);

    // The connection's side.
    /// True when the answer is there already; otherwise answerReady will be called.
    [[nodiscard]] bool readyOrNotify();
    /// Nothing when it was dropped.
    [[nodiscard]] std::optional<Response> take();
    /// Nobody waits any more; a later answer is dropped.
    void abandon();
    /// The client vanished: calls the watcher.
    void tellClientGone();

private:
    void settle(std::optional<Response> response);

    const std::weak_ptr<AnswerReceiver> m_receiver;
    const std::shared_ptr<Mailbox> m_mailbox;
    mutable std::mutex m_mutex;
    std::optional<Response> m_response;
    std::function<void()> m_gone;
    bool m_done = false;
    bool m_notify = false;
    bool m_clientGone = false;
};

} // namespace obstat::wire
