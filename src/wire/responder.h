#pragma once

#include "wire/message.h"

#include <functional>
#include <memory>

namespace obstat::wire {

class AnswerSlot;

/// The one answer to one request. Copies share it; the first `answer` wins, later ones are dropped. May be called
/// from any thread, also after the client vanished or the server stopped (then nothing happens). When the last copy
/// is destroyed without an answer the client gets 500.
class Responder
{
public:
    explicit Responder(std::shared_ptr<AnswerSlot> slot);

    void answer(Response response) const;
    /// Somebody answered already, or the connection is gone.
    [[nodiscard]] bool answered() const;
    /// The client closed or reset its connection (or shut down its sending side) while the request was running.
    /// Known only after `onClientGone` was called once.
    [[nodiscard]] bool clientGone() const;
    /// Calls `gone` at most once, on a server thread, when the client vanishes before the answer. For requests that
    /// are held (`Prefer: wait`); one watcher a request. It must not block, and must not keep a copy of the responder
    /// (that copy would keep the request open). An answer is still sent where it can be.
    void onClientGone(std::function<void()> gone) const;

private:
    struct LastCopy;
    std::shared_ptr<LastCopy> m_last;
};

} // namespace obstat::wire
