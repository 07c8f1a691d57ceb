#include "evidence/note.h"

#include "evidence/strictbase64.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;
using base::fail;

constexpr QByteArrayView kDash("\xE2\x80\x94 "); // em dash and space
constexpr qsizetype kKeyIdSize = 4;

struct SignatureLine
{
    QString name;
    QByteArray keyId;
    QByteArray signature;
};

base::Result<> checkCharacters(QByteArrayView bytes)
{
    if (!bytes.isValidUtf8())
        return fail(ErrorCode::Malformed, u"The note is not valid UTF-8."_s);
    const bool control = std::any_of(bytes.begin(), bytes.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
    });
    if (control)
        return fail(ErrorCode::Malformed, u"The note holds a control character."_s);
    return {};
}

bool isName(const QString &name)
{
    return !name.isEmpty() && std::none_of(name.begin(), name.end(), [](QChar c) { return c.isSpace() || c == u'+'; });
}

std::optional<SignatureLine> parseSignatureLine(QByteArrayView line)
{
    if (!line.startsWith(kDash))
        return std::nullopt;
    const QByteArrayView rest = line.sliced(kDash.size());
    const qsizetype space = rest.indexOf(' ');
    if (space <= 0)
        return std::nullopt;
    const QString name = QString::fromUtf8(rest.first(space));
    const auto decoded = fromStrictBase64(rest.sliced(space + 1));
    if (!isName(name) || !decoded || decoded->size() <= kKeyIdSize)
        return std::nullopt;
    return SignatureLine{name, decoded->first(kKeyIdSize), decoded->sliced(kKeyIdSize)};
}

base::Result<QList<SignatureLine>> parseSignatures(QByteArrayView block)
{
    QList<SignatureLine> signatures;
    if (block.isEmpty() || block.back() != '\n')
        return fail(ErrorCode::Malformed, u"The note does not end with a signature line."_s);
    while (!block.isEmpty()) {
        const qsizetype end = block.indexOf('\n');
        const auto signature = parseSignatureLine(block.first(end));
        if (!signature)
            return fail(ErrorCode::Malformed,
                        u"Signature line %1 of the note is malformed."_s.arg(signatures.size() + 1));
        if (signatures.size() == kMaxNoteSignatures)
            return fail(ErrorCode::Malformed, u"The note has more than %1 signatures."_s.arg(kMaxNoteSignatures));
        signatures.append(*signature);
        block = block.sliced(end + 1);
    }
    return signatures;
}

base::Result<> checkKeys(const QList<VerifierKey> &keys)
{
    for (qsizetype i = 0; i < keys.size(); ++i)
        for (qsizetype j = i + 1; j < keys.size(); ++j)
            if (keys[i].name() == keys[j].name() && keys[i].keyId() == keys[j].keyId())
                return fail(ErrorCode::Usage,
                            u"Two verifier keys are both called %1 and have the same id."_s.arg(keys[i].name()));
    return {};
}

base::Result<QStringList> verifySignatures(QByteArrayView text, const QList<SignatureLine> &signatures,
                                           const QList<VerifierKey> &keys)
{
    QStringList signedBy;
    for (const SignatureLine &line : signatures) {
        const auto key = std::find_if(keys.begin(), keys.end(), [&line](const VerifierKey &known) {
            return known.name() == line.name && known.keyId() == line.keyId;
        });
        if (key == keys.end())
            continue;
        if (!key->verifies(text, line.signature))
            return fail(ErrorCode::BadSignature, u"The signature of %1 on the note does not verify."_s.arg(line.name));
        if (!signedBy.contains(line.name))
            signedBy.append(line.name);
    }
    if (signedBy.isEmpty())
        return fail(ErrorCode::BadSignature, u"The note is not signed by a known key."_s);
    return signedBy;
}

} // namespace

base::Result<QByteArray> signNote(QByteArrayView text, const QList<NoteSigner> &signers)
{
    if (text.isEmpty() || text.back() != '\n')
        return fail(ErrorCode::Malformed, u"A note's text must end with a newline."_s);
    if (const auto checked = checkCharacters(text); !checked)
        return tl::unexpected(checked.error());
    if (signers.isEmpty() || signers.size() > kMaxNoteSignatures)
        return fail(ErrorCode::Usage, u"A note needs between 1 and %1 signers."_s.arg(kMaxNoteSignatures));
    QByteArray note = text.toByteArray() + '\n';
    for (const NoteSigner &signer : signers) {
        const auto signature = signer.sign(text);
        if (!signature)
            return tl::unexpected(signature.error());
        const VerifierKey &key = signer.verifierKey();
        note += kDash;
        note += key.name().toUtf8();
        note += ' ';
        const QByteArray value = key.keyId() + *signature;
        note += value.toBase64();
        note += '\n';
    }
    if (note.size() > kMaxNoteBytes)
        return fail(ErrorCode::TooLarge, u"The note is larger than %1 bytes."_s.arg(kMaxNoteBytes));
    return note;
}

base::Result<OpenedNote> openNote(QByteArrayView note, const QList<VerifierKey> &keys)
{
    if (note.size() > kMaxNoteBytes)
        return fail(ErrorCode::Malformed, u"The note is larger than %1 bytes."_s.arg(kMaxNoteBytes));
    if (const auto checked = checkCharacters(note); !checked)
        return tl::unexpected(checked.error());
    const qsizetype blank = note.lastIndexOf("\n\n");
    if (blank < 0)
        return fail(ErrorCode::Malformed, u"The note has no blank line before its signatures."_s);
    const QByteArrayView text = note.first(blank + 1);
    const auto signatures = parseSignatures(note.sliced(blank + 2));
    if (!signatures)
        return tl::unexpected(signatures.error());
    if (const auto checked = checkKeys(keys); !checked)
        return tl::unexpected(checked.error());
    auto signedBy = verifySignatures(text, *signatures, keys);
    if (!signedBy)
        return tl::unexpected(signedBy.error());
    return OpenedNote{text.toByteArray(), std::move(*signedBy)};
}

} // namespace obstat::evidence
