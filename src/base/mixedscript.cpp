#include "base/mixedscript.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

#include <algorithm>

namespace obstat::base {

namespace {

struct CodePoint
{
    char32_t value = 0;
    qsizetype units = 1;
};

/// The code point at an index; a lone surrogate is its own code point.
CodePoint codePointAt(QStringView text, qsizetype at)
{
    const char16_t unit = text[at].unicode();
    if (QChar::isHighSurrogate(unit) && at + 1 < text.size() && text[at + 1].isLowSurrogate()) {
        return {QChar::surrogateToUcs4(unit, text[at + 1].unicode()), 2};
    }
    return {unit, 1};
}

USpoofChecker *openChecker()
{
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker *checker = uspoof_open(&status);
    if (U_FAILURE(status) || checker == nullptr) {
        qFatal("ICU has no confusables data");
    }
    uspoof_setChecks(checker, USPOOF_RESTRICTION_LEVEL, &status);
    uspoof_setRestrictionLevel(checker, USPOOF_HIGHLY_RESTRICTIVE);
    return checker;
}

bool mixesScripts(QStringView word)
{
    static const USpoofChecker *const checker = openChecker();
    UErrorCode status = U_ZERO_ERROR;
    const int32_t failed = uspoof_check2UTF8(checker, word.toUtf8().constData(), -1, nullptr, &status);
    return U_SUCCESS(status) && failed != 0;
}

/// Without what all scripts share: digits, marks, signs.
QStringList scriptsOf(QStringView word)
{
    QStringList names;
    for (qsizetype at = 0; at < word.size();) {
        const CodePoint point = codePointAt(word, at);
        UErrorCode status = U_ZERO_ERROR;
        const UScriptCode script = uscript_getScript(static_cast<UChar32>(point.value), &status);
        at += point.units;
        if (U_FAILURE(status) || script == USCRIPT_COMMON || script == USCRIPT_INHERITED) {
            continue;
        }
        const QString name = QString::fromLatin1(uscript_getName(script));
        if (!names.contains(name)) {
            names.append(name);
        }
    }
    return names;
}

} // namespace

QList<MixedWord> mixedWords(QStringView text)
{
    QList<MixedWord> words;
    if (std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; })) {
        return words;
    }
    qsizetype start = 0;
    bool foreign = false;
    for (qsizetype at = 0; at <= text.size();) {
        const CodePoint point = at < text.size() ? codePointAt(text, at) : CodePoint{};
        const bool part = at < text.size() && point.value != 0 && u_isIDPart(static_cast<UChar32>(point.value)) != 0;
        if (part) {
            foreign = foreign || point.value >= 0x80;
        } else {
            const QStringView word = text.sliced(start, at - start);
            if (foreign && mixesScripts(word)) {
                words.append({start, word.size(), scriptsOf(word)});
            }
            start = at + point.units;
            foreign = false;
        }
        at += point.units;
    }
    return words;
}

} // namespace obstat::base
