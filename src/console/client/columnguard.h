#pragma once

#include "console/client/ledgertypes.h"

#include <QHash>
#include <QObject>

namespace obstat::console {

class Session;

/// Lists show record and amount of operations from their rows. This hides them from whoever may not see the arguments
/// that they are of, as the registry entry says (contract 6.4). Knows every entry that the ledger has stored before
/// the first row of it is shown, because answers come in the order asked. GUI thread.
class ColumnGuard : public QObject
{
    Q_OBJECT

public:
    explicit ColumnGuard(Session &session);

    /// Escaped; `•••` in the place of what is hidden, "" where there is none.
    [[nodiscard]] QString record(const ledger::OperationRow &row) const;
    /// With its currency.
    [[nodiscard]] QString amount(const ledger::OperationRow &row) const;
    /// Some entry's record is hidden from somebody: lists that do not say of which entry theirs are leave them out.
    [[nodiscard]] bool hidesRecords() const;
    /// What stands there instead of a hidden value.
    [[nodiscard]] static QString hidden();

Q_SIGNALS:
    void changed(); ///< something is hidden, or shown, that was not

private:
    struct Sensitive
    {
        bool record = false;
        bool amount = false;
    };
    void look();
    void take(const QList<ledger::LedgerReader::DocumentRow> &rows);
    [[nodiscard]] Sensitive sensitive(const ledger::OperationRow &row) const;
    [[nodiscard]] bool maySee(const ledger::OperationRow &row) const;

    Session &m_session;
    QHash<QString, Sensitive> m_entries; ///< by digest
    bool m_looking = false;
    bool m_again = false;
};

} // namespace obstat::console
