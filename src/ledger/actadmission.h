#pragma once

#include "ledger/eventlookup.h"
#include "ledger/writercore.h"

namespace obstat::ledger {

/// Administrators' signed acts (contract 6.2, evidence.md 4): admitted in the order of the log, and folded again at
/// start.
class ActAdmission
{
public:
    explicit ActAdmission(WriterCore &core);

    /// Inside a running transaction: checks the act, stores it and its document, appends its event. The rules that hold
    /// after the commit are left in next(). BadSignature, Forbidden, Malformed, WeakKey, Conflict, NotFound, Illegal.
    [[nodiscard]] base::Result<approval::AdminAct> admit(const approval::SignedAct &act, const QByteArray &document);
    [[nodiscard]] const Rulebook &next() const { return m_next; }

    /// Outside a transaction: folds the directory from the stored acts, held against the log, and reads the active
    /// policy and signed registry. `trouble` says what was tampered with, "" = nothing.
    [[nodiscard]] base::Result<Rulebook> fold(QString &trouble);
    /// Whether automatic approval is on, by the last act in the log that said so.
    [[nodiscard]] base::Result<bool> automaticByLog();

private:
    [[nodiscard]] base::Result<> apply(const approval::AdminAct &act, const QByteArray &document);
    [[nodiscard]] base::Result<> activatePolicy(const approval::AdminAct &act, const QByteArray &document);
    [[nodiscard]] base::Result<> activateRegistry(const approval::AdminAct &act, const QByteArray &document);
    [[nodiscard]] base::Result<> resume();
    [[nodiscard]] base::Result<> keepEnrolment(const QString &name);
    [[nodiscard]] base::Result<> keepDelegations(const QString &delegate);
    [[nodiscard]] base::Result<> keepToken(const QString &id);
    [[nodiscard]] base::Result<QMap<qint64, QString>> actsByLog();
    [[nodiscard]] base::Result<> readActive(Rulebook &rules, QString &trouble);

    WriterCore &m_core;
    EventLookup m_lookup;
    Statement m_insert;
    Statement m_all;
    Statement m_enrolment;
    QSet<qint64> m_verified; ///< events whose act was found signed at the start
    Statement m_delegation;
    Statement m_token;
    Rulebook m_next;
};

/// Stores a registry's text and all its entries.
[[nodiscard]] base::Result<> storeRegistry(WriterCore &core, const policy::Registry &registry);

} // namespace obstat::ledger
