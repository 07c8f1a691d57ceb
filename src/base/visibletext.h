#pragma once

#include <QList>
#include <QString>

namespace obstat::base {

/// True for every code point that approval-integrity C3 makes visible: categories Cc Cf Co Cn Cs Zl Zp,
/// Bidi_Control, Default_Ignorable_Code_Point, variation selectors, tag characters, non-ASCII spaces. Source: ICU.
[[nodiscard]] bool isEscaped(char32_t codePoint);

/// Where an escape stands in VisibleText::text.
struct EscapeMark
{
    qsizetype position = 0; ///< UTF-16 index into the visible text
    qsizetype length = 0;
    char32_t codePoint = 0;
};

struct VisibleText
{
    QString text;
    QList<EscapeMark> escapes;
    bool mixedScript = false; ///< ICU uspoof: scripts mixed in one identifier, a possible look-alike
};

/// Agent-written text as it may be shown: each code point of isEscaped() becomes `[U+202E]` (upper-case hex, at
/// least four digits), a literal `[U+` becomes `[U+005B]U+` so that nothing can pretend to be an escape.
[[nodiscard]] VisibleText visible(QStringView text);

/// visible(text).text.
[[nodiscard]] QString visibleText(QStringView text);

/// visibleText and, for spreadsheets, a leading `= + - @` TAB or CR is prefixed by `'` (C7).
[[nodiscard]] QString spreadsheetText(QStringView text);

} // namespace obstat::base
