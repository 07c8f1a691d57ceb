#include "ledger/eventlog.h"

#include "base/digest.h"
#include "base/plantedbug.h"
#include "ledger/headmac.h"
#include "ledger/rows.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr size_t kRowsAtOnce = 16;
constexpr int kColumns = 8;

QString insertSql(size_t rows)
{
    QStringList values;
    for (size_t i = 0; i < rows; ++i) {
        values.append(u"(?,?,?,?,?,?,?,?)"_s);
    }
    return QString(u"INSERT INTO event("_s + rows::eventColumns() + u") VALUES "_s + values.join(u','));
}

} // namespace

EventLog::EventLog(SqliteConnection &connection, QByteArray instanceKey)
    : m_instanceKey(std::move(instanceKey))
    , m_read(connection, u"SELECT "_s + rows::headColumns() + u",copy,mac FROM head WHERE one = 1"_s)
    , m_insert(connection, insertSql(1))
    , m_insertMany(connection, insertSql(kRowsAtOnce))
    , m_update(connection, u"UPDATE head SET size=?, range=?, at=?, operations=?, fences=?, automatic=?, copy=?, "
                           "mac=? WHERE one=1"_s)
{
}

base::Result<> EventLog::load()
{
    const auto found = m_read.first({});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return fail(ErrorCode::Corrupt, u"The ledger has no head row."_s);
    }
    m_head = rows::head(m_read.row());
    m_copy = m_read.value(9).toString();
    m_authentic = base::equalConstantTime(m_read.value(10).toString().toLatin1(),
                                          headMac(m_head, m_copy, m_instanceKey).toLatin1());
    m_read.done();
    auto range = evidence::CompactRange::fromBytes(static_cast<quint64>(m_head.size), m_head.range);
    if (!range) {
        return fail(ErrorCode::Corrupt, u"The ledger's head row is damaged."_s, range.error().message);
    }
    m_range = std::move(*range);
    committed();
    return {};
}

base::Result<> EventLog::create(const QString &origin, const QString &copy, bool simulated)
{
    m_head.origin = origin;
    m_head.firstOrigin = origin;
    m_head.simulated = simulated;
    m_head.range = QByteArray("");
    m_copy = copy;
    m_changed = true;
    Statement insert(m_insert.connection(), u"INSERT INTO head(one, origin, first_origin, size, range, at, operations, "
                                            "fences, simulated, automatic, copy) VALUES(1,?,?,0,?,0,0,0,?,1,?)"_s);
    return insert.run({text(origin), text(origin), blob({}), simulated, text(copy)});
}

qint64 EventLog::append(evidence::Event event)
{
    event.seq = m_head.size;
    event.at = m_now;
    return collect(event, evidence::leafBytes(event));
}

qint64 EventLog::append(evidence::Event event, const QByteArray &data)
{
    event.seq = m_head.size;
    event.at = m_now;
    return collect(event, evidence::leafBytes(event, data));
}

qint64 EventLog::collect(evidence::Event &event, QByteArray leaf)
{
    m_range.append(evidence::leafHash(base::plantedBug("leaf_not_hashed") ? QByteArray() : leaf));
    m_pending.push_back({event.seq, std::move(event.kind), std::move(event.tenant), std::move(event.actor.id),
                         std::move(event.run), event.operation, std::move(leaf)});
    ++m_head.size;
    m_head.at = m_now;
    m_changed = true;
    return event.seq;
}

base::Result<> EventLog::writeEvents()
{
    const auto bind = [this](QVariantList &values, const Pending &event) {
        values << event.seq << m_now << text(event.kind) << text(event.tenant) << orNull(event.operation)
               << text(event.actor) << text(event.run) << QVariant(event.leaf);
    };
    QVariantList values;
    values.reserve(static_cast<qsizetype>(kRowsAtOnce) * kColumns);
    size_t at = 0;
    while (at < m_pending.size()) {
        const bool many = m_pending.size() - at >= kRowsAtOnce;
        const size_t count = many ? kRowsAtOnce : 1;
        values.clear();
        for (size_t i = 0; i < count; ++i) {
            bind(values, m_pending[at + i]);
        }
        if (auto done = (many ? m_insertMany : m_insert).run(values); !done) {
            return done;
        }
        at += count;
    }
    return {};
}

base::Result<> EventLog::flush()
{
    if (!m_changed) {
        return {};
    }
    if (auto written = writeEvents(); !written) {
        return written;
    }
    m_head.range = m_range.bytes();
    if (m_head.range.isNull()) {
        m_head.range = QByteArray("");
    }
    return m_update.run({m_head.size, m_head.range, m_head.at, m_head.operations, m_head.fences, m_head.automatic,
                         text(m_copy), headMac(m_head, m_copy, m_instanceKey)});
}

void EventLog::committed()
{
    m_pending.clear();
    m_changed = false;
    m_committedHead = m_head;
    m_committedCopy = m_copy;
    m_committedRange = m_range;
}

void EventLog::rolledBack()
{
    m_pending.clear();
    m_changed = false;
    m_head = m_committedHead;
    m_copy = m_committedCopy;
    m_range = m_committedRange;
}

qint64 EventLog::nextOperation()
{
    m_changed = true;
    return ++m_head.operations;
}

qint64 EventLog::nextFence()
{
    m_changed = true;
    return ++m_head.fences;
}

void EventLog::skipFences(qint64 count)
{
    m_changed = true;
    m_head.fences += count;
}

void EventLog::setAutomatic(bool on)
{
    m_changed = true;
    m_head.automatic = on;
}

void EventLog::setCopy(const QString &copy)
{
    m_changed = true;
    m_copy = copy;
}

} // namespace obstat::ledger
