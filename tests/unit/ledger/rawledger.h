#pragma once

#include "evidence/event.h"
#include "ledger/sqliteconnection.h"
#include "ledger/types.h"
#include "support/tempfolder.h"

#include <QVariantList>

namespace obstat::tests {

/// A ledger file with the real schema whose rows a test writes by hand, behind every rule of the writer. A statement
/// that fails ends the program.
class RawLedger
{
public:
    RawLedger();

    [[nodiscard]] QString path() const { return m_folder.path(QStringLiteral("test.obstat")); }
    void run(const QString &sql, const QVariantList &values = {});
    [[nodiscard]] qint64 number(const QString &sql, const QVariantList &values = {});
    [[nodiscard]] QList<qint64> numbers(const QString &sql, const QVariantList &values = {});
    [[nodiscard]] QStringList texts(const QString &sql, int column, const QVariantList &values = {});

    /// The next id where it is 0; the intent key is made from the id where it is empty. Gives the id.
    qint64 add(ledger::OperationRow row);
    /// The next number; data and digests as given. Gives the number.
    qint64 add(evidence::Event event);
    /// Numbered within its operation where number is 0.
    void add(ledger::AttemptRow row);
    void storePayload(const QString &digest, const QByteArray &bytes);
    void setLedgerTime(base::Micros at);

private:
    TempFolder m_folder;
    std::unique_ptr<ledger::SqliteConnection> m_connection;
};

} // namespace obstat::tests
