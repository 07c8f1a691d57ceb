#include "approval/adminact.h"
#include "base/canonicaljson.h"
#include "unit/approval/samples.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::AdminAct;
using approval::SignedAct;
using base::ErrorCode;

namespace {

AdminAct policyAct()
{
    AdminAct act;
    act.origin = u"obstat.local/5f0c6a52-1d0e-4c53-9a43-5a6f6ac7a001"_s;
    act.act = u"policy"_s;
    act.subject = tests::digestOf("policy text");
    act.data = QJsonObject{{u"size"_s, 11}};
    act.admin = u"root"_s;
    act.keyId = tests::keyOf('r').publicKey().id();
    act.nonce = tests::nonceOf(1);
    act.at = 1'789'912'800'000'000;
    return act;
}

QJsonObject objectOf(const AdminAct &act)
{
    return base::parseCanonical(act.canonical())->value.toObject();
}

} // namespace

class tst_AdminAct : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void canonical_sample_isFrozen();
    void parse_ownBytes_isTheSame();
    void parse_malformed_isRefused_data();
    void parse_malformed_isRefused();
    void signature_anyOtherByte_fails();
    void envelope_roundTrips_withAndWithoutDocument();
    void envelope_malformed_isRefused_data();
    void envelope_malformed_isRefused();
    void document_mustBeTheOneNamed();
    void proof_isForOneOriginSubjectAndKey();
};

void tst_AdminAct::canonical_sample_isFrozen()
{
    QCOMPARE(policyAct().canonical(),
             QByteArray(R"({"act":"policy","admin":"root","at":1789912800000000,"data":{"size":11},"data_digest":")" +
                        tests::digestOf(R"({"size":11})").toLatin1() + R"(","key_id":")" +
                        tests::keyOf('r').publicKey().id().toLatin1() + R"(","nonce":")" +
                        tests::nonceOf(1).toLatin1() +
                        R"(","origin":"obstat.local/5f0c6a52-1d0e-4c53-9a43-5a6f6ac7a001","subject":")" +
                        tests::digestOf("policy text").toLatin1() + R"("})"));
}

void tst_AdminAct::parse_ownBytes_isTheSame()
{
    AdminAct resume = policyAct();
    resume.act = u"resume"_s;
    resume.subject.clear();
    resume.data = QJsonObject{{u"reason"_s, u"restored from the backup of Monday"_s}};
    for (const AdminAct &act : {policyAct(), resume}) {
        const auto parsed = AdminAct::parse(act.canonical());
        QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
        QCOMPARE(parsed->canonical(), act.canonical());
        QCOMPARE(parsed->subject, act.subject);
        QCOMPARE(parsed->data, act.data);
    }
    QVERIFY(objectOf(resume).value("subject"_L1).isNull());
}

void tst_AdminAct::parse_malformed_isRefused_data()
{
    QTest::addColumn<QString>("member");
    QTest::addColumn<QJsonValue>("value"); // undefined removes the member
    for (const QString &member : objectOf(policyAct()).keys())
        QTest::newRow(qPrintable(QString(u"without "_s + member))) << member << QJsonValue(QJsonValue::Undefined);
    const auto row = [](const char *name, const QString &member, const QJsonValue &value) {
        QTest::newRow(name) << member << value;
    };
    row("one member more", u"reason"_s, u"because"_s);
    row("unknown act", u"act"_s, u"grant"_s);
    row("origin empty", u"origin"_s, u""_s);
    row("subject empty instead of null", u"subject"_s, u""_s);
    row("subject with a right-to-left override", u"subject"_s, u"m\u202e.keller"_s);
    row("data a list", u"data"_s, QJsonArray{});
    row("data of another digest", u"data"_s, QJsonObject{{u"size"_s, 12}});
    row("digest of other data", u"data_digest"_s, tests::digestOf("{}"));
    row("admin empty", u"admin"_s, u""_s);
    row("key id too long", u"key_id"_s, QString(17, u'a'));
    row("nonce in capitals", u"nonce"_s, QString(32, u'A'));
    row("time a text", u"at"_s, u"now"_s);
    row("time negative", u"at"_s, -1);
}

void tst_AdminAct::parse_malformed_isRefused()
{
    QFETCH(QString, member);
    QFETCH(QJsonValue, value);
    QJsonObject object = objectOf(policyAct());
    if (value.isUndefined())
        object.remove(member);
    else
        object.insert(member, value);
    const auto parsed = AdminAct::parse(base::canonicalBytes(object));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, ErrorCode::Malformed);
    QVERIFY(!AdminAct::parse(QByteArray(policyAct().canonical() + '\n')));
}

void tst_AdminAct::signature_anyOtherByte_fails()
{
    const approval::SigningKey key = tests::keyOf('r');
    const SignedAct good = signAct(policyAct(), key);
    QVERIFY(verifyAct(good, key.publicKey()));
    QVERIFY(!verifyAct(good, tests::keyOf('s').publicKey()));
    for (qsizetype at = 0; at < good.body.size(); ++at) {
        SignedAct flipped = good;
        flipped.body[at] = char(flipped.body.at(at) ^ 1);
        QVERIFY(!verifyAct(flipped, key.publicKey()));
    }
    SignedAct decision = good; // signed for another purpose
    decision.signature = key.sign(QByteArray("obstat/decision/v1\n" + good.body));
    QVERIFY(!verifyAct(decision, key.publicKey()));
}

void tst_AdminAct::envelope_roundTrips_withAndWithoutDocument()
{
    const SignedAct act = signAct(policyAct(), tests::keyOf('r'));
    const auto bare = SignedAct::fromJson(act.toJson());
    QVERIFY(bare);
    QCOMPARE(bare->body, act.body);
    QCOMPARE(bare->signature, act.signature);
    QVERIFY(bare->document.isEmpty());
    const QByteArray text(300'000, 'p'); // a long policy
    const auto full = SignedAct::fromJson(act.toJson(text));
    QVERIFY(full);
    QCOMPARE(full->document, text);
}

void tst_AdminAct::envelope_malformed_isRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("list") << QByteArray("[]");
    QTest::newRow("no signature") << QByteArray(R"({"body":"e30="})");
    QTest::newRow("no body") << QByteArray(R"({"signature":"e30="})");
    QTest::newRow("one more") << QByteArray(R"({"body":"e30=","signature":"e30=","sent_at":1})");
    QTest::newRow("document null") << QByteArray(R"({"body":"e30=","document":null,"signature":"e30="})");
    QTest::newRow("no base64") << QByteArray(R"({"body":"e3 0=","signature":"e30="})");
}

void tst_AdminAct::envelope_malformed_isRefused()
{
    QFETCH(QByteArray, json);
    const auto read = SignedAct::fromJson(json);
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::Malformed);
}

void tst_AdminAct::document_mustBeTheOneNamed()
{
    QVERIFY(checkDocument(policyAct(), "policy text"));
    QVERIFY(!checkDocument(policyAct(), "policy texT"));
    QVERIFY(!checkDocument(policyAct(), {}));
    AdminAct wrongSize = policyAct();
    wrongSize.data = QJsonObject{{u"size"_s, 12}};
    QVERIFY(!checkDocument(wrongSize, "policy text"));
    AdminAct role = policyAct();
    role.act = u"role"_s;
    QVERIFY(checkDocument(role, {}));
    QVERIFY(!checkDocument(role, "policy text"));
}

void tst_AdminAct::proof_isForOneOriginSubjectAndKey()
{
    const approval::SigningKey key = tests::keyOf('k');
    const approval::PublicKey publicKey = key.publicKey();
    const QByteArray proof = approval::enrolProof(u"o"_s, u"m.keller"_s, key);
    QVERIFY(approval::verifyEnrolProof(u"o"_s, u"m.keller"_s, publicKey, proof));
    QVERIFY(!approval::verifyEnrolProof(u"p"_s, u"m.keller"_s, publicKey, proof));
    QVERIFY(!approval::verifyEnrolProof(u"o"_s, u"m.kellec"_s, publicKey, proof));
    QVERIFY(!approval::verifyEnrolProof(u"o"_s, u"m.keller"_s, tests::keyOf('l').publicKey(), proof));
    QVERIFY(!approval::verifyEnrolProof(u"o"_s, u"m.keller"_s, publicKey, {}));
}

QTEST_GUILESS_MAIN(tst_AdminAct)
#include "tst_adminact.moc"
