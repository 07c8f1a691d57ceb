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
    QString kind;            ///< approve, reject, change
    QString code;            ///< of the gateway, "" when it was not asked
    QString message;         ///< one English sentence, "" where the state says all
    bool held = false;       ///< it can still be recalled
    QString onBehalfOf = {}; ///< in whose name, "" = the person's own
    qint64 planned = 0;      ///< of an admitted change: the operation that waits now
};

/// A decision that can still be recalled.
struct HeldDecision
{
    QString nonce;
    qint64 operation = 0;
    QString record; ///< of the plan, "" when it has none
    QString kind;
    base::Micros left = 0;   ///< until it is sent
    QString onBehalfOf = {}; ///< in whose name, "" = the person's own
};

/// Takes signed decisions, keeps each in the outbox file until an instance gave its final answer, and sends again while
/// one is alive. Where a hold time is set, each stays here for that moment and can be recalled; it is in the file all
/// the same, so that nothing is lost when the console ends. Lives in the GUI thread; the file is written in another
/// one.
class DecisionDesk : public QObject
{
    Q_OBJECT

public:
    /// `client` and `clock` must outlive the desk. `outbox` belongs to one ledger: decisions in it that name another
    /// origin are left alone.
    DecisionDesk(DecisionClient &client, const base::Clock &clock, const QString &outbox, QObject *parent = nullptr);
    ~DecisionDesk() override;

    /// How long decisions submitted from now on can be recalled; 0, as at first: they are sent at once.
    void setHold(base::Micros hold) { m_hold = hold; }
    /// Sends it, or keeps it when no instance is there. Reports come by reported(). `record` is for held().
    void submit(const approval::DecisionEnvelope &envelope, const QString &record = {});
    /// Takes a held decision out of the outbox; recalled() says when it is out, and then it never was. One that is
    /// held no longer is not touched.
    void recall(const QString &nonce);
    /// What is held is sent now: nobody is there to recall it.
    void release();
    /// What can be recalled, oldest first.
    [[nodiscard]] QList<HeldDecision> held() const;
    /// Some decision is being written or sent, or held.
    [[nodiscard]] bool isBusy() const;
    /// Where to send; "" = no instance. Sends what waits when there is one.
    void setAddress(const QString &address);
    void setOrigin(const QString &origin);

    /// Decisions not answered yet, oldest first.
    [[nodiscard]] QList<DecisionReport> waiting() const;
    [[nodiscard]] bool isWaiting(qint64 operation) const;

Q_SIGNALS:
    void reported(const DecisionReport &report);
    void waitingChanged();
    void heldChanged(); ///< also as time goes by
    void recalled(const DecisionReport &report);

private:
    enum class Kept { OnTheWay, Stored, Failed }; ///< in the file
    struct Waiting
    {
        approval::DecisionEnvelope envelope;
        DecisionReport report;
        bool sending = false;
        Kept kept = Kept::OnTheWay;
        QString record = {};
        base::Micros heldUntil = 0; // monotonic; 0 = not held
        bool recalling = false;     // never sent any more
    };

    void load();
    void take(const approval::OutboxContents &contents);
    void sendWaiting();
    void lookAtHeld();
    void letGo(const QString &nonce);
    void takeRecall(const QString &nonce, const base::Result<> &removed);
    void send(const QString &nonce);
    void answered(const QString &nonce, const base::Result<DecisionAnswer> &answer);
    void finish(const QString &nonce);
    void report(DecisionReport &report, DecisionReport::State state);

    DecisionClient &m_client;
    const base::Clock &m_clock;
    const QString m_path;
    QThreadPool m_disk; // one thread: the file's operations keep their order
    QTimer m_retry;
    QTimer m_holdTimer;
    base::Micros m_hold = 0;
    QString m_address;
    QString m_origin;
    QHash<QString, Waiting> m_waiting; // by nonce
    QStringList m_order;
};

} // namespace obstat::console
