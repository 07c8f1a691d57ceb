#include "contract/ledgerundertest.h"
#include "ledger/ledgerverifier.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::Status;

/// Plans that wait are raised (§5, `escalate`): once a moment, in the log.
class TestContractReminders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitingPlan_isRaisedAtHalfAndNineTenths_onceEach();
    void escalation_isRaisedAtItsTime();
    void whoWasAway_hearsOfTheLastMomentOnly();
    void decidedPlan_isNotRaised();

private:
    /// The moments told about operation 1.
    static QStringList raised(LedgerUnderTest &ledger)
    {
        need(ledger.writer().remindDue(100), "remind");
        QStringList moments;
        const auto events = ledger.events();
        for (const auto &event : events) {
            if (event.kind == evidence::kinds::reminded || event.kind == evidence::kinds::escalated)
                moments.append(QString(event.kind) + u' ' + event.data.value("moment"_L1).toString() + u' ' +
                               event.data.value("role"_L1).toString());
        }
        return moments;
    }
};

void TestContractReminders::waitingPlan_isRaisedAtHalfAndNineTenths_onceEach()
{
    LedgerUnderTest ledger;
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)); // four hours
    ledger.clock.advance(2 * base::kHour - 1);
    QCOMPARE(raised(ledger), QStringList());
    ledger.clock.advance(1);
    const QStringList half{u"reminded half treasury"_s};
    QCOMPARE(raised(ledger), half);
    QCOMPARE(raised(ledger), half);
    ledger.clock.advance(base::kHour);
    ledger.clock.advance(36 * base::kMinute);
    QCOMPARE(raised(ledger), half + QStringList{u"reminded nine_tenths treasury"_s});
    ledger.clock.advance(23 * base::kMinute);
    QCOMPARE(raised(ledger).size(), 2);
    ledger::LedgerVerifier verifier(ledger.writer().reader(), ledger.writer().logVerifierKey(),
                                    ledger.options().administrators);
    QVERIFY(need(verifier.run({}), "verify").whole);
}

void TestContractReminders::escalation_isRaisedAtItsTime()
{
    LedgerUnderTest ledger;
    ledger.enrol(u"chief"_s, {u"cfo"_s});
    ledger.activatePolicy(
        "default_role = \"treasury\"\n[[rule]]\nname = \"e\"\ntool = \"pay\"\n"
        "then = { approvals = [{ role = \"treasury\" }] }\nescalate = { after = \"1h\", role = \"cfo\" }\n");
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    ledger.clock.advance(base::kHour);
    QCOMPARE(raised(ledger), QStringList{u"escalated escalated cfo"_s});
    QCOMPARE(ledger.events().last().actor.id, u"e"_s);
    QCOMPARE(ledger.decide(ledger.row(1), u"approve"_s, u"chief"_s).code, u"admitted"_s);
}

void TestContractReminders::whoWasAway_hearsOfTheLastMomentOnly()
{
    LedgerUnderTest ledger;
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    ledger.close();
    for (int i = 0; i < 13; ++i)
        ledger.clock.advance(17 * base::kMinute);
    ledger.open();
    QCOMPARE(raised(ledger), QStringList{u"reminded nine_tenths treasury"_s});
}

void TestContractReminders::decidedPlan_isNotRaised()
{
    LedgerUnderTest ledger;
    ledger.submit(LedgerUnderTest::payment(u"WD-1"_s));
    static_cast<void>(ledger.decide(ledger.row(1), u"reject"_s));
    ledger.submit(LedgerUnderTest::payment(u"WD-2"_s, u"10"_s, true)); // automatic
    ledger.clock.advance(3 * base::kHour);
    QCOMPARE(raised(ledger), QStringList());
}

QTEST_GUILESS_MAIN(TestContractReminders)
#include "tst_contractreminders.moc"
