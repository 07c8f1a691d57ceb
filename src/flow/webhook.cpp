#include "flow/webhook.h"

#include "approval/privatefile.h"
#include "base/canonicaljson.h"
#include "base/digest.h"
#include "flow/ownerrequest.h"

#include <QFileInfo>

#include <chrono>
#include <future>

using namespace Qt::StringLiterals;

namespace obstat::flow {

namespace {

constexpr int kEventsAtOnce = 200;
constexpr base::Micros kLook = 300 * base::kMillisecond;
constexpr base::Micros kTimeout = 10 * base::kSecond;
constexpr base::Micros kFirstPause = base::kSecond;
constexpr base::Micros kLongestPause = 5 * base::kMinute;
constexpr qint64 kCursorLimit = 64;

/// What the event means to somebody in a chat; "" for what concerns nobody there.
QString sentenceOf(const evidence::Event &event)
{
    const auto data = [&event](QLatin1StringView name) { return event.data.value(name).toString(); };
    const QString operation = event.operation ? u"Operation %1"_s.arg(*event.operation) : u"The ledger"_s;
    if (event.kind == evidence::kinds::planned && data("verdict"_L1) == "human"_L1)
        return operation + u" waits for "_s + data("role"_L1) + u'.';
    if (event.kind == evidence::kinds::returned)
        return operation + u" is back in the queue: it needs another decision."_s;
    if (event.kind == evidence::kinds::reminded)
        return operation + u" still waits for "_s + data("role"_L1) +
               (data("moment"_L1) == "half"_L1 ? u"; half of its time is over."_s : u"; it expires soon."_s);
    if (event.kind == evidence::kinds::escalated)
        return operation + u" waits too long; "_s + data("role"_L1) + u" may decide now."_s;
    if (event.kind == evidence::kinds::decisionReceived && data("code"_L1) == "counted"_L1)
        return u"%1 approved operation %2; it still waits for %3."_s.arg(event.actor.id)
            .arg(event.operation.value_or(0))
            .arg(data("role"_L1));
    if (event.kind == evidence::kinds::approved && event.actor.type == evidence::actors::person)
        return event.actor.id + u" approved "_s + operation.toLower() + u'.';
    if (event.kind == evidence::kinds::rejected)
        return event.actor.id + u" rejected "_s + operation.toLower() + u'.';
    if (event.kind == evidence::kinds::expired)
        return operation + u" expired without a decision."_s;
    if (event.kind == evidence::kinds::unknown)
        return operation + u" has an outcome that nobody can prove."_s;
    if (event.kind == evidence::kinds::conflict)
        return operation + u" was asked for again with another payload."_s;
    if (event.kind == evidence::kinds::alarm)
        return operation + u" needs a look: "_s + data("why"_L1) + u'.';
    return {};
}

} // namespace

QByteArray webhookBody(const QString &origin, const evidence::Event &event,
                       const std::optional<ledger::OperationRow> &operation)
{
    const QString sentence = sentenceOf(event);
    if (sentence.isEmpty())
        return {};
    QJsonObject body{{u"origin"_s, origin},
                     {u"event"_s, event.seq},
                     {u"kind"_s, QString(event.kind)},
                     {u"at"_s, event.at},
                     {u"text"_s, sentence}};
    if (operation) {
        body.insert(u"operation"_s, operation->id);
        body.insert(u"tenant"_s, operation->tenant);
        body.insert(u"tool"_s, operation->tool);
        body.insert(u"role"_s, operation->role);
        body.insert(u"expires_at"_s, operation->expiresAt);
    }
    return base::canonicalBytes(body);
}

QByteArray webhookSignature(const QByteArray &secret, const QByteArray &timestamp, const QByteArray &body)
{
    return "sha256="_ba + base::hmacSha256(secret, QByteArray(timestamp + '.' + body)).toHex();
}

Webhook::Webhook(Settings settings, const base::Clock &clock, base::JsonLog &log)
    : m_settings(std::move(settings)), m_clock(clock), m_log(log)
{
}

Webhook::~Webhook()
{
    stop();
}

base::Result<> Webhook::start()
{
    auto secret = readSecret(m_settings.webhook.secret);
    auto url = wire::Url::parse(m_settings.webhook.url.toUtf8());
    auto reader = ledger::LedgerReader::open(m_settings.ledger);
    if (!secret || !url || !reader)
        return tl::unexpected(!secret ? secret.error() : !url ? url.error() : reader.error());
    m_secret = *secret;
    m_url = *url;
    m_reader = std::move(*reader);
    const QString file = m_settings.ledger + u".webhook"_s;
    if (const auto cursor = approval::readPrivateFile(file, kCursorLimit)) {
        bool number = false;
        m_next = cursor->trimmed().toLongLong(&number);
        if (!number || m_next < 0)
            return base::fail(base::ErrorCode::Malformed, u"%1 does not hold the number of an event."_s.arg(file));
    } else if (cursor.error().code == base::ErrorCode::NotFound) {
        const auto head = m_reader->head();
        if (!head)
            return tl::unexpected(head.error());
        m_next = head->size;
        if (auto kept = keepCursor(); !kept)
            return kept;
    } else {
        return tl::unexpected(cursor.error());
    }
    m_thread = std::thread([this] { run(); });
    return {};
}

void Webhook::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    m_client.stop();
    if (m_thread.joinable())
        m_thread.join();
}

bool Webhook::pause(base::Micros time)
{
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, std::chrono::microseconds(time), [this] { return m_stopping.load(); });
    return !m_stopping;
}

base::Result<> Webhook::keepCursor()
{
    return approval::replacePrivateFile(m_settings.ledger + u".webhook"_s, QByteArray::number(m_next) + '\n');
}

void Webhook::run()
{
    while (!m_stopping) {
        const auto rows = m_reader->eventsFrom(m_next, kEventsAtOnce);
        if (!rows) {
            m_log.error(u"webhook_cannot_read"_s, {{u"why"_s, rows.error().message}});
            if (!pause(kLongestPause))
                return;
            continue;
        }
        for (const ledger::EventRow &row : *rows) {
            if (!deliver(row))
                return;
        }
        if (rows->isEmpty() && !pause(kLook))
            return;
    }
}

bool Webhook::deliver(const ledger::EventRow &row)
{
    const auto event = evidence::parseLeaf(row.leaf);
    std::optional<ledger::OperationRow> operation;
    if (event && event->operation) {
        if (auto found = m_reader->operation(*event->operation))
            operation = std::move(*found);
    }
    const auto head = m_reader->head();
    const QByteArray body = event && head ? webhookBody(head->origin, *event, operation) : QByteArray();
    base::Micros wait = kFirstPause;
    while (!body.isEmpty()) {
        const wire::Outcome outcome = send(body);
        if (outcome.kind == wire::Outcome::Kind::Answered && outcome.status / 100 == 2)
            break;
        m_log.warning(u"webhook_not_taken"_s, {{u"event"_s, row.seq},
                                               {u"outcome"_s, wire::kindText(outcome.kind)},
                                               {u"status"_s, outcome.status},
                                               {u"again_in_s"_s, wait / base::kSecond}});
        if (!pause(wait))
            return false;
        wait = std::min(2 * wait, kLongestPause);
    }
    m_next = row.seq + 1;
    if (body.isEmpty())
        return !m_stopping; // nothing was sent, so nothing is lost when these are read again
    if (auto kept = keepCursor(); !kept)
        m_log.error(u"webhook_cursor_not_kept"_s, {{u"why"_s, kept.error().message}});
    return !m_stopping;
}

wire::Outcome Webhook::send(const QByteArray &body)
{
    const QByteArray timestamp = QByteArray::number(m_clock.now() / base::kSecond);
    wire::Exchange exchange;
    exchange.url = m_url;
    exchange.headers.add("Content-Type", "application/json");
    exchange.headers.add("X-Obstat-Timestamp", timestamp);
    exchange.headers.add("X-Obstat-Signature", webhookSignature(m_secret, timestamp, body));
    exchange.body = body;
    exchange.timeout = kTimeout;
    exchange.listenOn = kTimeout;
    auto promise = std::make_shared<std::promise<wire::Outcome>>();
    auto answered = promise->get_future();
    m_client.exchange(std::move(exchange), [promise](const wire::Outcome &outcome) {
        if (outcome.final())
            promise->set_value(outcome);
    });
    return answered.get();
}

} // namespace obstat::flow
