#include "console/dialogs/drilldialog.h"
#include "console/keymap.h"
#include "console/mainwindow.h"
#include "console/models/drillreport.h"
#include "console/pages/bulkaskpanel.h"
#include "console/theme/theme.h"
#include "console/translation.h"
#include "support/decisionsample.h"
#include "support/outcomefixture.h"
#include "support/passevents.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTranslator>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AttentionSection;
using console::Page;
using ledger::Status;
using tests::widget;

namespace {

void keepADrill(base::Micros at)
{
    const QStringList points{u"P5"_s, u"P6"_s, u"P7"_s, u"P8"_s, u"P9"_s, u"P10"_s, u"P11"_s};
    console::DrillReport report;
    report.at = at;
    for (const QString &owner : {u"key and query"_s, u"key only"_s, u"query only"_s, u"neither"_s}) {
        for (const QString &point : points) {
            const bool early = point == u"P5" || point == u"P6";
            const bool known = owner.startsWith(u"key"_s) || early || point == u"P11";
            report.cases.append({owner,
                                 point,
                                 {},
                                 known                 ? u"original"_s
                                 : owner == u"neither" ? u"escalated"_s
                                                       : u"reconciled"_s,
                                 1,
                                 {}});
        }
    }
    QFile file(console::DrillDialog::file());
    if (!QDir().mkpath(QFileInfo(file).absolutePath()) || !file.open(QIODevice::WriteOnly) ||
        file.write(report.kept()) < 0)
        qFatal("the report cannot be written");
}

} // namespace

/// Settling outcomes halfway through, in both themes and in German; the pictures are left in <build>/pictures, and in
/// the folder that OBSTAT_PICTURES names.
class TestOutcomePictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { tests::prepareConsole(); }
    void state_rendered_isNotBlank_data();
    void state_rendered_isNotBlank();

private:
    static void fill(tests::SampleConsole &sample);
    static void save(const QPixmap &picture, const QString &name);
};

void TestOutcomePictures::state_rendered_isNotBlank_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("german");
    for (const QString &each :
         {u"happened"_s, u"two-people"_s, u"blocked"_s, u"conflict"_s, u"several"_s, u"drill"_s, u"keys"_s}) {
        QTest::addRow("%s, light", qPrintable(each)) << each << false << false;
        QTest::addRow("%s, dark", qPrintable(each)) << each << true << false;
        QTest::addRow("%s, German", qPrintable(each)) << each << false << true;
    }
}

void TestOutcomePictures::fill(tests::SampleConsole &sample)
{
    for (int i = 0; i < 6; ++i) {
        tests::SampleBook::Plan plan;
        plan.arguments = {{u"withdrawal_id"_s, u"WD-%1"_s.arg(24817 + i)},
                          {u"amount"_s, u"%1.00"_s.arg(1250 + 55 * i)},
                          {u"currency"_s, u"USD"_s},
                          {u"beneficiary"_s, u"ACME Ltd"_s},
                          {u"iban"_s, u"DE89370400440532013000"_s}};
        plan.status = i == 5 ? Status::Succeeded : Status::Unknown;
        plan.age = i == 4 ? base::kMinute : (5 - i) * 20 * base::kMinute;
        sample.book.add(plan);
    }
    sample.publish();
    const base::Micros now = sample.clock.now();
    for (console::OperationDetail &detail : sample.ledger->book)
        detail.policyInForce =
            std::optional(QByteArray("default_role = \"treasury\"\n[second_person_above]\nUSD = \"1300\"\n"));
    console::OperationDetail &second = sample.ledger->book[1];
    ledger::DecisionRow word = tests::approvalOf(second.row, u"p.silva"_s, tests::keyId('2'), now - 9 * base::kMinute);
    auto body = approval::DecisionBody::parse(word.body);
    Q_ASSERT(body);
    body->kind = word.kind = u"resolve_succeeded"_s;
    body->verdict.clear();
    body->reference = u"TX-20931"_s;
    word.body = body->canonical();
    second.decisions.append(word);
    tests::auditsample::addConflict(*sample.ledger, 6, {{u"amount"_s, u"1725.00"_s}, {u"memo"_s, u"second part"_s}},
                                    now - 3 * base::kMinute, u"ops-agent-9"_s);
    sample.ledger->frame.counts.unknown = 5;
    sample.ledger->frame.counts.openConflicts = 1;
    sample.session->refresh();
}

void TestOutcomePictures::save(const QPixmap &picture, const QString &name)
{
    const QImage image = picture.toImage();
    QSet<QRgb> colors;
    for (int x = 0; x < image.width(); x += 7) {
        for (int y = 0; y < image.height(); y += 7)
            colors.insert(image.pixel(x, y));
    }
    QVERIFY(colors.size() > 20);
    QStringList folders{QStringLiteral(OBSTAT_BINARY_DIR) + u"/pictures"_s};
    if (const QString more = qEnvironmentVariable("OBSTAT_PICTURES"); !more.isEmpty())
        folders.append(more);
    for (const QString &folder : std::as_const(folders)) {
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(image.save(folder + u'/' + name + u".png"_s));
    }
}

void TestOutcomePictures::state_rendered_isNotBlank()
{
    QFETCH(const QString, state);
    QFETCH(const bool, dark);
    QFETCH(const bool, german);
    console::Theme::apply(*qApp, dark ? console::Scheme::Dark : console::Scheme::Light);
    QTranslator translator;
    const QLocale locale(german ? u"de"_s : u"en"_s); // English has its plurals there
    if (console::loadTranslation(translator, locale, QStringLiteral(OBSTAT_BINARY_DIR "/src/app")))
        QCoreApplication::installTranslator(&translator);
    tests::SampleConsole sample(false);
    fill(sample);
    keepADrill(sample.clock.now());
    QTRY_VERIFY(sample.session->isRead());
    console::MainWindow window;
    window.resize(1280, 800);
    window.setSession(sample.session.get());
    if (state != u"blocked")
        sample.unlock();
    window.showPage(window.pageIndex(u"attention"_s));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    auto &page = window.page(window.currentPage());
    QTRY_VERIFY(page.isReady());
    if (state == u"conflict")
        widget<console::SectionBar>(&page, u"sections"_s)->setCurrent(static_cast<int>(AttentionSection::Conflicts));
    QTRY_VERIFY(page.isReady());
    auto *table = widget<console::OperationTable>(&page, u"table"_s);
    auto *panel = widget<console::OperationPanel>(&page, u"operationPanel"_s);
    const qint64 chosen = state == u"two-people" ? 2 : state == u"blocked" ? 5 : 1;
    if (state != u"conflict") {
        table->selectId(chosen);
        QTRY_COMPARE(panel->operation(), chosen);
    }
    QTRY_VERIFY(page.isReady());
    if (state == u"happened") {
        page.perform(Page::Command::Happened);
        widget<QLineEdit>(panel, u"referenceEdit"_s)->setText(u"TX-20931"_s);
        widget<QLineEdit>(panel, u"reasonEdit"_s)->setText(u"Statement of 30 November, line 4"_s);
    } else if (state == u"conflict") {
        page.perform(Page::Command::AcceptNew);
        auto *form = widget<console::ConflictPanel>(&page, u"conflictPanel"_s)->findChild<console::OutcomeForm *>();
        QVERIFY(form->isOpen());
        widget<QLineEdit>(form, u"referenceEdit"_s)->setText(u"second part"_s);
    } else if (state == u"several") {
        for (const qint64 id : {1, 2, 5}) {
            table->selectId(id);
            page.perform(Page::Command::Select);
        }
        page.perform(Page::Command::AskAgain);
        QTRY_VERIFY(page.isReady());
        page.perform(Page::Command::AskAgain);
    }
    if (state == u"keys") {
        Q_EMIT window.keys().keysGiven();
        const auto *overlay = widget<QWidget>(&window, u"keysOverlay"_s);
        QVERIFY(overlay->isVisible() && overlay->parentWidget()->rect().contains(overlay->geometry())); // all of them
    }
    tests::passEvents(80); // layouts follow the data
    const QString name = u"attention-%1-%2"_s.arg(state, german ? u"de"_s : dark ? u"dark"_s : u"light"_s);
    if (state == u"drill") {
        QTest::mouseClick(widget<QPushButton>(&page, u"drillButton"_s), Qt::LeftButton);
        auto *dialog = window.findChild<console::DrillDialog *>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isSettled());
        tests::passEvents(80);
        save(dialog->grab(), name);
        dialog->reject();
    } else {
        save(window.grab(), name);
    }
    QCoreApplication::removeTranslator(&translator);
    window.setSession(nullptr);
}

QTEST_MAIN(TestOutcomePictures)
#include "tst_outcomepictures.moc"
