#pragma once

#include "approval/directory.h"
#include "evidence/event.h"
#include "ledger/findinglist.h"
#include "ledger/readsession.h"

namespace obstat::ledger {

/// Administrators' acts against the log and their signatures, folded into the directory that decisions are judged by.
class SignedActs
{
public:
    SignedActs(ReadSession &session, FindingList &findings, QList<approval::Administrator> administrators);

    /// Every row of `act`: its event, its columns, its signature (where administrators are known).
    [[nodiscard]] base::Result<> check(const QString &origin);
    /// That the act which an event names has its row.
    [[nodiscard]] base::Result<> checkNamed(const evidence::Event &event);
    /// nullptr where nobody's signature can be checked.
    [[nodiscard]] const approval::Directory *directory() const { return m_known ? &m_directory : nullptr; }
    /// Events from this number on came after the acts were read.
    [[nodiscard]] qint64 asOf() const { return m_asOf; }

private:
    void checkRow(qint64 event, const QString &act, const QString &subject, const approval::SignedAct &signedAct,
                  const QByteArray &leaf);

    ReadSession &m_session;
    FindingList &m_findings;
    QList<approval::Administrator> m_administrators;
    approval::Directory m_directory;
    bool m_known = false;
    qint64 m_asOf = 0;
};

} // namespace obstat::ledger
