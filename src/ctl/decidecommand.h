#pragma once

#include "approval/decision.h"
#include "ctl/command.h"
#include "ctl/ledgeraccess.h"
#include "ctl/ledgeroptions.h"

namespace obstat::ctl {

/// `decide ID VERDICT`, on a waiting plan or an unknown outcome: prints the shown text of formats.md, signs its digest,
/// and sends the decision. What cannot be sent stays in the outbox beside the key (NotSent) and goes with the next
/// decision.
class DecideCommand final : public Command
{
public:
    using Command::Command;
    CLI::App *declare(CLI::App &parent) override;
    int run() override;

private:
    struct Shown
    {
        ledger::OperationRow operation;
        QByteArray text;
        QString digest;
        QString origin;
        QByteArray second;      ///< of the conflict that is decided: what was asked under the same key
        QString evidenceDigest; ///< of the file, "" = none
        QStringList sentBefore; ///< earlier revisions that have left, a sentence each
    };
    [[nodiscard]] base::Result<Shown> show(ledger::LedgerReader &reader) const;
    [[nodiscard]] approval::DecisionBody body(const Shown &shown, const approval::SigningKey &key);
    [[nodiscard]] base::Result<> requireInLedger(const approval::DecisionEnvelope &envelope) const;
    [[nodiscard]] static base::Result<> takeSentBefore(ledger::LedgerReader &reader, Shown &shown);
    [[nodiscard]] base::Result<> takeConflict(ledger::LedgerReader &reader, Shown &shown) const;
    [[nodiscard]] base::Result<> takeEvidence(Shown &shown) const;
    /// What is signed beside the shown text, a line each.
    [[nodiscard]] QStringList signedWords(const Shown &shown, const QByteArray &replacement) const;
    [[nodiscard]] base::Result<QByteArray> edited() const;
    [[nodiscard]] QString wrongUsage() const;
    int send(const approval::DecisionEnvelope &envelope);
    /// Sends what waits in the outbox; what gets no answer stays there.
    void sendWaiting(LedgerAccess &access);
    int keep(const approval::DecisionEnvelope &envelope, const base::Error &why);
    [[nodiscard]] QString outboxPath() const;

    LedgerOptions m_ledger;
    qint64 m_operation = 0;
    std::string m_verdict;
    std::string m_reason;
    std::string m_arguments;
    std::string m_reference;
    std::string m_evidence;
    std::string m_name;
    qint64 m_conflict = -1;
    std::string m_onBehalfOf;
    std::string m_as;
    std::string m_key;
    std::string m_passphraseFile;
    bool m_json = false;
};

} // namespace obstat::ctl
