#include "base/visibletext.h"

#include "support/sharedfile.h"
#include "support/tempfolder.h"

#include <QSet>
#include <QTest>

#include <rapidcheck.h>
#include <unicode/uchar.h>

using namespace obstat;
using namespace Qt::StringLiterals;

/// Controls C3 and C7.
class tst_VisibleText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C3_everyCodePointOfUnicodeData_isEscapedExactlyWhereListed();
    void C3_everyEscapedCodePoint_changesTheText();
    void C3_knownCodePoint_isShown_data();
    void C3_knownCodePoint_isShown();
    void C3_loneSurrogate_isShown();
    void C3_escapeLookAlike_cannotPretend();
    void C3_escapes_standWhereTheyAreMarked();
    void C3_mixedScripts_areMarked_data();
    void C3_mixedScripts_areMarked();
    void C3_anyText_canBeReadBack();
    void C7_everyControlByte_isShownInEveryPlace();
    void C7_formula_getsAnApostrophe_data();
    void C7_formula_getsAnApostrophe();
};

namespace {

constexpr char32_t kEnd = 0x110000;

struct Range
{
    char32_t first = 0;
    char32_t last = 0;
};

Range rangeOf(const QByteArray &text)
{
    const QByteArrayList ends = text.trimmed().split('.');
    return {ends.first().toUInt(nullptr, 16), ends.last().toUInt(nullptr, 16)};
}

/// Adds the code points of a property in a file such as PropList.txt.
void addProperty(const QByteArray &file, const QByteArray &property, QSet<char32_t> &into)
{
    int ranges = 0;
    for (const QByteArray &line : file.split('\n')) {
        const QByteArrayList columns = line.left(line.contains('#') ? line.indexOf('#') : line.size()).split(';');
        if (columns.size() == 2 && columns.at(1).trimmed() == property) {
            const Range range = rangeOf(columns.first());
            for (char32_t c = range.first; c <= range.last; ++c) {
                into.insert(c);
            }
            ++ranges;
        }
    }
    QVERIFY2(ranges > 0, property.constData());
}

/// The general category of every code point; what the file does not name is Cn.
QList<QByteArray> categories(const QByteArray &file)
{
    QList<QByteArray> result(kEnd, QByteArrayLiteral("Cn"));
    char32_t first = 0;
    for (const QByteArray &line : file.split('\n')) {
        const QByteArrayList columns = line.split(';');
        if (columns.size() < 3) {
            continue;
        }
        const char32_t codePoint = columns.at(0).toUInt(nullptr, 16);
        if (!columns.at(1).endsWith(", Last>")) {
            first = codePoint;
        }
        for (char32_t c = first; c <= codePoint; ++c) {
            result[qsizetype(c)] = columns.at(2);
        }
    }
    return result;
}

QString textOf(char32_t codePoint)
{
    return codePoint < 0x10000 ? QString(QChar(char16_t(codePoint))) : QString::fromUcs4(&codePoint, 1);
}

} // namespace

void tst_VisibleText::C3_everyCodePointOfUnicodeData_isEscapedExactlyWhereListed()
{
    const QString folder = u"/usr/share/unicode/"_s;
    const auto properties = tests::outsideFile(QString(folder + u"PropList.txt"_s), u"Debian's unicode-data"_s);
    const auto derived =
        tests::outsideFile(QString(folder + u"DerivedCoreProperties.txt"_s), u"Debian's unicode-data"_s);
    const auto data = tests::outsideFile(QString(folder + u"UnicodeData.txt"_s), u"Debian's unicode-data"_s);
    if (!properties || !derived || !data) {
        QSKIP("no Unicode data here");
    }
    const QByteArray properties15 = tests::readFile(*properties);
    const QByteArray unicode = "# PropList-" + QByteArray(U_UNICODE_VERSION);
    if (!properties15.startsWith(unicode)) {
        qWarning("unicode-data and ICU have different Unicode versions: %s", properties15.left(24).constData());
        QSKIP("not the Unicode version of ICU");
    }
    QSet<char32_t> listed;
    addProperty(properties15, "Bidi_Control", listed);
    addProperty(properties15, "Variation_Selector", listed);
    addProperty(tests::readFile(*derived), "Default_Ignorable_Code_Point", listed);
    const qsizetype byProperty = listed.size();
    const QList<QByteArray> category = categories(tests::readFile(*data));
    const QSet<QByteArray> escaped = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"};
    int visible = 0;
    for (char32_t c = 0; c < kEnd; ++c) {
        const QByteArray &its = category.at(qsizetype(c));
        const bool expected = listed.contains(c) || escaped.contains(its) || (its == "Zs" && c != U' ');
        if (base::isEscaped(c) != expected) {
            QFAIL(qPrintable(u"U+%1 of category %2"_s.arg(QString::number(c, 16), QString::fromLatin1(its))));
        }
        visible += expected ? 0 : 1;
    }
    qInfo("%lld code points by property, %d of all stay as they are", static_cast<long long>(byProperty), visible);
    QVERIFY(byProperty > 4100);
    QVERIFY(visible > 140000);
}

void tst_VisibleText::C3_everyEscapedCodePoint_changesTheText()
{
    for (char32_t c = 0; c < kEnd; ++c) {
        const QString text = QString(u'a' + textOf(c) + u'b');
        const QString shown = base::visibleText(text);
        if (!base::isEscaped(c)) {
            QCOMPARE(shown, text);
            continue;
        }
        const QString expected = u"a[U+%1]b"_s.arg(QString::number(c, 16).toUpper(), 4, u'0');
        if (shown != expected) {
            QCOMPARE(shown, expected);
        }
    }
}

void tst_VisibleText::C3_knownCodePoint_isShown_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("right-to-left override") << u"a\u202Eb"_s << u"a[U+202E]b"_s;
    QTest::newRow("zero-width space") << u"\u200B"_s << u"[U+200B]"_s;
    QTest::newRow("byte order mark") << u"\uFEFF"_s << u"[U+FEFF]"_s;
    QTest::newRow("no-break space") << u"a\u00A0b"_s << u"a[U+00A0]b"_s;
    QTest::newRow("ideographic space") << u"\u3000"_s << u"[U+3000]"_s;
    QTest::newRow("line separator") << u"\u2028"_s << u"[U+2028]"_s;
    QTest::newRow("variation selector 16") << u"\uFE0F"_s << u"[U+FE0F]"_s;
    QTest::newRow("variation selector 256") << u"\U000E01EF"_s << u"[U+E01EF]"_s;
    QTest::newRow("tag letter") << u"\U000E0041"_s << u"[U+E0041]"_s;
    QTest::newRow("Hangul filler") << u"\u3164"_s << u"[U+3164]"_s;
    QTest::newRow("combining grapheme joiner") << u"\u034F"_s << u"[U+034F]"_s;
    QTest::newRow("private use") << u"\uE000"_s << u"[U+E000]"_s;
    QTest::newRow("not assigned") << u"\u0378"_s << u"[U+0378]"_s;
    QTest::newRow("newline") << u"a\nb"_s << u"a[U+000A]b"_s;
    QTest::newRow("letters of many scripts stay") << u"Größe 金額 сумма مبلغ"_s << u"Größe 金額 сумма مبلغ"_s;
    QTest::newRow("emoji stays") << u"\U0001F602"_s << u"\U0001F602"_s;
    QTest::newRow("markup stays literal") << u"<b>&amp;</b>"_s << u"<b>&amp;</b>"_s;
    QTest::newRow("empty") << u""_s << u""_s;
}

void tst_VisibleText::C3_knownCodePoint_isShown()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(base::visibleText(text), shown);
    QCOMPARE(base::visible(text).text, shown);
}

void tst_VisibleText::C3_loneSurrogate_isShown()
{
    const std::array<QChar, 3> units = {QChar(0xD83D), u'x', QChar(0xDE02)};
    QCOMPARE(base::visibleText(QStringView(units.data(), 3)), u"[U+D83D]x[U+DE02]"_s);
}

void tst_VisibleText::C3_escapeLookAlike_cannotPretend()
{
    QCOMPARE(base::visibleText(u"[U+202E]"), u"[U+005B]U+202E]"_s);
    QCOMPARE(base::visibleText(u"[[U+"), u"[[U+005B]U+"_s);
    QCOMPARE(base::visibleText(u"[U]+ [u+"), u"[U]+ [u+"_s);
    QVERIFY(base::visibleText(u"[U+202E]") != base::visibleText(u"\u202E"));
}

void tst_VisibleText::C3_escapes_standWhereTheyAreMarked()
{
    const auto shown = base::visible(u"é\u202E\U000E0041[U+x");
    QCOMPARE(shown.text, u"é[U+202E][U+E0041][U+005B]U+x"_s);
    QCOMPARE(shown.escapes.size(), 3);
    const QList<char32_t> expected = {0x202E, 0xE0041, U'['};
    for (qsizetype i = 0; i < 3; ++i) {
        const base::EscapeMark &mark = shown.escapes.at(i);
        QCOMPARE(mark.codePoint, expected.at(i));
        QCOMPARE(shown.text.sliced(mark.position, mark.length),
                 u"[U+%1]"_s.arg(QString::number(mark.codePoint, 16).toUpper(), 4, u'0'));
    }
}

void tst_VisibleText::C3_mixedScripts_areMarked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("mixed");
    QTest::newRow("Cyrillic a in a Latin name") << u"p\u0430ypal.com"_s << true;
    QTest::newRow("Greek omicron in a Latin name") << u"micr\u03BFsoft"_s << true;
    QTest::newRow("Cyrillic letter at the end") << u"ACME Lt\u0501"_s << true;
    QTest::newRow("Armenian letter") << u"\u0585bstat"_s << true;
    QTest::newRow("ASCII") << u"pay ACME Ltd 1,250.00 USD"_s << false;
    QTest::newRow("Latin with accents") << u"Größe über naïve"_s << false;
    QTest::newRow("a Russian and an English word") << u"сумма total"_s << false;
    QTest::newRow("Russian") << u"платёж"_s << false;
    QTest::newRow("Japanese with Latin") << u"東京Tower支払い"_s << false;
    QTest::newRow("Greek") << u"πληρωμή"_s << false;
    QTest::newRow("emoji behind a word") << u"paid\U0001F602"_s << false;
    QTest::newRow("empty") << u""_s << false;
}

void tst_VisibleText::C3_mixedScripts_areMarked()
{
    QFETCH(QString, text);
    QFETCH(bool, mixed);
    QCOMPARE(base::visible(text).mixedScript, mixed);
}

void tst_VisibleText::C3_anyText_canBeReadBack()
{
    QVERIFY(rc::check("different texts are shown differently, nothing escaped is left", [] {
        const auto any = [] {
            const auto units = *rc::gen::container<std::u16string>(
                rc::gen::element<char16_t>(u'[', u'U', u'+', u'5', u'B', u']', u'0', u'2', u'E', u'\u202E', u'\n', u'a',
                                           u'\u0301', 0xD83D, 0xDE02));
            return QString::fromStdU16String(units);
        };
        const QString a = any();
        const QString b = any();
        const QString shown = base::visibleText(a);
        RC_ASSERT((a == b) == (shown == base::visibleText(b)));
        for (const char32_t c : shown.toUcs4()) {
            RC_ASSERT(!base::isEscaped(c));
        }
    }));
}

void tst_VisibleText::C7_everyControlByte_isShownInEveryPlace()
{
    for (char16_t c = 0; c <= 0x9F; ++c) {
        if (c >= 0x20 && c < 0x7F) {
            continue;
        }
        const QString escape = u"[U+%1]"_s.arg(QString::number(c, 16).toUpper(), 4, u'0');
        for (const QString &form : {u"%1"_s, u"%1b"_s, u"a%1b"_s, u"a%1"_s}) {
            const QString text = QString(form).replace(u"%1"_s, QString(QChar(c)));
            const QString expected = QString(form).replace(u"%1"_s, escape);
            QCOMPARE(base::visibleText(text), expected);
            QVERIFY(base::spreadsheetText(text).endsWith(expected));
        }
    }
}

void tst_VisibleText::C7_formula_getsAnApostrophe_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cell");
    QTest::newRow("equals") << u"=1+1"_s << u"'=1+1"_s;
    QTest::newRow("plus") << u"+1"_s << u"'+1"_s;
    QTest::newRow("minus") << u"-1"_s << u"'-1"_s;
    QTest::newRow("at") << u"@SUM(A1)"_s << u"'@SUM(A1)"_s;
    QTest::newRow("TAB") << u"\t=1"_s << u"'[U+0009]=1"_s;
    QTest::newRow("CR") << u"\r=1"_s << u"'[U+000D]=1"_s;
    QTest::newRow("full-width equals") << u"＝1"_s << u"'＝1"_s;
    QTest::newRow("equals inside stays") << u"a=1"_s << u"a=1"_s;
    QTest::newRow("amount stays") << u"1,250.00"_s << u"1,250.00"_s;
    QTest::newRow("empty") << u""_s << u""_s;
}

void tst_VisibleText::C7_formula_getsAnApostrophe()
{
    QFETCH(QString, text);
    QFETCH(QString, cell);
    QCOMPARE(base::spreadsheetText(text), cell);
}

QTEST_GUILESS_MAIN(tst_VisibleText)
#include "tst_visibletext.moc"
