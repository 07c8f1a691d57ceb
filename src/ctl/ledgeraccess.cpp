#include "ctl/ledgeraccess.h"

#include "approval/frozenplan.h"
#include "base/canonicaljson.h"
#include "base/textfile.h"
#include "ledger/ledgerreader.h"
#include "wire/keepaliveclient.h"
#include "wire/url.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

constexpr base::Micros kFresh = 10 * base::kSecond;

/// What a problem details answer means as an error.
tl::unexpected<base::Error> problemError(const wire::Response &response)
{
    const QJsonObject problem = QJsonDocument::fromJson(response.body).object();
    const QString detail = problem.value(u"detail"_s).toString(problem.value(u"title"_s).toString());
    const ErrorCode code = response.status == 401   ? ErrorCode::Unauthorized
                           : response.status == 403 ? ErrorCode::Forbidden
                           : response.status == 409 ? ErrorCode::Conflict
                           : response.status == 503 ? ErrorCode::Busy
                                                    : ErrorCode::Malformed;
    return fail(code, detail.isEmpty() ? u"The instance answered %1."_s.arg(response.status) : detail);
}

class RemoteAccess final : public LedgerAccess
{
public:
    explicit RemoteAccess(wire::KeepAliveClient client) : m_client(std::move(client)) {}

    Result<> act(const approval::SignedAct &act, const QByteArray &document) override
    {
        auto response = post("/v1/admin", act.toJson(document));
        if (!response)
            return tl::unexpected(response.error());
        if (response->status != 200)
            return problemError(*response);
        return {};
    }

    Result<DecisionAnswer> decide(const approval::DecisionEnvelope &envelope) override
    {
        auto response = post("/v1/decisions", envelope.toJson());
        if (!response)
            return tl::unexpected(response.error());
        const QJsonObject body = QJsonDocument::fromJson(response->body).object();
        if (!body.contains(u"outcome"_s))
            return problemError(*response);
        return DecisionAnswer{body.value(u"outcome"_s).toString(), body.value(u"code"_s).toString(),
                              body.value(u"message"_s).toString(), body.value(u"repeated"_s).toBool()};
    }

    bool isOwnWriter() const override { return false; }

private:
    Result<wire::Response> post(const QByteArray &target, const QByteArray &body)
    {
        return m_client.send("POST", target, {{"Content-Type", "application/json"}}, body);
    }

    wire::KeepAliveClient m_client;
};

QString outcomeText(ledger::Admission::Outcome outcome)
{
    switch (outcome) {
    case ledger::Admission::Outcome::Admitted:
        return u"admitted"_s;
    case ledger::Admission::Outcome::Lost:
        return u"lost"_s;
    case ledger::Admission::Outcome::Expired:
        return u"expired"_s;
    case ledger::Admission::Outcome::Refused:
        break;
    }
    return u"refused"_s;
}

class OwnAccess final : public LedgerAccess
{
public:
    explicit OwnAccess(std::unique_ptr<ledger::LedgerWriter> writer) : m_writer(std::move(writer)) {}
    ~OwnAccess() override
    {
        (void)m_writer->seal();
        (void)m_writer->markStopped();
    }

    Result<> act(const approval::SignedAct &act, const QByteArray &document) override
    {
        auto admitted = m_writer->admitAct(act, document);
        if (!admitted)
            return tl::unexpected(admitted.error());
        return {};
    }

    Result<DecisionAnswer> decide(const approval::DecisionEnvelope &envelope) override
    {
        auto admission = m_writer->admit(envelope);
        if (!admission)
            return tl::unexpected(admission.error());
        return DecisionAnswer{outcomeText(admission->outcome), admission->code, admission->message,
                              admission->repeated};
    }

    bool isOwnWriter() const override { return true; }

private:
    std::unique_ptr<ledger::LedgerWriter> m_writer;
};

Result<std::unique_ptr<LedgerAccess>> openOwn(const flow::DaemonConfig &config, const base::Clock &clock,
                                              base::Random &random)
{
    auto key = approval::loadInstanceKey(ledger::LedgerFiles::beside(config.ledger).key);
    if (!key)
        return tl::unexpected(key.error());
    ledger::WriterOptions options;
    options.database = config.ledger;
    options.administrators = config.administrators;
    options.instanceKey = *key;
    options.clock = &clock;
    options.random = &random;
    auto writer = ledger::LedgerWriter::open(options);
    if (!writer)
        return tl::unexpected(writer.error());
    if (const auto registry = base::readTextFile(config.registry)) {
        auto parsed = policy::Registry::parse(*registry, config.registry);
        if (!parsed)
            return tl::unexpected(parsed.error());
        if (auto loaded = (*writer)->loadRegistry(*parsed); !loaded)
            return tl::unexpected(loaded.error());
    }
    return std::unique_ptr<LedgerAccess>(std::make_unique<OwnAccess>(std::move(*writer)));
}

} // namespace

Result<std::optional<QString>> liveInstance(const QString &database, base::Micros now)
{
    auto reader = ledger::LedgerReader::open(database);
    if (!reader)
        return tl::unexpected(reader.error());
    auto instances = (*reader)->instances();
    if (!instances)
        return tl::unexpected(instances.error());
    for (const ledger::InstanceRow &instance : *instances)
        if (!instance.stoppedAt && !instance.address.isEmpty() && now - instance.heartbeat < kFresh)
            return std::optional(instance.address);
    return std::optional<QString>();
}

Result<std::unique_ptr<LedgerAccess>> LedgerAccess::open(const flow::DaemonConfig &config, const base::Clock &clock,
                                                         base::Random &random)
{
    auto address = liveInstance(config.ledger, clock.now());
    if (!address)
        return tl::unexpected(address.error());
    if (*address) {
        auto url = wire::Url::parse(QByteArray("http://" + (*address)->toUtf8()));
        if (!url)
            return tl::unexpected(url.error());
        wire::KeepAliveClient client(url->host, url->port);
        if (auto alive = client.send("GET", "/healthz", {}, {}, 5 * base::kSecond); alive && alive->status == 200)
            return std::unique_ptr<LedgerAccess>(std::make_unique<RemoteAccess>(std::move(client)));
    }
    // Its heartbeat may be that of a process that was just killed; the lock says who lives.
    auto own = openOwn(config, clock, random);
    if (!own && own.error().code == ErrorCode::Locked)
        return fail(ErrorCode::Unavailable, u"An instance holds the ledger but its gateway does not answer."_s,
                    own.error().message);
    return own;
}

} // namespace obstat::ctl
