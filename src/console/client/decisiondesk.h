#pragma once

#include "approval/outbox.h"
#include "base/clock.h"
#include "console/client/decisionclient.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QTimer>

namespace obstat::console {

/// What became of one signed decision, as the console tells it.
struct DecisionReport
{
    enum class State { Sending, Admitted, Lost, Expired, Refused, NotSent } state = State::Sending;
    QString nonce;
    qint64 operation = 0;
    QString kind;    ///< approve, reject
    QString code;    ///< of the gateway, "" when it was not asked
    QString message; ///< one English sentence, "" where the state says all
};

/// Takes signed decisions, keeps each in the outbox file until an instance gave its final answer, and sends again while
/// one is alive. Lives in the GUI thread; the file is written in another one.
class DecisionDesk : public QObject
{
    Q_OBJECT

public:
    /// `client` and `clock` must outlive the desk. `outbox` belongs to one ledger: decisions in it that name another
    /// origin are left alone.
    DecisionDesk(DecisionClient &client, const base::Clock &clock, const QString &outbox, QObject *parent = nullptr);
    ~DecisionDesk() override;

    /// Sends it, or keeps it when no instance is there. Reports come by reported().
    void submit(const approval::DecisionEnvelope &envelope);
    /// Where to send; "" = no instance. Sends what waits when there is one.
    void setAddress(const QString &address);
    void setOrigin(const QString &origin);

    /// Decisions not answered yet, oldest first.
    [[nodiscard]] QList<DecisionReport> waiting() const;
    [[nodiscard]] bool isWaiting(qint64 operation) const;

Q_SIGNALS:
    void reported(const DecisionReport &report);
    void waitingChanged();

private:
    enum class Kept { OnTheWay, Stored, Failed }; ///< in the file
    struct Waiting
    {
        approval::DecisionEnvelope envelope;
        DecisionReport report;
        bool sending = false;
        Kept kept = Kept::OnTheWay;
    };

    void load();
    void take(const approval::OutboxContents &contents);
    void sendWaiting();
    void send(const QString &nonce);
    void answered(const QString &nonce, const base::Result<DecisionAnswer> &answer);
    void finish(const QString &nonce);
    void report(DecisionReport &report, DecisionReport::State state);

    DecisionClient &m_client;
    const base::Clock &m_clock;
    const QString m_path;
    QThreadPool m_disk; // one thread: the file's operations keep their order
    QTimer m_retry;
    QString m_address;
    QString m_origin;
    QHash<QString, Waiting> m_waiting; // by nonce
    QStringList m_order;
};

} // namespace obstat::console
