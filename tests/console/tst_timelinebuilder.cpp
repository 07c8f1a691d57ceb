#include "console/models/timelinebuilder.h"
#include "console/models/timelinemodel.h"
#include "evidence/event.h"
#include "support/fakeclock.h"
#include "support/samplebook.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::OperationDetail;
using console::TimelineBuilder;
using console::TimelineItem;
using console::TimelineModel;

/// The timeline of one operation: every event in order, long waits compressed, bursts grouped.
class TestTimelineBuilder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void life_ofAnOperation_isTold();
    void wait_ofTenSeconds_isCompressed();
    void bursts_withinAMinute_areOneLine();
    void questions_withTheSameAnswer_areOneLine();
    void planned_whileAutomaticWasOff_saysSo();
    void vote_thatIsNotEnough_saysHowManyCount();
    void unreadableLeaf_isSaid();
    void caller_isNamed_whereItExecutes();
    void values_areEscaped();
    void everyEvent_isInSomeLine();
    void model_refreshed_insertsAtItsEnd();

private:
    [[nodiscard]] static ledger::EventRow event(qint64 seq, const QString &kind, base::Micros at,
                                                const QString &actor = u"agent"_s, const QJsonObject &data = {});

    tests::FakeClock m_clock;
    tests::SampleBook m_book{m_clock.now()};
};

ledger::EventRow TestTimelineBuilder::event(qint64 seq, const QString &kind, base::Micros at, const QString &actor,
                                            const QJsonObject &data)
{
    evidence::Event leaf;
    leaf.seq = seq;
    leaf.at = at;
    leaf.kind = kind;
    leaf.tenant = u"default"_s;
    leaf.operation = 1;
    leaf.actor = {u"agent"_s, actor};
    leaf.data = data;
    return {seq, at, kind, leaf.tenant, 1, actor, {}, evidence::leafBytes(leaf)};
}

void TestTimelineBuilder::life_ofAnOperation_isTold()
{
    m_book.addPicture();
    const QList<TimelineItem> items = TimelineBuilder::build(m_book.details().at(1)); // timed out, then found
    QStringList titles;
    for (const TimelineItem &item : items)
        titles.append(item.kind == TimelineItem::Kind::Wait ? u"…"_s : item.title);
    QCOMPARE(titles.first(), u"Planned"_s);
    QVERIFY(titles.contains(u"Approved by rule"_s));
    QVERIFY(titles.contains(u"Attempt 1"_s));
    QVERIFY(titles.contains(u"Unknown"_s));
    QVERIFY(titles.contains(u"Succeeded"_s));
    QVERIFY(titles.contains(u"…"_s));
    QCOMPARE(titles.last(), u"Repeated ×94"_s);
}

void TestTimelineBuilder::questions_withTheSameAnswer_areOneLine()
{
    OperationDetail detail;
    detail.timeline.append(event(0, u"planned"_s, 0));
    const QStringList outcomes{u"not_sent"_s, u"not_sent"_s, u"absent"_s, u"found"_s};
    base::Micros at = 0;
    for (int number = 1; number <= outcomes.size(); ++number) {
        at += 5 * base::kMinute;
        const qint64 seq = 2 * number;
        detail.timeline.append(
            event(seq - 1, u"attempt_started"_s, at, u"flow"_s, {{u"attempt"_s, number}, {u"kind"_s, u"query"_s}}));
        detail.timeline.append(
            event(seq, u"attempt_ended"_s, at + base::kSecond, u"flow"_s,
                  {{u"attempt"_s, number}, {u"outcome"_s, outcomes.at(number - 1)}, {u"reference"_s, u"inv_91"_s}}));
    }
    detail.timeline.append(
        event(9, u"attempt_started"_s, at + base::kMinute, u"flow"_s, {{u"attempt"_s, 5}, {u"kind"_s, u"query"_s}}));
    QStringList lines;
    qint64 last = -1;
    for (const TimelineItem &item : TimelineBuilder::build(detail)) {
        if (item.kind == TimelineItem::Kind::Wait)
            continue;
        lines.append(item.title + u": "_s + item.text);
        QCOMPARE(item.firstSeq, last + 1);
        last = item.lastSeq;
    }
    QCOMPARE(last, 9);
    QCOMPARE(lines.size(), 5);
    QVERIFY2(lines.at(1).startsWith(u"Asked the owner ×2: it could not be reached"_s), qPrintable(lines.at(1)));
    QCOMPARE(lines.at(2), u"Asked the owner: it has no such work; too early to count"_s);
    QCOMPARE(lines.at(3), u"Asked the owner: it has this work, reference inv_91"_s);
    QCOMPARE(lines.at(4), u"Question 5: sent to the owner"_s);
}

void TestTimelineBuilder::planned_whileAutomaticWasOff_saysSo()
{
    const OperationDetail off = m_book.addWithdrawal(u"WD-1"_s, u"120.00"_s); // its rule approves by itself
    QVERIFY2(TimelineBuilder::build(off).first().text.endsWith(
                 u"rule small_and_known approves by itself, but was not allowed to here: a person decides"_s),
             qPrintable(TimelineBuilder::build(off).first().text));
    OperationDetail asked = off;
    asked.policy = std::optional<QByteArray>(); // what the rule said is not known any more
    QVERIFY(TimelineBuilder::build(asked).first().text.endsWith(u"rule small_and_known asks a person"_s));
}

void TestTimelineBuilder::wait_ofTenSeconds_isCompressed()
{
    OperationDetail detail;
    detail.timeline = {event(0, u"planned"_s, 0), event(1, u"approved"_s, 9'999'999),
                       event(2, u"succeeded"_s, 19'999'999)};
    const QList<TimelineItem> items = TimelineBuilder::build(detail);
    QCOMPARE(items.size(), 4);
    QCOMPARE(items.at(2).kind, TimelineItem::Kind::Wait);
    QCOMPARE(items.at(2).sinceStart, 10 * base::kSecond);
}

void TestTimelineBuilder::bursts_withinAMinute_areOneLine()
{
    OperationDetail detail;
    detail.timeline = {event(0, u"planned"_s, 0), event(1, u"replayed"_s, base::kSecond, u"a"_s, {{u"count"_s, 2}}),
                       event(2, u"replayed"_s, 2 * base::kSecond, u"a"_s),
                       event(3, u"replayed"_s, 3 * base::kSecond, u"b"_s),
                       event(4, u"replayed"_s, 3 * base::kSecond + 2 * base::kMinute, u"b"_s)};
    const QList<TimelineItem> items = TimelineBuilder::build(detail);
    QCOMPARE(items.size(), 5); // planned, a ×3, b, the wait, b
    QCOMPARE(items.at(1).count, 3);
    QCOMPARE(items.at(1).firstSeq, 1);
    QCOMPARE(items.at(1).lastSeq, 2);
    QCOMPARE(items.at(1).evidence.count(u'\n'), 1);
}

void TestTimelineBuilder::vote_thatIsNotEnough_saysHowManyCount()
{
    OperationDetail detail;
    detail.row.id = 1;
    detail.timeline = {
        event(1, u"decision_received"_s, m_clock.now(), u"t.stand"_s,
              {{u"kind"_s, u"approve"_s}, {u"counted"_s, 1}, {u"seats"_s, 3}, {u"on_behalf_of"_s, u"h.lind"_s}})};
    QCOMPARE(TimelineBuilder::build(detail).first().text, u"t.stand approves · 1 of 3 needed · for h.lind"_s);
}

void TestTimelineBuilder::unreadableLeaf_isSaid()
{
    OperationDetail detail;
    detail.timeline = {{0, 0, u"planned"_s, u"default"_s, 1, u"a"_s, {}, "{}"}};
    const QList<TimelineItem> items = TimelineBuilder::build(detail);
    QCOMPARE(items.size(), 1);
    QCOMPARE(items.first().tone, console::Tone::Bad);
}

void TestTimelineBuilder::caller_isNamed_whereItExecutes()
{
    OperationDetail detail;
    ledger::AttemptRow attempt;
    attempt.number = 1;
    attempt.kind = u"commit"_s;
    attempt.fence = 7;
    attempt.timeout = 2 * base::kMinute;
    detail.attempts = {attempt};
    detail.timeline = {event(0, u"claimed"_s, 0, u"desk"_s, {{u"fence"_s, 7}, {u"token"_s, u"0123456789ab"_s}}),
                       event(1, u"attempt_started"_s, 1, u"flow"_s, {{u"attempt"_s, 1}}),
                       event(2, u"reported"_s, 2, u"desk"_s, {{u"attempt"_s, 1}, {u"outcome"_s, u"reset"_s}})};
    QStringList texts;
    for (const TimelineItem &item : TimelineBuilder::build(detail))
        texts.append(item.title + u": " + item.text);
    QCOMPARE(texts, (QStringList{u"Taken by a caller: by desk, all checks passed again"_s,
                                 u"Attempt 1: executed by the caller itself, lease 2 m 0 s"_s,
                                 u"Reported: desk says about attempt 1: the caller does not know"_s}));
    // The flow's own is sent.
    detail.timeline[0] = event(0, u"claimed"_s, 0, u"flow"_s, {{u"fence"_s, 7}});
    QCOMPARE(TimelineBuilder::build(detail).at(1).text, u"sent to the owner, limit 2 m 0 s"_s);
}

void TestTimelineBuilder::values_areEscaped()
{
    OperationDetail detail;
    detail.timeline = {event(0, u"planned"_s, 0, u"agent\u202E"_s)};
    QVERIFY(TimelineBuilder::build(detail).first().text.contains(u"agent[U+202E]"_s));
}

void TestTimelineBuilder::everyEvent_isInSomeLine()
{
    m_book.addPicture();
    for (const OperationDetail &detail : m_book.details()) {
        const QList<TimelineItem> items = TimelineBuilder::build(detail);
        for (const ledger::EventRow &row : detail.timeline) {
            const bool told = std::any_of(items.begin(), items.end(), [&row](const TimelineItem &item) {
                return item.firstSeq <= row.seq && row.seq <= item.lastSeq && !item.title.isEmpty();
            });
            QVERIFY(told);
        }
    }
}

void TestTimelineBuilder::model_refreshed_insertsAtItsEnd()
{
    OperationDetail detail;
    detail.row.id = 1;
    detail.timeline = {event(0, u"planned"_s, 0), event(1, u"approved"_s, 1)};
    TimelineModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setItems(1, TimelineBuilder::build(detail));
    model.toggle(1);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    detail.timeline.append(event(2, u"succeeded"_s, 2));
    model.setItems(1, TimelineBuilder::build(detail));
    QCOMPARE(reset.size(), 0);
    QCOMPARE(inserted.size(), 1);
    QVERIFY(model.index(1, 0).data(TimelineModel::OpenRole).toBool()); // what was opened stays open
    model.setItems(2, {});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(TestTimelineBuilder)
#include "tst_timelinebuilder.moc"
