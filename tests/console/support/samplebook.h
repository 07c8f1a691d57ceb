#pragma once

#include "console/client/ledgertypes.h"

#include <QJsonObject>

namespace obstat::tests {

using console::OperationDetail;

/// Makes realistic operations without a ledger: real canonical bytes, digests, registry entries and policy of the
/// shipped samples, and leaves as the writer would append them.
class SampleBook
{
public:
    /// `now` is when the last thing happened.
    explicit SampleBook(base::Micros now);

    struct Plan
    {
        QString tool = QStringLiteral("approve_withdrawal");
        QJsonObject arguments;
        QJsonObject facts;
        QString actor = QStringLiteral("ops-agent-3");
        QString run = QStringLiteral("r-118");
        QString rationale;
        base::Micros age = 4 * base::kMinute; ///< before now
        qint64 hits = 0;
        ledger::Status status = ledger::Status::AwaitingApproval;
    };

    /// The next operation; ids rise by one.
    OperationDetail add(const Plan &plan);
    /// A withdrawal that waits for the treasury.
    OperationDetail addWithdrawal(const QString &record, const QString &amount, base::Micros age = 4 * base::kMinute);
    /// The queue and the ledger as the design's pictures have them.
    void addPicture();

    [[nodiscard]] const QList<OperationDetail> &details() const { return m_details; }
    [[nodiscard]] qint64 events() const { return m_events; }

    static constexpr auto kOrigin = "obstat.local/sample";

private:
    void appendEvent(OperationDetail &detail, const QString &kind, const QString &actorType, const QString &actor,
                     base::Micros at, const QString &from, const QString &to, const QJsonObject &data);
    void live(OperationDetail &detail, base::Micros at);
    void attempt(OperationDetail &detail, base::Micros at, const QString &outcome, base::Micros duration, int http);

    base::Micros m_now;
    policy::Registry m_registry;
    policy::Policy m_policy;
    QList<OperationDetail> m_details;
    qint64 m_events = 0;
};

} // namespace obstat::tests
