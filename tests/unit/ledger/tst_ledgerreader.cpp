#include "base/digest.h"
#include "ledger/ledgerfiles.h"
#include "ledger/ledgerreader.h"
#include "unit/ledger/operationfilters.h"
#include "unit/ledger/rawledger.h"

#include <QtTest>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using base::ErrorCode;
using ledger::LedgerReader;
using ledger::OperationFilter;
using ledger::OperationRow;
using ledger::Status;

namespace {

constexpr qint64 kOperations = 9000; // more than two blocks of the amount index

std::unique_ptr<LedgerReader> opened(const QString &path)
{
    auto reader = LedgerReader::open(path);
    if (!reader)
        qFatal("%s", qPrintable(QString(reader.error().message % u' ' % reader.error().detail)));
    return std::move(*reader);
}

QList<qint64> idsOf(const QList<OperationRow> &rows)
{
    QList<qint64> ids;
    for (const OperationRow &row : rows)
        ids.append(row.id);
    return ids;
}

/// All pages of a filter, one after the other.
QList<qint64> pagedIds(LedgerReader &reader, const OperationFilter &filter, int pageSize)
{
    QList<qint64> ids;
    qint64 after = 0;
    for (;;) {
        const auto page = reader.operations(filter, after, pageSize);
        if (!page)
            qFatal("%s", qPrintable(QString(page.error().message % u' ' % page.error().detail)));
        ids += idsOf(*page);
        if (page->size() < pageSize)
            return ids;
        after = page->last().id;
    }
}

evidence::Event eventAt(QLatin1StringView kind, qint64 operation, base::Micros at)
{
    evidence::Event event;
    event.kind = kind;
    event.operation = operation;
    event.at = at;
    return event;
}

} // namespace

class TestLedgerReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        fillOperations(m_ledger, kOperations);
        m_reader = opened(m_ledger.path());
    }

    void pages_everyFilterAndPair_areWhatThePlainConditionGives_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::addColumn<bool>("oldestFirst");
        const auto &parts = filterParts();
        for (int a = 0; a < parts.size(); ++a) {
            for (int b = a; b < parts.size(); ++b) {
                const QString name = a == b ? parts[a].name : QString(parts[a].name % u" and "_s % parts[b].name);
                QTest::newRow(qPrintable(name)) << a << b << ((a + b) % 3 == 0);
            }
        }
    }
    void pages_everyFilterAndPair_areWhatThePlainConditionGives()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        QFETCH(bool, oldestFirst);
        const FilterPart &a = filterParts().at(first);
        const FilterPart &b = filterParts().at(second);
        OperationFilter filter;
        filter.now = filterNow(kOperations);
        filter.oldestFirst = oldestFirst;
        b.set(filter);
        a.set(filter); // the first wins where both set the same part
        const OperationFilter both = filter;
        OperationFilter onlyA;
        a.set(onlyA);
        OperationFilter onlyB;
        b.set(onlyB);
        const bool sameField =
            a.name != b.name &&
            ((!onlyA.statuses.isEmpty() && !onlyB.statuses.isEmpty()) ||
             (!onlyA.tool.isEmpty() && !onlyB.tool.isEmpty()) || (!onlyA.actor.isEmpty() && !onlyB.actor.isEmpty()) ||
             (!onlyA.tenant.isEmpty() && !onlyB.tenant.isEmpty()) || (onlyA.from && onlyB.from) ||
             (onlyA.amountFrom && onlyB.amountFrom));
        if (sameField)
            return; // one field has one value: covered by its single row
        const QString condition = a.condition % u" AND "_s % b.condition;
        const QList<qint64> expected = m_ledger.numbers(u"SELECT id FROM operation WHERE "_s % condition %
                                                        u" ORDER BY id"_s % (oldestFirst ? u""_s : u" DESC"_s));

        QCOMPARE(pagedIds(*m_reader, both, 200), expected);
        const auto count = m_reader->countOperations(both);
        QVERIFY(count);
        QCOMPARE(*count, expected.size());

        const auto anchors = m_reader->operationAnchors(both, 100);
        QVERIFY(anchors);
        QList<qint64> wanted{0};
        for (qsizetype row = 100; row < expected.size(); row += 100)
            wanted.append(expected.at(row - 1));
        QCOMPARE(*anchors, wanted);
    }

    void pages_withoutFilter_countAndAnchorsComeFromTheHeadRow()
    {
        QCOMPARE(*m_reader->countOperations({}), kOperations);
        const auto anchors = *m_reader->operationAnchors({}, 256);
        QCOMPARE(anchors.size(), (kOperations + 255) / 256);
        QCOMPARE(anchors.at(0), 0);
        QCOMPARE(anchors.at(1), kOperations - 255);
        QCOMPARE(idsOf(*m_reader->operations({}, anchors.at(7), 1)), QList<qint64>{kOperations - 7 * 256});
        OperationFilter queue;
        queue.oldestFirst = true;
        QCOMPARE(m_reader->operationAnchors(queue, 256)->at(3), 768);
        QCOMPARE(idsOf(*m_reader->operations(queue, 768, 2)), (QList<qint64>{769, 770}));
    }

    void pages_whileAWriterInserts_coverEverythingOnce()
    {
        RawLedger ledger;
        fillOperations(ledger, 3000);
        const auto reader = opened(ledger.path());
        for (const bool oldestFirst : {false, true}) {
            const qint64 before = ledger.number(u"SELECT operations FROM head"_s);
            OperationFilter filter;
            filter.tool = u"approve_withdrawal"_s;
            filter.oldestFirst = oldestFirst;
            QList<qint64> ids;
            qint64 after = 0;
            for (;;) {
                const auto page = reader->operations(filter, after, 64);
                QVERIFY(page);
                if (page->isEmpty())
                    break;
                ids += idsOf(*page);
                after = page->last().id;
                if (ids.size() < 1500) { // work arrives between two pages
                    OperationRow row;
                    row.tool = u"approve_withdrawal"_s;
                    row.createdAt = 10'000'000'000;
                    ledger.add(row);
                }
            }
            const QString order = oldestFirst ? u" ORDER BY id"_s : u" ORDER BY id DESC"_s;
            const QList<qint64> old = ledger.numbers(
                u"SELECT id FROM operation WHERE tool = 'approve_withdrawal' AND id <= ?"_s % order, {before});
            const QList<qint64> all =
                ledger.numbers(u"SELECT id FROM operation WHERE tool = 'approve_withdrawal'"_s % order);
            QCOMPARE(ids, oldestFirst ? all : old); // newest first: what came later is above the first page
        }
    }

    void liveCounts_ofTheFilledLedger_equalPlainCounts()
    {
        const base::Micros now = filterNow(kOperations) - 200 * base::kSecond;
        const auto counts = m_reader->liveCounts(now);
        QVERIFY(counts);
        const auto plain = [this](const QString &condition) {
            return m_ledger.number(u"SELECT count(*) FROM operation WHERE "_s % condition);
        };
        QCOMPARE(counts->awaiting, plain(u"status = 'awaiting_approval'"_s));
        QCOMPARE(counts->approved, plain(u"status = 'approved'"_s));
        QCOMPARE(counts->overdue, plain(u"status = 'approved' AND decided_at < %1"_s.arg(now - base::kMinute)));
        QVERIFY(counts->overdue > 0 && counts->overdue < counts->approved);
        QCOMPARE(counts->running, plain(u"status = 'running'"_s));
        QCOMPARE(counts->unknown, plain(u"status = 'unknown'"_s));
        QCOMPARE(counts->held, plain(u"held = 1"_s));
        QCOMPARE(counts->failed, plain(u"status = 'failed'"_s));
        QCOMPARE(counts->contradicted, plain(u"contrary IS NOT NULL"_s));
        QVERIFY(counts->contradicted > 0);
        QCOMPARE(counts->openConflicts, 0);
        QCOMPARE(*counts->oldestAwaiting,
                 m_ledger.number(u"SELECT min(created_at) FROM operation WHERE status = 'awaiting_approval'"_s));
        QCOMPARE(counts->operations, kOperations);
    }

    void distinctValues_ofTheFilledLedger_areSortedAndWithoutEmptyOnes()
    {
        const auto distinct = m_reader->distinctValues();
        QVERIFY(distinct);
        QCOMPARE(distinct->tools, (QStringList{u"approve_withdrawal"_s, u"deploy"_s, u"send_email"_s}));
        QCOMPARE(distinct->rules, (QStringList{u"large_amount"_s, u"small_amount"_s}));
        QCOMPARE(distinct->roles, (QStringList{u"sre"_s, u"treasury"_s}));
        QCOMPARE(distinct->tenants, (QStringList{u"acme"_s, u"default"_s}));
        QCOMPARE(distinct->actors, m_ledger.texts(u"SELECT DISTINCT actor FROM operation ORDER BY actor"_s, 0));
    }

    void distinctValues_ofManyRuns_stopAtFiveHundred()
    {
        RawLedger ledger;
        for (int i = 0; i < 510; ++i) {
            OperationRow row;
            row.actor = u"bot-%1"_s.arg(i, 4, 10, QChar(u'0'));
            ledger.add(row);
        }
        QCOMPARE(opened(ledger.path())->distinctValues()->actors.size(), 500);
    }

    void search_anyOfFourTexts_findsNewestFirstAndOnce()
    {
        QCOMPARE(idsOf(*m_reader->search(u"key-17"_s, 10)), QList<qint64>{17});
        QCOMPARE(idsOf(*m_reader->search(u"WD-7"_s, 10)), (QList<qint64>{23, 22, 21}));
        QCOMPARE(idsOf(*m_reader->search(u"r-3"_s, 2)), (QList<qint64>{19, 18}));
        QVERIFY(m_reader->search(u""_s, 10)->isEmpty());
        QVERIFY(m_reader->search(u"WD-"_s, 10)->isEmpty());
        RawLedger ledger;
        OperationRow row;
        row.record = row.run = row.reference = u"same"_s;
        ledger.add(row);
        QCOMPARE(idsOf(*opened(ledger.path())->search(u"same"_s, 10)), QList<qint64>{1});
    }

    void previousForRecord_sameTenantToolAndRecord_isTheLastBefore()
    {
        RawLedger ledger;
        OperationRow row;
        row.record = u"WD-1"_s;
        ledger.add(row);
        row.tool = u"other"_s;
        ledger.add(row);
        row.tool.clear();
        row.tenant = u"acme"_s;
        ledger.add(row);
        row.tenant.clear();
        ledger.add(row);
        const auto reader = opened(ledger.path());
        const auto last = *reader->operation(4);
        QCOMPARE((*reader->previousForRecord(*last))->id, 1);
        QVERIFY(!*reader->previousForRecord(**reader->operation(1)));
        OperationRow without;
        without.id = 5;
        QVERIFY(!*reader->previousForRecord(without));
    }

    void runShape_againstTheActorsOtherRuns_givesTheirMedian()
    {
        RawLedger ledger;
        const auto addRun = [&ledger](const QString &run, int operations, const QString &actor) {
            for (int i = 0; i < operations; ++i) {
                OperationRow row;
                row.run = run;
                row.actor = actor;
                ledger.add(row);
            }
        };
        addRun(u"a"_s, 1, u"bot"_s);
        addRun(u"b"_s, 2, u"bot"_s);
        addRun(u"c"_s, 9, u"bot"_s);
        addRun(u"d"_s, 3, u"bot"_s);
        addRun(u"e"_s, 50, u"another"_s);
        addRun(u"now"_s, 6, u"bot"_s);
        const auto shape = opened(ledger.path())->runShape(u"default"_s, u"now"_s, u"bot"_s);
        QVERIFY(shape);
        QCOMPARE(shape->operations, 6);
        QCOMPARE(shape->usual, 2.5); // of 1, 2, 9, 3
    }

    void events_byFilter_areNewestFirstAndPaged()
    {
        RawLedger ledger;
        for (int i = 0; i < 300; ++i) {
            auto one = eventAt(i % 3 == 0 ? evidence::kinds::planned : evidence::kinds::replayed, i / 10, i * 1000);
            one.run = i % 2 == 0 ? u"r"_s : QString();
            one.actor = {evidence::actors::agent, u"bot-%1"_s.arg(i % 4)};
            one.tenant = i % 5 == 0 ? u"acme"_s : u"default"_s;
            ledger.add(one);
        }
        const auto reader = opened(ledger.path());
        const auto with = [](auto &&set) {
            ledger::EventFilter filter;
            set(filter);
            return filter;
        };
        const QList<QPair<QString, ledger::EventFilter>> filters{
            {u"1"_s, {}},
            {u"kind = 'planned'"_s, with([](auto &f) { f.kind = u"planned"_s; })},
            {u"actor = 'bot-1'"_s, with([](auto &f) { f.actor = u"bot-1"_s; })},
            {u"run = 'r'"_s, with([](auto &f) { f.run = u"r"_s; })},
            {u"tenant = 'acme'"_s, with([](auto &f) { f.tenant = u"acme"_s; })},
            {u"operation = 7"_s, with([](auto &f) { f.operation = 7; })},
            {u"at >= 20000 AND at < 250000"_s, with([](auto &f) {
                 f.from = 20000;
                 f.to = 250000;
             })},
            {u"kind = 'planned' AND actor = 'bot-1' AND at >= 20000"_s, with([](auto &f) {
                 f.kind = u"planned"_s;
                 f.actor = u"bot-1"_s;
                 f.from = 20000;
             })},
            {u"at >= 999999"_s, with([](auto &f) { f.from = 999999; })},
        };
        for (const auto &[condition, filter] : filters) {
            const QList<qint64> expected =
                ledger.numbers(u"SELECT seq FROM event WHERE "_s % condition % u" ORDER BY seq DESC"_s);
            QList<qint64> found;
            qint64 before = -1;
            for (;;) {
                const auto page = reader->events(filter, before, 32);
                QVERIFY2(page, qPrintable(condition));
                for (const auto &row : *page)
                    found.append(row.seq);
                if (page->size() < 32)
                    break;
                before = page->last().seq;
            }
            QCOMPARE(found, expected);
            QCOMPARE(*reader->countEvents(filter), expected.size());
            const auto anchors = *reader->eventAnchors(filter, 32);
            QCOMPARE(anchors.size(), qMax<qsizetype>(1, (expected.size() + 31) / 32));
            for (qsizetype page = 1; page < anchors.size(); ++page)
                QCOMPARE(reader->events(filter, anchors.at(page), 1)->first().seq, expected.at(page * 32));
        }
        QCOMPARE(reader->eventsFrom(290, 5)->first().seq, 290);
        QCOMPARE(reader->eventsFrom(290, 5)->size(), 5);
        QCOMPARE(reader->timeline(7)->size(), 10);
        QCOMPARE(reader->timeline(7)->first().seq, 70);
        QVERIFY(reader->events({}, 0, 10)->isEmpty());
    }

    void payload_withAndWithoutSalt_isCheckedAgainstItsDigest()
    {
        RawLedger ledger;
        const QByteArray bytes("{\"amount\":\"12\"}");
        const QByteArray salt("0123456789abcdef");
        ledger.storePayload(base::digestHex(bytes), bytes);
        const QString salted = base::saltedDigestHex(salt, bytes);
        ledger.run(u"INSERT INTO payload(digest, bytes, salt) VALUES(?, ?, ?)"_s, {salted, bytes, salt});
        const QString wrong = base::digestHex("other");
        ledger.storePayload(wrong, bytes);
        ledger.run(u"INSERT INTO payload(digest, bytes, salt) VALUES(?, ?, ?)"_s,
                   {base::saltedDigestHex(salt, "x"), QByteArray("x"), QByteArray("another salt")});
        const auto reader = opened(ledger.path());
        QCOMPARE(**reader->payload(base::digestHex(bytes)), bytes);
        QCOMPARE(**reader->payload(salted), bytes);
        QVERIFY(!*reader->payload(base::digestHex("purged")));
        QCOMPARE(reader->payload(wrong).error().code, ErrorCode::Corrupt);
        QCOMPARE(reader->payload(base::saltedDigestHex(salt, "x")).error().code, ErrorCode::Corrupt);
    }

    void document_changedBytes_areCorrupt()
    {
        RawLedger ledger;
        const QString digest = base::digestHex("[[tool]]");
        ledger.run(u"INSERT INTO document VALUES(?, 'registry', 'tools.toml', ?, 5)"_s,
                   {digest, QByteArray("[[tool]]")});
        const auto reader = opened(ledger.path());
        QCOMPARE(**reader->document(digest), QByteArray("[[tool]]"));
        QCOMPARE(reader->documents(u"registry"_s)->first().digest, digest);
        QVERIFY(reader->documents(u"policy"_s)->isEmpty());
        ledger.run(u"UPDATE document SET bytes = x'00'"_s);
        QCOMPARE(reader->document(digest).error().code, ErrorCode::Corrupt);
    }

    void activeDigests_areThoseOfTheLastEvents()
    {
        RawLedger ledger;
        const auto reader = opened(ledger.path());
        QCOMPARE(*reader->activePolicyDigest(), QString());
        for (const char *text : {"old", "new"}) {
            auto policy = eventAt(evidence::kinds::policyActivated, 0, 1);
            policy.operation.reset();
            policy.digests = {{u"policy"_s, base::digestHex(text)}};
            ledger.add(policy);
            policy.kind = evidence::kinds::registryLoaded;
            policy.digests = {{u"registry"_s, base::digestHex(QByteArray(QByteArray(text) + "tools"))}};
            ledger.add(policy);
        }
        QCOMPARE(*reader->activePolicyDigest(), base::digestHex("new"));
        QCOMPARE(*reader->activeRegistryDigest(), base::digestHex("newtools"));
    }

    void dataVersion_afterACommitOfAnother_changes()
    {
        RawLedger ledger;
        const auto reader = opened(ledger.path());
        const qint64 before = *reader->dataVersion();
        QCOMPARE(*reader->dataVersion(), before);
        ledger.setLedgerTime(5);
        QVERIFY(*reader->dataVersion() != before);
    }

    void interrupt_duringALongCount_givesCancelledAndTheReaderGoesOn()
    {
        OperationFilter filter;
        filter.tool = u"approve_withdrawal"_s;
        filter.actor = u"ops-agent-0"_s;
        std::atomic<bool> done{false};
        std::thread other([this, &done] {
            while (!done) {
                m_reader->interrupt();
                std::this_thread::yield();
            }
        });
        std::optional<ErrorCode> stoppedBy;
        for (int i = 0; i < 10000 && !stoppedBy; ++i) {
            const auto count = m_reader->countOperations(filter);
            if (!count)
                stoppedBy = count.error().code;
        }
        done = true;
        other.join();
        QVERIFY(stoppedBy == ErrorCode::Cancelled);
        QVERIFY(m_reader->countOperations(filter));
    }

    void reader_writingThroughIt_isImpossible()
    {
        const QByteArray before = readFile(m_ledger.path());
        m_reader = opened(m_ledger.path());
        QCOMPARE(*m_reader->countOperations({}), kOperations);
        m_reader.reset();
        QCOMPARE(readFile(m_ledger.path()), before); // closing a reader checkpoints nothing
        m_reader = opened(m_ledger.path());
    }

    void open_missingFile_saysSo()
    {
        const auto reader = LedgerReader::open(u"/nowhere/at/all.obstat"_s);
        QVERIFY(!reader);
        QCOMPARE(reader.error().code, ErrorCode::NotFound);
        QVERIFY(reader.error().message.contains(u"/nowhere/at/all.obstat"_s));
    }

    void open_anotherFile_isNotALedger()
    {
        const TempFolder folder;
        const QString file = folder.write(u"letter.obstat"_s, QByteArray(5000, 'x'));
        QCOMPARE(LedgerReader::open(file).error().code, ErrorCode::NotALedger);
        const QString empty = folder.write(u"empty.obstat"_s, {});
        QCOMPARE(LedgerReader::open(empty).error().code, ErrorCode::NotALedger);
    }

    void open_newerSchema_isRefusedWithBothNumbers()
    {
        RawLedger ledger;
        ledger.run(u"INSERT INTO schema_migration VALUES(99, 'd', 1)"_s);
        const auto reader = LedgerReader::open(ledger.path());
        QVERIFY(!reader);
        QCOMPARE(reader.error().code, ErrorCode::Newer);
        QVERIFY(reader.error().message.contains(u"99"_s));
    }

    void open_truncatedFile_saysSo()
    {
        const TempFolder folder;
        QString copy;
        {
            RawLedger ledger;
            ledger.run(u"PRAGMA wal_checkpoint(TRUNCATE)"_s);
            const QByteArray whole = readFile(ledger.path());
            copy = folder.write(u"half.obstat"_s, whole.first(whole.size() / 2 - 100));
        }
        const auto reader = LedgerReader::open(copy);
        QVERIFY(!reader);
        QCOMPARE(reader.error().code, ErrorCode::Truncated);
        QVERIFY(reader.error().message.contains(u"half.obstat"_s));
    }

private:
    RawLedger m_ledger;
    std::unique_ptr<LedgerReader> m_reader;
};

QTEST_GUILESS_MAIN(TestLedgerReader)
#include "tst_ledgerreader.moc"
