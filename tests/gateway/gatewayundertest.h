#pragma once

#include "approval/decision.h"
#include "ledger/ledgerreader.h"
#include "sim/scratch.h"
#include "wire/keepaliveclient.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace obstat::tests {

/// The value of a result, or the end of the program: a test cannot go on without it.
template <typename T>
T need(base::Result<T> result, const char *what)
{
    if (!result)
        qFatal("%s: %s %s", what, qPrintable(result.error().message), qPrintable(result.error().detail));
    return std::move(*result);
}
inline void need(const base::Result<> &result, const char *what)
{
    if (!result)
        qFatal("%s: %s %s", what, qPrintable(result.error().message), qPrintable(result.error().detail));
}

/// One answer of the gateway.
struct Answer
{
    int status = 0;
    wire::Headers headers;
    QByteArray body;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(body).object(); }
    [[nodiscard]] QString text(const QString &member) const { return json().value(member).toString(); }
    [[nodiscard]] QJsonObject operation() const { return json().value(QStringLiteral("operation")).toObject(); }
    [[nodiscard]] qint64 id() const { return operation().value(QStringLiteral("id")).toInteger(-1); }
    [[nodiscard]] QString operationStatus() const { return operation().value(QStringLiteral("status")).toString(); }
    /// The bytes after `"result":`, as they were sent; it is the last member.
    [[nodiscard]] QByteArray resultBytes() const;
};

/// A gateway over a ledger of its own, with a simulated owner, the approver "m.keller" (treasury), two tenants and the
/// tools below. Everything that should not fail ends the program.
///
///     pay     needs a person unless under 500 USD and known; "BLOCKED" is denied; timeout 1 s; owner honours keys
///     plain   automatic; its owner does not honour keys; timeout 1 s
///     asked   automatic; its owner does not honour keys, but can be asked by record; timeout 1 s
///     brief   waits for a person for one second only
///     noted   automatic; its argument `note` goes into a header
///     halfway two questions open;  look: read-only;  reboot: named by the orchestrator, automatic
class GatewayUnderTest
{
public:
    /// What stands in the registry and the policy of `config` is added to the tools and rules above.
    explicit GatewayUnderTest(sim::ScratchConfig config = {});
    ~GatewayUnderTest();
    GatewayUnderTest(const GatewayUnderTest &) = delete;
    GatewayUnderTest &operator=(const GatewayUnderTest &) = delete;

    [[nodiscard]] sim::Scratch &scratch() { return m_scratch; }
    [[nodiscard]] sim::SimulatedOwner &owner() { return m_scratch.owner(); }
    [[nodiscard]] quint16 port() const { return m_scratch.port(); }
    /// Of the tenant 0 or 1; scopes submit, facts, read.
    [[nodiscard]] QString token(int tenant = 0) const;
    /// A further token, issued by POST /v1/admin.
    [[nodiscard]] QString newToken(const QStringList &scopes, int tenant = 0);
    [[nodiscard]] QString tenant(int number = 0) const;

    Answer send(const QByteArray &method, const QByteArray &path, const QByteArray &body = {},
                const wire::Headers &more = {}, const QString &token = {});
    /// One on a connection of its own, for threads.
    Answer sendAlone(const QByteArray &method, const QByteArray &path, const QByteArray &body = {},
                     const wire::Headers &more = {}, const QString &token = {});
    Answer submit(const QByteArray &body, int waitSeconds = 0, const QString &token = {});
    /// {"tool":"pay",…}; `known` makes it automatic when it is under 500.
    [[nodiscard]] static QByteArray payment(const QString &record, const QString &amount, bool known);
    Answer get(qint64 id, int waitSeconds = 0);
    /// The status of an operation now, for QTRY_COMPARE.
    QString status(qint64 id) { return get(id).operationStatus(); }

    [[nodiscard]] approval::DecisionBody decision(qint64 operation, const QString &kind, const QString &reason = {});
    Answer decide(const approval::DecisionBody &body);
    Answer decide(qint64 operation, const QString &kind, const QString &reason = {});
    Answer act(const QString &act, const QString &subject, const QJsonObject &data, const QByteArray &document = {});
    Answer activatePolicy(const QByteArray &toml);
    /// The policy in force at the start.
    [[nodiscard]] static QByteArray policy();

    [[nodiscard]] QList<ledger::AttemptRow> attempts(qint64 operation);
    [[nodiscard]] QStringList eventKinds(qint64 operation);
    [[nodiscard]] QByteArrayList logLines() const;

    /// Reads on the ledger thread.
    template <typename T>
    T read(std::function<base::Result<T>(ledger::LedgerWriter &)> job)
    {
        return need(m_scratch.daemon().ledger().call<T>(std::move(job)), "read");
    }

private:
    static sim::ScratchConfig complete(sim::ScratchConfig config);

    base::SystemClock m_clock;
    base::SystemRandom m_random;
    mutable std::mutex m_logMutex;
    QByteArrayList m_logLines;
    base::JsonLog m_log;
    sim::Recording m_tenants;
    sim::Scratch m_scratch;
    std::unique_ptr<wire::KeepAliveClient> m_client;
};

} // namespace obstat::tests
