#include "ledger/pinstore.h"

#include "base/canonicalwriter.h"
#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

PinStore::PinStore(SqliteConnection &connection, QByteArray instanceKey)
    : m_instanceKey(std::move(instanceKey))
    , m_planned(connection, u"SELECT work_window FROM operation INDEXED BY operation_run WHERE run=? AND tenant=? AND "
                            "base_text=? ORDER BY id LIMIT 1"_s)
    , m_find(connection, u"SELECT work_window, mac FROM pin WHERE tenant=? AND run=? AND base_text=?"_s)
    , m_insert(connection, u"INSERT INTO pin(tenant, run, base_text, work_window, mac) VALUES(?,?,?,?,?) "
                           "ON CONFLICT DO NOTHING"_s)
{
}

QString PinStore::macOf(const QString &tenant, const QString &run, const QString &baseText, const QString &window) const
{
    base::CanonicalWriter writer;
    writer.text("base_text"_L1, baseText).text("run"_L1, run).text("tenant"_L1, tenant).text("window"_L1, window);
    return QString::fromLatin1(
        base::hmacSha256(m_instanceKey, QByteArray("obstat/pin/v1\n"_ba + writer.take())).toHex());
}

base::Result<QString> PinStore::find(const QString &tenant, const QString &run, const QString &baseText)
{
    // What was planned says more than the pin: rows of operations are held against the log.
    const auto planned = m_planned.first({text(run), text(tenant), text(baseText)});
    if (!planned) {
        return tl::unexpected(planned.error());
    }
    if (*planned) {
        QString window = m_planned.value(0).toString();
        m_planned.done();
        return window;
    }
    const auto found = m_find.first({text(tenant), text(run), text(baseText)});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return QString();
    }
    const QString window = m_find.value(0).toString();
    const QString mac = m_find.value(1).toString();
    m_find.done();
    const bool ours = base::equalConstantTime(mac.toLatin1(), macOf(tenant, run, baseText, window).toLatin1());
    return ours ? window : QString(); // of an older schema, or written by a hand: the clock decides again
}

base::Result<> PinStore::pin(const QString &tenant, const QString &run, const QString &baseText, const QString &window)
{
    return m_insert.run({text(tenant), text(run), text(baseText), text(window), macOf(tenant, run, baseText, window)});
}

} // namespace obstat::ledger
