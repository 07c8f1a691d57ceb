#pragma once

#include "base/random.h"
#include "ledger/statement.h"

namespace obstat::ledger {

/// Values by digest (formats.md): plain ones by the digest of their bytes, salted ones by that of salt‖bytes.
class PayloadStore
{
public:
    PayloadStore(SqliteConnection &connection, base::Random &random);

    /// Stores bytes under their plain digest, once.
    [[nodiscard]] base::Result<> store(const QString &digest, const QByteArray &bytes);
    /// Stores bytes under a fresh salt; gives their digest.
    [[nodiscard]] base::Result<QString> storeSalted(const QByteArray &bytes);
    /// The bytes, checked against the digest. NotFound when purged, Corrupt when they do not match.
    [[nodiscard]] base::Result<QByteArray> load(const QString &digest);

private:
    base::Random &m_random;
    Statement m_insertPlain;
    Statement m_insert;
    Statement m_select;
};

} // namespace obstat::ledger
