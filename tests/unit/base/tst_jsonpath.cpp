#include "base/canonicaljson.h"
#include "base/jsonpath.h"
#include "unit/base/anyjson.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;

class tst_JsonPath : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lookUp_dottedPath_findsItsValue_data();
    void lookUp_dottedPath_findsItsValue();
    void lookUp_missingOrMalformed_findsNothing_data();
    void lookUp_missingOrMalformed_findsNothing();
    void leafPointers_ofAPath_areAllUnderIt_data();
    void leafPointers_ofAPath_areAllUnderIt();
    void lookUpPointer_examplesOfRfc6901_findTheirValues_data();
    void lookUpPointer_examplesOfRfc6901_findTheirValues();
    void lookUpPointer_missing_findsNothing_data();
    void lookUpPointer_missing_findsNothing();
    void without_path_removesOnlyThat_data();
    void without_path_removesOnlyThat();
    void leaves_ofANestedValue_areAllListedInOrder();
    void leaves_ofAnyValue_areFoundByTheirPointers();
    void differing_pair_listsItsPlaces_data();
    void differing_pair_listsItsPlaces();
    void differing_anyPair_isEmptyExactlyWhenTheBytesAreEqual();
    void differing_anyPair_listsEveryLeafThatDiffers();
};

namespace {

QJsonValue json(const QByteArray &text)
{
    return base::parseCanonical(text).value().value;
}

QByteArray found(const std::optional<QJsonValue> &value)
{
    return value ? base::canonicalBytes(*value) : QByteArray("nothing");
}

const QByteArray kOrder = R"({"id":"WD-1","a.b":{"c":7},"amount":{"value":"10"},"note":null,"empty":[],
 "flights":[{"number":"HAT1","legs":[{"to":"A"},{"to":"B"}]},{"number":"HAT2","legs":[]}],"say \"x\"":1,"m":[[1,2],[3]]})";

} // namespace

void tst_JsonPath::lookUp_dottedPath_findsItsValue_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("name") << u"id"_s << QByteArray("\"WD-1\"");
    QTest::newRow("nested name") << u"amount.value"_s << QByteArray("\"10\"");
    QTest::newRow("null is a value") << u"note"_s << QByteArray("null");
    QTest::newRow("quoted name with a dot") << u"\"a.b\".c"_s << QByteArray("7");
    QTest::newRow("quoted name with quotes") << u"\"say \\\"x\\\"\""_s << QByteArray("1");
    QTest::newRow("index") << u"flights[1].number"_s << QByteArray("\"HAT2\"");
    QTest::newRow("each") << u"flights[].number"_s << QByteArray("[\"HAT1\",\"HAT2\"]");
    QTest::newRow("each of each") << u"flights[].legs[].to"_s << QByteArray("[\"A\",\"B\"]");
    QTest::newRow("each at the end") << u"m[]"_s << QByteArray("[[1,2],[3]]");
    QTest::newRow("each of each at the end") << u"m[][]"_s << QByteArray("[1,2,3]");
    QTest::newRow("index of index") << u"m[0][1]"_s << QByteArray("2");
    QTest::newRow("each of an empty list") << u"empty[].x"_s << QByteArray("[]");
    QTest::newRow("the list itself") << u"empty"_s << QByteArray("[]");
}

void tst_JsonPath::lookUp_dottedPath_findsItsValue()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, value);
    QCOMPARE(found(base::lookUp(json(kOrder), path)), value);
}

void tst_JsonPath::leafPointers_ofAPath_areAllUnderIt_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("pointers");
    QTest::newRow("a name") << u"iban"_s << QStringList{u"/iban"_s};
    QTest::newRow("an object") << u"card"_s << QStringList{u"/card/cvv"_s, u"/card/no"_s};
    QTest::newRow("under an object") << u"card.no"_s << QStringList{u"/card/no"_s};
    QTest::newRow("one is missing in a list")
        << u"people[].ssn"_s << QStringList{u"/people/0/ssn"_s, u"/people/2/ssn"_s};
    QTest::newRow("an index") << u"people[2].ssn"_s << QStringList{u"/people/2/ssn"_s};
    QTest::newRow("an index beyond") << u"people[3].ssn"_s << QStringList();
    QTest::newRow("a quoted name") << uR"("a.b/c")"_s << QStringList{u"/a.b~1c"_s};
    QTest::newRow("not there") << u"nothing"_s << QStringList();
    QTest::newRow("not a path") << u"people[x]"_s << QStringList();
}

void tst_JsonPath::leafPointers_ofAPath_areAllUnderIt()
{
    QFETCH(QString, path);
    const QJsonObject root{
        {u"iban"_s, u"DE89"_s},
        {u"card"_s, QJsonObject{{u"no"_s, 4}, {u"cvv"_s, 1}}},
        {u"a.b/c"_s, true},
        {u"people"_s, QJsonArray{QJsonObject{{u"ssn"_s, 1}}, QJsonObject{{u"x"_s, 1}}, QJsonObject{{u"ssn"_s, 2}}}}};
    QTEST(base::leafPointers(root, path), "pointers");
}

void tst_JsonPath::lookUp_missingOrMalformed_findsNothing_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("missing name") << u"nobody"_s;
    QTest::newRow("missing nested name") << u"amount.currency"_s;
    QTest::newRow("name in a string") << u"id.x"_s;
    QTest::newRow("name in null") << u"note.x"_s;
    QTest::newRow("name in a list") << u"flights.number"_s;
    QTest::newRow("index over the end") << u"flights[2]"_s;
    QTest::newRow("index of an object") << u"amount[0]"_s;
    QTest::newRow("each of an object") << u"amount[]"_s;
    QTest::newRow("each, missing in one") << u"flights[].price"_s;
    QTest::newRow("dot that is not quoted") << u"a.b.c"_s;
    QTest::newRow("empty") << u""_s;
    QTest::newRow("dot at the end") << u"amount."_s;
    QTest::newRow("dot at the start") << u".amount"_s;
    QTest::newRow("two dots") << u"amount..value"_s;
    QTest::newRow("bracket that is not closed") << u"flights[0"_s;
    QTest::newRow("negative index") << u"flights[-1]"_s;
    QTest::newRow("letters as an index") << u"flights[x]"_s;
    QTest::newRow("index too large for an int") << u"flights[99999999999]"_s;
    QTest::newRow("text behind brackets") << u"flights[0]number"_s;
    QTest::newRow("quote that is not closed") << u"\"a.b"_s;
    QTest::newRow("quote that ends in a backslash") << u"\"a\\"_s;
}

void tst_JsonPath::lookUp_missingOrMalformed_findsNothing()
{
    QFETCH(QString, path);
    QCOMPARE(found(base::lookUp(json(kOrder), path)), QByteArray("nothing"));
}

void tst_JsonPath::lookUpPointer_examplesOfRfc6901_findTheirValues_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("list") << u"/foo"_s << QByteArray("[\"bar\",\"baz\"]");
    QTest::newRow("element") << u"/foo/0"_s << QByteArray("\"bar\"");
    QTest::newRow("empty name") << u"/"_s << QByteArray("0");
    QTest::newRow("solidus") << u"/a~1b"_s << QByteArray("1");
    QTest::newRow("per cent") << u"/c%d"_s << QByteArray("2");
    QTest::newRow("backslash") << u"/i\\j"_s << QByteArray("5");
    QTest::newRow("quote") << u"/k\"l"_s << QByteArray("6");
    QTest::newRow("space") << u"/ "_s << QByteArray("7");
    QTest::newRow("tilde") << u"/m~0n"_s << QByteArray("8");
    QTest::newRow("tilde and one") << u"/~01"_s << QByteArray("9");
}

namespace {
const QByteArray kRfc6901 =
    R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8,"~1":9})";
} // namespace

void tst_JsonPath::lookUpPointer_examplesOfRfc6901_findTheirValues()
{
    QFETCH(QString, pointer);
    QFETCH(QByteArray, value);
    QCOMPARE(found(base::lookUpPointer(json(kRfc6901), pointer)), value);
    QCOMPARE(found(base::lookUpPointer(json(kRfc6901), u"")), base::canonicalBytes(json(kRfc6901)));
}

void tst_JsonPath::lookUpPointer_missing_findsNothing_data()
{
    QTest::addColumn<QString>("pointer");
    for (const char *pointer :
         {"/x", "foo", "/foo/2", "/foo/-", "/foo/00", "/foo/+0", "/foo/-1", "/foo/0/x", "/foo/", "//"}) {
        QTest::newRow(pointer) << QString::fromLatin1(pointer);
    }
}

void tst_JsonPath::lookUpPointer_missing_findsNothing()
{
    QFETCH(QString, pointer);
    QCOMPARE(found(base::lookUpPointer(json(kRfc6901), pointer)), QByteArray("nothing"));
}

void tst_JsonPath::without_path_removesOnlyThat_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("rest");
    QTest::newRow("name") << u"a"_s << QByteArray(R"({"b":{"c":1,"d":2},"e.f":3})");
    QTest::newRow("nested name") << u"b.c"_s << QByteArray(R"({"a":0,"b":{"d":2},"e.f":3})");
    QTest::newRow("quoted name") << u"\"e.f\""_s << QByteArray(R"({"a":0,"b":{"c":1,"d":2}})");
    QTest::newRow("missing") << u"x"_s << QByteArray(R"({"a":0,"b":{"c":1,"d":2},"e.f":3})");
    QTest::newRow("missing below a scalar") << u"a.x"_s << QByteArray(R"({"a":0,"b":{"c":1,"d":2},"e.f":3})");
    QTest::newRow("malformed") << u"b."_s << QByteArray(R"({"a":0,"b":{"c":1,"d":2},"e.f":3})");
}

void tst_JsonPath::without_path_removesOnlyThat()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, rest);
    const QJsonObject object = json(R"({"a":0,"b":{"c":1,"d":2},"e.f":3})").toObject();
    QCOMPARE(base::canonicalBytes(base::withoutPath(object, path)), rest);
}

void tst_JsonPath::leaves_ofANestedValue_areAllListedInOrder()
{
    QStringList listed;
    for (const base::JsonLeaf &leaf : base::leaves(json(R"({"b":[1,[],{}],"a":{"x/y":null,"":"t"},"~":[[true]]})"))) {
        listed.append(QString(leaf.pointer + u'=' + QString::fromUtf8(base::canonicalBytes(leaf.value))));
    }
    const QStringList expected = {u"/a/=\"t\""_s, u"/a/x~1y=null"_s, u"/b/0=1"_s,
                                  u"/b/1=[]"_s,   u"/b/2={}"_s,      u"/~0/0/0=true"_s};
    QCOMPARE(listed, expected);
    QCOMPARE(base::leaves(QJsonValue(5)).front().pointer, QString());
}

void tst_JsonPath::leaves_ofAnyValue_areFoundByTheirPointers()
{
    QVERIFY(rc::check("each leaf is there once and is found", [] {
        const QJsonValue value = tests::anyJson(4);
        QSet<QString> seen;
        for (const base::JsonLeaf &leaf : base::leaves(value)) {
            RC_ASSERT(!seen.contains(leaf.pointer));
            seen.insert(leaf.pointer);
            RC_ASSERT(found(base::lookUpPointer(value, leaf.pointer)) == base::canonicalBytes(leaf.value));
        }
        RC_ASSERT(!seen.isEmpty());
    }));
}

void tst_JsonPath::differing_pair_listsItsPlaces_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("pointers");
    const auto row = [](const char *name, const char *before, const char *after, const QStringList &pointers) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << pointers;
    };
    row("equal", R"({"a":1,"b":[1,2]})", R"({"b":[1,2],"a":1.0})", {});
    row("changed", R"({"a":1})", R"({"a":2})", {u"/a"_s});
    row("number against string", R"({"a":1})", R"({"a":"1"})", {u"/a"_s});
    row("added", R"({"a":1})", R"({"a":1,"b":{"c":2,"d":3}})", {u"/b/c"_s, u"/b/d"_s});
    row("removed", R"({"a":1,"b":[1,2]})", R"({"a":1})", {u"/b/0"_s, u"/b/1"_s});
    row("missing against null", R"({})", R"({"a":null})", {u""_s, u"/a"_s});
    row("missing against null beside others", R"({"b":1})", R"({"a":null,"b":1})", {u"/a"_s});
    row("element changed", R"([1,2,3])", R"([1,9,3])", {u"/1"_s});
    row("element added", R"([1])", R"([1,[2]])", {u"/1/0"_s});
    row("list against object", R"({"a":[1]})", R"({"a":{"0":1}})", {u"/a/0"_s});
    row("empty list against empty object", R"({"a":[]})", R"({"a":{}})", {u"/a"_s});
    row("scalar against object", R"({"a":1})", R"({"a":{"b":1}})", {u"/a"_s, u"/a/b"_s});
    row("several in canonical order", R"({"z":1,"b":1,"a":1})", R"({"z":2,"a":2,"c":1})",
        {u"/a"_s, u"/b"_s, u"/c"_s, u"/z"_s});
}

void tst_JsonPath::differing_pair_listsItsPlaces()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QStringList, pointers);
    QCOMPARE(base::differingPointers(json(before), json(after)), pointers);
}

void tst_JsonPath::differing_anyPair_isEmptyExactlyWhenTheBytesAreEqual()
{
    QVERIFY(rc::check("empty iff canonical bytes equal", [] {
        const QJsonValue a = tests::anyJson(3, tests::anyName);
        const QJsonValue b = *rc::gen::arbitrary<bool>() ? a : tests::anyJson(3, tests::anyName);
        RC_ASSERT(base::differingPointers(a, b).isEmpty() == (base::canonicalBytes(a) == base::canonicalBytes(b)));
        RC_ASSERT(base::differingPointers(a, a).isEmpty());
    }));
}

void tst_JsonPath::differing_anyPair_listsEveryLeafThatDiffers()
{
    QVERIFY(rc::check("a leaf is listed unless the other side has the same", [] {
        const QJsonValue a = tests::anyJson(3, tests::anyName);
        const QJsonValue b = tests::anyJson(3, tests::anyName);
        QMap<QString, QByteArray> left;
        QMap<QString, QByteArray> right;
        for (const base::JsonLeaf &leaf : base::leaves(a)) {
            left.insert(leaf.pointer, base::canonicalBytes(leaf.value));
        }
        for (const base::JsonLeaf &leaf : base::leaves(b)) {
            right.insert(leaf.pointer, base::canonicalBytes(leaf.value));
        }
        const QStringList listed = base::differingPointers(a, b);
        RC_ASSERT(QSet<QString>(listed.begin(), listed.end()).size() == listed.size());
        for (const QString &pointer : left.keys() + right.keys()) {
            const bool same = left.contains(pointer) && right.contains(pointer) && left[pointer] == right[pointer];
            RC_ASSERT(same || listed.contains(pointer));
        }
        for (const QString &pointer : listed) {
            RC_ASSERT(left.contains(pointer) || right.contains(pointer));
        }
    }));
}

QTEST_GUILESS_MAIN(tst_JsonPath)
#include "tst_jsonpath.moc"
