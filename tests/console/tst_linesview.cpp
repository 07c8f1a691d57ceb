#include "console/theme/theme.h"
#include "console/widgets/linesview.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/seentracker.h"
#include "support/passevents.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::DisplayLine;
using console::LinesView;
using console::SeenTracker;

/// The one way in which values are shown: in full, literally, and known to have been on screen (C2 to C5).
class TestLinesView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void value_ofAnyLength_isInTheAccessibleText_data();
    void value_ofAnyLength_isInTheAccessibleText();
    void value_thatDiffersAtOnePlace_looksDifferent_data();
    void value_thatDiffersAtOnePlace_looksDifferent();
    void escape_isPaintedDifferentlyFromItsLetters();
    void foldedValue_saysHowMuchIsHidden_andOpens();
    void copy_givesTheWholeValue();
    void seen_growsWithScrolling();
    void seen_ofALineHigherThanTheViewport_needsAllOfIt();
    void markup_isShownLiterally();

private:
    [[nodiscard]] static DisplayLine line(const QString &label, const QString &value)
    {
        return {label, value, DisplayLine::Mark::None, true, {}, false, console::Tone::Neutral};
    }
    [[nodiscard]] static QImage picture(const QString &value, bool opened);
};

void TestLinesView::initTestCase()
{
    console::Theme::apply(*qApp, console::Scheme::Light);
}

QImage TestLinesView::picture(const QString &value, bool opened)
{
    LinesView view;
    view.setLines({line(u"note"_s, value)});
    if (opened)
        view.unfoldAll();
    view.resize(460, view.heightForWidth(460));
    view.resize(460, view.heightForWidth(460));
    return view.grab().toImage();
}

void TestLinesView::value_ofAnyLength_isInTheAccessibleText_data()
{
    QTest::addColumn<int>("length");
    for (const int length : {0, 1, 10, 400, 401, 600, 601, 10000})
        QTest::addRow("%d characters", length) << length;
}

void TestLinesView::value_ofAnyLength_isInTheAccessibleText()
{
    QFETCH(int, length);
    LinesView view;
    const QString value = QString(length, u'v') + u"end"_s;
    view.setLines({line(u"note"_s, value)});
    QVERIFY(view.accessibleDescription().contains(u"note: "_s + value));
}

void TestLinesView::value_thatDiffersAtOnePlace_looksDifferent_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("place");
    for (const int length : {10, 400, 401, 2000}) {
        for (const int place : {0, length / 2, length - 1})
            QTest::addRow("%d characters, at %d", length, place) << length << place;
    }
}

void TestLinesView::value_thatDiffersAtOnePlace_looksDifferent()
{
    QFETCH(int, length);
    QFETCH(int, place);
    const QString value(length, u'a');
    QString other = value;
    other[place] = u'b';
    QVERIFY(picture(value, true) != picture(other, true));
}

void TestLinesView::escape_isPaintedDifferentlyFromItsLetters()
{
    const QImage escape = picture(u"x[U+202E]y"_s, true);
    bool marked = false;
    for (int x = 0; x < escape.width() && !marked; ++x) {
        for (int y = 0; y < escape.height() && !marked; ++y)
            marked = escape.pixelColor(x, y) == console::Theme::colors().warnBack;
    }
    QVERIFY(marked);
    // What an agent writes to look like one was changed by base::visible and gets no colours of its own.
    QVERIFY(picture(u"x[U+5]y"_s, true) != escape);
}

void TestLinesView::foldedValue_saysHowMuchIsHidden_andOpens()
{
    LinesView view;
    view.setLines({line(u"note"_s, QString(1000, u'a')), line(u"short"_s, u"b"_s)});
    QVERIFY(view.isFolded(0));
    QVERIFY(!view.isFolded(1));
    view.resize(460, 400);
    view.show();
    const int before = view.heightForWidth(460);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return);
    QVERIFY(!view.hasFolded());
    QVERIFY(view.heightForWidth(460) > before);
}

void TestLinesView::copy_givesTheWholeValue()
{
    LinesView view;
    view.setLines({line(u"note"_s, QString(1000, u'a'))});
    view.show();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QString(1000, u'a'));
}

void TestLinesView::seen_growsWithScrolling()
{
    QScrollArea area;
    auto *body = new QWidget;
    auto *layout = new QVBoxLayout(body);
    auto *view = new LinesView;
    layout->addWidget(view);
    area.setWidget(body);
    area.setWidgetResizable(true);
    SeenTracker tracker(area);
    tracker.watch(*view);
    QList<DisplayLine> lines;
    for (int i = 0; i < 100; ++i)
        lines.append(line(u"n%1"_s.arg(i), u"value"_s));
    view->setLines(lines);
    area.resize(400, 200);
    QCOMPARE(tracker.seen(), 0); // not even shown
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    QTRY_VERIFY(tracker.seen() > 2);
    QVERIFY(!tracker.all());
    QCOMPARE(tracker.total(), 100);
    for (int i = 0; i < 60 && !tracker.all(); ++i) {
        area.verticalScrollBar()->setValue(area.verticalScrollBar()->value() + 60);
        tests::passEvents(1);
    }
    QTRY_VERIFY(tracker.all());
    tracker.restart();
    QVERIFY(!tracker.all());
}

void TestLinesView::seen_ofALineHigherThanTheViewport_needsAllOfIt()
{
    QScrollArea area;
    auto *body = new QWidget;
    auto *layout = new QVBoxLayout(body);
    auto *view = new LinesView;
    layout->addWidget(view);
    area.setWidget(body);
    area.setWidgetResizable(true);
    SeenTracker tracker(area);
    tracker.watch(*view);
    view->setLines({line(u"note"_s, u"word "_s.repeated(1000))});
    view->unfoldAll();
    area.resize(300, 200);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    tests::passEvents(10);
    QScrollBar *bar = area.verticalScrollBar();
    QVERIFY(bar->maximum() > 600);
    bar->setValue(bar->maximum()); // a jump leaves the middle out
    tests::passEvents(10);
    QVERIFY(!tracker.all());
    for (int at = 0; at <= bar->maximum(); at += 100) {
        bar->setValue(at);
        tests::passEvents(1);
    }
    QTRY_VERIFY(tracker.all());
}

void TestLinesView::markup_isShownLiterally()
{
    console::PlainTextLabel label;
    label.setForeignText(u"<b>x</b>\u202E"_s);
    QCOMPARE(label.text(), u"<b>x</b>[U+202E]"_s);
    QCOMPARE(label.textFormat(), Qt::PlainText);
    QVERIFY(console::plainToolTip(u"<img src=x>"_s).contains(u"&lt;img"_s));
    QVERIFY(console::plainToolTip({}).isEmpty());
}

QTEST_MAIN(TestLinesView)
#include "tst_linesview.moc"
