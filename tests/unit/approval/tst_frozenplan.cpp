#include "approval/frozenplan.h"

#include "base/digest.h"

#include <QJsonArray>
#include <QSet>
#include <QTest>

#include <functional>

using namespace obstat;
using namespace Qt::StringLiterals;
using approval::FrozenPlan;

namespace {

using Change = std::function<void(FrozenPlan &)>;

const QByteArray kKey(32, 'k');

FrozenPlan plan()
{
    FrozenPlan plan;
    plan.operation = 24817;
    plan.tenant = u"default"_s;
    plan.tool = u"approve_withdrawal"_s;
    plan.intentKey = u"5e33d7b53c0c0b8f1b3ad2c5a9b0c6a1"_s;
    plan.revision = 1;
    plan.generation = 0;
    plan.payloadDigest = base::digestHex("payload");
    plan.factsDigest = base::digestHex("facts");
    plan.registryDigest = base::digestHex("registry");
    plan.policyDigest = base::digestHex("policy");
    plan.actor = u"ops-agent-3"_s;
    plan.tokenId = u"a1b2c3d4e5f6"_s;
    plan.rule = u"large_amount"_s;
    plan.verdict = u"human"_s;
    plan.approvals =
        QJsonObject{{u"kind"_s, u"human"_s}, {u"rule"_s, u"large_amount"_s}, {u"approvals"_s, QJsonArray{}}};
    plan.expiresAt = 1'789'927'200'000'000;
    return plan;
}

} // namespace
Q_DECLARE_METATYPE(Change)

class tst_FrozenPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mac_sample_isHmacOverTheCanonicalPlan();
    void mac_anyOtherMember_isAnother_data();
    void mac_anyOtherMember_isAnother();
    void mac_otherKey_isAnother();
    void mac_valuesMovedBetweenMembers_isAnother();
};

void tst_FrozenPlan::mac_sample_isHmacOverTheCanonicalPlan()
{
    const QByteArray canonical = QByteArray(
        R"({"actor":"ops-agent-3","approvals":{"approvals":[],"kind":"human","rule":"large_amount"},"expires_at":1789927200000000,"facts_digest":")" +
        base::digestHex("facts").toLatin1() +
        R"(","generation":0,"intent_key":"5e33d7b53c0c0b8f1b3ad2c5a9b0c6a1","operation":24817,"payload_digest":")" +
        base::digestHex("payload").toLatin1() + R"(","policy_digest":")" + base::digestHex("policy").toLatin1() +
        R"(","registry_digest":")" + base::digestHex("registry").toLatin1() +
        R"(","revision":1,"rule":"large_amount","tenant":"default","token_id":"a1b2c3d4e5f6","tool":"approve_withdrawal","verdict":"human"})");
    const QByteArray expected = base::hmacSha256(kKey, QByteArray("obstat/plan/v1\n" + canonical)).toHex();
    QCOMPARE(approval::planMac(kKey, plan()), QString::fromLatin1(expected));
    QCOMPARE(approval::planMac(kKey, plan()).size(), 64);
}

void tst_FrozenPlan::mac_anyOtherMember_isAnother_data()
{
    QTest::addColumn<Change>("change");
    QTest::newRow("operation") << Change([](FrozenPlan &p) { ++p.operation; });
    QTest::newRow("tenant") << Change([](FrozenPlan &p) { p.tenant = u"acme"_s; });
    QTest::newRow("tool") << Change([](FrozenPlan &p) { p.tool = u"issue_refund"_s; });
    QTest::newRow("intent key") << Change([](FrozenPlan &p) { p.intentKey[0] = u'f'; });
    QTest::newRow("revision") << Change([](FrozenPlan &p) { ++p.revision; });
    QTest::newRow("generation") << Change([](FrozenPlan &p) { ++p.generation; });
    QTest::newRow("payload") << Change([](FrozenPlan &p) { p.payloadDigest = base::digestHex("x"); });
    QTest::newRow("facts") << Change([](FrozenPlan &p) { p.factsDigest = base::digestHex("x"); });
    QTest::newRow("registry entry") << Change([](FrozenPlan &p) { p.registryDigest = base::digestHex("x"); });
    QTest::newRow("policy") << Change([](FrozenPlan &p) { p.policyDigest = base::digestHex("x"); });
    QTest::newRow("actor") << Change([](FrozenPlan &p) { p.actor = u"m.keller"_s; });
    QTest::newRow("token") << Change([](FrozenPlan &p) { p.tokenId = u"a1b2c3d4e5f7"_s; });
    QTest::newRow("rule") << Change([](FrozenPlan &p) { p.rule = u"small_amount"_s; });
    QTest::newRow("verdict") << Change([](FrozenPlan &p) { p.verdict = u"automatic"_s; });
    QTest::newRow("approvals") << Change([](FrozenPlan &p) { p.approvals.insert(u"kind"_s, u"automatic"_s); });
    QTest::newRow("expires at") << Change([](FrozenPlan &p) { ++p.expiresAt; });
}

void tst_FrozenPlan::mac_anyOtherMember_isAnother()
{
    QFETCH(Change, change);
    FrozenPlan changed = plan();
    change(changed);
    QVERIFY(approval::planMac(kKey, changed) != approval::planMac(kKey, plan()));
}

void tst_FrozenPlan::mac_otherKey_isAnother()
{
    QVERIFY(approval::planMac(QByteArray(32, 'l'), plan()) != approval::planMac(kKey, plan()));
}

void tst_FrozenPlan::mac_valuesMovedBetweenMembers_isAnother()
{
    FrozenPlan swapped = plan();
    std::swap(swapped.payloadDigest, swapped.factsDigest);
    QVERIFY(approval::planMac(kKey, swapped) != approval::planMac(kKey, plan()));
    FrozenPlan quoted = plan();
    quoted.rule = u"large_amount\",\"tenant\":\"acme"_s;
    QVERIFY(approval::planMac(kKey, quoted) != approval::planMac(kKey, plan()));
}

QTEST_GUILESS_MAIN(tst_FrozenPlan)
#include "tst_frozenplan.moc"
