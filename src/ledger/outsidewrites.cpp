#include "ledger/outsidewrites.h"

namespace obstat::ledger {

OutsideWrites::OutsideWrites(SqliteConnection &connection)
    // Changes with the commits of other connections only (sqlite.org/pragma.html#pragma_data_version).
    : m_version(connection, QStringLiteral("PRAGMA data_version"))
{
}

base::Result<bool> OutsideWrites::look()
{
    const auto found = m_version.first({});
    if (!found) {
        return tl::unexpected(found.error());
    }
    const qint64 version = m_version.value(0).toLongLong();
    m_version.done();
    if (m_seen && *m_seen != version) {
        ++m_number;
        m_verified = false;
        m_untold = true;
    }
    m_seen = version;
    return m_untold;
}

void OutsideWrites::verified(qint64 number)
{
    m_verified = m_verified || number == m_number;
}

} // namespace obstat::ledger
