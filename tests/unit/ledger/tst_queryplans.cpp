#include "ledger/eventquery.h"
#include "ledger/ledgerreader.h"
#include "ledger/metricsquery.h"
#include "ledger/operationquery.h"
#include "unit/ledger/operationfilters.h"
#include "unit/ledger/rawledger.h"
#include "unit/ledger/tracedsql.h"

#include <QRegularExpression>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::EventFilter;
using ledger::KeysetQuery;
using ledger::LedgerReader;
using ledger::OperationFilter;
using ledger::SqlText;

namespace {

constexpr qint64 kOperations = 200000;
constexpr qint64 kEvents = 300000;

} // namespace

/// architecture.md, "keyset, never OFFSET": no statement that the reader can run walks a table or sorts, on a large
/// skewed ledger, before and after ANALYZE. The statements are those that were really run.
class TestQueryPlans : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        fillOperations(m_ledger, kOperations);
        m_ledger.run(u"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %1 - 1) "
                     "INSERT INTO event SELECT i, i * 1000, CASE WHEN i % 1000 = 0 THEN 'conflict' WHEN i % 3 = 0 THEN "
                     "'planned' ELSE 'replayed' END, CASE WHEN i % 997 = 0 THEN 'acme' ELSE 'default' END, i / 2, "
                     "'bot-' || (i % 10), 'r-' || (i / 50), x'7b7d' FROM n"_s.arg(kEvents));
        m_ledger.run(u"UPDATE head SET size = ?"_s, {kEvents});
        auto reader = LedgerReader::open(m_ledger.path());
        QVERIFY2(reader, qPrintable(reader ? QString() : reader.error().detail));
        m_reader = std::move(*reader);
    }

    void operations_everyFilterAndPair_useAnIndexInOrder_data() { addRows(); }
    void operations_everyFilterAndPair_useAnIndexInOrder()
    {
        analyzeIfAsked();
        const auto &parts = filterParts();
        for (int a = 0; a < parts.size(); ++a) {
            for (int b = a; b < parts.size(); ++b) {
                OperationFilter filter;
                filter.now = filterNow(kOperations);
                filter.oldestFirst = (a + b) % 2 == 0;
                parts[b].set(filter);
                parts[a].set(filter);
                static_cast<void>(m_trace.take());
                QVERIFY(m_reader->operations(filter, 0, 200));
                QVERIFY(m_reader->operations(filter, 100000, 200));
                if (a == b || (a + b) % 5 == 0) { // the statements of counts and anchors differ in their columns only
                    QVERIFY(m_reader->countOperations(filter));
                    QVERIFY(m_reader->operationAnchors(filter, 256));
                }
                checkPlans(QString(parts[a].name % u" and "_s % parts[b].name));
                checkEveryDriver(ledger::operationQuery(filter, 1), u"id"_s);
            }
        }
    }

    void events_everyFilterAndPair_useAnIndexInOrder_data() { addRows(); }
    void events_everyFilterAndPair_useAnIndexInOrder()
    {
        analyzeIfAsked();
        using Set = void (*)(EventFilter &);
        const QList<Set> parts{
            [](EventFilter &f) { f.kind = u"conflict"_s; }, [](EventFilter &f) { f.actor = u"bot-1"_s; },
            [](EventFilter &f) { f.run = u"r-7"_s; },       [](EventFilter &f) { f.operation = 8; },
            [](EventFilter &f) { f.tenant = u"acme"_s; },   [](EventFilter &f) { f.from = 5000; },
            [](EventFilter &f) { f.to = 200'000'000; }};
        for (const Set a : parts) {
            for (const Set b : parts) {
                EventFilter filter;
                a(filter);
                b(filter);
                static_cast<void>(m_trace.take());
                QVERIFY(m_reader->events(filter, -1, 200));
                QVERIFY(m_reader->events(filter, 150000, 200));
                QVERIFY(m_reader->countEvents(filter));
                checkPlans(u"events"_s);
                checkEveryDriver(ledger::eventQuery(filter), u"seq"_s);
            }
        }
    }

    void otherReads_useAnIndexInOrder_data() { addRows(); }
    void otherReads_useAnIndexInOrder()
    {
        analyzeIfAsked();
        static_cast<void>(m_trace.take());
        QVERIFY(m_reader->operations({}, 0, 200));
        QVERIFY(m_reader->events({}, -1, 200));
        QVERIFY(m_reader->eventsFrom(1000, 200));
        QVERIFY(m_reader->liveCounts(1));
        QVERIFY(m_reader->operation(5));
        QVERIFY(m_reader->operationsByKey({}, u"key-5"_s));
        QVERIFY(m_reader->operationsByKey(u"default"_s, u"key-5"_s));
        QVERIFY(m_reader->search(u"WD-5"_s, 20));
        ledger::OperationRow row;
        row.id = 1000;
        row.record = u"WD-5"_s;
        QVERIFY(m_reader->previousForRecord(row));
        QVERIFY(m_reader->runShape(u"default"_s, u"r-5"_s, u"ops-agent-7"_s));
        QVERIFY(m_reader->timeline(5));
        QVERIFY(m_reader->attempts(5));
        QVERIFY(m_reader->decisions(5));
        QVERIFY(m_reader->decisionByNonce(u"n"_s));
        QVERIFY(m_reader->openConflicts(0, 10));
        QVERIFY(m_reader->conflictsOf(5));
        QVERIFY(m_reader->payload(u"p"_s));
        QVERIFY(m_reader->document(u"p"_s));
        QVERIFY(m_reader->activePolicyDigest());
        QVERIFY(m_reader->lastCheckpoint());
        QVERIFY(m_reader->distinctValues());
        QVERIFY(m_reader->head());
        checkPlans(u"other reads"_s);
    }

    void metrics_overARange_readOnlyTheRange_data() { addRows(); }
    void metrics_overARange_readOnlyTheRange()
    {
        analyzeIfAsked();
        static_cast<void>(m_trace.take());
        ledger::MetricsQuery metrics(*m_reader);
        for (const QString &tool : {QString(), u"deploy"_s}) {
            // Few events, so that the leaves of this ledger, which are empty objects, are read quickly.
            const ledger::MetricsRange range{199'000 * base::kSecond / 1000, 200 * base::kSecond, tool};
            QVERIFY(metrics.hits(range));
            QVERIFY(metrics.runs(range, 5));
            QVERIFY(metrics.attempts(range));
            QVERIFY(metrics.waiting(range, 5));
            QVERIFY(metrics.approvals(range));
            QVERIFY(metrics.completeness(range));
            QVERIFY(metrics.gapOperations(range, u"result"_s, 0, 10));
        }
        checkPlans(u"metrics"_s, true);
    }

private:
    static void addRows()
    {
        QTest::addColumn<bool>("analyzed");
        QTest::newRow("without statistics") << false;
        QTest::newRow("after ANALYZE") << true;
    }

    void analyzeIfAsked()
    {
        QFETCH(bool, analyzed);
        const bool has = m_ledger.number(u"SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"_s) > 0 &&
                         m_ledger.number(u"SELECT count(*) FROM sqlite_stat1"_s) > 0;
        if (analyzed && !has)
            m_ledger.run(u"ANALYZE"_s);
        else if (!analyzed && has)
            m_ledger.run(u"DELETE FROM sqlite_stat1"_s);
        else
            return;
        auto reader = LedgerReader::open(m_ledger.path()); // statistics are read with the schema
        QVERIFY(reader);
        m_reader = std::move(*reader);
        m_checked.clear();
    }

    /// Statements over the rows of a whole range may sort what they count; nobody may walk a large table.
    void checkPlan(const QString &sql, const QString &name, bool maySort)
    {
        if (m_checked.contains(sql))
            return;
        m_checked.insert(sql);
        static const QRegularExpression scan(u"^SCAN (operation|event|attempt|payload|decision|[eaoqxpv])\\b"_s);
        const QVariantList unbound(sql.count(u'?'), QVariant());
        const QStringList plan = m_ledger.texts(u"EXPLAIN QUERY PLAN "_s % sql, 3, unbound);
        for (const QString &step : plan) {
            const QString told = name % u": "_s % step % u" in "_s % sql;
            QVERIFY2(!scan.match(step).hasMatch(), qPrintable(told));
            if (!maySort)
                QVERIFY2(!step.startsWith(u"USE TEMP B-TREE"_s), qPrintable(told));
        }
        QVERIFY2(!sql.contains(u"OFFSET"_s), qPrintable(sql));
    }

    void checkPlans(const QString &name, bool maySort = false)
    {
        const QStringList texts = m_trace.take();
        QVERIFY(!texts.isEmpty());
        for (const QString &sql : texts) {
            if (sql.startsWith(u"SELECT"_s) || sql.startsWith(u"WITH"_s))
                checkPlan(sql, name, maySort);
        }
    }

    /// Whichever index the counts make the reader choose, it serves the order.
    void checkEveryDriver(const KeysetQuery &query, const QString &key)
    {
        for (int driver = KeysetQuery::kTableItself; driver < query.drivers().size(); ++driver) {
            if (driver != KeysetQuery::kTableItself && query.drivers().at(driver).name == ledger::kAmountDriver)
                continue;
            checkPlan(query.rows(driver, u"*"_s, 5, 10).sql, u"driver"_s, false);
            checkPlan(query.rows(driver, key, 0, -1).sql, u"driver"_s, false);
            checkPlan(query.count(driver).sql, u"driver"_s, false);
            if (driver != KeysetQuery::kTableItself)
                checkPlan(query.probe(driver, 10).sql, u"driver"_s, false);
        }
    }

    TracedSql m_trace; // before the first connection
    RawLedger m_ledger;
    std::unique_ptr<LedgerReader> m_reader;
    QSet<QString> m_checked;
};

QTEST_GUILESS_MAIN(TestQueryPlans)
#include "tst_queryplans.moc"
