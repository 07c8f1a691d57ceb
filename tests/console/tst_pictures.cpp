#include "console/keymap.h"
#include "console/mainwindow.h"
#include "console/theme/theme.h"
#include "console/translation.h"
#include "metrics/judgement.h"
#include "support/auditsample.h"
#include "support/consoletest.h"
#include "support/passevents.h"

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QTranslator>

using namespace obstat;
using namespace Qt::StringLiterals;

namespace {

/// Something for every page: a log with a conflict, the samples in force, a month's numbers of which some warn.
void fillLedger(tests::SampleConsole &sample)
{
    namespace auditsample = tests::auditsample;
    using ledger::MetricsQuery;
    tests::FakeLedgerClient &ledger = *sample.ledger;
    const base::Micros now = sample.clock.now();
    auditsample::takeLogFromBook(ledger);
    auditsample::activateSamples(ledger, now - base::kMinute);
    auditsample::addConflict(ledger, 2, {{u"amount"_s, u"1200.00"_s}, {u"memo"_s, u"as agreed\u200B"_s}},
                             now - 9 * base::kMinute, u"ops-agent-9"_s);
    ledger.checkpoint = auditsample::checkpoint(ledger.eventRows.size() - 3);
    for (const console::OperationDetail &detail : std::as_const(ledger.book)) {
        ledger.frame.counts.unknown += detail.row.status == ledger::Status::Unknown ? 1 : 0;
        ledger.frame.counts.failed += detail.row.status == ledger::Status::Failed ? 1 : 0;
    }
    ledger.frame.counts.openConflicts = ledger.conflictRows.size();
    ledger.complete = {115'000, 114'977, {{u"result"_s, 19}, {u"run"_s, 4}}};
    ledger.gaps = {{u"result"_s, {5, 4}}, {u"run"_s, {2}}};
    ledger.numbers = auditsample::calmNumbers(now);
    const MetricsQuery::Attempts slow{1'800'000,         34'200, 120, 400'000, 21 * base::kSecond, 31 * base::kSecond,
                                      30 * base::kSecond};
    ledger.numbers.six.timeoutRate = metrics::judgeTimeouts(slow, ledger.numbers.six.timeoutRate.previous);
    ledger.numbers.six.duration = metrics::judgeDuration(slow, ledger.numbers.six.duration.previous);
    ledger.numbers.six.operationsPerRun =
        metrics::judge(MetricsQuery::Runs{412'000, 2, 7, 31, {{u"r-118"_s, 31}, {u"r-90"_s, 24}}},
                       ledger.numbers.six.operationsPerRun.previous);
    ledger.numbers.six.auditCompleteness =
        metrics::judge(ledger.complete, ledger.numbers.six.auditCompleteness.previous);
    sample.session->refresh();
}

} // namespace

/// Every page renders in both themes; the pictures are left in <build>/pictures for people to look at.
class TestPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void page_rendered_isNotBlank_data();
    void page_rendered_isNotBlank();
    void state_rendered_isNotBlank_data();
    void state_rendered_isNotBlank();

private:
    static void save(console::MainWindow &window, const QString &name);
};

void TestPictures::initTestCase()
{
    tests::prepareConsole();
}

void TestPictures::page_rendered_isNotBlank_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qint64>("select");
    QTest::addColumn<bool>("unlocked");
    QTest::newRow("queue, light, unlocked") << u"queue"_s << false << qint64(8) << true;
    QTest::newRow("queue, dark, locked") << u"queue"_s << true << qint64(9) << false;
    QTest::newRow("operations, light") << u"operations"_s << false << qint64(2) << false;
    QTest::newRow("operations, dark, unlocked") << u"operations"_s << true << qint64(7) << true;
    for (const QString &each : {u"attention"_s, u"audit"_s, u"dashboard"_s, u"tools"_s, u"policy"_s, u"people"_s}) {
        QTest::addRow("%s, light", qPrintable(each)) << each << false << qint64(0) << false;
        QTest::addRow("%s, dark", qPrintable(each)) << each << true << qint64(0) << false;
    }
}

void TestPictures::page_rendered_isNotBlank()
{
    QFETCH(QString, page);
    QFETCH(bool, dark);
    QFETCH(qint64, select);
    QFETCH(bool, unlocked);
    console::Theme::apply(*qApp, dark ? console::Scheme::Dark : console::Scheme::Light);
    tests::SampleConsole sample;
    fillLedger(sample);
    console::MainWindow window;
    window.resize(1280, 800);
    window.setSession(sample.session.get());
    if (unlocked)
        sample.unlock();
    const int index = window.pageIndex(page);
    QVERIFY(index >= 0);
    window.showPage(index);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTRY_VERIFY(window.page(index).isReady() && sample.session->isRead());
    if (select > 0)
        window.page(index).showOperation(select);
    QTRY_VERIFY(window.page(index).isReady());
    sample.clock.advance(2 * base::kSecond);
    tests::passEvents(50); // layouts follow the data
    save(window, u"%1-%2"_s.arg(page, dark ? u"dark"_s : u"light"_s));
    window.setSession(nullptr);
}

void TestPictures::save(console::MainWindow &window, const QString &name)
{
    const QImage image = window.grab().toImage();
    QSet<QRgb> colors;
    for (int x = 0; x < image.width(); x += 7) {
        for (int y = 0; y < image.height(); y += 7)
            colors.insert(image.pixel(x, y));
    }
    QVERIFY(colors.size() > 20);
    const QString folder = QStringLiteral(OBSTAT_BINARY_DIR) + u"/pictures"_s;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(image.save(folder + u'/' + name + u".png"_s));
}

void TestPictures::state_rendered_isNotBlank_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("german");
    for (const QString &each : {u"change"_s, u"several"_s, u"undo"_s, u"acting"_s}) {
        QTest::addRow("%s, light", qPrintable(each)) << each << false << false;
        QTest::addRow("%s, dark", qPrintable(each)) << each << true << false;
        QTest::addRow("%s, German", qPrintable(each)) << each << false << true;
    }
}

/// What an approver does on the queue, halfway through.
void TestPictures::state_rendered_isNotBlank()
{
    QFETCH(QString, state);
    QFETCH(bool, dark);
    QFETCH(bool, german);
    console::Theme::apply(*qApp, dark ? console::Scheme::Dark : console::Scheme::Light);
    QTranslator translator;
    if (german && console::loadTranslation(translator, QLocale(u"de"_s), QStringLiteral(OBSTAT_BINARY_DIR "/src/app")))
        QCoreApplication::installTranslator(&translator);
    tests::SampleConsole sample(false);
    for (int i = 0; i < 5; ++i)
        (void)sample.book.addWithdrawal(u"WD-%1"_s.arg(24817 + i), u"%1.00"_s.arg(1250 + 55 * i));
    sample.publish();
    const base::Micros now = sample.clock.now();
    sample.ledger->frame.people.append({u"p.silva"_s, QString(16, u'2'), {}, {u"treasury"_s}, {u"*"_s}, false});
    if (state == u"acting")
        sample.ledger->frame.delegations.append({u"m.keller"_s, u"p.silva"_s, now - 1, now + base::kHour, 9, -1});
    QTRY_VERIFY(sample.session->isRead());
    console::MainWindow window;
    window.resize(1280, 800);
    window.setSession(sample.session.get());
    sample.unlock();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    console::Page &queue = window.page(0);
    QTRY_VERIFY(queue.isReady());
    queue.showOperation(2);
    QTRY_VERIFY(queue.isReady());
    if (state == u"change") {
        queue.perform(console::Page::Command::Change);
        auto *editor = tests::widget<QPlainTextEdit>(&queue, u"argumentsEdit"_s);
        editor->setPlainText(editor->toPlainText().replace(u"1305.00"_s, u"650.00"_s));
        tests::widget<QLineEdit>(&queue, u"reasonEdit"_s)->setText(u"Half of it was paid on Monday"_s);
    } else if (state == u"several") {
        for (int i = 0; i < 3; ++i) {
            queue.perform(console::Page::Command::Select);
            queue.perform(console::Page::Command::Next);
        }
        queue.perform(console::Page::Command::Approve);
        QTRY_VERIFY(queue.isReady());
    } else if (state == u"undo") {
        sample.session->desk().setHold(10 * base::kSecond);
        queue.perform(console::Page::Command::Reject);
        auto *reason = tests::widget<QLineEdit>(&queue, u"reasonEdit"_s);
        reason->setText(u"Not ours"_s);
        QTest::keyClick(reason, Qt::Key_Return);
    }
    tests::passEvents(80);
    save(window, u"%1-%2"_s.arg(state, german ? u"de"_s : dark ? u"dark"_s : u"light"_s));
    window.setSession(nullptr);
    QCoreApplication::removeTranslator(&translator);
}

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
