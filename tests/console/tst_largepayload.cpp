#include "base/jsonpath.h"
#include "console/pages/planpanel.h"
#include "console/theme/theme.h"
#include "console/widgets/linesview.h"
#include "hostile/realconsole.h"

#include <QApplication>
#include <QJsonArray>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::GateBlock;
using console::LinesView;
using console::TextBlock;
using tests::LedgerUnderTest;
using tests::RealConsole;

/// Payloads far larger than the gateway takes (256 KiB): the window goes on while they are read and laid out, and all
/// of them can be reached.
class TestLargePayload : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bug_V3_data();
    void bug_V3();
    void block_inPieces_isTheTextInOneGo_data();
    void block_inPieces_isTheTextInOneGo();

private:
    /// Runs the event loop until all is laid out; how many turns that took.
    static int turnsUntilLaidOut(const LinesView &view);
};

int TestLargePayload::turnsUntilLaidOut(const LinesView &view)
{
    int turns = 0;
    QTimer beat;
    beat.setInterval(0);
    QObject::connect(&beat, &QTimer::timeout, &beat, [&] { ++turns; });
    beat.start();
    if (!QTest::qWaitFor([&] { return view.laidOut() == view.count(); }, 120'000))
        qFatal("It was never laid out.");
    return turns;
}

void TestLargePayload::bug_V3_data()
{
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("last"); ///< what stands at its very end
    QTest::newRow("85 kB of text") << QJsonValue(u"word "_s.repeated(17'000) + u"end-of-it"_s) << u"end-of-it"_s;
    QTest::newRow("1 MB without a space") << QJsonValue(QString(1'000'000, u'x') + u"end-of-it"_s) << u"end-of-it"_s;
    QTest::newRow("60,000 invisible characters")
        << QJsonValue(u"a\u200B"_s.repeated(60'000) + u"end-of-it"_s) << u"end-of-it"_s;
    QJsonValue deep = u"end-of-it"_s;
    for (int level = 0; level < 50; ++level)
        deep = QJsonObject{{u"a"_s + QString(2000, u'n'), QJsonArray{level}}, {u"b"_s, deep}};
    QTest::newRow("50 levels with long names") << deep << u"end-of-it"_s;
}

/// redpanda-data/console#627: a large JSON message froze the view; 85 kB were enough.
void TestLargePayload::bug_V3()
{
    QFETCH(QJsonValue, value);
    QFETCH(QString, last);
    LedgerUnderTest ledger;
    const QJsonObject arguments{{u"record"_s, u"WD-1"_s}, {u"amount"_s, u"700.00"_s}, {u"z"_s, value}};
    const qint64 small = ledger.submit(LedgerUnderTest::payment(u"WD-0"_s)).operation->id;
    ledger.clock.advance(base::kSecond);
    const QByteArray bytes = base::canonicalBytes(arguments);
    ledger::Submission submission = LedgerUnderTest::payment(u"WD-1"_s, u"700.00"_s);
    submission.arguments = {arguments, bytes};
    const qint64 id = ledger.submit(submission).operation->id;
    RealConsole real(ledger);
    auto &panel = real.child<console::PlanPanel>("panel");
    auto &view = real.child<LinesView>("argumentLines");
    QTRY_COMPARE(panel.operation(), std::optional(small));

    // Opened: what costs time with its length is done beside the window, or in slices between its events.
    console::Answer<console::OperationDetail> answer = real.session().ledger().operation(id);
    QTRY_VERIFY_WITH_TIMEOUT(answer.isFinished(), 60'000);
    QVERIFY(answer.result()->review); // parsed, digested, escaped and compared in the reader's thread
    int slice = 0;
    int before = 0;
    connect(&view, &LinesView::arranged, &view, [&] {
        slice = std::max(slice, view.laidOut() - before);
        before = view.laidOut();
    });
    real.page().showOperation(id);
    QTRY_COMPARE_WITH_TIMEOUT(panel.operation(), std::optional(id), 120'000);
    QVERIFY(panel.approveBlock() != GateBlock::None);
    (void)turnsUntilLaidOut(view);
    QVERIFY(slice <= LinesView::kSliceLines);

    // The whole of it is there to be read, searched and copied.
    QCOMPARE(panel.operation(), std::optional(id));
    QVERIFY(view.text().contains(last));
    QVERIFY(view.accessibleDescription().contains(last));
    QCOMPARE(view.count(), static_cast<int>(base::leaves(arguments).size()));

    // Folded values open in slices too.
    const bool folded = view.hasFolded();
    view.unfoldAll();
    const int turns = turnsUntilLaidOut(view);
    QVERIFY(!view.hasFolded());
    if (folded)
        QVERIFY2(turns >= static_cast<int>(bytes.size() / LinesView::kSlice / 2), qPrintable(QString::number(turns)));
    QTRY_VERIFY(view.height() >= view.lineRect(view.count() - 1).bottom());

    // Scrolled to its end: it is painted, and only what is in sight was looked at.
    auto *bar = real.child<QScrollArea>("area").verticalScrollBar();
    bar->setValue(bar->maximum());
    const QRect end = view.lineRect(view.count() - 1);
    const QImage tail = view.grab(QRect(0, std::max(0, end.bottom() - 60), view.width(), 60)).toImage();
    QSet<QRgb> colors;
    for (int x = 0; x < tail.width(); ++x) {
        for (int y = 0; y < tail.height(); ++y)
            colors.insert(tail.pixel(x, y));
    }
    QVERIFY(colors.size() > 3);
    QCOMPARE(panel.approveBlock(), GateBlock::NotAllShown); // a jump to the end is not reading

    // Closed in the middle of its layout: nothing of it goes on.
    view.resize(view.width() - 40, view.height());
    panel.clear();
    real.page().showOperation(small);
    QTRY_COMPARE(panel.operation(), std::optional(small));
    QTRY_COMPARE(view.laidOut(), view.count());
    QVERIFY(!view.text().contains(last));
}

void TestLargePayload::block_inPieces_isTheTextInOneGo_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("words") << u"some words of a text "_s.repeated(2000);
    QTest::newRow("no space") << QString(20'000, u'x');
    QTest::newRow("wide and narrow") << u"iiiiWWWW"_s.repeated(3000);
    QTest::newRow("pairs of surrogates") << u"\U0001F4B6"_s.repeated(6000);
    QTest::newRow("escapes") << u"a[U+200B]"_s.repeated(3000);
    QTest::newRow("combining") << u"e\u0301"_s.repeated(6000);
    QTest::newRow("nothing") << QString();
}

/// The pieces end where lines end, so that nobody sees them, and no character is lost.
void TestLargePayload::block_inPieces_isTheTextInOneGo()
{
    QFETCH(QString, text);
    console::Theme::apply(*qApp, console::Scheme::Light);
    const QFont font = console::Theme::monoFont();
    TextBlock block(text, font, 380);
    qsizetype laid = 0;
    int steps = 0;
    do {
        const qsizetype piece = block.layNext();
        QVERIFY(piece <= TextBlock::kPiece);
        laid += piece;
        ++steps;
    } while (!block.isDone());
    QCOMPARE(laid, text.size());
    QVERIFY(steps >= static_cast<int>(text.size() / TextBlock::kPiece));
    const auto whole = console::linetext::lay(text, font, 380);
    const int pieces = steps; // each may round its height up
    QVERIFY(std::abs(block.height() - console::linetext::height(*whole)) <= pieces);
}

QTEST_MAIN(TestLargePayload)
#include "tst_largepayload.moc"
