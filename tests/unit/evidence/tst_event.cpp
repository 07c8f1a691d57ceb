#include "evidence/event.h"

#include "base/canonicaljson.h"
#include "base/digest.h"
#include "support/sharedfile.h"
#include "support/tempfolder.h"
#include "unit/evidence/textgen.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;
using namespace obstat::evidence::test;

namespace {

/// The same event by formats.md, through the general serialiser.
QByteArray generalBytes(const Event &event)
{
    const auto orNull = [](const QString &text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); };
    QJsonObject digests;
    for (auto it = event.digests.cbegin(); it != event.digests.cend(); ++it)
        digests.insert(it.key(), it.value());
    return base::canonicalBytes(QJsonObject{
        {u"v"_s, 1},
        {u"seq"_s, event.seq},
        {u"at"_s, event.at},
        {u"kind"_s, event.kind},
        {u"tenant"_s, event.tenant},
        {u"operation"_s, event.operation ? QJsonValue(*event.operation) : QJsonValue()},
        {u"actor"_s, QJsonObject{{u"type"_s, event.actor.type}, {u"id"_s, event.actor.id}}},
        {u"run"_s, orNull(event.run)},
        {u"from"_s, orNull(event.from)},
        {u"to"_s, orNull(event.to)},
        {u"digests"_s, digests},
        {u"data"_s, event.data},
    });
}

Event anyEvent()
{
    const auto whole = rc::gen::inRange<qint64>(0, 9007199254740992);
    const auto kinds = kinds::all();
    Event event;
    event.seq = *whole;
    event.at = *whole;
    event.kind = kinds[*rc::gen::inRange<size_t>(0, kinds.size())];
    event.tenant = *anyText();
    if (*rc::gen::arbitrary<bool>())
        event.operation = *whole;
    event.actor = {*rc::gen::element(u"agent"_s, u"person"_s, u"flow"_s, u"rule"_s, u"admin"_s, u"owner"_s),
                   *anyText()};
    event.run = *anyText();
    event.from = *anyText();
    event.to = *anyText();
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
        const QString name = *anyText();
        event.digests.insert(name, base::digestHex(name.toUtf8()));
    }
    event.data = anyObject(2);
    return event;
}

Event sampleEvent()
{
    Event event;
    event.seq = 41;
    event.at = 1789912931020000;
    event.kind = kinds::planned;
    event.tenant = u"default"_s;
    event.operation = 7;
    event.actor = {actors::agent, u"billing-agent"_s};
    event.run = u"run_0193"_s;
    event.to = u"awaiting_approval"_s;
    event.digests = {{u"payload"_s, base::digestHex("{}")}};
    event.data = {{u"tool"_s, u"create_invoice"_s}};
    return event;
}

} // namespace

class TestEvent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leafBytes_sampleEvent_isTheTextOfFormats();
    void leafBytes_anyEvent_isItsCanonicalJson();
    void parseLeaf_anyEvent_comesBack();
    void parseLeaf_otherBytes_areRefused_data();
    void parseLeaf_otherBytes_areRefused();
    void parseLeaf_anyChangedByte_neverGivesTheSameEvent();
    void kinds_areThoseOfFormats();
};

void TestEvent::leafBytes_sampleEvent_isTheTextOfFormats()
{
    QCOMPARE(leafBytes(sampleEvent()),
             QByteArray(R"({"actor":{"id":"billing-agent","type":"agent"},"at":1789912931020000,)"
                        R"("data":{"tool":"create_invoice"},"digests":{"payload":)"
                        R"("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"},"from":null,)"
                        R"("kind":"planned","operation":7,"run":"run_0193","seq":41,"tenant":"default",)"
                        R"("to":"awaiting_approval","v":1})"));
}

void TestEvent::leafBytes_anyEvent_isItsCanonicalJson()
{
    QVERIFY(rc::check("leafBytes is RFC 8785", [] {
        const Event event = anyEvent();
        RC_ASSERT(leafBytes(event) == generalBytes(event));
    }));
}

void TestEvent::parseLeaf_anyEvent_comesBack()
{
    QVERIFY(rc::check("parseLeaf reads what leafBytes writes", [] {
        const Event event = anyEvent();
        const auto back = parseLeaf(leafBytes(event));
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == event);
    }));
}

void TestEvent::parseLeaf_otherBytes_areRefused_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after);
    };
    row("version 2", R"("v":1)", R"("v":2)");
    row("version as text", R"("v":1)", R"("v":"1")");
    row("no version", R"(,"v":1)", "");
    row("a member more", R"("v":1})", R"("v":1,"w":1})");
    row("a member less", R"("from":null,)", "");
    row("members out of order", R"("seq":41,"tenant":"default")", R"("tenant":"default","seq":41)");
    row("white space", R"("seq":41)", R"("seq": 41)");
    row("newline at the end", R"("v":1})", "\"v\":1}\n");
    row("second value at the end", R"("v":1})", R"("v":1}{})");
    row("cut short", R"(,"v":1})", R"(,"v":1)");
    row("sequence as a fraction", R"("seq":41)", R"("seq":41.5)");
    row("sequence with an exponent", R"("seq":41)", R"("seq":4.1e1)");
    row("sequence with a leading zero", R"("seq":41)", R"("seq":041)");
    row("negative sequence", R"("seq":41)", R"("seq":-41)");
    row("sequence beyond 2^53-1", R"("seq":41)", R"("seq":9007199254740992)");
    row("sequence of 20 digits", R"("seq":41)", R"("seq":18446744073709551615)");
    row("time null", R"("at":1789912931020000)", R"("at":null)");
    row("operation as text", R"("operation":7)", R"("operation":"7")");
    row("kind with capitals", R"("kind":"planned")", R"("kind":"Planned")");
    row("empty kind", R"("kind":"planned")", R"("kind":"")");
    row("kind null", R"("kind":"planned")", R"("kind":null)");
    row("unknown actor type", R"("type":"agent")", R"("type":"robot")");
    row("actor without type", R"(,"type":"agent")", "");
    row("tenant null", R"("tenant":"default")", R"("tenant":null)");
    row("empty run instead of null", R"("run":"run_0193")", R"("run":"")");
    row("empty from instead of null", R"("from":null)", R"("from":"")");
    row("digest in upper case", "44136fa3", "44136FA3");
    row("digest too short", "44136fa3", "44136fa");
    row("digest null", R"("digests":{"payload":)", R"("digests":{"a":null,"payload":)");
    row("digests as an array", R"("digests":{"payload":)", R"("digests":["payload",)");
    row("digest names out of order", R"("digests":{)",
        R"("digests":{"z":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",)");
    row("data null", R"({"tool":"create_invoice"})", "null");
    row("data an array", R"({"tool":"create_invoice"})", "[]");
    row("data with a name twice", R"({"tool")", R"({"tool":1,"tool")");
    row("data with names out of order", R"({"tool")", R"({"x":1,"tool")");
    row("data with a number not canonical", R"("create_invoice"})", "1.0}");
    row("data with minus zero", R"("create_invoice"})", "-0}");
    row("data with an escaped slash", "create_invoice", R"(create\/invoice)");
    row("data with a needless unicode escape", "create_invoice", R"(create\u005finvoice)");
    row("data with a raw control character", "create_invoice", "create\x01invoice");
    row("data with invalid UTF-8", "create_invoice", "create\xC3(invoice");
    row("data with an encoded surrogate", "create_invoice", "create\xED\xA0\x80invoice");
    row("data with an overlong form", "create_invoice", "create\xC0\xAFinvoice");
    row("data with an unfinished string", R"("create_invoice")", R"("create_invoice)");
    row("byte order mark", R"({"actor")", "\xEF\xBB\xBF{\"actor\"");
    row("nothing at all", "", "");
}

void TestEvent::parseLeaf_otherBytes_areRefused()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QByteArray leaf = leafBytes(sampleEvent());
    if (before.isEmpty()) {
        leaf.clear();
    } else {
        QVERIFY(leaf.contains(before));
        leaf.replace(before, after);
    }
    const auto event = parseLeaf(leaf);
    QVERIFY(!event);
    QCOMPARE(event.error().code, base::ErrorCode::Corrupt);
    QVERIFY(!event.error().message.isEmpty());
}

void TestEvent::parseLeaf_anyChangedByte_neverGivesTheSameEvent()
{
    const QByteArray leaf = leafBytes(sampleEvent());
    for (qsizetype at = 0; at < leaf.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            QByteArray changed = leaf;
            changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
            const auto event = parseLeaf(changed);
            QVERIFY2(!event || (*event != sampleEvent() && leafBytes(*event) == changed), changed.constData());
        }
}

void TestEvent::kinds_areThoseOfFormats()
{
    QSet<QString> seen;
    for (QLatin1StringView kind : kinds::all()) {
        QVERIFY(kinds::isKnown(kind));
        QVERIFY(kinds::isKnown(QString(kind)));
        QVERIFY2(!seen.contains(kind), kind.data());
        seen.insert(kind);
    }
    QVERIFY(!kinds::isKnown(u"invented"));
    const auto formats = tests::sharedFile(u"design/formats.md"_s);
    if (!formats)
        QSKIP("no shared files");
    const QString text = QString::fromUtf8(tests::readFile(*formats));
    const qsizetype start = text.indexOf(u"\nKinds: "_s);
    QVERIFY(start > 0);
    QString list = text.sliced(start, text.indexOf(u"A kind may be added"_s, start) - start);
    list.remove(QRegularExpression(u"\\([^)]*\\)"_s));
    QSet<QString> written;
    static const QRegularExpression word(u"`([a-z_]+)`"_s);
    for (auto it = word.globalMatch(list); it.hasNext();)
        written.insert(it.next().captured(1));
    QVERIFY((QSet(written).subtract(seen)).isEmpty());
    QCOMPARE(seen.subtract(written), (QSet<QString>{u"reminded"_s, u"escalated"_s, u"reported"_s})); // added since
}

QTEST_APPLESS_MAIN(TestEvent)
#include "tst_event.moc"
