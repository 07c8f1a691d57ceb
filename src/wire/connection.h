#pragma once

#include "wire/answerslot.h"
#include "wire/requestreader.h"
#include "wire/responsehead.h"
#include "wire/stream.h"

#include <array>
#include <chrono>

namespace obstat::wire {

class Worker;

/// One client: reads a request, has it handled, writes the answer, and again. Lives on its worker's thread.
class Connection final : public AnswerReceiver, public std::enable_shared_from_this<Connection>
{
public:
    /// `counted` is false for a connection over the limit: it gets 503 and is closed.
    Connection(Worker &worker, TcpSocket socket, bool counted);
    ~Connection() override;
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    void start();
    void expireAt(std::chrono::steady_clock::time_point now);
    void closeUnlessRunning();
    void abort();

    void answerReady(const std::shared_ptr<AnswerSlot> &slot) override;
    void watchClient(const std::shared_ptr<AnswerSlot> &slot) override;

private:
    enum class State { Idle, Reading, Handling, Writing, Lingering };
    enum class Got { Request, Refusal, Nothing };
    struct Waiter;

    [[nodiscard]] Task<void> run();
    [[nodiscard]] Task<bool> serveOne();
    [[nodiscard]] Task<Got> readRequest(RequestReader &reader);
    [[nodiscard]] Task<bool> readSome();
    [[nodiscard]] Task<bool> sendContinue();
    [[nodiscard]] Task<Response> handle(Request request);
    [[nodiscard]] Task<void> waitForAnswer();
    [[nodiscard]] Task<bool> write(Response response, AnswerContext context);
    [[nodiscard]] Task<void> refuse(Refusal refusal);
    [[nodiscard]] Task<void> linger();

    void enter(State state, base::Micros limit);
    void callHandler(Request request, const std::shared_ptr<AnswerSlot> &slot);
    void resume();
    void close();
    void log(const QString &event, const QString &detail) const;

    Worker &m_worker;
    Stream m_stream;
    const bool m_counted;
    QString m_peer;
    quint16 m_peerPort = 0;

    State m_state = State::Reading;
    std::chrono::steady_clock::time_point m_deadline = std::chrono::steady_clock::time_point::max();
    bool m_expired = false;
    bool m_aborted = false;
    bool m_first = true;
    bool m_watching = false;

    QByteArray m_input;
    std::array<char, 8192> m_chunk;
    std::shared_ptr<AnswerSlot> m_slot;
    std::unique_ptr<Waiter> m_waiter;
};

} // namespace obstat::wire
