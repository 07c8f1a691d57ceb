#include "console/client/session.h"

#include "console/client/whenready.h"

#include <QPromise>

namespace obstat::console {

using namespace std::chrono_literals;

Session::Session(Parts parts, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_key(*m_parts.clock)
    , m_adminKey(*m_parts.clock)
    , m_desk(*m_parts.decisions, *m_parts.clock, m_parts.outbox)
    , m_columns(*this)
{
    connect(m_parts.ledger.get(), &LedgerClient::ledgerChanged, this, &Session::ledgerChanged);
    connect(m_parts.ledger.get(), &LedgerClient::ledgerChanged, this, &Session::refresh);
    connect(&m_key, &KeySession::changed, this, [this] {
        if (!m_key.isUnlocked()) // whoever could recall it is not there any more
            m_desk.release();
    });
    // Heartbeats grow old without anything being committed.
    m_timer.setInterval(2s);
    connect(&m_timer, &QTimer::timeout, this, &Session::refresh);
    m_timer.start();
    refresh();
}

Session::~Session() = default;

FlowState Session::flow() const
{
    return flowState(m_overview, m_parts.clock->now());
}

QString Session::address() const
{
    return decisionAddress(m_overview, m_parts.clock->now());
}

QFuture<base::Result<>> Session::sendAct(const approval::SignedAct &act)
{
    if (m_parts.admin)
        return m_parts.admin->send(address(), act);
    QPromise<base::Result<>> promise;
    promise.start();
    promise.addResult(base::fail(base::ErrorCode::Unavailable, QStringLiteral("No instance takes acts.")));
    promise.finish();
    return promise.future();
}

void Session::lockKeys()
{
    m_key.lock();
    m_adminKey.lock();
}

void Session::touchKeys()
{
    m_key.touch();
    m_adminKey.touch();
}

void Session::refresh()
{
    if (m_reading) {
        m_again = true;
        return;
    }
    m_reading = true;
    whenReady(
        m_parts.ledger->overview(), this, [this](const base::Result<Overview> &answer) { take(answer); },
        [this] { m_reading = false; });
}

void Session::take(const base::Result<Overview> &answer)
{
    m_reading = false;
    if (answer) {
        m_overview = *answer;
        m_read = true;
        m_desk.setOrigin(m_overview.head.origin);
        m_desk.setAddress(decisionAddress(m_overview, m_parts.clock->now()));
        m_key.setPeople(m_overview.people);
        Q_EMIT overviewChanged();
    } else {
        Q_EMIT overviewFailed(answer.error());
    }
    if (m_again) {
        m_again = false;
        refresh();
    }
}

} // namespace obstat::console
