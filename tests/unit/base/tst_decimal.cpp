#include "base/decimal.h"

#include <QLocale>
#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;
using base::Decimal;

/// Contract 3.4 and control C6.
class tst_Decimal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C6_spelling_isReadAsMoneyOrRefused_data();
    void C6_spelling_isReadAsMoneyOrRefused();
    void C6_fiveLocales_giveTheSameText_data();
    void C6_fiveLocales_giveTheSameText();
    void shown_amount_isGroupedWithTwoDecimals_data();
    void shown_amount_isGroupedWithTwoDecimals();
    void json_value_isReadByItsCanonicalText_data();
    void json_value_isReadByItsCanonicalText();
    void comparison_isByValue();
    void sum_carriesAndSaturates();
    void text_ofAnyDecimal_readsBack();
};

void tst_Decimal::C6_spelling_isReadAsMoneyOrRefused_data()
{
    QTest::addColumn<QString>("spelling");
    QTest::addColumn<QString>("text"); // null: refused
    const auto good = [](const char *row, const QString &spelling, const QString &text) {
        QTest::newRow(row) << spelling << text;
    };
    const auto bad = [](const char *row, const QString &spelling) { QTest::newRow(row) << spelling << QString(); };
    good("integer", u"1250"_s, u"1250"_s);
    good("zero", u"0"_s, u"0"_s);
    good("zero with decimals", u"0.00"_s, u"0"_s);
    good("two decimals", u"1250.00"_s, u"1250"_s);
    good("one decimal", u"0.5"_s, u"0.5"_s);
    good("eight decimals", u"0.00000001"_s, u"0.00000001"_s);
    good("18 integer digits", u"999999999999999999.99999999"_s, u"999999999999999999.99999999"_s);
    good("trailing zeros", u"10.50000000"_s, u"10.5"_s);
    bad("grouped by comma", u"1,250"_s);
    bad("grouped by comma with decimals", u"1,250.00"_s);
    bad("decimal comma", u"1250,00"_s);
    bad("German", u"1.250,00"_s);
    bad("Swiss", u"1'250.00"_s);
    bad("Swiss with a typographic apostrophe", u"1’250.00"_s);
    bad("grouped by space", u"1 250"_s);
    bad("grouped by no-break space", u"1\u00A0250"_s);
    bad("grouped by narrow no-break space", u"1\u202F250"_s);
    bad("grouped by underscore", u"1_250"_s);
    bad("Indian grouping", u"12,34,567"_s);
    bad("two points", u"1.250.00"_s);
    bad("exponent", u"1e3"_s);
    bad("upper-case exponent", u"1E3"_s);
    bad("negative exponent", u"1e-3"_s);
    bad("plus", u"+1"_s);
    bad("minus", u"-1"_s);
    bad("minus zero", u"-0"_s);
    bad("typographic minus", u"−1"_s);
    bad("in brackets", u"(1250)"_s);
    bad("leading zero", u"01"_s);
    bad("two zeros", u"00"_s);
    bad("leading zero with decimals", u"00.5"_s);
    bad("no integer digit", u".5"_s);
    bad("no decimal digit", u"1."_s);
    bad("point alone", u"."_s);
    bad("empty", u""_s);
    bad("space", u" "_s);
    bad("leading space", u" 1"_s);
    bad("trailing space", u"1 "_s);
    bad("trailing newline", u"1\n"_s);
    bad("TAB", u"\t1"_s);
    bad("NUL at the end", QString::fromLatin1("1\0", 2));
    bad("full-width digits", u"１２５０"_s);
    bad("full-width point", u"1250．00"_s);
    bad("Arabic-Indic digits", u"١٢٥٠"_s);
    bad("extended Arabic-Indic digits", u"۱۲۵۰"_s);
    bad("Arabic decimal separator", u"1250٫00"_s);
    bad("Devanagari digits", u"१२५०"_s);
    bad("Bengali digits", u"১২৫০"_s);
    bad("mathematical digits", u"\U0001D7CF\U0001D7D0"_s);
    bad("superscript", u"10²"_s);
    bad("fraction character", u"½"_s);
    bad("Roman numeral", u"Ⅿ"_s);
    bad("letter O for zero", u"1O0"_s);
    bad("letter l for one", u"l00"_s);
    bad("Chinese numerals", u"一千"_s);
    bad("dollar sign", u"$1250"_s);
    bad("currency behind", u"1250 USD"_s);
    bad("thousands suffix", u"1k"_s);
    bad("per cent", u"100%"_s);
    bad("hexadecimal", u"0x10"_s);
    bad("infinity", u"inf"_s);
    bad("not a number", u"nan"_s);
    bad("nine decimals", u"0.000000001"_s);
    bad("nine decimals, all zero", u"1.000000000"_s);
    bad("19 integer digits", u"1000000000000000000"_s);
    bad("zero-width space inside", u"12\u200B50"_s);
    bad("right-to-left override", u"\u202E0521"_s);
    bad("byte order mark", u"\uFEFF1250"_s);
    bad("soft hyphen", u"12\u00AD50"_s);
    bad("combining mark behind a digit", u"1\u03382"_s);
}

void tst_Decimal::C6_spelling_isReadAsMoneyOrRefused()
{
    QFETCH(QString, spelling);
    QFETCH(QString, text);
    const auto decimal = Decimal::parse(spelling);
    QCOMPARE(decimal.has_value(), !text.isNull());
    if (decimal) {
        QCOMPARE(decimal->text(), text);
        QVERIFY(Decimal::parse(decimal->text()) == decimal);
    }
}

void tst_Decimal::C6_fiveLocales_giveTheSameText_data()
{
    QTest::addColumn<QString>("locale");
    for (const char *name : {"C", "de_DE", "fr_CH", "ar_EG", "hi_IN"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void tst_Decimal::C6_fiveLocales_giveTheSameText()
{
    QFETCH(QString, locale);
    const QLocale before;
    QLocale::setDefault(QLocale(locale));
    const auto amount = Decimal::parse(u"1234567.5");
    const QString texts = QString(amount->text() + u' ' + amount->shown());
    const bool comma = Decimal::parse(u"1,5").has_value();
    QLocale::setDefault(before);
    QCOMPARE(texts, u"1234567.5 1,234,567.50"_s);
    QVERIFY(!comma);
}

void tst_Decimal::shown_amount_isGroupedWithTwoDecimals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("zero") << u"0"_s << u"0.00"_s;
    QTest::newRow("three digits") << u"999"_s << u"999.00"_s;
    QTest::newRow("four digits") << u"1250"_s << u"1,250.00"_s;
    QTest::newRow("seven digits") << u"1234567.8"_s << u"1,234,567.80"_s;
    QTest::newRow("all decimals stay") << u"0.12345678"_s << u"0.12345678"_s;
    QTest::newRow("largest") << u"999999999999999999.99999999"_s << u"999,999,999,999,999,999.99999999"_s;
}

void tst_Decimal::shown_amount_isGroupedWithTwoDecimals()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(Decimal::parse(text)->shown(), shown);
}

void tst_Decimal::json_value_isReadByItsCanonicalText_data()
{
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("string") << QJsonValue(u"1250.00"_s) << u"1250"_s;
    QTest::newRow("integer") << QJsonValue(1250) << u"1250"_s;
    QTest::newRow("fraction") << QJsonValue(0.1) << u"0.1"_s;
    QTest::newRow("largest safe integer") << QJsonValue(qint64(9007199254740991)) << u"9007199254740991"_s;
    QTest::newRow("negative") << QJsonValue(-1) << QString();
    QTest::newRow("exponent form") << QJsonValue(1e21) << QString();
    QTest::newRow("small exponent form") << QJsonValue(1e-7) << QString();
    QTest::newRow("nine decimals") << QJsonValue(0.123456789) << QString();
    QTest::newRow("null") << QJsonValue(QJsonValue::Null) << QString();
    QTest::newRow("boolean") << QJsonValue(true) << QString();
    QTest::newRow("missing") << QJsonValue(QJsonValue::Undefined) << QString();
    QTest::newRow("empty string") << QJsonValue(QString()) << QString();
}

void tst_Decimal::json_value_isReadByItsCanonicalText()
{
    QFETCH(QJsonValue, value);
    QFETCH(QString, text);
    const auto decimal = Decimal::fromJson(value);
    QCOMPARE(decimal.has_value(), !text.isNull());
    if (decimal) {
        QCOMPARE(decimal->text(), text);
    }
}

void tst_Decimal::comparison_isByValue()
{
    QVERIFY(*Decimal::parse(u"10") == *Decimal::parse(u"10.00"));
    QVERIFY(*Decimal::parse(u"499.99999999") < *Decimal::parse(u"500"));
    QVERIFY(*Decimal::parse(u"9") < *Decimal::parse(u"10"));
    QVERIFY(*Decimal::parse(u"0.5") > *Decimal::parse(u"0.05"));
    QVERIFY(Decimal() == *Decimal::parse(u"0"));
}

void tst_Decimal::sum_carriesAndSaturates()
{
    QCOMPARE((*Decimal::parse(u"0.99999999") + *Decimal::parse(u"0.00000001")).text(), u"1"_s);
    QCOMPARE((*Decimal::parse(u"0.1") + *Decimal::parse(u"0.2")).text(), u"0.3"_s);
    const auto largest = *Decimal::parse(u"999999999999999999.99999999");
    QVERIFY(largest + *Decimal::parse(u"0.00000001") == largest);
    QVERIFY(largest + largest == largest);
    QCOMPARE(Decimal::parse(u"1250.25")->approximate(), 1250.25);
}

void tst_Decimal::text_ofAnyDecimal_readsBack()
{
    QVERIFY(rc::check("text and parse are inverse, order is that of the value", [] {
        const auto any = [] {
            const auto whole = *rc::gen::inRange<quint64>(0, 1'000'000'000'000'000'000ULL);
            const auto units = *rc::gen::inRange<quint32>(0, 100'000'000);
            return *Decimal::parse(u"%1.%2"_s.arg(whole).arg(units, 8, 10, QLatin1Char('0')));
        };
        const Decimal a = any();
        const Decimal b = any();
        RC_ASSERT(*Decimal::parse(a.text()) == a);
        RC_ASSERT(*Decimal::parse(a.shown().remove(u',')) == a);
        RC_ASSERT((a < b) == (b > a));
        RC_ASSERT(a + b == b + a);
        RC_ASSERT(a + b >= a);
    }));
}

QTEST_GUILESS_MAIN(tst_Decimal)
#include "tst_decimal.moc"
