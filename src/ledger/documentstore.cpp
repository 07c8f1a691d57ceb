#include "ledger/documentstore.h"

#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

DocumentStore::DocumentStore(SqliteConnection &connection)
    : m_insert(
          connection,
          u"INSERT INTO document(digest, kind, name, bytes, seen_at) VALUES(?,?,?,?,?) ON CONFLICT(digest) DO NOTHING"_s)
    , m_select(connection, u"SELECT bytes FROM document WHERE digest=?"_s)
{
}

base::Result<> DocumentStore::store(const QString &digest, const QString &kind, const QString &name,
                                    const QByteArray &bytes, base::Micros seenAt)
{
    if (m_known.contains(digest)) {
        return {};
    }
    auto done = m_insert.run({digest, kind, text(name), blob(bytes), seenAt});
    if (done) {
        m_known.insert(digest);
    }
    return done;
}

base::Result<QByteArray> DocumentStore::load(const QString &digest)
{
    const auto found = m_select.first({text(digest)});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return fail(ErrorCode::NotFound, u"The document %1 is not stored."_s.arg(digest));
    }
    QByteArray bytes = m_select.value(0).toByteArray();
    m_select.done();
    if (base::digestHex(bytes) != digest) {
        return fail(ErrorCode::Corrupt, u"The stored document %1 was changed."_s.arg(digest));
    }
    return bytes;
}

} // namespace obstat::ledger
