#pragma once

#include "evidence/notesigner.h"

#include <QList>
#include <QStringList>

namespace obstat::evidence {

inline constexpr qsizetype kMaxNoteBytes = 512 * 1024;
inline constexpr qsizetype kMaxNoteSignatures = 64;

/// A note whose text may be used: at least one known key signed it, and no known key's signature failed.
struct OpenedNote
{
    QByteArray text;      ///< with its final newline, without the blank line
    QStringList signedBy; ///< names of the known keys that signed it, in the order of the note, each once
};

/// The C2SP signed note of a text: text, blank line, `— name base64(key id‖signature)` for each signer. Malformed when
/// the text cannot be a note's.
[[nodiscard]] base::Result<QByteArray> signNote(QByteArrayView text, const QList<NoteSigner> &signers);

/// Opens a note strictly (evidence.md 3). Malformed for every departure from the form, BadSignature when a known key's
/// signature fails or no known key signed it; signatures of unknown keys are ignored. Usage when two of the keys share
/// name and key id.
[[nodiscard]] base::Result<OpenedNote> openNote(QByteArrayView note, const QList<VerifierKey> &keys);

} // namespace obstat::evidence
