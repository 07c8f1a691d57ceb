#include "console/models/operationsmodel.h"
#include "console/models/timelinemodel.h"
#include "console/pages/operationpanel.h"
#include "console/pages/operationspage.h"
#include "console/theme/theme.h"
#include "console/widgets/filterchip.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/timelineview.h"
#include "support/decisionsample.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::OperationPanel;
using console::OperationsModel;
using console::OperationsPage;
using console::OperationTable;
using console::Page;

/// The ledger's page: filters, the life of one operation, and rows that stay where they are.
class TestOperationsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void operations_opened_areNewestFirst();
    void operation_selected_showsItsTimeline();
    void timeline_ofARepeatedOperation_groupsAndCompresses();
    void filter_byStatus_narrows();
    void filter_byRun_comesFromALink();
    void refresh_atTheTop_showsNewRows();
    void refresh_elsewhere_keepsWhatIsRead();
    void copy_ofSelectedRows_isText();
    void operation_notInTheList_isShownAnyway();
    void lookAlike_inAnArgument_isSaid();
    void sensitive_isOnlyForThoseWithARoleOfThePlan();
    void columns_ofLongWords_areInSight();

private:
    OperationTable *table() { return m_page->findChild<OperationTable *>(u"table"_s); }
    OperationPanel *panel() { return m_page->findChild<OperationPanel *>(u"panel"_s); }
    void open();

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<OperationsPage> m_page;
};

void TestOperationsPage::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Dark);
}

void TestOperationsPage::init()
{
    m_sample = std::make_unique<tests::SampleConsole>();
    m_page = std::make_unique<OperationsPage>();
    m_page->resize(1110, 600);
}

void TestOperationsPage::cleanup()
{
    m_page->setSession(nullptr);
    m_page.reset();
    m_sample.reset();
}

void TestOperationsPage::open()
{
    m_page->setSession(m_sample->session.get());
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    QTRY_VERIFY(m_page->isReady() && panel()->operation());
}

void TestOperationsPage::operations_opened_areNewestFirst()
{
    open();
    const qint64 newest = m_sample->book.details().size();
    QCOMPARE(table()->model()->rowCount(), newest);
    QCOMPARE(panel()->operation(), std::optional(newest));
    QVERIFY(m_page->findChild<console::PlainTextLabel *>(u"countLabel"_s)->text().startsWith(QString::number(newest)));
}

void TestOperationsPage::operation_selected_showsItsTimeline()
{
    open();
    m_page->showOperation(2);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    const auto *timeline = m_page->findChild<console::TimelineView *>(u"timelineView"_s)->model();
    QTRY_VERIFY(timeline->rowCount() > 4);
    QVERIFY(timeline->index(0, 0).data().toString().contains(u"Planned"_s));
}

void TestOperationsPage::timeline_ofARepeatedOperation_groupsAndCompresses()
{
    open();
    m_page->showOperation(2);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    const auto *timeline = m_page->findChild<console::TimelineView *>(u"timelineView"_s)->model();
    QStringList lines;
    for (int row = 0; row < timeline->rowCount(); ++row)
        lines.append(timeline->index(row, 0).data().toString());
    const QString all = lines.join(u'\n');
    QVERIFY2(all.contains(u"Repeated ×94"_s), qPrintable(all));
    QVERIFY2(all.contains(u"later"_s), qPrintable(all));
    QVERIFY2(all.contains(u"Unknown"_s), qPrintable(all));
    QVERIFY2(all.contains(u"Succeeded"_s), qPrintable(all));
}

void TestOperationsPage::filter_byStatus_narrows()
{
    open();
    auto *chip = m_page->findChild<console::FilterChip *>(u"statusChip"_s);
    chip->setValue(u"succeeded"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
    chip->setValue(u"open"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 8);
    chip->setValue(u"withdrawn"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 1);
}

void TestOperationsPage::filter_byRun_comesFromALink()
{
    open();
    m_page->showRun(u"r-204"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 2);
}

void TestOperationsPage::refresh_atTheTop_showsNewRows()
{
    open();
    const int before = table()->model()->rowCount();
    (void)m_sample->book.addWithdrawal(u"WD-new"_s, u"700.00"_s, 0);
    m_sample->publish();
    QTRY_COMPARE(table()->model()->rowCount(), before + 1);
    QCOMPARE(table()->verticalScrollBar()->value(), 0);
    QCOMPARE(table()->currentIndex().row(), 1); // still the operation that was current
}

void TestOperationsPage::refresh_elsewhere_keepsWhatIsRead()
{
    for (int i = 0; i < 300; ++i)
        (void)m_sample->book.addWithdrawal(u"WD-more-%1"_s.arg(i), u"700.00"_s);
    m_sample->ledger->book = m_sample->book.details();
    open();
    table()->verticalScrollBar()->setValue(60);
    QTRY_COMPARE(table()->rowAt(0), 60);
    const auto idAt = [this](int row) {
        return table()->model()->index(row, 0).data(OperationsModel::IdRole).toLongLong();
    };
    const qint64 top = idAt(60);
    for (int i = 0; i < 5; ++i)
        (void)m_sample->book.addWithdrawal(u"WD-newest-%1"_s.arg(i), u"700.00"_s, 0);
    m_sample->publish();
    QTRY_COMPARE(table()->rowAt(0), 65);
    QCOMPARE(idAt(65), top);
}

void TestOperationsPage::copy_ofSelectedRows_isText()
{
    open();
    table()->selectRow(0);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.first().startsWith(u"Time\tTool\tRecord"_s));
    QVERIFY(lines.last().contains(u"update_payee\tV-1190"_s));
}

void TestOperationsPage::operation_notInTheList_isShownAnyway()
{
    open();
    m_page->findChild<console::FilterChip *>(u"statusChip"_s)->setValue(u"failed"_s);
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    m_page->showOperation(2);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
}

void TestOperationsPage::lookAlike_inAnArgument_isSaid()
{
    tests::SampleBook::Plan plan;
    plan.arguments = {{u"withdrawal_id"_s, u"WD-X"_s},
                      {u"amount"_s, u"700.00"_s},
                      {u"currency"_s, u"USD"_s},
                      {u"beneficiary"_s, u"p\u0430ypal"_s}}; // the second letter is Cyrillic
    const qint64 id = m_sample->book.add(plan).row.id;
    m_sample->publish();
    open();
    auto *warning = panel()->findChild<console::Notice *>(u"warningNotice"_s);
    m_page->showOperation(id);
    QTRY_COMPARE(panel()->operation(), std::optional(id));
    QVERIFY(warning->isVisible());
    QCOMPARE(warning->text(), u"beneficiary mixes scripts (Latin, Cyrillic): some letters may only look like others"_s);
    m_page->showOperation(2);
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(2));
    QVERIFY(!warning->isVisible());
}

void TestOperationsPage::sensitive_isOnlyForThoseWithARoleOfThePlan()
{
    (void)m_sample->book.addWithdrawal(u"WD-77"_s, u"900.00"_s);
    m_sample->publish();
    console::OperationDetail &detail = m_sample->ledger->book.last();
    detail.row.status = ledger::Status::Succeeded;
    detail.row.resultDigest = QString(64, u'a');
    detail.result = std::optional<QByteArray>(R"({"booked_to":"DE89370400440532013000"})");
    tests::makeSensitive(detail, {u"iban"_s, u"withdrawal_id"_s});
    open();
    m_page->showOperation(detail.row.id);
    QTRY_COMPARE(panel()->operation(), std::optional(detail.row.id));
    const auto all = [this] {
        QString text;
        for (const console::LinesView *view : panel()->findChildren<console::LinesView *>())
            text += view->text();
        for (const QLabel *label : panel()->findChildren<QLabel *>())
            text += label->text();
        const auto *timeline = panel()->findChild<QAbstractItemView *>(u"timelineView"_s)->model();
        for (int row = 0; row < timeline->rowCount(); ++row)
            text += timeline->index(row, 0).data(Qt::AccessibleTextRole).toString();
        return text;
    };
    QVERIFY2(!all().contains(u"DE8937"_s) && !all().contains(u"WD-77"_s), qPrintable(all()));
    QVERIFY(all().contains(u"only for treasury"_s));
    m_sample->unlock();
    QTRY_VERIFY(all().contains(u"iban: DE89370400440532013000"_s));
    QVERIFY(all().contains(u"booked_to: DE89370400440532013000"_s));
    m_sample->session->key().lock();
    QVERIFY(!all().contains(u"DE8937"_s));
}

void TestOperationsPage::columns_ofLongWords_areInSight()
{
    m_page->resize(1078, 720); // what the German navigation leaves of 1280
    open();
    const int asked = 652; // of the columns that are never hidden, in German
    QTRY_VERIFY2(table()->viewport()->width() >= asked, qPrintable(QString::number(table()->viewport()->width())));
    QCOMPARE(table()->horizontalScrollBar()->maximum(), 0);
}

QTEST_MAIN(TestOperationsPage)
#include "tst_operationspage.moc"
