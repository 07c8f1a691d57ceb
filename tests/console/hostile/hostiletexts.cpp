#include "hostile/hostiletexts.h"

#include "base/visibletext.h"

namespace obstat::tests {

using namespace Qt::StringLiterals;

QString HostileText::of(const QString &field) const
{
    return QString(pattern).replace(u'@', u"zq"_s + field + u"qz"_s);
}

QString HostileText::shown(const QString &field) const
{
    return base::visibleText(of(field));
}

QString HostileText::shownInPath(const QString &field) const
{
    const QString escaped = of(field).replace(u"~"_s, u"~0"_s).replace(u"/"_s, u"~1"_s);
    return base::visibleText(escaped).replace(u":"_s, u"[U+003A]"_s);
}

QList<HostileText> hostileTexts(quint16 port)
{
    const QString host = u"http://127.0.0.1:%1/"_s.arg(port);
    return {
        {"bold", u"<b>@</b><font color=red>paid</font>"_s},
        {"image", u"<img src=\"%1@\">"_s.arg(host)},
        {"image without quotes", u"@<IMG SRC=%1x width=1>"_s.arg(host)},
        {"background", u"<table background=\"%1@\"><tr><td>x</td></tr></table>"_s.arg(host)},
        {"link", u"<a href=\"%1@\">Approve</a>"_s.arg(host)},
        {"style", u"<style>* { color: white; background: url(%1x) }</style>@"_s.arg(host)},
        {"stylesheet of Qt", u"* { background-image: url(%1x); } @"_s.arg(host)},
        {"document", u"<!DOCTYPE html><html><head><title>x</title></head><body>@</body></html>"_s},
        {"closed tooltip", u"</p>@<img src='%1x'>"_s.arg(host)},
        {"entities", u"&lt;b&gt;@&amp;&#60;i&#x3e;"_s},
        {"markdown", u"# @ **bold** [Approve](%1x) ![x](%1y)"_s.arg(host)},
        {"right to left", u"pay \u202E@\u202C \u2066evil\u2069 \u05D0"_s},
        {"zero width", u"a\u200B\u2060\uFEFF\u00AD@\u034F"_s},
        {"terminal", u"\u001B[31m@\u001B]8;;%1x\u0007\u001B[2K\b\r\n\t"_s.arg(host)},
        {"C1 controls", u"@\u009B31m\u0085\u0090"_s},
        {"NUL", QString(u"a"_s + QChar(u'\0') + u"@"_s + QChar(u'\0'))},
        {"placeholders", u"%1 %2 %3 %n %L1 @ {0} ${x} %s"_s},
        {"mnemonics", u"&Approve && @ \tCtrl+A"_s},
        {"lines", u"@\nApproved by m.keller\u2028\u2029x"_s},
        {"escape of the console", u"[U+202E]@[U+"_s},
        {"tags and private use", u"@\uFE0F\U000E0041\uE000\U000F0000\u0378"_s},
        {"stacked accents", u"@"_s + u"\u0301"_s.repeated(60)},
        {"spreadsheet", u"=HYPERLINK(\"%1x\",\"@\")"_s.arg(host)},
        {"very long", u"x"_s.repeated(10'000) + u"@"_s},
    };
}

} // namespace obstat::tests
