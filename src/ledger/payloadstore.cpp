#include "ledger/payloadstore.h"

#include "base/digest.h"
#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr qsizetype kSaltSize = 16;

} // namespace

PayloadStore::PayloadStore(SqliteConnection &connection, base::Random &random)
    : m_random(random)
    , m_insertPlain(connection, u"INSERT INTO payload(digest, bytes) VALUES(?,?) ON CONFLICT(digest) DO NOTHING"_s)
    , m_insert(connection, u"INSERT INTO payload(digest, bytes, salt) VALUES(?,?,?) ON CONFLICT(digest) DO NOTHING"_s)
    , m_select(connection, u"SELECT bytes, salt FROM payload WHERE digest=?"_s)
{
}

base::Result<> PayloadStore::store(const QString &digest, const QByteArray &bytes)
{
    return m_insertPlain.run({digest, blob(bytes)});
}

base::Result<QString> PayloadStore::storeSalted(const QByteArray &bytes)
{
    const QByteArray salt = m_random.bytes(kSaltSize);
    QString digest = base::saltedDigestHex(salt, bytes);
    if (auto done = m_insert.run({digest, blob(bytes), salt}); !done) {
        return tl::unexpected(done.error());
    }
    return digest;
}

base::Result<QByteArray> PayloadStore::load(const QString &digest)
{
    const auto found = m_select.first({text(digest)});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return fail(ErrorCode::NotFound, u"The value %1 is not stored."_s.arg(digest));
    }
    QByteArray bytes = m_select.value(0).toByteArray();
    const QByteArray salt = m_select.value(1).toByteArray();
    m_select.done();
    if (base::saltedDigestHex(salt, bytes) != digest && !base::plantedBug("digest_ignored")) {
        return fail(ErrorCode::Corrupt, u"The stored value %1 was changed."_s.arg(digest));
    }
    return bytes;
}

} // namespace obstat::ledger
