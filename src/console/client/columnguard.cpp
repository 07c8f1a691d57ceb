#include "console/client/columnguard.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/acting.h"
#include "console/models/wording.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

/// `account` covers `account.iban` and `account[0]`.
bool covers(const QStringList &sensitive, const QString &path)
{
    return std::any_of(sensitive.begin(), sensitive.end(), [&path](const QString &one) {
        if (!path.startsWith(one))
            return false;
        return path.size() == one.size() || path.at(one.size()) == u'.' || path.at(one.size()) == u'[';
    });
}

} // namespace

ColumnGuard::ColumnGuard(Session &session) : m_session(session)
{
    connect(&session.ledger(), &LedgerClient::ledgerChanged, this, &ColumnGuard::look);
    connect(&session.key(), &KeySession::changed, this, &ColumnGuard::changed);
    look();
}

void ColumnGuard::look()
{
    m_again = m_looking;
    if (m_looking)
        return;
    m_looking = true;
    whenReady(
        m_session.ledger().documents(u"entry"_s), this,
        [this](const base::Result<QList<ledger::LedgerReader::DocumentRow>> &rows) {
            m_looking = false;
            if (rows)
                take(*rows);
            if (m_again)
                look();
        },
        [this] { m_looking = false; });
}

void ColumnGuard::take(const QList<ledger::LedgerReader::DocumentRow> &rows)
{
    for (const ledger::LedgerReader::DocumentRow &row : rows) {
        if (m_entries.contains(row.digest))
            continue;
        m_entries.insert(row.digest, {true, true}); // until it is read
        whenReady(m_session.ledger().document(row.digest), this,
                  [this, digest = row.digest](const base::Result<std::optional<QByteArray>> &text) {
                      const auto entry = text && *text ? policy::entryFromCanonical(**text)
                                                       : base::Result<policy::ToolEntry>(tl::unexpected(base::Error()));
                      Sensitive sensitive;
                      if (entry) {
                          sensitive.record =
                              std::any_of(entry->record.begin(), entry->record.end(),
                                          [&entry](const QString &path) { return covers(entry->sensitive, path); });
                          sensitive.amount = covers(entry->sensitive, entry->amount);
                      }
                      m_entries.insert(digest, sensitive);
                      Q_EMIT changed();
                  });
    }
}

ColumnGuard::Sensitive ColumnGuard::sensitive(const ledger::OperationRow &row) const
{
    return m_entries.value(row.registryDigest);
}

bool ColumnGuard::maySee(const ledger::OperationRow &row) const
{
    const Overview &overview = m_session.overview();
    const base::Micros now = m_session.clock().now();
    const QuorumReview quorum = QuorumReview::of(row, {}, {});
    const QList<Acting::Approver> names =
        Acting::all(ApprovalGate::Approver::of(m_session.key()), overview.people, overview.delegations, now);
    return std::any_of(names.begin(), names.end(),
                       [&](const Acting::Approver &name) { return ApprovalGate::maySee(row, quorum, name, now); });
}

bool ColumnGuard::hidesRecords() const
{
    return std::any_of(m_entries.begin(), m_entries.end(), [](const Sensitive &one) { return one.record; });
}

QString ColumnGuard::hidden()
{
    return u"•••"_s;
}

QString ColumnGuard::record(const ledger::OperationRow &row) const
{
    return !row.record.isEmpty() && sensitive(row).record && !maySee(row) ? hidden() : base::visibleText(row.record);
}

QString ColumnGuard::amount(const ledger::OperationRow &row) const
{
    return !row.amount.isEmpty() && sensitive(row).amount && !maySee(row) ? hidden()
                                                                          : Wording::amount(row.amount, row.currency);
}

} // namespace obstat::console
