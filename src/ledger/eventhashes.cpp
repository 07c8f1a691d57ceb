#include "ledger/eventhashes.h"

#include "evidence/merkle.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

EventHashes::EventHashes(SqliteConnection &connection)
    : m_select(connection, u"SELECT seq, leaf FROM event WHERE seq>=? AND seq<? ORDER BY seq"_s)
{
}

base::Result<std::vector<evidence::Hash>> EventHashes::leafHashes(quint64 from, quint64 to)
{
    std::vector<evidence::Hash> hashes;
    hashes.reserve(to - from);
    if (auto ran = m_select.run({from, to}); !ran) {
        return tl::unexpected(ran.error());
    }
    while (true) {
        const auto more = m_select.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            break;
        }
        if (m_select.value(0).toULongLong() != from + hashes.size()) {
            m_select.done();
            break;
        }
        hashes.push_back(evidence::leafHash(m_select.value(1).toByteArray()));
    }
    if (hashes.size() != to - from) {
        return base::fail(base::ErrorCode::Corrupt, u"Event %1 is missing from the log."_s.arg(from + hashes.size()));
    }
    return hashes;
}

} // namespace obstat::ledger
