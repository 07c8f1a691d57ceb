#include "approval/decision.h"
#include "base/canonicaljson.h"
#include "unit/approval/samples.h"

#include <QJsonDocument>
#include <QTest>

#include <rapidcheck.h>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::DecisionBody;
using approval::DecisionEnvelope;
using base::ErrorCode;

namespace {

const QStringList kMembers = {
    u"origin"_s,
    u"tenant"_s,
    u"operation"_s,
    u"intent_key"_s,
    u"revision"_s,
    u"version"_s,
    u"tool"_s,
    u"registry_digest"_s,
    u"payload_digest"_s,
    u"facts_digest"_s,
    u"policy_digest"_s,
    u"kind"_s,
    u"verdict"_s,
    u"reason"_s,
    u"evidence_digest"_s,
    u"replacement_digest"_s,
    u"approver"_s,
    u"key_id"_s,
    u"nonce"_s,
    u"decided_at"_s,
    u"expires_at"_s,
    u"shown_digest"_s,
    u"ms_shown"_s,
    u"all_shown"_s,
    u"surface"_s,
    u"on_behalf_of"_s,
    u"conflict_event"_s,
    u"new_intent_key"_s,
    u"reference"_s,
};

QJsonObject objectOf(const DecisionBody &body)
{
    return base::parseCanonical(body.canonical())->value.toObject();
}

} // namespace

class tst_Decision : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void canonical_sample_hasItsFrozenDigest();
    void canonical_members_areThoseOfContract61();
    void parse_ownBytes_isTheSame();
    void parse_unusedMembers_areNull();
    void parse_anyBody_roundTrips();
    void swap_anyOneMember_breaksTheSignature_C9_data();
    void swap_anyOneMember_breaksTheSignature_C9();
    void swap_keyOrPurpose_breaksTheSignature();
    void parse_malformed_isRefused_data();
    void parse_malformed_isRefused();
    void parse_malformedText_isRefused_data();
    void parse_malformedText_isRefused();
    void parse_anyFlippedBit_isRefusedOrAnotherBody();
    void envelope_roundTrips();
    void envelope_malformed_isRefused_data();
    void envelope_malformed_isRefused();
};

void tst_Decision::canonical_sample_hasItsFrozenDigest()
{
    // computed by another program too; a change here makes every signature of every ledger unreadable
    QCOMPARE(base::digestHex(tests::approvalOfWithdrawal().canonical()),
             u"2a858767e47bc37b55716db684b7e44908c59a3d799fb7f8570e4720478c486b"_s);
    QCOMPARE(base::digestHex(tests::rejectOfRefund().canonical()),
             u"caea706310354b8ca79892208ccfaa70f10982b8c137cde64b721097c239f28d"_s);
}

void tst_Decision::canonical_members_areThoseOfContract61()
{
    QStringList expected = kMembers;
    expected.sort();
    QStringList members = objectOf(tests::approvalOfWithdrawal()).keys();
    members.sort();
    QCOMPARE(members, expected);
}

void tst_Decision::parse_ownBytes_isTheSame()
{
    for (const DecisionBody &body : {tests::approvalOfWithdrawal(), tests::rejectOfRefund()}) {
        const auto parsed = DecisionBody::parse(body.canonical());
        QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
        QCOMPARE(parsed->canonical(), body.canonical());
        QCOMPARE(parsed->conflictEvent, body.conflictEvent);
        QCOMPARE(parsed->decidedAt, body.decidedAt);
        QCOMPARE(parsed->allShown, body.allShown);
        QCOMPARE(parsed->reason, body.reason);
    }
}

void tst_Decision::parse_unusedMembers_areNull()
{
    DecisionBody body = tests::rejectOfRefund();
    body.factsDigest.clear();
    body.policyDigest.clear();
    body.reason.clear();
    body.evidenceDigest.clear();
    body.replacementDigest.clear();
    body.expiresAt = 0;
    body.shownDigest.clear();
    body.onBehalfOf.clear();
    body.conflictEvent = -1;
    body.newIntentKey.clear();
    body.reference.clear();
    const QJsonObject object = objectOf(body);
    for (const QString &member : {u"facts_digest"_s, u"policy_digest"_s, u"reason"_s, u"evidence_digest"_s,
                                  u"replacement_digest"_s, u"expires_at"_s, u"shown_digest"_s, u"on_behalf_of"_s,
                                  u"conflict_event"_s, u"new_intent_key"_s, u"reference"_s})
        QVERIFY2(object.value(member).isNull(), qPrintable(member));
    const auto parsed = DecisionBody::parse(body.canonical());
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
    QCOMPARE(parsed->canonical(), body.canonical());
    QCOMPARE(parsed->conflictEvent, qint64(-1));
    QCOMPARE(parsed->expiresAt, base::Micros(0));
}

void tst_Decision::parse_anyBody_roundTrips()
{
    QVERIFY(rc::check("parse(canonical) is the body", [] {
        DecisionBody body = tests::rejectOfRefund();
        body.operation = *rc::gen::inRange<qint64>(0, 1LL << 53);
        body.version = *rc::gen::inRange<qint64>(0, 1LL << 53);
        body.revision = *rc::gen::inRange(0, 1 << 30);
        body.decidedAt = *rc::gen::inRange<qint64>(0, 1LL << 53);
        body.expiresAt = *rc::gen::inRange<qint64>(0, 1LL << 53);
        body.conflictEvent = *rc::gen::inRange<qint64>(-1, 1LL << 53);
        body.allShown = *rc::gen::arbitrary<bool>();
        const auto points = *rc::gen::container<std::vector<char32_t>>(
            rc::gen::map(rc::gen::inRange(0, 0xD800), [](int c) { return char32_t(c); }));
        body.reason = QString::fromUcs4(points.data(), qsizetype(points.size()));
        const auto parsed = DecisionBody::parse(body.canonical());
        RC_ASSERT(parsed.has_value());
        RC_ASSERT(parsed->canonical() == body.canonical());
        RC_ASSERT(parsed->reason == body.reason);
        RC_ASSERT(parsed->conflictEvent == body.conflictEvent);
    }));
}

void tst_Decision::swap_anyOneMember_breaksTheSignature_C9_data()
{
    QTest::addColumn<QString>("member");
    for (const QString &member : kMembers)
        QTest::newRow(qPrintable(member)) << member;
}

void tst_Decision::swap_anyOneMember_breaksTheSignature_C9()
{
    QFETCH(QString, member);
    const approval::SigningKey key = tests::keyOf('k');
    const DecisionBody bodies[] = {tests::approvalOfWithdrawal(), tests::rejectOfRefund()};
    for (int from = 0; from < 2; ++from) {
        const DecisionBody &mine = bodies[from];
        DecisionEnvelope envelope = signDecision(mine, key, 0);
        QVERIFY(verifyDecision(envelope, key.publicKey()));
        QJsonObject swapped = objectOf(mine);
        QVERIFY2(swapped.value(member) != objectOf(bodies[1 - from]).value(member), "the samples are equal here");
        swapped.insert(member, objectOf(bodies[1 - from]).value(member));
        envelope.body = base::canonicalBytes(swapped);
        QVERIFY(!verifyDecision(envelope, key.publicKey()));
    }
}

void tst_Decision::swap_keyOrPurpose_breaksTheSignature()
{
    const approval::SigningKey key = tests::keyOf('k');
    DecisionEnvelope envelope = signDecision(tests::approvalOfWithdrawal(), key, 5);
    QCOMPARE(envelope.sentAt, base::Micros(5));
    QVERIFY(!verifyDecision(envelope, tests::keyOf('l').publicKey()));
    envelope.signature = key.sign(envelope.body); // without the purpose
    QVERIFY(!verifyDecision(envelope, key.publicKey()));
    envelope.signature = key.sign(QByteArray("obstat/admin/v1\n" + envelope.body));
    QVERIFY(!verifyDecision(envelope, key.publicKey()));
    envelope.signature = key.sign(QByteArray("obstat/decision/v1\n" + envelope.body));
    QVERIFY(verifyDecision(envelope, key.publicKey()));
}

void tst_Decision::parse_malformed_isRefused_data()
{
    QTest::addColumn<QString>("member");
    QTest::addColumn<QJsonValue>("value"); // undefined removes the member
    for (const QString &member : kMembers)
        QTest::newRow(qPrintable(QString(u"without "_s + member))) << member << QJsonValue(QJsonValue::Undefined);
    const auto row = [](const char *name, const QString &member, const QJsonValue &value) {
        QTest::newRow(name) << member << value;
    };
    row("one member more", u"note"_s, u"hello"_s);
    row("member with another case", u"Tenant"_s, u"default"_s);
    row("origin empty", u"origin"_s, u""_s);
    row("origin null", u"origin"_s, QJsonValue::Null);
    row("origin a number", u"origin"_s, 1);
    row("tenant with a zero-width space", u"tenant"_s, u"def\u200bault"_s);
    row("tenant with a line end", u"tenant"_s, u"default\n"_s);
    row("operation a text", u"operation"_s, u"24817"_s);
    row("operation a fraction", u"operation"_s, 1.5);
    row("operation negative", u"operation"_s, -1);
    row("operation null", u"operation"_s, QJsonValue::Null);
    row("intent key in capitals", u"intent_key"_s, u"5E33D7B53C0C0B8F1B3AD2C5A9B0C6A1"_s);
    row("intent key too short", u"intent_key"_s, u"5e33d7b5"_s);
    row("revision too large", u"revision"_s, 4294967297.0);
    row("revision true", u"revision"_s, true);
    row("version a list", u"version"_s, QJsonArray{1});
    row("registry digest null", u"registry_digest"_s, QJsonValue::Null);
    row("payload digest null", u"payload_digest"_s, QJsonValue::Null);
    row("payload digest of 63 digits", u"payload_digest"_s, QString(63, u'a'));
    row("facts digest empty instead of null", u"facts_digest"_s, u""_s);
    row("policy digest no hex", u"policy_digest"_s, QString(64, u'z'));
    row("unknown kind", u"kind"_s, u"approved"_s);
    row("kind in capitals", u"kind"_s, u"Approve"_s);
    row("kind without a verdict but with one", u"kind"_s, u"reopen"_s);
    row("verdict of another kind", u"verdict"_s, u"reject"_s);
    row("verdict missing", u"verdict"_s, QJsonValue::Null);
    row("reason empty instead of null", u"reason"_s, u""_s);
    row("reason too long", u"reason"_s, QString(16 * 1024 + 1, u'x'));
    row("reason an object", u"reason"_s, QJsonObject{});
    row("approver empty", u"approver"_s, u""_s);
    row("approver not in NFC", u"approver"_s, u"Zoe\u0308"_s);
    row("approver with a space before", u"approver"_s, u" m.keller"_s);
    row("approver of 129 characters", u"approver"_s, QString(129, u'a'));
    row("key id of 15 digits", u"key_id"_s, QString(15, u'a'));
    row("nonce of 31 digits", u"nonce"_s, QString(31, u'a'));
    row("nonce of 33 digits", u"nonce"_s, QString(33, u'a'));
    row("decided at a text", u"decided_at"_s, u"2026-09-20"_s);
    row("decided at a fraction", u"decided_at"_s, 0.1);
    row("expires at zero instead of null", u"expires_at"_s, 0);
    row("approval without what was shown", u"shown_digest"_s, QJsonValue::Null);
    row("time shown negative", u"ms_shown"_s, -1);
    row("all shown a number", u"all_shown"_s, 1);
    row("all shown a text", u"all_shown"_s, u"true"_s);
    row("unknown surface", u"surface"_s, u"web"_s);
    row("on behalf of empty", u"on_behalf_of"_s, u""_s);
    row("conflict event minus one", u"conflict_event"_s, -1);
    row("new intent key too long", u"new_intent_key"_s, QString(33, u'a'));
    row("reference a number", u"reference"_s, 91);
}

void tst_Decision::parse_malformed_isRefused()
{
    QFETCH(QString, member);
    QFETCH(QJsonValue, value);
    QJsonObject object = objectOf(tests::approvalOfWithdrawal());
    if (value.isUndefined())
        object.remove(member);
    else
        object.insert(member, value);
    const auto parsed = DecisionBody::parse(base::canonicalBytes(object));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, ErrorCode::Malformed);
    QVERIFY(!parsed.error().message.isEmpty());
}

void tst_Decision::parse_malformedText_isRefused_data()
{
    const QByteArray good = tests::approvalOfWithdrawal().canonical();
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("list") << QByteArray("[]");
    QTest::newRow("empty object") << QByteArray("{}");
    QTest::newRow("space after") << QByteArray(good + ' ');
    QTest::newRow("line end after") << QByteArray(good + '\n');
    QTest::newRow("space inside") << QByteArray(good).replace("\":", "\": ");
    QTest::newRow("BOM") << QByteArray("\xEF\xBB\xBF" + good);
    QTest::newRow("cut") << good.chopped(1);
    QTest::newRow("two bodies") << QByteArray(good + good);
    QTest::newRow("duplicate member") << QByteArray(good.chopped(1) + ",\"version\":3}");
    QTest::newRow("another order") << QByteArray("{\"version\":3," +
                                                 QByteArray(good).replace(",\"version\":3", "").mid(1));
    QTest::newRow("escaped where it need not be") << QByteArray(good).replace("default", "d\\u0065fault");
    QTest::newRow("number with a point") << QByteArray(good).replace("\"version\":3", "\"version\":3.0");
    QTest::newRow("number with an exponent") << QByteArray(good).replace("\"version\":3", "\"version\":3e0");
    QTest::newRow("negative zero") << QByteArray(good).replace("\"version\":3", "\"version\":-0");
    QTest::newRow("number beyond 2^53") << QByteArray(good).replace("\"version\":3", "\"version\":9007199254740993");
    QTest::newRow("invalid UTF-8") << QByteArray(good).replace("default", "d\xff");
    QTest::newRow("lone surrogate") << QByteArray(good).replace("checked", "\\ud800");
    QTest::newRow("nested") << QByteArray(good).replace("\"inv_91\"", "[[[1]]]");
    QTest::newRow("huge") << QByteArray(good).replace("checked", QByteArray(100'000, 'x'));
    QTest::newRow("trailing zero byte") << QByteArray(good + '\0');
}

void tst_Decision::parse_malformedText_isRefused()
{
    QFETCH(QByteArray, text);
    const auto parsed = DecisionBody::parse(text);
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, ErrorCode::Malformed);
}

void tst_Decision::parse_anyFlippedBit_isRefusedOrAnotherBody()
{
    const approval::SigningKey key = tests::keyOf('k');
    const DecisionEnvelope good = signDecision(tests::approvalOfWithdrawal(), key, 0);
    for (qsizetype at = 0; at < good.body.size(); ++at) {
        DecisionEnvelope flipped = good;
        flipped.body[at] = char(flipped.body.at(at) ^ (1 << (at % 8)));
        QVERIFY(!verifyDecision(flipped, key.publicKey()));
        if (const auto parsed = DecisionBody::parse(flipped.body); parsed)
            QCOMPARE(parsed->canonical(), flipped.body); // never read as something that it does not say
    }
}

void tst_Decision::envelope_roundTrips()
{
    const DecisionEnvelope envelope = signDecision(tests::approvalOfWithdrawal(), tests::keyOf('k'), 1234);
    const QByteArray json = envelope.toJson();
    QVERIFY(!json.contains('\n'));
    const auto read = DecisionEnvelope::fromJson(json);
    QVERIFY(read);
    QCOMPARE(read->body, envelope.body);
    QCOMPARE(read->signature, envelope.signature);
    QCOMPARE(read->sentAt, envelope.sentAt);
    const auto spaced = DecisionEnvelope::fromJson(QJsonDocument::fromJson(json).toJson(QJsonDocument::Indented));
    QVERIFY(spaced); // only the body has to be canonical
    QVERIFY(verifyDecision(*spaced, tests::keyOf('k').publicKey()));
}

void tst_Decision::envelope_malformed_isRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("list") << QByteArray("[]");
    QTest::newRow("no signature") << QByteArray(R"({"body":"e30=","sent_at":0})");
    QTest::newRow("no time") << QByteArray(R"({"body":"e30=","signature":"e30="})");
    QTest::newRow("no body") << QByteArray(R"({"sent_at":0,"signature":"e30="})");
    QTest::newRow("one more") << QByteArray(R"({"body":"e30=","sent_at":0,"signature":"e30=","tenant":"x"})");
    QTest::newRow("duplicate") << QByteArray(R"({"body":"e30=","body":"e30=","sent_at":0,"signature":"e30="})");
    QTest::newRow("no base64") << QByteArray(R"({"body":"e30","sent_at":0,"signature":"e30="})");
    QTest::newRow("body an object") << QByteArray(R"({"body":{},"sent_at":0,"signature":"e30="})");
    QTest::newRow("time a text") << QByteArray(R"({"body":"e30=","sent_at":"0","signature":"e30="})");
    QTest::newRow("time negative") << QByteArray(R"({"body":"e30=","sent_at":-1,"signature":"e30="})");
}

void tst_Decision::envelope_malformed_isRefused()
{
    QFETCH(QByteArray, json);
    const auto read = DecisionEnvelope::fromJson(json);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Malformed);
}

QTEST_GUILESS_MAIN(tst_Decision)
#include "tst_decision.moc"
