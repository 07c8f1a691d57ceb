#include "approval/showntext.h"
#include "base/canonicaljson.h"
#include "base/digest.h"
#include "base/jsonpath.h"
#include "base/visibletext.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>
#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::ShownLine;
using approval::ShownPlan;

namespace {

ShownPlan withdrawal()
{
    ShownPlan plan;
    plan.tool = u"approve_withdrawal"_s;
    plan.tenant = u"default"_s;
    plan.record = u"WD-24817"_s;
    plan.amount = u"1250"_s;
    plan.currency = u"USD"_s;
    plan.facts = QJsonObject{{u"kyc_complete"_s, true}, {u"limits"_s, QJsonObject{{u"daily"_s, 5000}}}};
    plan.arguments = QJsonObject{
        {u"amount"_s, 1250},
        {u"beneficiary"_s, u"ACME Ltd\u200b"_s},
        {u"currency"_s, u"USD"_s},
        {u"iban"_s, u"DE89 3704 0044 0532 0130 00"_s},
        {u"lines"_s, QJsonArray{QJsonObject{{u"sku"_s, u"007"_s}, {u"note"_s, QJsonValue::Null}}, 1.5}},
        {u"tags"_s, QJsonArray{}},
    };
    plan.rule = u"large_amount"_s;
    plan.policyDigest = base::digestHex("policy");
    plan.undo = u"no"_s;
    plan.approver = u"treasury"_s;
    plan.onRepeat = u"returns_first"_s;
    plan.payloadDigest = base::digestHex("payload");
    return plan;
}

ShownPlan withArguments(const QJsonObject &arguments)
{
    ShownPlan plan = withdrawal();
    plan.arguments = arguments;
    return plan;
}

QString textOf(const ShownPlan &plan)
{
    return QString::fromUtf8(approval::shownText(plan));
}

QString anyText()
{
    const auto points = *rc::gen::container<std::vector<char32_t>>(rc::gen::oneOf(
        rc::gen::map(rc::gen::inRange(0, 0x80), [](int c) { return char32_t(c); }),
        rc::gen::elementOf(std::vector<char32_t>{U'\n', U'\r', U':', U' ', U'"', U'[', U'/', U'~', 0x202E, 0x200B,
                                                 0x2028, 0x85, 0xA0, 0xFEFF, 0xE0041, 0xFE0F, 0x1F600}),
        rc::gen::map(rc::gen::inRange(0xE000, 0x110000), [](int c) { return char32_t(c); })));
    return QString::fromUcs4(points.data(), qsizetype(points.size()));
}

QJsonValue anyValue(int depth)
{
    switch (*rc::gen::inRange(0, depth > 0 ? 7 : 5)) {
    case 0:
        return QJsonValue::Null;
    case 1:
        return *rc::gen::arbitrary<bool>();
    case 2:
        return *rc::gen::inRange<qint64>(-9007199254740991, 9007199254740992);
    case 3:
        return *rc::gen::inRange<qint64>(-1'000'000, 1'000'000) / 64.0;
    case 4:
        return anyText();
    case 5: {
        QJsonObject object;
        for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
            object.insert(anyText(), anyValue(depth - 1));
        return object;
    }
    default: {
        QJsonArray array;
        for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
            array.append(anyValue(depth - 1));
        return array;
    }
    }
}

QJsonObject anyObject()
{
    QJsonObject object;
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i)
        object.insert(anyText(), anyValue(3));
    return object;
}

} // namespace

class tst_ShownText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text_sample_isFrozen();
    void text_nothingDeclared_keepsEveryLabel();
    void text_anyLocale_isTheSame_C6();
    void leaf_ofAnyKind_isUnmistakable_data();
    void leaf_ofAnyKind_isUnmistakable();
    void leaf_ofAnyPayload_isInTheText_C2();
    void payloads_thatDiffer_lookDifferent();
    void value_hostile_cannotForgeALine_data();
    void value_hostile_cannotForgeALine();
    void member_anyOther_changesTheDigest();
    void payload_oneFlippedByte_changesTheDigest_C1();
    void fact_isNoArgument();
    void name_withAColon_doesNotMoveTheLabel();
    void value_longAndDifferentAtOnePlace_showsIt_C5();
};

void tst_ShownText::text_sample_isFrozen()
{
    // shown text v1 is frozen: its digest is under every approval that was ever given
    const QString expected = u"obstat/shown/v1\n"
                             u"tool: approve_withdrawal\n"
                             u"tenant: default\n"
                             u"record: WD-24817\n"
                             u"amount: 1,250.00 USD\n"
                             u"facts/kyc_complete: true\n"
                             u"facts/limits/daily: 5000\n"
                             u"/amount: 1250\n"
                             u"/beneficiary: ACME Ltd[U+200B]\n"
                             u"/currency: USD\n"
                             u"/iban: DE89 3704 0044 0532 0130 00\n"
                             u"/lines/0/note: null\n"
                             u"/lines/0/sku: \"007\"\n"
                             u"/lines/1: 1.5\n"
                             u"/tags: []\n"
                             u"rule: large_amount\n"
                             u"policy: "_s +
                             base::digestHex("policy") +
                             u"\nundo: no\n"
                             u"approver: treasury\n"
                             u"on_repeat: returns_first\n"
                             u"payload: "_s +
                             base::digestHex("payload") + u"\n"_s;
    QCOMPARE(textOf(withdrawal()), expected);
    QCOMPARE(approval::shownDigest(withdrawal()),
             u"1c24d88c053081239ea0d0557431642e395bf4dc60a05c4a91d28a0e0c986c85"_s);
}

void tst_ShownText::text_nothingDeclared_keepsEveryLabel()
{
    QCOMPARE(textOf({}), u"obstat/shown/v1\ntool: \ntenant: \nrecord: \namount: \nfacts: {}\narguments: {}\nrule: \n"
                         u"policy: \nundo: \napprover: \non_repeat: \npayload: \n"_s);
}

void tst_ShownText::text_anyLocale_isTheSame_C6()
{
    const QString expected = textOf(withdrawal());
    for (const QLocale::Language language :
         {QLocale::German, QLocale::French, QLocale::Arabic, QLocale::Hindi, QLocale::C}) {
        QLocale::setDefault(QLocale(language));
        QCOMPARE(textOf(withdrawal()), expected);
    }
}

void tst_ShownText::leaf_ofAnyKind_isUnmistakable_data()
{
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain text") << QJsonValue(u"ACME Ltd"_s) << u"ACME Ltd"_s;
    QTest::newRow("empty text") << QJsonValue(u""_s) << u"\"\""_s;
    QTest::newRow("number") << QJsonValue(500) << u"500"_s;
    QTest::newRow("text like a number") << QJsonValue(u"500"_s) << u"\"500\""_s;
    QTest::newRow("text like a fraction") << QJsonValue(u"-0.5"_s) << u"\"-0.5\""_s;
    QTest::newRow("text like a number with exponent") << QJsonValue(u"1e+21"_s) << u"\"1e+21\""_s;
    QTest::newRow("true") << QJsonValue(true) << u"true"_s;
    QTest::newRow("text like true") << QJsonValue(u"true"_s) << u"\"true\""_s;
    QTest::newRow("null") << QJsonValue(QJsonValue::Null) << u"null"_s;
    QTest::newRow("text like null") << QJsonValue(u"null"_s) << u"\"null\""_s;
    QTest::newRow("empty list") << QJsonValue(QJsonArray{}) << u"[]"_s;
    QTest::newRow("text like an empty list") << QJsonValue(u"[]"_s) << u"\"[]\""_s;
    QTest::newRow("empty object") << QJsonValue(QJsonObject{}) << u"{}"_s;
    QTest::newRow("text like an empty object") << QJsonValue(u"{}"_s) << u"\"{}\""_s;
    QTest::newRow("space at the end") << QJsonValue(u"DE89 "_s) << u"\"DE89 \""_s;
    QTest::newRow("space at the start") << QJsonValue(u" DE89"_s) << u"\" DE89\""_s;
    QTest::newRow("quote at the start") << QJsonValue(u"\"500\""_s) << u"\"\"500\"\""_s;
    QTest::newRow("quote at the end") << QJsonValue(u"12\""_s) << u"12\""_s;
    QTest::newRow("line end") << QJsonValue(u"a\nb"_s) << u"a[U+000A]b"_s;
    QTest::newRow("right-to-left override") << QJsonValue(u"a\u202eb"_s) << u"a[U+202E]b"_s;
    QTest::newRow("pretended escape") << QJsonValue(u"[U+202E]"_s) << u"[U+005B]U+202E]"_s;
    QTest::newRow("large integer") << QJsonValue(qint64(9007199254740991)) << u"9007199254740991"_s;
}

void tst_ShownText::leaf_ofAnyKind_isUnmistakable()
{
    QFETCH(QJsonValue, value);
    QFETCH(QString, shown);
    const auto lines = approval::shownLines(withArguments({{u"value"_s, value}}));
    const auto line = std::find_if(lines.begin(), lines.end(),
                                   [](const ShownLine &l) { return l.kind == ShownLine::Kind::Argument; });
    QVERIFY(line != lines.end());
    QCOMPARE(line->label, u"/value"_s);
    QCOMPARE(line->value, shown);
}

void tst_ShownText::leaf_ofAnyPayload_isInTheText_C2()
{
    QVERIFY(rc::check("each leaf's escaped value is in the text, one line each", [] {
        const QJsonObject arguments = anyObject();
        ShownPlan plan = withArguments(arguments);
        plan.facts = anyObject();
        const QString text = textOf(plan);
        const auto leaves = base::leaves(arguments);
        for (const base::JsonLeaf &leaf : leaves) {
            const QString value = leaf.value.isString() ? base::visibleText(leaf.value.toString())
                                                        : QString::fromUtf8(base::canonicalBytes(leaf.value));
            RC_ASSERT(text.contains(value));
        }
        const auto lines = approval::shownLines(plan);
        const auto count = std::count_if(lines.begin(), lines.end(),
                                         [](const ShownLine &line) { return line.kind == ShownLine::Kind::Argument; });
        RC_ASSERT(size_t(count) == leaves.size());
        RC_ASSERT(text.count(u'\n') == lines.size() + 1);
        for (const char32_t point : text.toUcs4())
            RC_ASSERT(point == U'\n' || !base::isEscaped(point));
    }));
}

void tst_ShownText::payloads_thatDiffer_lookDifferent()
{
    QVERIFY(rc::check("another payload is another text, without the digest's help", [] {
        const QJsonObject one = anyObject();
        const QJsonObject two = anyObject();
        const bool same = base::canonicalBytes(one) == base::canonicalBytes(two);
        RC_ASSERT((textOf(withArguments(one)) == textOf(withArguments(two))) == same);
    }));
    const QList<QPair<QJsonObject, QJsonObject>> near = {
        {{{u"a"_s, u"b: c"_s}}, {{u"a: b"_s, u"c"_s}}},
        {{{u"a"_s, QJsonArray{1}}}, {{u"a"_s, QJsonObject{{u"0"_s, 2}}}}},
        {{{u"a/b"_s, 1}}, {{u"a"_s, QJsonObject{{u"b"_s, 1}}}}},
        {{{u"a"_s, u"1"_s}}, {{u"a"_s, 1}}},
        {{{u"a"_s, u""_s}}, {{u"a"_s, u"\"\""_s}}},
        {{{u"a"_s, u"x"_s}, {u"b"_s, u"y"_s}}, {{u"a"_s, u"x\n/b: y"_s}}},
        {{}, {{u""_s, QJsonObject{}}}},
    };
    for (const auto &[one, two] : near)
        QVERIFY(textOf(withArguments(one)) != textOf(withArguments(two)));
}

void tst_ShownText::value_hostile_cannotForgeALine_data()
{
    QTest::addColumn<QString>("value");
    QTest::newRow("line feed") << u"x\npayload: 00"_s;
    QTest::newRow("carriage return") << u"x\rpayload: 00"_s;
    QTest::newRow("next line") << u"x\u0085payload: 00"_s;
    QTest::newRow("line separator") << u"x\u2028payload: 00"_s;
    QTest::newRow("paragraph separator") << u"x\u2029payload: 00"_s;
    QTest::newRow("vertical tab") << u"x\vpayload: 00"_s;
    QTest::newRow("form feed") << u"x\fpayload: 00"_s;
    QTest::newRow("escape sequence") << u"x\u001b[2K\u001b[1Gpayload: 00"_s;
    QTest::newRow("markup") << u"x<br>payload: 00"_s;
}

void tst_ShownText::value_hostile_cannotForgeALine()
{
    QFETCH(QString, value);
    ShownPlan plan = withdrawal();
    const qsizetype lines = textOf(plan).count(u'\n');
    plan.tool = plan.tenant = plan.record = plan.amount = plan.currency = plan.rule = value;
    plan.policyDigest = plan.undo = plan.approver = plan.onRepeat = plan.payloadDigest = value;
    plan.arguments.insert(u"iban"_s, value);
    plan.facts = QJsonObject{{value, value}, {u"kyc_complete"_s, value}};
    const QStringList shown = textOf(plan).split(u'\n');
    QCOMPARE(shown.size() - 1, lines);
    for (const QString &line : shown)
        QVERIFY(!line.startsWith(u"payload: 00"_s));
}

void tst_ShownText::member_anyOther_changesTheDigest()
{
    QSet<QString> digests = {approval::shownDigest(withdrawal())};
    const QList<QString ShownPlan::*> members = {
        &ShownPlan::tool,     &ShownPlan::tenant,   &ShownPlan::record,       &ShownPlan::amount,
        &ShownPlan::currency, &ShownPlan::rule,     &ShownPlan::policyDigest, &ShownPlan::undo,
        &ShownPlan::approver, &ShownPlan::onRepeat, &ShownPlan::payloadDigest};
    for (const auto member : members) {
        ShownPlan plan = withdrawal();
        plan.*member = u"9"_s;
        digests.insert(approval::shownDigest(plan));
    }
    ShownPlan plan = withdrawal();
    plan.facts.insert(u"kyc_complete"_s, false);
    digests.insert(approval::shownDigest(plan));
    QCOMPARE(digests.size(), members.size() + 2);
}

void tst_ShownText::payload_oneFlippedByte_changesTheDigest_C1()
{
    const QByteArray canonical = base::canonicalBytes(withdrawal().arguments);
    const QString digest = approval::shownDigest(withdrawal());
    int readable = 0;
    for (qsizetype at = 0; at < canonical.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            QByteArray flipped = canonical;
            flipped[at] = char(flipped.at(at) ^ (1 << bit));
            const auto parsed = base::parseCanonical(flipped);
            if (!parsed || !parsed->value.isObject() || parsed->bytes == canonical)
                continue;
            QVERIFY2(approval::shownDigest(withArguments(parsed->value.toObject())) != digest, flipped.constData());
            ++readable;
        }
    }
    QVERIFY(readable > 300);
}

void tst_ShownText::fact_isNoArgument()
{
    ShownPlan asFact;
    asFact.facts = QJsonObject{{u"kyc_complete"_s, true}};
    ShownPlan asArgument;
    asArgument.arguments = asFact.facts;
    QVERIFY(approval::shownDigest(asFact) != approval::shownDigest(asArgument));
    QVERIFY(textOf(asFact).contains(u"\nfacts/kyc_complete: true\narguments: {}\n"_s));
    QVERIFY(textOf(asArgument).contains(u"\nfacts: {}\n/kyc_complete: true\n"_s));
}

void tst_ShownText::name_withAColon_doesNotMoveTheLabel()
{
    const QString text = textOf(withArguments({{u"a: b/c~d"_s, u"e: f"_s}}));
    QVERIFY(text.contains(u"\n/a[U+003A] b~1c~0d: e: f\n"_s));
}

void tst_ShownText::value_longAndDifferentAtOnePlace_showsIt_C5()
{
    for (const int length : {10, 400, 401, 10'000}) {
        const QString value(length, u'a');
        const QString digest = approval::shownDigest(withArguments({{u"command"_s, value}}));
        for (const int at : {0, length / 2, length - 1}) {
            QString other = value;
            other[at] = u'b';
            QVERIFY(approval::shownDigest(withArguments({{u"command"_s, other}})) != digest);
            QVERIFY(textOf(withArguments({{u"command"_s, other}})).contains(other));
        }
    }
}

QTEST_GUILESS_MAIN(tst_ShownText)
#include "tst_showntext.moc"
