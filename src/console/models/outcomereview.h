#pragma once

#include "console/client/ledgertypes.h"
#include "console/models/quorumreview.h"
#include "policy/policy.h"

namespace obstat::console {

/// What settling one operation depends on (contract 7.5), taken from its rows, its log and the documents in force, as
/// the ledger's own admission takes it. For the screen: the admission looks again. A pure value.
struct OutcomeReview
{
    /// One person's word that did not suffice, since two have to say the same.
    struct Word
    {
        QString kind, person, onBehalfOf, keyId, reference;
        base::Micros at = 0;
    };

    /// Never fails: what cannot be read makes it damaged.
    [[nodiscard]] static OutcomeReview of(const OperationDetail &detail);
    /// The one that was made where the detail was read, else of().
    [[nodiscard]] static OutcomeReview read(const OperationDetail &detail);
    /// The roles of which somebody may settle it now: as for its approval, and where a rule approved it the policy's
    /// default role.
    [[nodiscard]] QStringList rolesAt(base::Micros now) const;

    ledger::OperationRow row;
    bool damaged = false;                  ///< the payload, the entry or the frozen verdict cannot be read
    bool open = false;                     ///< an attempt has not ended
    bool sent = false;                     ///< something about it can be asked
    bool canBeAsked = false;               ///< the entry has a question whose answer can be read
    bool twoPeople = false;                ///< over the policy's limit
    std::optional<base::Micros> settledAt; ///< when a "did not happen" begins to count; none = no such time
    std::optional<qint64> holder;          ///< another operation that holds the key
    std::optional<qint64> later;           ///< a later plan of the same work, whatever became of it
    QList<Word> words;                     ///< of this version of the row
    QList<ledger::ConflictRow> conflicts;  ///< of this operation
    QList<ledger::LedgerReader::EnrolmentRow> people;
    QList<ledger::LedgerReader::DelegationRow> delegations;

private:
    void readDocuments(const OperationDetail &detail);
    void readAttempts(const OperationDetail &detail, base::Micros settleAfter);
    void readWords(const OperationDetail &detail);

    QuorumReview m_quorum;
    QString m_otherwise; ///< the role where no person approved it; "" = a person did
};

} // namespace obstat::console
