#include "console/delegates/celltext.h"
#include "console/delegates/operationdelegate.h"
#include "console/models/windowedoperationmodel.h"
#include "console/theme/theme.h"
#include "console/widgets/recordtable.h"

#include <QApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSettings>
#include <QStandardItemModel>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::CellText;
using console::OperationDelegate;
using Roles = console::WindowedOperationModel;

/// Cells of tables: what asks for a width is not cut in it, and what one column does not need others get.
class TestOperationDelegate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void text_inTheWidthThatItAsksFor_isNotCut_data();
    void text_inTheWidthThatItAsksFor_isNotCut();
    void cutColumn_besideAWideOne_getsWhatItDoesNotNeed();
    void longText_inANarrowCell_isAllThereOrSaysHowMuchIsNot_data();
    void longText_inANarrowCell_isAllThereOrSaysHowMuchIsNot();
    void longText_differingAtOnePlace_looksDifferent();
    void row_whoseTextNeedsMoreLines_isAsHighAsThey();
    void row_thatIsScrolledTo_isAsHighAsItsText();
    void currentRow_belowRowsThatGrow_staysInView();

private:
    static QString recipient(int length);
};

void TestOperationDelegate::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
}

void TestOperationDelegate::text_inTheWidthThatItAsksFor_isNotCut_data()
{
    QTest::addColumn<bool>("strong");
    QTest::addColumn<bool>("mono");
    QTest::newRow("plain") << false << false;
    QTest::newRow("bold, as ages are") << true << false;
    QTest::newRow("mono") << false << true;
}

void TestOperationDelegate::text_inTheWidthThatItAsksFor_isNotCut()
{
    QFETCH(bool, strong);
    QFETCH(bool, mono);
    const OperationDelegate delegate;
    QStandardItemModel model(1, 1);
    const QModelIndex index = model.index(0, 0);
    model.setData(index, strong, Roles::StrongRole);
    model.setData(index, mono, Roles::MonoRole);
    QFont font = mono ? console::Theme::monoFont() : console::Theme::textFont();
    if (strong)
        font.setWeight(QFont::DemiBold);
    for (int minutes = 0; minutes < 600; ++minutes) {
        const QString text = u"%1 h %2 m"_s.arg(minutes / 60).arg(minutes % 60);
        model.setData(index, text);
        const int room = delegate.sizeHint({}, index).width() - 20; // ten pixels at each side
        QCOMPARE(QFontMetrics(font).elidedText(text, Qt::ElideRight, room), text);
    }
}

void TestOperationDelegate::cutColumn_besideAWideOne_getsWhatItDoesNotNeed()
{
    QStandardItemModel model(1, 2);
    model.setData(model.index(0, 0), u"short"_s);
    model.setData(model.index(0, 1), u"returns the first result"_s);
    console::RecordTable table;
    table.resize(600, 200);
    table.setRecords(&model, u"sample"_s, {0, 60});
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    QTRY_VERIFY(table.columnWidth(1) >= table.sizeHintForIndex(model.index(0, 1)).width());
    QCOMPARE(table.columnWidth(0) + table.columnWidth(1), table.viewport()->width());
    QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
}

QString TestOperationDelegate::recipient(int length)
{
    return QString(u"ORD-8473 · "_s + u"paypal@merchant-support.example "_s.repeated(length / 32 + 1))
               .left(length - 1) +
           u'.';
}

void TestOperationDelegate::longText_inANarrowCell_isAllThereOrSaysHowMuchIsNot_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("width");
    for (const int length : {10, 42, 400, 401, 10'000}) {
        for (const int width : {40, 84, 165, 400})
            QTest::addRow("%d characters in %d pixels", length, width) << length << width;
    }
}

/// approval-integrity C5: what is not shown is counted, and nothing else is missing.
void TestOperationDelegate::longText_inANarrowCell_isAllThereOrSaysHowMuchIsNot()
{
    QFETCH(int, length);
    QFETCH(int, width);
    const QString text = recipient(length);
    const QFont font = console::Theme::monoFont();
    const CellText cell(text, font, width);
    QVERIFY(cell.lines().size() <= CellText::kMostLines);
    QString shown = cell.lines().join(QString()); // the blank at which a line breaks is not painted
    if (cell.hidden() > 0) {
        const QString mark = u"…+%1"_s.arg(cell.hidden());
        QVERIFY2(shown.endsWith(mark), qPrintable(shown));
        shown.chop(mark.size());
    }
    const QString kept = text.first(text.size() - cell.hidden());
    QCOMPARE(shown.remove(u' '), QString(kept).remove(u' '));
    for (const QString &line : cell.lines()) {
        if (!line.startsWith(u'…'))
            QVERIFY2(QFontMetricsF(font).horizontalAdvance(line) <= width + 1, qPrintable(line));
    }
    if (length == 10 || (length == 42 && width >= 84))
        QCOMPARE(cell.hidden(), 0);
    if (length == 10'000)
        QVERIFY(cell.hidden() > 0);
}

void TestOperationDelegate::longText_differingAtOnePlace_looksDifferent()
{
    const QFont font = console::Theme::monoFont();
    const QString text = recipient(42); // an account that fits the lines
    for (int at = 0; at < text.size(); ++at) {
        QString other = text;
        other[at] = u'#';
        QVERIFY2(CellText(text, font, 165).lines() != CellText(other, font, 165).lines(), qPrintable(other));
    }
}

void TestOperationDelegate::row_whoseTextNeedsMoreLines_isAsHighAsThey()
{
    QStandardItemModel model(2, 2);
    model.setData(model.index(0, 0), u"short"_s);
    model.setData(model.index(1, 0), u"short"_s);
    model.setData(model.index(0, 1), recipient(42));
    model.setData(model.index(1, 1), u"short"_s);
    console::RecordTable table;
    table.resize(300, 200);
    table.setRecords(&model, u"sample"_s, {160, 0});
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    const int width = table.columnWidth(1) - 20;
    const auto lines = CellText(recipient(42), console::Theme::textFont(), width).lines().size();
    QVERIFY(lines > 1);
    const int line = CellText::lineHeight(console::Theme::textFont());
    QTRY_COMPARE(table.rowHeight(0), OperationDelegate::kRowHeight + int(lines - 1) * line);
    QCOMPARE(table.rowHeight(1), OperationDelegate::kRowHeight);
    model.setData(model.index(0, 1), u"short"_s);
    QTRY_COMPARE(table.rowHeight(0), OperationDelegate::kRowHeight);
    table.resize(900, 200);
    model.setData(model.index(1, 1), recipient(42)); // there is room for all of it now
    QTRY_COMPARE(table.columnWidth(1), table.viewport()->width() - table.columnWidth(0));
    QTRY_COMPARE(table.rowHeight(1), OperationDelegate::kRowHeight);
}

void TestOperationDelegate::row_thatIsScrolledTo_isAsHighAsItsText()
{
    QStandardItemModel model(400, 1);
    model.setData(model.index(399, 0), recipient(42));
    console::RecordTable table;
    table.resize(200, 200);
    table.setRecords(&model, u"sample"_s, {0});
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    table.selectRow(399);
    QTRY_VERIFY(table.rowHeight(399) > OperationDelegate::kRowHeight);
    QTRY_VERIFY(table.visualRect(model.index(399, 0)).bottom() <= table.viewport()->height());
}

void TestOperationDelegate::currentRow_belowRowsThatGrow_staysInView()
{
    QStandardItemModel model(6, 1);
    console::RecordTable table;
    table.resize(200, 6 * OperationDelegate::kRowHeight + 36);
    table.setRecords(&model, u"sample"_s, {0});
    table.show();
    QVERIFY(QTest::qWaitForWindowExposed(&table));
    table.selectRow(5);
    for (int row = 0; row < 5; ++row)
        model.setData(model.index(row, 0), recipient(60));
    QTRY_VERIFY(table.rowHeight(4) > OperationDelegate::kRowHeight);
    const QRect current = table.visualRect(model.index(5, 0));
    QVERIFY(current.top() >= 0 && current.bottom() <= table.viewport()->height());
}

QTEST_MAIN(TestOperationDelegate)
#include "tst_operationdelegate.moc"
