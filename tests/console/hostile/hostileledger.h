#pragma once

#include "contract/ledgerundertest.h"
#include "hostile/hostiletexts.h"

#include <QMap>

namespace obstat::tests {

/// A real ledger in which one hostile text stands wherever an agent, its orchestrator, an owner, an approver or the
/// author of a file can write, put there by the real writer. The administrators and approvers are LedgerUnderTest's.
class HostileLedger
{
public:
    explicit HostileLedger(const HostileText &text);

    [[nodiscard]] LedgerUnderTest &ledger() { return m_ledger; }
    /// What each field has to show somewhere, by the field's name.
    [[nodiscard]] const QMap<QString, QString> &shown() const { return m_shown; }
    /// Fields that refuse this text, and why.
    [[nodiscard]] const QMap<QString, QString> &refused() const { return m_refused; }

    /// The key with which LedgerUnderTest's "keller" decides.
    [[nodiscard]] static approval::SigningKey approverKey();

private:
    [[nodiscard]] ledger::Submission plan(const QString &record, const QString &amount, const QString &prefix);
    [[nodiscard]] qint64 submit(const ledger::Submission &submission);
    QString put(const QString &field);
    void loadTool();
    void activatePolicy();
    void addPeople();
    void addWaiting();
    void addSettled();
    void addRejected();
    void addConflict();

    HostileText m_text;
    LedgerUnderTest m_ledger;
    QMap<QString, QString> m_shown;
    QMap<QString, QString> m_refused;
};

} // namespace obstat::tests
