#include "wire/responder.h"

#include "wire/answerslot.h"

namespace obstat::wire {

/// Shared by the copies of a responder; its end without an answer is the 500.
struct Responder::LastCopy
{
    explicit LastCopy(std::shared_ptr<AnswerSlot> where) : slot(std::move(where)) {}
    LastCopy(const LastCopy &) = delete;
    LastCopy &operator=(const LastCopy &) = delete;
    ~LastCopy() { slot->drop(); }

    const std::shared_ptr<AnswerSlot> slot;
};

Responder::Responder(std::shared_ptr<AnswerSlot> slot) : m_last(std::make_shared<LastCopy>(std::move(slot))) {}

void Responder::answer(Response response) const
{
    m_last->slot->answer(std::move(response));
}

bool Responder::answered() const
{
    return m_last->slot->answered();
}

bool Responder::clientGone() const
{
    return m_last->slot->clientGone();
}

void Responder::onClientGone(std::function<void()> gone) const
{
    m_last->slot->onClientGone(std::move(gone));
}

} // namespace obstat::wire
