#include "ledger/pinstore.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

PinStore::PinStore(SqliteConnection &connection)
    : m_find(connection, u"SELECT work_window FROM pin WHERE tenant=? AND run=? AND base_text=?"_s)
    , m_insert(connection, u"INSERT INTO pin(tenant, run, base_text, work_window) VALUES(?,?,?,?) "
                           "ON CONFLICT DO NOTHING"_s)
{
}

base::Result<QString> PinStore::find(const QString &tenant, const QString &run, const QString &baseText)
{
    const auto found = m_find.first({text(tenant), text(run), text(baseText)});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return QString();
    }
    QString window = m_find.value(0).toString();
    m_find.done();
    return window;
}

base::Result<> PinStore::pin(const QString &tenant, const QString &run, const QString &baseText, const QString &window)
{
    return m_insert.run({text(tenant), text(run), text(baseText), text(window)});
}

} // namespace obstat::ledger
