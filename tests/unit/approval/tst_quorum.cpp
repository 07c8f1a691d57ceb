#include "approval/quorum.h"

#include <rapidcheck.h>

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;
using namespace obstat::approval;

namespace {

Voter voter(const QString &person, const QStringList &roles, const QString &key = {}, const QString &onBehalfOf = {})
{
    return {person, onBehalfOf, key.isEmpty() ? u"key-"_s + person : key, roles};
}

/// By trying every order of the voters over the seats.
bool metByTrying(const QList<Seats> &seats, const QList<Voter> &voters)
{
    QStringList single;
    for (const Seats &one : seats) {
        for (int i = 0; i < one.count; ++i)
            single.append(one.role);
    }
    std::vector<int> order(static_cast<size_t>(voters.size()));
    std::iota(order.begin(), order.end(), 0);
    do {
        bool all = single.size() <= voters.size();
        for (int seat = 0; all && seat < single.size(); ++seat)
            all = voters[order[static_cast<size_t>(seat)]].roles.contains(single[seat]);
        if (all)
            return true;
    } while (std::next_permutation(order.begin(), order.end()));
    return single.isEmpty();
}

} // namespace

/// Contract 6.2, approval-integrity C12.
class TestQuorum : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twoOfOneRole_needTwoPeople()
    {
        const Quorum quorum({{2, u"treasury"_s}});
        const Voter keller = voter(u"keller"_s, {u"treasury"_s});
        QVERIFY(!quorum.isMet({}));
        QVERIFY(!quorum.isMet({keller}));
        QCOMPARE(quorum.open({keller}), (QList<Seats>{{1, u"treasury"_s}}));
        QVERIFY(quorum.isMet({keller, voter(u"mayr"_s, {u"treasury"_s})}));
        QVERIFY(!quorum.isMet({keller, voter(u"mayr"_s, {u"sre"_s})}));
    }

    void onePerson_countsOnce_data()
    {
        QTest::addColumn<QString>("person");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("onBehalfOf");
        QTest::newRow("the same row twice") << u"keller"_s << u"key-keller"_s << QString();
        QTest::newRow("two keys of one person") << u"keller"_s << u"other"_s << QString();
        QTest::newRow("the same key under two names") << u"mayr"_s << u"key-keller"_s << QString();
        QTest::newRow("once for himself, once for another") << u"keller"_s << u"other"_s << u"mayr"_s;
        QTest::newRow("somebody else for him") << u"mayr"_s << u"key-mayr"_s << u"keller"_s;
    }
    void onePerson_countsOnce()
    {
        QFETCH(QString, person);
        QFETCH(QString, key);
        QFETCH(QString, onBehalfOf);
        const Quorum quorum({{2, u"treasury"_s}});
        const Voter first = voter(u"keller"_s, {u"treasury"_s});
        const Voter second = voter(person, {u"treasury"_s}, key, onBehalfOf);
        QVERIFY(!quorum.isMet({first, second}));
        QCOMPARE(quorum.taken({first, second}), 1);
        QCOMPARE(quorum.whyNot({first}, second), u"keller approved this already; another person must."_s);
    }

    void twoRoles_oneSeatAPerson_whateverTheOrder()
    {
        const Quorum quorum({{1, u"treasury"_s}, {1, u"compliance"_s}});
        const Voter both = voter(u"keller"_s, {u"treasury"_s, u"compliance"_s});
        const Voter treasury = voter(u"mayr"_s, {u"treasury"_s});
        QVERIFY(!quorum.isMet({both}));
        QVERIFY(quorum.isMet({both, treasury})); // the second makes the first move to the other seat
        QVERIFY(quorum.isMet({treasury, both}));
        QVERIFY(!quorum.isMet({treasury, voter(u"roth"_s, {u"treasury"_s})}));
    }

    void vote_thatIsNotNeeded_isToldWhatIs()
    {
        const Quorum quorum({{1, u"treasury"_s}, {1, u"compliance"_s}});
        const Voter first = voter(u"keller"_s, {u"treasury"_s});
        QCOMPARE(quorum.whyNot({first}, voter(u"mayr"_s, {u"treasury"_s})),
                 u"What is missing is 1 × compliance, and mayr cannot give that."_s);
        QCOMPARE(quorum.whyNot({first}, voter(u"roth"_s, {u"compliance"_s})), QString());
    }

    void escalated_takesAnySeat()
    {
        const Quorum quorum({{1, u"treasury"_s}});
        Voter chief = voter(u"chief"_s, {u"cfo"_s});
        QVERIFY(!quorum.isMet({chief}));
        chief.anySeat = true;
        QVERIFY(quorum.isMet({chief}));
    }

    void matching_isWhatTryingEveryOrderGives()
    {
        const bool holds = rc::check("a quorum is met exactly when some order of people fills all seats", [] {
            const QStringList roles{u"a"_s, u"b"_s, u"c"_s};
            QList<Seats> seats;
            const int kinds = *rc::gen::inRange(1, 4);
            for (int i = 0; i < kinds; ++i)
                seats.append({*rc::gen::inRange(1, 3), roles[i]});
            QList<Voter> voters;
            const int people = *rc::gen::inRange(0, 6);
            for (int i = 0; i < people; ++i) {
                QStringList own;
                for (const QString &role : roles) {
                    if (*rc::gen::arbitrary<bool>())
                        own.append(role);
                }
                voters.append(voter(u"p%1"_s.arg(i), own));
            }
            RC_ASSERT(Quorum(seats).isMet(voters) == metByTrying(seats, voters));
        });
        QVERIFY(holds);
    }
};

QTEST_APPLESS_MAIN(TestQuorum)
#include "tst_quorum.moc"
