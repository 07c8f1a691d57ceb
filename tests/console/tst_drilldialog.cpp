#include "console/client/drillrun.h"
#include "console/dialogs/drilldialog.h"
#include "console/models/drillreport.h"
#include "console/pages/attentionpage.h"
#include "console/widgets/busybar.h"
#include "console/widgets/notice.h"
#include "console/widgets/recordtable.h"
#include "support/consoletest.h"
#include "support/sampleconsole.h"
#include "support/tempfolder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>
#include <QTest>

#include <csignal>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::DrillDialog;
using console::DrillReport;
using tests::widget;

/// The drill's dialog (contract 7.6) over a program that says what the test says, and over the real one.
class TestDrillDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void report_read_andKept();
    void report_thatIsNone_isRefused_data();
    void report_thatIsNone_isRefused();
    void run_showsTheCases_andKeepsThem();
    void run_notInOrder_standsFirst_andIsSaid();
    void run_absentProgram_isSaid();
    void run_thatFails_isSaid_data();
    void run_thatFails_isSaid();
    void cancel_endsWhatWasStarted();
    void close_whileItRuns_endsIt();
    void keptReport_damaged_isSaid();
    void attention_opensIt();
    void realProgram_oneCase();

private:
    QString program(const QByteArray &script);
    void open(const QString &program);
    void run() { QTest::mouseClick(widget<QPushButton>(m_dialog, u"runButton"_s), Qt::LeftButton); }
    [[nodiscard]] console::Notice *notice() { return widget<console::Notice>(m_dialog, u"notice"_s); }
    [[nodiscard]] QString cell(int row, int column)
    {
        return widget<console::RecordTable>(m_dialog, u"table"_s)->model()->index(row, column).data().toString();
    }
    [[nodiscard]] QString said()
    {
        QStringList all;
        for (const QLabel *label : notice()->findChildren<QLabel *>())
            all.append(label->text());
        return all.join(u' ');
    }
    static QByteArray json(bool inOrder);

    std::unique_ptr<tests::TempFolder> m_folder;
    QPointer<DrillDialog> m_dialog;
};

void TestDrillDialog::initTestCase()
{
    tests::prepareConsole();
}

void TestDrillDialog::init()
{
    m_folder = std::make_unique<tests::TempFolder>();
    QFile::remove(DrillDialog::file());
}

/// A program in a folder of its own.
QString TestDrillDialog::program(const QByteArray &script)
{
    QFile file(m_folder->path(u"obstatctl"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + script + '\n') < 0)
        qFatal("the program cannot be written");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName();
}

void TestDrillDialog::open(const QString &program)
{
    m_dialog = new DrillDialog(program);
    m_dialog->open();
    QTRY_VERIFY(m_dialog->isSettled());
}

QByteArray TestDrillDialog::json(bool inOrder)
{
    const QByteArray trouble = inOrder ? "" : "2 effects where 1 was asked for";
    return R"({"cases":[{"owner":"key only","point":"P6","what":"x","outcome":"original","status":"succeeded","effects":1,)"
           R"("repeat":true,"trouble":""},{"owner":"neither","point":"P8","what":"y","outcome":"escalated","status":)"
           R"("unknown","effects":)" +
           QByteArray(inOrder ? "1" : "2") + R"(,"repeat":true,"trouble":")" + trouble + R"("}],"in_order":)" +
           QByteArray(inOrder ? "true" : "false") + '}';
}

void TestDrillDialog::report_read_andKept()
{
    const auto report = DrillReport::parse(json(false), 77);
    QVERIFY(report);
    QCOMPARE(report->cases.size(), 2);
    QCOMPARE(report->notInOrder(), 1);
    QCOMPARE(report->cases.at(1).effects, 2);
    const auto kept = DrillReport::fromKept(report->kept());
    QVERIFY(kept);
    QCOMPARE(kept->at, 77);
    QCOMPARE(kept->cases, report->cases);
}

void TestDrillDialog::report_thatIsNone_isRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no object") << QByteArray("[]");
    QTest::newRow("no cases") << QByteArray(R"({"cases":[],"in_order":true})");
    QTest::newRow("a number for a text") << QByteArray(
        R"({"cases":[{"owner":1,"point":"P","what":"","outcome":"","effects":1,"trouble":""}],"in_order":true})");
    QTest::newRow("says in order, is not") << json(false).replace("\"in_order\":false", "\"in_order\":true");
    QTest::newRow("says not in order, is") << json(true).replace("\"in_order\":true", "\"in_order\":false");
}

void TestDrillDialog::report_thatIsNone_isRefused()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!DrillReport::parse(text, 1));
}

void TestDrillDialog::run_showsTheCases_andKeepsThem()
{
    // What it is asked for is part of the contract with obstatctl.
    open(program("[ \"$*\" = 'drill --json' ] || exit 2\ntouch \"$TMPDIR/left-behind\"\nsleep 0.3\necho '" +
                 json(true) + "'"));
    QVERIFY(widget<QLabel>(m_dialog, u"introLabel"_s)->text().contains(u"scratch ledgers only"_s));
    QCOMPARE(widget<QStackedWidget>(m_dialog, u"stack"_s)->currentWidget()->objectName(), u"noneLabel"_s);
    run();
    QVERIFY(m_dialog->isRunning()); // and the program here goes on
    QVERIFY(widget<console::BusyBar>(m_dialog, u"busyBar"_s)->isVisible());
    QVERIFY(!widget<QPushButton>(m_dialog, u"runButton"_s)->isEnabled());
    QTRY_VERIFY(!m_dialog->isRunning());
    QCOMPARE(notice()->text(), u"In order: in all 2 case(s) nothing was lost and nothing done twice."_s);
    QCOMPARE(notice()->tone(), console::Tone::Ok);
    QVERIFY(said().contains(u"1 original · 0 reconciled · 1 escalated"_s));
    QCOMPARE(cell(0, 0), u"honours keys"_s);
    QCOMPARE(cell(0, 1), u"P6 · after the claim, before the request left"_s);
    QCOMPARE(cell(0, 2), u"original"_s);
    QCOMPARE(cell(0, 3), u"1"_s);
    QCOMPARE(cell(0, 4), u"in order"_s);
    QVERIFY(widget<QLabel>(m_dialog, u"timeLabel"_s)->text().startsWith(u"Report of 20"_s));
    QTRY_VERIFY(m_dialog->isSettled());
    m_dialog->close();
    QTRY_VERIFY(!m_dialog);

    open(u"/nowhere/obstatctl"_s); // shown again with its time, whatever can run now
    QCOMPARE(cell(1, 2), u"escalated"_s);
    QVERIFY(widget<QLabel>(m_dialog, u"timeLabel"_s)->text().startsWith(u"Report of 20"_s));
    QCOMPARE(widget<QPushButton>(m_dialog, u"runButton"_s)->text(), u"Run again"_s);
    m_dialog->close();
}

void TestDrillDialog::run_notInOrder_standsFirst_andIsSaid()
{
    open(program("echo '" + json(false) + "'\nexit 3"));
    run();
    QTRY_COMPARE(notice()->text(), u"1 of 2 case(s) are NOT in order."_s);
    QCOMPARE(notice()->tone(), console::Tone::Bad);
    QCOMPARE(cell(0, 4), u"NOT in order: 2 effects where 1 was asked for"_s);
    QCOMPARE(cell(1, 4), u"in order"_s);
    m_dialog->close();
}

void TestDrillDialog::run_absentProgram_isSaid()
{
    open(u"/nowhere/obstatctl"_s);
    run();
    QCOMPARE(notice()->text(), u"The program obstatctl was not found."_s);
    QVERIFY(widget<QPushButton>(m_dialog, u"runButton"_s)->isEnabled());
    QVERIFY(!m_dialog->isRunning());
    m_dialog->close();
}

void TestDrillDialog::run_thatFails_isSaid_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("text");
    QTest::newRow("says why") << QByteArray("echo 'no <b>obstatd</b> here' >&2; exit 1") << u"no <b>obstatd</b> here"_s;
    QTest::newRow("killed") << QByteArray("kill -9 $$") << u"could not be run to its end"_s;
    QTest::newRow("no report") << QByteArray("echo hello") << u"is no report of a drill"_s;
    QTest::newRow("endless") << QByteArray("yes") << u"could not be run to its end"_s;
}

void TestDrillDialog::run_thatFails_isSaid()
{
    QFETCH(const QByteArray, script);
    QFETCH(const QString, text);
    open(program(script));
    run();
    QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isRunning(), 20'000);
    QVERIFY2(said().contains(text), qPrintable(said()));
    QCOMPARE(notice()->tone(), console::Tone::Bad);
    QVERIFY(!QFileInfo::exists(DrillDialog::file()));
    m_dialog->close();
}

void TestDrillDialog::cancel_endsWhatWasStarted()
{
    const QString child = m_folder->path(u"child"_s);
    // Neither ends when it is asked to, and the first is gone before the second.
    open(program("sh -c 'trap \"\" TERM; while :; do sleep 1; done' & echo $! > " + child.toUtf8() + "\nwait"));
    run();
    QTRY_VERIFY(QFileInfo(child).size() > 0);
    QFile file(child);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const int pid = file.readAll().trimmed().toInt();
    QVERIFY(pid > 1 && ::kill(pid, 0) == 0);
    QTest::mouseClick(widget<QPushButton>(m_dialog, u"cancelButton"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isRunning(), 20'000);
    QCOMPARE(notice()->text(), u"Cancelled. The scratch instances were ended."_s);
    QTRY_VERIFY(::kill(pid, 0) != 0); // also what it had started
    m_dialog->close();
}

void TestDrillDialog::close_whileItRuns_endsIt()
{
    open(program("sleep 300"));
    run();
    QVERIFY(m_dialog->isRunning());
    QElapsedTimer closing;
    closing.start();
    m_dialog->reject();
    QVERIFY(closing.elapsed() < 1000); // nothing waits
    QVERIFY(m_dialog && !m_dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!m_dialog, 20'000);
}

void TestDrillDialog::keptReport_damaged_isSaid()
{
    open(program("echo '" + json(true) + "'"));
    run();
    QTRY_VERIFY(!m_dialog->isRunning() && m_dialog->isSettled());
    m_dialog->close();
    QTRY_VERIFY(!m_dialog);
    QFile file(DrillDialog::file());
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("{\"at\":1");
    file.close();
    open(u"/nowhere/obstatctl"_s);
    QCOMPARE(notice()->text(), u"The last report cannot be read."_s);
    m_dialog->close();
}

void TestDrillDialog::attention_opensIt()
{
    tests::SampleConsole sample(false);
    console::AttentionPage page;
    page.setSession(sample.session.get());
    page.show();
    QTest::mouseClick(widget<QPushButton>(&page, u"drillButton"_s), Qt::LeftButton);
    QPointer<DrillDialog> dialog = page.findChild<DrillDialog *>();
    QVERIFY(dialog && dialog->isVisible() && !dialog->isRunning()); // it runs when somebody says so
    QTRY_VERIFY(dialog->isSettled());
    dialog->reject();
    QTRY_VERIFY(!dialog);
    page.setSession(nullptr);
}

void TestDrillDialog::realProgram_oneCase()
{
    const QString real = QStringLiteral(OBSTAT_BINARY_DIR) + u"/bin/obstatctl"_s;
    if (!QFileInfo::exists(real) || !QFileInfo::exists(QStringLiteral(OBSTAT_BINARY_DIR) + u"/bin/obstatd"_s))
        QSKIP("NOTHING WAS TESTED: obstatctl and obstatd are not built.");
    open(program("exec '" + real.toUtf8() + "' \"$@\" --point P8 --owner 'key only'"));
    run();
    QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isRunning(), 120'000);
    QVERIFY2(notice()->tone() == console::Tone::Ok, qPrintable(said()));
    QCOMPARE(cell(0, 0), u"honours keys"_s);
    QCOMPARE(cell(0, 2), u"original"_s);
    QCOMPARE(cell(0, 3), u"1"_s); // the effect, once
    QTRY_VERIFY(m_dialog->isSettled());
    m_dialog->close();
}

QTEST_MAIN(TestDrillDialog)
#include "tst_drilldialog.moc"
