#include "ledger/instancestore.h"

#include <unistd.h>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

InstanceStore::InstanceStore(WriterCore &core)
    : m_core(core)
    , m_bury(*core.connection, u"UPDATE instance SET stopped_at=? WHERE stopped_at IS NULL"_s)
    , m_insert(*core.connection, u"INSERT INTO instance(id, address, pid, version, started_at, heartbeat, flow, state) "
                                 "VALUES(?,?,?,?,?,?,?,?)"_s)
    , m_beat(*core.connection, u"UPDATE instance SET heartbeat=?, state=? WHERE id=?"_s)
    , m_address(*core.connection, u"UPDATE instance SET address=? WHERE id=?"_s)
    , m_stop(*core.connection, u"UPDATE instance SET stopped_at=?, heartbeat=? WHERE id=?"_s)
{
}

base::Result<> InstanceStore::start()
{
    const Micros now = m_core.now();
    if (auto buried = m_bury.run({now}); !buried) {
        return buried;
    }
    const QString state = m_core.doubt.isEmpty() ? u"running"_s : u"doubt"_s;
    return m_insert.run({m_core.instanceId, text(m_core.options.address), static_cast<qint64>(::getpid()),
                         QString::fromLatin1(OBSTAT_VERSION), now, now, m_core.options.flow, state});
}

base::Result<> InstanceStore::heartbeat(const QString &state)
{
    return m_beat.run({m_core.now(), text(state), m_core.instanceId});
}

base::Result<> InstanceStore::setAddress(const QString &address)
{
    return m_address.run({text(address), m_core.instanceId});
}

base::Result<> InstanceStore::stop()
{
    return m_stop.run({m_core.now(), m_core.now(), m_core.instanceId});
}

} // namespace obstat::ledger
