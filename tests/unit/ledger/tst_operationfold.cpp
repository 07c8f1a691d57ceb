#include "ledger/operationfold.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using ledger::OperationFold;

/// The verifier's reading of one operation's events: what no instance would have written is said.
class TestOperationFold : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void approvedAgain_onlyWhenNoSendMayHaveHadAnEffect_data();
    void approvedAgain_onlyWhenNoSendMayHaveHadAnEffect();

private:
    static evidence::Event event(QLatin1StringView kind, const QJsonObject &data, const QString &from = {},
                                 const QString &to = {});
};

evidence::Event TestOperationFold::event(QLatin1StringView kind, const QJsonObject &data, const QString &from,
                                         const QString &to)
{
    evidence::Event event;
    event.kind = kind;
    event.operation = 1;
    event.from = from;
    event.to = to;
    event.data = data;
    return event;
}

void TestOperationFold::approvedAgain_onlyWhenNoSendMayHaveHadAnEffect_data()
{
    QTest::addColumn<QStringList>("attempts"); ///< kind:outcome in their order; "open" has not ended
    QTest::addColumn<bool>("honest");
    QTest::newRow("nothing was sent") << QStringList() << true;
    QTest::newRow("it never left") << QStringList{u"commit:not_sent"_s} << true;
    QTest::newRow("it never left, twice") << QStringList{u"commit:not_sent"_s, u"commit:not_sent"_s} << true;
    QTest::newRow("it is open") << QStringList{u"commit:open"_s} << false;
    QTest::newRow("no answer came") << QStringList{u"commit:timed_out"_s} << false;
    QTest::newRow("the sender crashed") << QStringList{u"commit:crashed"_s} << false;
    QTest::newRow("an older one had no answer") << QStringList{u"commit:timed_out"_s, u"commit:not_sent"_s} << false;
    QTest::newRow("the owner had nothing, too early") << QStringList{u"commit:timed_out"_s, u"query:absent"_s} << false;
    QTest::newRow("the owner proved that it has nothing")
        << QStringList{u"commit:timed_out"_s, u"query:proved_absent"_s} << true;
    QTest::newRow("it was sent again after the proof")
        << QStringList{u"commit:timed_out"_s, u"query:proved_absent"_s, u"commit:open"_s} << false;
}

void TestOperationFold::approvedAgain_onlyWhenNoSendMayHaveHadAnEffect()
{
    QFETCH(QStringList, attempts);
    QFETCH(bool, honest);
    qint64 seq = 0;
    int version = 0;
    OperationFold fold(1);
    const auto apply = [&](evidence::Event next) {
        next.seq = ++seq;
        if (!next.to.isEmpty())
            next.data.insert("version"_L1, ++version);
        return fold.apply(next);
    };
    QCOMPARE(apply(event(evidence::kinds::planned, {}, {}, u"awaiting_approval"_s)), QString());
    QCOMPARE(apply(event(evidence::kinds::approved, {}, u"awaiting_approval"_s, u"approved"_s)), QString());
    QCOMPARE(apply(event(evidence::kinds::claimed, {{u"fence"_s, 1}}, u"approved"_s, u"running"_s)), QString());
    int number = 0;
    for (const QString &attempt : std::as_const(attempts)) {
        const QString kind = attempt.section(u':', 0, 0);
        const QString outcome = attempt.section(u':', 1);
        ++number;
        QCOMPARE(apply(event(evidence::kinds::attemptStarted, {{u"attempt"_s, number}, {u"kind"_s, kind}})), QString());
        if (outcome != u"open") {
            const QJsonObject end{{u"attempt"_s, number}, {u"outcome"_s, outcome}};
            QCOMPARE(apply(event(evidence::kinds::attemptEnded, end)), QString());
        }
    }
    const QString said = apply(event(evidence::kinds::requeued, {}, u"running"_s, u"approved"_s));
    QVERIFY2(said.contains(u"nothing proved that its sends had no effect"_s) != honest, qPrintable(said));
    QCOMPARE(said.isEmpty(), honest);
}

QTEST_APPLESS_MAIN(TestOperationFold)
#include "tst_operationfold.moc"
