#include "unit/approval/office.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using base::ErrorCode;
using tests::Office;

namespace {

constexpr std::nullopt_t kMay = std::nullopt;

} // namespace

class tst_MayDecide : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mayDecide_roleMatrix();
    void mayDecide_self_isForbidden_C11();
    void mayDecide_revokedOrForeignKey_isRefused_C15();
    void eligible_countsPeopleNotKeys_C12();
};
void tst_MayDecide::mayDecide_roleMatrix()
{
    Office office;
    QVERIFY(office.apply(office.enrolment(u"treasurer"_s, tests::keyOf('t'), {u"treasury"_s})));
    QVERIFY(
        office.apply(office.enrolment(u"both"_s, tests::keyOf('b'), {u"treasury"_s, u"support"_s}, {u"default"_s})));
    QVERIFY(office.apply(office.enrolment(u"acme-only"_s, tests::keyOf('a'), {u"treasury"_s}, {u"acme"_s})));
    QVERIFY(office.apply(office.enrolment(u"no-role"_s, tests::keyOf('n'), {})));
    struct Row
    {
        QString person;
        char key;
        QString role;
        QString tenant;
        std::optional<ErrorCode> answer;
    };
    const QList<Row> rows = {
        {u"treasurer"_s, 't', u"treasury"_s, u"default"_s, kMay},
        {u"treasurer"_s, 't', u"treasury"_s, u"acme"_s, kMay},
        {u"treasurer"_s, 't', u"support"_s, u"default"_s, ErrorCode::Forbidden},
        {u"treasurer"_s, 't', u""_s, u"default"_s, kMay},
        {u"treasurer"_s, 't', u"treasur"_s, u"default"_s, ErrorCode::Forbidden},
        {u"both"_s, 'b', u"treasury"_s, u"default"_s, kMay},
        {u"both"_s, 'b', u"support"_s, u"default"_s, kMay},
        {u"both"_s, 'b', u"support"_s, u"acme"_s, ErrorCode::Forbidden},
        {u"both"_s, 'b', u""_s, u"acme"_s, ErrorCode::Forbidden},
        {u"acme-only"_s, 'a', u"treasury"_s, u"acme"_s, kMay},
        {u"acme-only"_s, 'a', u"treasury"_s, u"default"_s, ErrorCode::Forbidden},
        {u"acme-only"_s, 'a', u"treasury"_s, u"*"_s, ErrorCode::Forbidden},
        {u"no-role"_s, 'n', u"treasury"_s, u"default"_s, ErrorCode::Forbidden},
        {u"no-role"_s, 'n', u""_s, u"default"_s, ErrorCode::Forbidden},
        {u"stranger"_s, 't', u"treasury"_s, u"default"_s, ErrorCode::Forbidden},
        {u"Treasurer"_s, 't', u"treasury"_s, u"default"_s, ErrorCode::Forbidden},
    };
    for (const Row &row : rows) {
        const QString name = row.person + u" / " + row.role + u" / " + row.tenant;
        QVERIFY2(office.decide(row.person, row.key, row.role, row.tenant) == row.answer, qPrintable(name));
    }
}

void tst_MayDecide::mayDecide_self_isForbidden_C11()
{
    Office office;
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('l'), {u"treasury"_s})));
    const auto decide = [&](char key, const QString &role, const QString &actor, const QString &sponsor) {
        return office.decide(u"m.keller"_s, key, role, u"default"_s, actor, sponsor);
    };
    QCOMPARE(decide('k', u"treasury"_s, u"ops-agent-3"_s, u"a.okafor"_s), kMay);
    for (const char key : {'k', 'l'}) { // a second key is the same person
        QCOMPARE(decide(key, u"treasury"_s, u"ops-agent-3"_s, u"m.keller"_s), ErrorCode::Forbidden);
        QCOMPARE(decide(key, u"treasury"_s, u"m.keller"_s, u"a.okafor"_s), ErrorCode::Forbidden);
        QCOMPARE(decide(key, u""_s, u"ops-agent-3"_s, u"m.keller"_s), ErrorCode::Forbidden);
    }
}

void tst_MayDecide::mayDecide_revokedOrForeignKey_isRefused_C15()
{
    Office office;
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    QVERIFY(office.apply(office.enrolment(u"j.doe"_s, tests::keyOf('j'), {u"treasury"_s})));
    const auto answer = office.directory.mayDecide({u"m.keller"_s,
                                                    tests::keyOf('k').publicKey().id(),
                                                    {u"treasury"_s},
                                                    u"default"_s,
                                                    u"ops-agent-3"_s,
                                                    u"a.okafor"_s});
    QVERIFY(answer);
    QCOMPARE(answer->raw, tests::keyOf('k').publicKey().raw);
    QCOMPARE(office.decide(u"m.keller"_s, 'j', u"treasury"_s), ErrorCode::BadSignature);
    QCOMPARE(office.decide(u"m.keller"_s, 'x', u"treasury"_s), ErrorCode::BadSignature);
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {{u"key_id"_s, tests::keyOf('k').publicKey().id()}})));
    QCOMPARE(office.decide(u"m.keller"_s, 'k', u"treasury"_s), ErrorCode::Forbidden);
}

void tst_MayDecide::eligible_countsPeopleNotKeys_C12()
{
    Office office;
    const auto eligible = [&](const QString &sponsor = u"a.okafor"_s) {
        return office.directory.eligible(u"treasury"_s, u"default"_s, u"ops-agent-3"_s, sponsor, 0);
    };
    QCOMPARE(eligible(), 0);
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('k'), {u"treasury"_s})));
    QVERIFY(office.apply(office.enrolment(u"m.keller"_s, tests::keyOf('l'), {u"treasury"_s})));
    QVERIFY(office.apply(office.enrolment(u"j.doe"_s, tests::keyOf('j'), {u"treasury"_s}, {u"default"_s})));
    QVERIFY(office.apply(office.enrolment(u"other"_s, tests::keyOf('o'), {u"support"_s})));
    QVERIFY(office.apply(office.enrolment(u"elsewhere"_s, tests::keyOf('e'), {u"treasury"_s}, {u"acme"_s})));
    QCOMPARE(eligible(), 2);
    QCOMPARE(eligible(u"m.keller"_s), 1);
    QVERIFY(office.apply(office.act(u"revoke"_s, u"j.doe"_s, {{u"key_id"_s, tests::keyOf('j').publicKey().id()}})));
    QCOMPARE(eligible(), 1); // enrolled, but without a key
    QVERIFY(office.apply(office.act(u"revoke"_s, u"m.keller"_s, {})));
    QCOMPARE(eligible(), 0);
}

QTEST_GUILESS_MAIN(tst_MayDecide)
#include "tst_maydecide.moc"
