#pragma once

#include "base/clock.h"
#include "sim/ownerbook.h"
#include "sim/recording.h"
#include "wire/server.h"

#include <QHash>

#include <atomic>
#include <deque>
#include <mutex>

namespace obstat::sim {

/// How a simulated owner behaves towards everybody; a recording adds what it does at single calls.
struct OwnerConfig
{
    QString book; ///< file of the owner's own book
    QString listen = QStringLiteral("127.0.0.1");
    quint16 port = 0;
    bool honoursKey = true;
    bool comparesBody = true; ///< another body under a used key is 409
    base::Micros delay = 0;   ///< before each answer
    int loseRequests = 0;     ///< the first N requests are read and closed, and nothing is done
    int loseAnswers = 0;      ///< the first N commits close without an answer
    int serverErrors = 0;     ///< the next N commits answer 500 although they happened
    QString refuseOver;       ///< amounts over this are declined (the declared no-effect rule)
    QString referencePrefix = QStringLiteral("sim");
};

/// A payment and invoice service as orchestrators meet it: POST /v1/TOOL with the arguments as JSON, Idempotency-Key,
/// GET /v1/effects?key=… or ?record=…. 200 {"id","status":"done",…} did it, 422 {"error"} declined it without effect, a
/// replay carries Idempotent-Replayed: true. The tenant is the request's X-Tenant header.
class SimulatedOwner
{
public:
    explicit SimulatedOwner(OwnerConfig config);
    ~SimulatedOwner();
    SimulatedOwner(const SimulatedOwner &) = delete;
    SimulatedOwner &operator=(const SimulatedOwner &) = delete;

    /// Answers each first call of a tenant as recorded: the tenant of a run is `tenantOf(run)`. Before start().
    void loadRecording(const Recording &recording);
    [[nodiscard]] static QString tenantOf(const RecordedRun &run);

    /// After stop() it listens at the same port again, with the same book.
    [[nodiscard]] base::Result<> start();
    void stop();
    [[nodiscard]] quint16 port() const { return m_server.port(); }
    /// POSTs that came in, whatever became of them. Thread-safe.
    [[nodiscard]] qint64 requests() const { return m_requests; }
    [[nodiscard]] base::Result<qint64> effects(const QString &tenantPrefix = {});
    [[nodiscard]] base::Result<QList<Effect>> allEffects();

private:
    struct Planned
    {
        bool error = false;
        QString answer;
        OwnerBehaviour behaviour = OwnerBehaviour::Answer;
    };

    void handle(const wire::Request &request, const wire::Responder &responder);
    [[nodiscard]] wire::Response perform(const wire::Request &request, const QString &tool);
    [[nodiscard]] wire::Response query(const wire::Request &request);
    [[nodiscard]] wire::Response queryRecord(const QString &record, const QString &tenant);
    [[nodiscard]] wire::Response replay(const StoredAnswer &stored, const QByteArray &body) const;
    [[nodiscard]] Planned plan(const QString &tenant, const QString &tool, const QByteArray &body);
    [[nodiscard]] bool declines(const QByteArray &body) const;

    OwnerConfig m_config;
    std::unique_ptr<OwnerBook> m_book;
    std::mutex m_mutex;
    QHash<QString, std::deque<Planned>> m_planned; // tenant, tool and canonical arguments
    std::atomic<qint64> m_requests = 0;
    wire::Server m_server;
};

} // namespace obstat::sim
