#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>

#include <optional>

namespace obstat::console {

/// What a person can decide about an operation that nothing else settles, or about a conflict (contract 7.5).
enum class OutcomeAction { AskAgain, Happened, DidNotHappen, Reopen, KeepFirst, AcceptNew, Dismiss };

/// The words and the stored kinds of these decisions.
class OutcomeActions
{
    Q_DECLARE_TR_FUNCTIONS(OutcomeActions)

public:
    /// Of an operation, in the order of their buttons.
    [[nodiscard]] static QList<OutcomeAction> ofOperation();
    [[nodiscard]] static QList<OutcomeAction> ofConflict();
    [[nodiscard]] static bool isOfConflict(OutcomeAction action);

    /// The kind of the signed decision (formats.md).
    [[nodiscard]] static QString kind(OutcomeAction action);
    [[nodiscard]] static std::optional<OutcomeAction> ofKind(const QString &kind);
    /// The letter that does it.
    [[nodiscard]] static QString key(OutcomeAction action);
    /// Without an ellipsis: what stands before a reason, "Did not happen".
    [[nodiscard]] static QString name(OutcomeAction action);
    /// On its button; with an ellipsis where something is asked first.
    [[nodiscard]] static QString button(OutcomeAction action);
    /// On the button that signs.
    [[nodiscard]] static QString confirm(OutcomeAction action);
    /// In the empty field of the reason.
    [[nodiscard]] static QString reasonHint(OutcomeAction action);
    /// It is signed at once: no reason is needed (contract 6.1).
    [[nodiscard]] static bool isAtOnce(OutcomeAction action) { return action == OutcomeAction::AskAgain; }
    [[nodiscard]] static bool takesReference(OutcomeAction action) { return action == OutcomeAction::Happened; }
    [[nodiscard]] static bool takesName(OutcomeAction action) { return action == OutcomeAction::AcceptNew; }
    [[nodiscard]] static bool takesEvidence(OutcomeAction action)
    {
        return action == OutcomeAction::Happened || action == OutcomeAction::DidNotHappen;
    }
};

} // namespace obstat::console
