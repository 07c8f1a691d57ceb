#include "contract/ledgerundertest.h"
#include "ledger/ledgercreation.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::Status;

/// The transitions of §4.3, at the only place that changes a status.
class TestOperationStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void transitions_all81Pairs_data();
    void transitions_all81Pairs();
    void move_staleVersion_changesNothing();
    void texts_goBackAndForth();

private:
    static constexpr int kStatuses = 9;
    /// The table of §4.3, written out.
    static bool contractAllows(const QString &from, const QString &to)
    {
        static const QMultiHash<QString, QString> table = [] {
            QMultiHash<QString, QString> allowed;
            const auto add = [&allowed](const QString &start, const QString &ends) {
                const QStringList list = ends.split(u' ');
                for (const QString &end : list) {
                    allowed.insert(start, end);
                }
            };
            add(u"awaiting_approval"_s, u"approved rejected expired withdrawn unknown"_s);
            add(u"approved"_s, u"running rejected withdrawn expired awaiting_approval unknown"_s);
            add(u"running"_s, u"succeeded failed unknown approved"_s);
            add(u"unknown"_s, u"succeeded failed running approved"_s);
            add(u"failed"_s, u"approved succeeded"_s);
            return allowed;
        }();
        return table.contains(from, to);
    }
};

void TestOperationStore::transitions_all81Pairs_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    for (int from = 0; from < kStatuses; ++from) {
        for (int to = 0; to < kStatuses; ++to) {
            const QString name =
                ledger::statusText(static_cast<Status>(from)) + u" to "_s + ledger::statusText(static_cast<Status>(to));
            QTest::newRow(qUtf8Printable(name)) << from << to;
        }
    }
}

void TestOperationStore::transitions_all81Pairs()
{
    QFETCH(int, from);
    QFETCH(int, to);
    static LedgerUnderTest ledger;
    static const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).operation->id;
    ledger.close();
    ledger.tamperLive(
        {u"UPDATE operation SET version=1, status='%1'"_s.arg(ledger::statusText(static_cast<Status>(from)))});
    const bool allowed =
        contractAllows(ledger::statusText(static_cast<Status>(from)), ledger::statusText(static_cast<Status>(to)));
    QCOMPARE(ledger::isLegalTransition(static_cast<Status>(from), static_cast<Status>(to)), allowed);
    auto core = need(ledger::openCore(ledger.options()), "core");
    const qint64 size = core->events.head().size;
    auto row = need(core->operations.byId(id), "row");
    const auto moved = core->transact([&] {
        return core->operations.move(row, static_cast<Status>(to),
                                     ledger::eventOf(row, evidence::kinds::unknown, core->flowActor()));
    });
    QCOMPARE(moved.has_value(), allowed);
    const auto stored = need(core->operations.byId(id), "row");
    QCOMPARE(static_cast<int>(stored.status), allowed ? to : from);
    QCOMPARE(stored.version, allowed ? 2 : 1);
    QCOMPARE(core->events.head().size, allowed ? size + 1 : size);
    if (!allowed) {
        QCOMPARE(moved.error().code, base::ErrorCode::Illegal);
    }
}

void TestOperationStore::move_staleVersion_changesNothing()
{
    LedgerUnderTest ledger;
    const qint64 id = ledger.submit(LedgerUnderTest::payment(u"WD-1"_s)).operation->id;
    ledger.close();
    auto core = need(ledger::openCore(ledger.options()), "core");
    auto first = need(core->operations.byId(id), "row");
    auto second = first;
    const auto event = ledger::eventOf(first, evidence::kinds::withdrawn, core->flowActor());
    need(core->transact([&] { return core->operations.move(first, Status::Withdrawn, event); }), "move");
    const qint64 size = core->events.head().size;
    const auto stale = core->transact([&] { return core->operations.move(second, Status::Approved, event); });
    QCOMPARE(stale.error().code, base::ErrorCode::Stale);
    QCOMPARE(second.version, 1);
    QCOMPARE(core->events.head().size, size);
    QCOMPARE(need(core->operations.byId(id), "row").status, Status::Withdrawn);
}

void TestOperationStore::texts_goBackAndForth()
{
    for (int i = 0; i < kStatuses; ++i) {
        const auto status = static_cast<Status>(i);
        QCOMPARE(ledger::statusFromText(ledger::statusText(status)), status);
    }
    QVERIFY(!ledger::statusFromText(u"done"_s));
    QCOMPARE(ledger::answerText(ledger::AnswerKind::Refused), u"refused"_s);
    QCOMPARE(ledger::outcomeText(ledger::AttemptOutcome::Crashed), u"crashed"_s);
}

QTEST_GUILESS_MAIN(TestOperationStore)
#include "tst_operationstore.moc"
