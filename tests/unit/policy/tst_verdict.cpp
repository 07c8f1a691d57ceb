#include "policy/policy.h"

#include "base/canonicaljson.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using policy::Approval;
using policy::Verdict;
using policy::VerdictKind;
Q_DECLARE_METATYPE(obstat::policy::Verdict)

class VerdictTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void frozen_everyKind_comesBack_data();
    void frozen_everyKind_comesBack();
    void frozen_bytes_areStable();
    void verdictFromFrozen_damaged_isCorrupt_data();
    void verdictFromFrozen_damaged_isCorrupt();
    void isStricterThan_pairs_data();
    void isStricterThan_pairs();
};

namespace {

Verdict verdict(VerdictKind kind, const QList<Approval> &approvals = {})
{
    Verdict made;
    made.kind = kind;
    made.rule = u"r"_s;
    made.approvals = approvals;
    return made;
}

} // namespace

void VerdictTest::frozen_everyKind_comesBack_data()
{
    QTest::addColumn<Verdict>("given");
    QTest::newRow("automatic") << verdict(VerdictKind::Automatic);
    QTest::newRow("human") << verdict(VerdictKind::Human, {{1, u"treasury"_s}});
    QTest::newRow("two thresholds") << verdict(VerdictKind::Human, {{2, u"a"_s}, {1, u"b"_s}});
    QTest::newRow("deny") << verdict(VerdictKind::Deny);
}

void VerdictTest::frozen_everyKind_comesBack()
{
    QFETCH(Verdict, given);
    const auto back = policy::verdictFromFrozen(given.frozen());
    QVERIFY(back.has_value());
    QCOMPARE(back->kind, given.kind);
    QCOMPARE(back->rule, given.rule);
    QCOMPARE(back->frozen(), given.frozen());
    QVERIFY(!back->isStricterThan(given) && !given.isStricterThan(*back));
}

void VerdictTest::frozen_bytes_areStable()
{
    QCOMPARE(base::canonicalBytes(verdict(VerdictKind::Human, {{1, u"treasury"_s}}).frozen()),
             QByteArray(R"({"approvals":[{"count":1,"role":"treasury"}],"kind":"human","rule":"r"})"));
}

void VerdictTest::verdictFromFrozen_damaged_isCorrupt_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray("{}");
    QTest::newRow("other kind") << QByteArray(R"({"approvals":[],"kind":"maybe","rule":""})");
    QTest::newRow("kind missing") << QByteArray(R"({"approvals":[],"rule":""})");
    QTest::newRow("rule as number") << QByteArray(R"({"approvals":[],"kind":"human","rule":1})");
    QTest::newRow("approvals as object") << QByteArray(R"({"approvals":{},"kind":"human","rule":""})");
    QTest::newRow("approval by nobody") << QByteArray(
        R"({"approvals":[{"count":0,"role":"a"}],"kind":"human","rule":""})");
    QTest::newRow("approval of a half") << QByteArray(
        R"({"approvals":[{"count":0.5,"role":"a"}],"kind":"human","rule":""})");
    QTest::newRow("approval without role") << QByteArray(R"({"approvals":[{"count":1}],"kind":"human","rule":""})");
    QTest::newRow("member unknown") << QByteArray(R"({"approvals":[],"kind":"human","more":1,"rule":""})");
}

void VerdictTest::verdictFromFrozen_damaged_isCorrupt()
{
    QFETCH(QByteArray, json);
    const auto parsed = base::parseCanonical(json);
    QVERIFY(parsed.has_value());
    const auto back = policy::verdictFromFrozen(parsed->value.toObject());
    QVERIFY(!back.has_value());
    QCOMPARE(back.error().code, base::ErrorCode::Corrupt);
}

void VerdictTest::isStricterThan_pairs_data()
{
    QTest::addColumn<Verdict>("now");
    QTest::addColumn<Verdict>("before");
    QTest::addColumn<bool>("stricter");
    const auto human = [](int count, const QString &role) { return verdict(VerdictKind::Human, {{count, role}}); };
    const Verdict automatic = verdict(VerdictKind::Automatic);
    const Verdict deny = verdict(VerdictKind::Deny);
    QTest::newRow("automatic, was automatic") << automatic << automatic << false;
    QTest::newRow("human, was automatic") << human(1, u"a"_s) << automatic << true;
    QTest::newRow("deny, was automatic") << deny << automatic << true;
    QTest::newRow("automatic, was human") << automatic << human(1, u"a"_s) << false;
    QTest::newRow("same person") << human(1, u"a"_s) << human(1, u"a"_s) << false;
    QTest::newRow("another role") << human(1, u"b"_s) << human(1, u"a"_s) << true;
    QTest::newRow("more people") << human(2, u"a"_s) << human(1, u"a"_s) << true;
    QTest::newRow("fewer people") << human(1, u"a"_s) << human(2, u"a"_s) << false;
    QTest::newRow("one role more") << verdict(VerdictKind::Human, {{1, u"a"_s}, {1, u"b"_s}}) << human(1, u"a"_s)
                                   << true;
    QTest::newRow("one role less") << human(1, u"a"_s) << verdict(VerdictKind::Human, {{1, u"a"_s}, {1, u"b"_s}})
                                   << false;
    QTest::newRow("deny, was human") << deny << human(1, u"a"_s) << true;
    QTest::newRow("human, was deny") << human(1, u"a"_s) << deny << false;
    QTest::newRow("deny, was deny") << deny << deny << false;
}

void VerdictTest::isStricterThan_pairs()
{
    QFETCH(Verdict, now);
    QFETCH(Verdict, before);
    QFETCH(bool, stricter);
    QCOMPARE(now.isStricterThan(before), stricter);
}

QTEST_APPLESS_MAIN(VerdictTest)
#include "tst_verdict.moc"
