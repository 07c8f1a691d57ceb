#include "base/visibletext.h"

#include "base/mixedscript.h"

#include <unicode/uchar.h>

namespace obstat::base {

using namespace Qt::StringLiterals;

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

bool isPlain(char16_t unit)
{
    return unit >= 0x20 && unit < 0x7F;
}

void appendEscape(VisibleText &into, char32_t codePoint)
{
    const QString shown = u"[U+%1]"_s.arg(QString::number(codePoint, 16).toUpper(), 4, u'0');
    into.escapes.append({into.text.size(), shown.size(), codePoint});
    into.text += shown;
}

} // namespace

bool isEscaped(char32_t codePoint)
{
    const auto point = static_cast<UChar32>(codePoint);
    switch (u_charType(point)) {
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_PRIVATE_USE_CHAR:
    case U_UNASSIGNED:
    case U_SURROGATE:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
        return true;
    case U_SPACE_SEPARATOR:
        return codePoint != U' ';
    default:
        break;
    }
    return u_hasBinaryProperty(point, UCHAR_BIDI_CONTROL) != 0 ||
           u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0 ||
           u_hasBinaryProperty(point, UCHAR_VARIATION_SELECTOR) != 0;
}

VisibleText visible(QStringView text)
{
    VisibleText out;
    out.text.reserve(text.size());
    bool ascii = true;
    for (qsizetype at = 0; at < text.size();) {
        const char16_t unit = text[at].unicode();
        if (unit == u'[' && text.sliced(at).startsWith("[U+"_L1)) {
            appendEscape(out, U'[');
            ++at;
        } else if (isPlain(unit)) {
            out.text += text[at];
            ++at;
        } else {
            const CodePoint point = codePointAt(text, at);
            if (isEscaped(point.value)) {
                appendEscape(out, point.value);
            } else {
                out.text += text.sliced(at, point.units);
            }
            ascii = ascii && unit < 0x80;
            at += point.units;
        }
    }
    out.mixedScript = !ascii && !mixedWords(text).isEmpty();
    return out;
}

QString visibleText(QStringView text)
{
    bool plain = true;
    for (qsizetype i = 0; plain && i < text.size(); ++i) {
        plain = isPlain(text[i].unicode()) && text[i] != u'[';
    }
    return plain ? text.toString() : visible(text).text;
}

QString spreadsheetText(QStringView text)
{
    // The full-width forms are formulas too where the spreadsheet runs in an East Asian locale.
    static constexpr QStringView kFormula = u"=+-@\t\r＝＋－＠";
    const QString shown = visibleText(text);
    return !text.isEmpty() && kFormula.contains(text.front()) ? QString(u'\'' + shown) : shown;
}

} // namespace obstat::base
