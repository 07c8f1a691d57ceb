#include "office.h"

#include <QTest>

using namespace obstat;
using namespace obstat::tests;
using base::kHour;

namespace {

constexpr base::Micros kFrom = 1'800'000'000'000'000;
constexpr base::Micros kUntil = kFrom + 24 * kHour;

} // namespace

/// "M. decides for K. from … until …" (contract 6.2).
class TestDelegation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_office = std::make_unique<Office>();
        QVERIFY(m_office->apply(m_office->enrolment(u"keller"_s, keyOf('k'), {u"treasury"_s})));
        QVERIFY(m_office->apply(m_office->enrolment(u"mayr"_s, keyOf('m'), {u"sre"_s})));
        QVERIFY(m_office->apply(m_office->enrolment(u"okafor"_s, keyOf('o'), {u"treasury"_s})));
    }

    void delegate_givesThePrincipalsRole_onlyInItsTime()
    {
        QVERIFY(delegates(u"mayr"_s, u"keller"_s));
        QCOMPARE(decide(u"mayr"_s, 'm', u"keller"_s, kFrom - 1), u"mayr does not decide for keller now."_s);
        QCOMPARE(decide(u"mayr"_s, 'm', u"keller"_s, kFrom), QString());
        QCOMPARE(decide(u"mayr"_s, 'm', u"keller"_s, kUntil - 1), QString());
        QCOMPARE(decide(u"mayr"_s, 'm', u"keller"_s, kUntil), u"mayr does not decide for keller now."_s);
        QCOMPARE(decide(u"mayr"_s, 'm', {}, kFrom), u"mayr does not have the role 'treasury'."_s); // for himself
    }

    void delegate_ofTheSponsorOrTheActor_mayNot_C11()
    {
        QVERIFY(delegates(u"keller"_s, u"okafor"_s));
        QCOMPARE(decide(u"keller"_s, 'k', {}, kFrom, u"okafor"_s),
                 u"keller decides for okafor, who asked for this, and cannot decide on it."_s);
        QCOMPARE(decide(u"keller"_s, 'k', u"okafor"_s, kFrom, u"okafor"_s),
                 u"okafor sponsors the token that asked for this and cannot decide on it."_s);
        QCOMPARE(decide(u"keller"_s, 'k', {}, kUntil, u"okafor"_s), QString());
    }

    void delegation_isNotPassedOn()
    {
        QVERIFY(delegates(u"mayr"_s, u"keller"_s));
        QVERIFY(m_office->apply(m_office->enrolment(u"roth"_s, keyOf('r'), {u"sre"_s})));
        QVERIFY(delegates(u"roth"_s, u"mayr"_s));
        QCOMPARE(decide(u"roth"_s, 'r', u"keller"_s, kFrom), u"roth does not decide for keller now."_s);
        QCOMPARE(decide(u"roth"_s, 'r', u"mayr"_s, kFrom), u"mayr does not have the role 'treasury'."_s);
    }

    void revocation_ofTheDelegationOrOfEither_endsIt()
    {
        QVERIFY(delegates(u"mayr"_s, u"keller"_s));
        QVERIFY(m_office->apply(
            m_office->act(u"delegate"_s, u"mayr"_s, {{u"principal"_s, u"keller"_s}, {u"revoked"_s, true}})));
        QCOMPARE(decide(u"mayr"_s, 'm', u"keller"_s, kFrom), u"mayr does not decide for keller now."_s);
        QVERIFY(delegates(u"mayr"_s, u"keller"_s));
        QCOMPARE(decide(u"mayr"_s, 'm', u"keller"_s, kFrom), QString());
        QVERIFY(m_office->apply(m_office->act(u"revoke"_s, u"keller"_s, {})));
        QCOMPARE(decide(u"mayr"_s, 'm', u"keller"_s, kFrom), u"keller is revoked."_s);
    }

    void act_thatMakesNoSense_isRefused_data()
    {
        QTest::addColumn<QString>("delegate");
        QTest::addColumn<QJsonObject>("data");
        QTest::addColumn<int>("code");
        const auto row = [](const char *name, const QString &who, const QJsonObject &data, ErrorCode code) {
            QTest::newRow(name) << who << data << static_cast<int>(code);
        };
        const QJsonObject good{{u"principal"_s, u"keller"_s}, {u"from"_s, kFrom}, {u"until"_s, kUntil}};
        const auto with = [&good](const QString &member, const QJsonValue &value) {
            QJsonObject changed = good;
            changed[member] = value;
            return changed;
        };
        row("nobody", u"nobody"_s, good, ErrorCode::NotFound);
        row("for nobody", u"mayr"_s, with(u"principal"_s, u"nobody"_s), ErrorCode::NotFound);
        row("for himself", u"keller"_s, good, ErrorCode::Malformed);
        row("ends before it begins", u"mayr"_s, with(u"until"_s, kFrom), ErrorCode::Malformed);
        row("for ever", u"mayr"_s, with(u"until"_s, kFrom + 401 * 24 * kHour), ErrorCode::Malformed);
        row("another member", u"mayr"_s, with(u"more"_s, 1), ErrorCode::Malformed);
        row("end of none", u"mayr"_s, {{u"principal"_s, u"keller"_s}, {u"revoked"_s, true}}, ErrorCode::NotFound);
        row("end that is none", u"mayr"_s, {{u"principal"_s, u"keller"_s}, {u"revoked"_s, false}},
            ErrorCode::Malformed);
    }
    void act_thatMakesNoSense_isRefused()
    {
        QFETCH(QString, delegate);
        QFETCH(QJsonObject, data);
        QFETCH(int, code);
        QCOMPARE(m_office->refusal(m_office->act(u"delegate"_s, delegate, data)), static_cast<ErrorCode>(code));
    }

private:
    [[nodiscard]] bool delegates(const QString &delegate, const QString &principal)
    {
        return m_office
            ->apply(m_office->act(u"delegate"_s, delegate,
                                  {{u"principal"_s, principal}, {u"from"_s, kFrom}, {u"until"_s, kUntil}}))
            .has_value();
    }
    /// Why not; "" when the person may decide for treasury.
    [[nodiscard]] QString decide(const QString &person, char key, const QString &onBehalfOf, base::Micros at,
                                 const QString &sponsor = u"somebody"_s) const
    {
        const auto answer = m_office->directory.mayDecide({person,
                                                           keyOf(key).publicKey().id(),
                                                           {u"treasury"_s},
                                                           u"default"_s,
                                                           u"ops-agent-3"_s,
                                                           sponsor,
                                                           onBehalfOf,
                                                           at});
        return answer ? QString() : answer.error().message;
    }

    std::unique_ptr<Office> m_office;
};

QTEST_APPLESS_MAIN(TestDelegation)
#include "tst_delegation.moc"
