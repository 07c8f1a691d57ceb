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

QTEST_MAIN(TestOperationDelegate)
#include "tst_operationdelegate.moc"
