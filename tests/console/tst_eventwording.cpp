#include "console/models/eventwording.h"
#include "console/models/payloaddiff.h"
#include "evidence/event.h"

#include <QJsonArray>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::EventWording;

/// One line about every event, from its leaf alone (contract 4.5).
class TestEventWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kind_known_hasWords();
    void kind_ofANewerVersion_isShownAsItIs();
    void sentence_ofALeaf_saysWhatHappened_data();
    void sentence_ofALeaf_saysWhatHappened();
    void caller_isNamed();
    void agentText_isMadeVisible();
    void payloads_equal_haveNoDifference();
    void payload_notCanonical_isCorrupt();

private:
    [[nodiscard]] static console::EventWords words(const QString &kind, const QJsonObject &data, const QString &actor)
    {
        evidence::Event event;
        event.kind = kind;
        event.actor = {actor.isEmpty() ? QString(evidence::actors::flow) : QString(evidence::actors::rule), actor};
        event.data = data;
        event.digests = {{u"policy"_s, QString(64, u'a')}};
        return EventWording::describe({0, 0, kind, {}, {}, actor, {}, evidence::leafBytes(event)});
    }
};

void TestEventWording::kind_known_hasWords()
{
    for (const QLatin1StringView kind : evidence::kinds::all()) {
        const QString words = EventWording::kind(QString(kind));
        QVERIFY2(words != kind && !words.contains(u'_'), qUtf8Printable(words));
        QVERIFY(!EventWording::describe({0, 0, QString(kind), {}, {}, {}, {}, {}}).text.isEmpty());
    }
}

void TestEventWording::kind_ofANewerVersion_isShownAsItIs()
{
    QCOMPARE(EventWording::kind(u"teleported"_s), u"teleported"_s);
    QCOMPARE(words(u"teleported"_s, {}, {}).icon, u"info"_s);
}

void TestEventWording::sentence_ofALeaf_saysWhatHappened_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QJsonObject>("data");
    QTest::addColumn<QString>("actor");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QString &kind, const QJsonObject &data, const QString &text,
                        const QString &actor = {}) { QTest::newRow(name) << kind << data << actor << text; };
    row("planned by a rule", u"planned"_s, {{u"tool"_s, u"pay"_s}, {u"rule"_s, u"large"_s}}, u"pay, rule large"_s);
    row("planned without a rule", u"planned"_s, {{u"tool"_s, u"pay"_s}}, u"pay, no rule matched"_s);
    row("conflict", u"conflict"_s, {{u"tool"_s, u"pay"_s}, {u"paths"_s, QJsonArray{u"/amount"_s, u"/to"_s}}},
        u"pay: the same key with other arguments: /amount, /to"_s);
    row("approved by a rule", u"approved"_s, {}, u"by rule small"_s, u"small"_s);
    row("attempt that timed out", u"attempt_ended"_s, {{u"attempt"_s, 1}, {u"outcome"_s, u"timed_out"_s}},
        u"attempt 1: no answer in time"_s);
    row("answer after its limit", u"attempt_ended"_s,
        {{u"attempt"_s, 1},
         {u"outcome"_s, u"succeeded"_s},
         {u"status"_s, 201},
         {u"duration"_s, 31'000'000},
         {u"late"_s, true}},
        u"attempt 1: done, HTTP 201 after 31.0 s, over its limit"_s);
    row("unknown after a timeout", u"unknown"_s, {{u"why"_s, u"timeout"_s}},
        u"no answer in time; it may have happened"_s);
    row("proved not sent", u"requeued"_s, {{u"why"_s, u"not_sent"_s}}, u"proved not sent, nothing happened"_s);
    row("succeeded", u"succeeded"_s, {{u"reference"_s, u"inv_91"_s}}, u"the owner's reference is inv_91"_s);
    row("what a caller said late", u"reported"_s, {{u"attempt"_s, 1}, {u"outcome"_s, u"unmatched"_s}},
        u"about attempt 1: it went wrong"_s);
    row("lease that ran out", u"unknown"_s, {{u"why"_s, u"lease_over"_s}},
        u"the caller did not report within its lease; it may have happened"_s);
    row("policy", u"policy_activated"_s, {}, u"text aaaaaa…aa"_s);
}

void TestEventWording::sentence_ofALeaf_saysWhatHappened()
{
    QFETCH(QString, kind);
    QFETCH(QJsonObject, data);
    QFETCH(QString, actor);
    QTEST(words(kind, data, actor).text, "text");
}

void TestEventWording::caller_isNamed()
{
    const auto claimed = words(u"claimed"_s, {{u"fence"_s, 1}, {u"token"_s, u"0123456789ab"_s}}, u"desk\u202E"_s);
    QCOMPARE(claimed.title, u"Taken by a caller"_s);
    QCOMPARE(claimed.text, u"desk[U+202E] executes it by itself; all checks passed"_s);
    QCOMPARE(words(u"claimed"_s, {{u"fence"_s, 1}}, {}).title, u"Taken by the flow"_s);
}

void TestEventWording::agentText_isMadeVisible()
{
    QVERIFY(words(u"refused"_s, {{u"tool"_s, u"a\u202Eb"_s}}, {}).text.contains(u"[U+202E]"_s));
}

void TestEventWording::payloads_equal_haveNoDifference()
{
    const auto none = console::payloadDifferences(R"({"a":1})", R"({"a":1})");
    QVERIFY(none && none->isEmpty());
    const auto whole = console::payloadDifferences(R"({"a":[1,2]})", R"({"a":[1,3]})");
    QVERIFY(whole && whole->size() == 1);
    QCOMPARE(whole->first().pointer, u"/a/1"_s);
}

void TestEventWording::payload_notCanonical_isCorrupt()
{
    const auto bad = console::payloadDifferences(R"({"a":1})", R"({ "a":1})");
    QVERIFY(!bad);
    QCOMPARE(bad.error().code, base::ErrorCode::Corrupt);
}

QTEST_MAIN(TestEventWording)
#include "tst_eventwording.moc"
