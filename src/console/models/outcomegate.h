#pragma once

#include "console/models/approvalgate.h"
#include "console/models/outcomeaction.h"
#include "console/models/outcomereview.h"

namespace obstat::console {

/// Why a person cannot settle something at this moment; the first that applies. What is wrong whoever asks comes before
/// what is wrong with the person.
enum class OutcomeBlock {
    None,
    NoOperation,
    Decided, ///< this console sent a decision that is not answered yet
    Held,
    Damaged,
    StillOpen,   ///< an attempt has not ended: the owner may still answer
    NothingSent, ///< there is nothing to ask about
    CannotAsk,   ///< tools.toml has no question whose answer can be read
    TooEarly,    ///< the request may still take effect
    NotUnknown,
    Final,           ///< a success stays one
    EndIsFinal,      ///< it was rejected, withdrawn or expired: evidence against that only stays raised
    KeyHeld,         ///< another operation holds the key
    NotEnded,        ///< only what failed or was rejected is opened again
    Contradicted,    ///< the evidence against its end is settled first
    LaterPlan,       ///< a later plan of the same work is there
    ConflictSettled, ///< somebody settled it
    AcceptedBefore,  ///< this payload was accepted as other work already
    Locked,
    NotEnrolled,
    Revoked,
    OtherTenant,
    OtherRole,
    OwnAgent,
    OwnPlan,
    OwnPrincipal,
    SaidAlready, ///< two people have to say the same, and this one has
    ChooseFor,   ///< several people's names would do
};

/// The rule behind the buttons that settle outcomes and conflicts: the ledger's own judgement, without any widget and
/// as far as it can be seen before anything is signed. Pure.
class OutcomeGate
{
    Q_DECLARE_TR_FUNCTIONS(OutcomeGate)

public:
    using Approver = ApprovalGate::Approver;

    struct Screen
    {
        bool decided = false;
        std::optional<ledger::ConflictRow> conflict = {}; ///< that the decision is about
        QString reference = {};                           ///< as typed; another one is another word
    };

    /// The actions that fit what the operation is, whoever looks; empty where there is nothing to settle.
    [[nodiscard]] static QList<OutcomeAction> offered(const OutcomeReview &review);
    /// `review` may be nullptr.
    [[nodiscard]] static OutcomeBlock block(OutcomeAction action, const OutcomeReview *review, const Approver &approver,
                                            const Screen &screen, base::Micros now);
    /// One sentence for the person; "" when nothing is in the way.
    [[nodiscard]] static QString text(OutcomeBlock block, const OutcomeReview *review, base::Micros now);

    /// Who signs: the own name where it suffices, else the chosen or the only one of those for whom the person decides.
    struct Signer
    {
        Approver approver;
        OutcomeBlock block = OutcomeBlock::NoOperation;
    };
    [[nodiscard]] static Signer signer(OutcomeAction action, const OutcomeReview *review, const Approver &own,
                                       const QString &chosen, const Screen &screen, base::Micros now);
    /// Those whose name would make this person's word count; the own one is "".
    [[nodiscard]] static QStringList names(const OutcomeReview &review, const Approver &own, base::Micros now);
};

} // namespace obstat::console
