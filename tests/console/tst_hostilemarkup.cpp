#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/client/workerledgerclient.h"
#include "console/dialogs/adminactdialog.h"
#include "console/dialogs/passphrasedialog.h"
#include "console/dialogs/unlockdialog.h"
#include "console/mainwindow.h"
#include "console/models/wording.h"
#include "console/pages/bulkpanel.h"
#include "console/pages/pagelist.h"
#include "console/pages/planpanel.h"
#include "console/pages/startpage.h"
#include "console/theme/theme.h"
#include "console/widgets/filterchip.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/recordtable.h"
#include "console/widgets/sectionbar.h"
#include "console/widgets/undobar.h"
#include "hostile/hostileledger.h"
#include "hostile/screencorpus.h"
#include "support/fakeadminclient.h"
#include "support/fakedecisionclient.h"
#include "support/passevents.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::MainWindow;
using console::OperationTable;
using console::Page;
using console::RecordTable;
using tests::HostileLedger;
using tests::HostileText;
using tests::ScreenCorpus;

/// C4: what anybody wrote is shown as it was written, on every page, and nothing is fetched. Each row is one kind of
/// text in every field of a real ledger, seen through the real client in the real window.
class TestHostileMarkup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyPage_showsItLiterally_andFetchesNothing_data();
    void everyPage_showsItLiterally_andFetchesNothing();
    void fileName_isShownLiterally_data();
    void fileName_isShownLiterally();
    void names_ofToolsRulesAndRoles_areRefused_data();
    void names_ofToolsRulesAndRoles_areRefused();
    void corpus_noticesMarkup();
    void cleanup();

private:
    void open(const QString &database, const base::Clock &clock);
    void waitFor(const Page &page);
    void walk();
    void walkPage(Page &page);
    void walkTable(Page &page, QTableView &table);
    void walkSections(Page &page);
    void walkSeveral();
    void walkUndo();
    void walkDialogs();
    void hover(QAbstractItemView &view);

    QTcpServer m_server;
    int m_connections = 0;
    tests::SeededRandom m_random;
    tests::TempFolder m_folder;
    std::unique_ptr<console::Session> m_session;
    std::unique_ptr<MainWindow> m_window;
    ScreenCorpus m_corpus;
};

void TestHostileMarkup::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
    QVERIFY(m_server.listen(QHostAddress::LocalHost));
    connect(&m_server, &QTcpServer::newConnection, this, [this] { ++m_connections; });
}

void TestHostileMarkup::cleanup()
{
    if (m_window)
        m_window->setSession(nullptr);
    m_window.reset();
    m_session.reset();
    m_corpus = {};
    QSettings().clear();
}

void TestHostileMarkup::open(const QString &database, const base::Clock &clock)
{
    console::Session::Parts parts;
    parts.ledger = std::make_unique<console::WorkerLedgerClient>(database, clock);
    parts.decisions = std::make_unique<tests::FakeDecisionClient>();
    parts.admin = std::make_unique<tests::FakeAdminClient>();
    parts.clock = &clock;
    parts.random = &m_random;
    parts.outbox = m_folder.path(u"outbox.jsonl"_s);
    m_session = std::make_unique<console::Session>(std::move(parts));
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1280, 800);
    m_window->setSession(m_session.get());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QTRY_VERIFY(m_session->isRead());
    m_session->key().adopt(HostileLedger::approverKey());
}

void TestHostileMarkup::waitFor(const Page &page)
{
    QTRY_VERIFY_WITH_TIMEOUT(page.isReady(), 20'000);
    tests::passEvents(1);
}

/// The tooltip of every cell, as the pointer brings it up.
void TestHostileMarkup::hover(QAbstractItemView &view)
{
    const QAbstractItemModel *model = view.model();
    for (int row = 0; model && row < std::min(3, model->rowCount()); ++row) {
        for (int column = 0; column < model->columnCount(); ++column) {
            const QPoint at = view.visualRect(model->index(row, column)).center();
            QHelpEvent help(QEvent::ToolTip, at, view.viewport()->mapToGlobal(at));
            QCoreApplication::sendEvent(view.viewport(), &help);
            for (QWidget *tip : QApplication::topLevelWidgets()) {
                if (tip->inherits("QTipLabel"))
                    m_corpus.collect(*tip);
            }
        }
    }
}

void TestHostileMarkup::walkTable(Page &page, QTableView &table)
{
    auto *operations = qobject_cast<OperationTable *>(&table);
    auto *records = qobject_cast<RecordTable *>(&table);
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        if (operations)
            operations->moveCurrent(row == 0 ? -1000 : 1);
        else if (records)
            records->selectRow(row);
        waitFor(page);
        for (auto *timeline : page.findChildren<QListView *>()) { // opens what lies behind its lines
            for (int line = 0; timeline->isVisible() && line < timeline->model()->rowCount(); ++line) {
                timeline->setCurrentIndex(timeline->model()->index(line, 0));
                QTest::keyClick(timeline, Qt::Key_Return);
            }
        }
        for (auto *tree : page.findChildren<QTreeView *>())
            tree->expandAll();
        m_corpus.collect(page, &table);
    }
    m_corpus.collect(table);
    hover(table);
    for (const auto &scroll : page.findChildren<QScrollBar *>())
        scroll->setValue(scroll->maximum());
    (void)m_window->grab(); // paints all of it
}

void TestHostileMarkup::walkSections(Page &page)
{
    for (auto *table : page.findChildren<QTableView *>()) {
        if (table->isVisible() && table->model())
            walkTable(page, *table);
    }
    m_corpus.collect(*m_window);
}

void TestHostileMarkup::walkPage(Page &page)
{
    waitFor(page);
    walkSections(page);
    if (auto *bar = page.findChild<console::SectionBar *>()) {
        const auto buttons = bar->findChildren<QToolButton *>();
        for (int section = 0; section < buttons.size(); ++section) {
            bar->setCurrent(section);
            tests::passEvents(1);
            waitFor(page);
            walkSections(page);
        }
    }
    for (auto *chip : page.findChildren<console::FilterChip *>()) {
        if (!chip->isVisible())
            continue;
        chip->click(); // its choices are what others wrote
        m_corpus.collect(*chip);
        if (QWidget *popup = QApplication::activePopupWidget())
            popup->close();
    }
}

/// The plans of one tool and rule together.
void TestHostileMarkup::walkSeveral()
{
    const int queue = m_window->pageIndex(u"queue"_s);
    m_window->showPage(queue);
    Page &page = m_window->page(queue);
    waitFor(page);
    auto *table = page.findChild<OperationTable *>(u"table"_s);
    // All but the first: a rule that cannot be evaluated on invisible characters asks a person for that one.
    table->moveCurrent(-1000);
    for (int row = 1; row < table->model()->rowCount(); ++row) {
        table->moveCurrent(1);
        page.perform(Page::Command::Select);
    }
    page.perform(Page::Command::Approve);
    auto *several = page.findChild<console::BulkPanel *>();
    QVERIFY(several->isVisible());
    QTRY_VERIFY(several->isRead());
    m_corpus.collect(*m_window);
    QTest::keyClick(table, Qt::Key_Escape);
}

/// A decision that can still be taken back, and the words that were signed with it.
void TestHostileMarkup::walkUndo()
{
    const int queue = m_window->pageIndex(u"queue"_s);
    m_window->showPage(queue);
    Page &page = m_window->page(queue);
    m_session->desk().setHold(base::kMinute);
    page.findChild<OperationTable *>(u"table"_s)->moveCurrent(-1000);
    waitFor(page);
    page.perform(Page::Command::Reject);
    auto *reason = page.findChild<QLineEdit *>(u"reasonEdit"_s);
    QVERIFY(reason->isVisible());
    reason->setText(u"<b>zqreasonqz</b><img src=http://127.0.0.1:%1/r>"_s.arg(m_server.serverPort()));
    QTest::keyClick(reason, Qt::Key_Return);
    const auto *bar = m_window->findChild<console::UndoBar *>();
    QVERIFY(bar->isVisible());
    m_corpus.collect(*m_window);
    (void)m_window->grab();
    m_session->desk().recall(m_session->desk().held().last().nonce);
    m_session->desk().setHold(0);
    QVERIFY(!bar->isVisible());
    page.perform(Page::Command::Reject); // the reason is offered again
    m_corpus.collect(*m_window);
    QTest::keyClick(reason, Qt::Key_Escape);
}

void TestHostileMarkup::walkDialogs()
{
    const QString word = u"<b>zqfilezq</b><img src=http://127.0.0.1:%1/f>"_s.arg(m_server.serverPort());
    m_window->showNotice(word, word);
    m_window->startPage().setRecent({word, u"/tmp/"_s + word});
    m_window->startPage().showError(word, {base::ErrorCode::Io, word, word});
    m_corpus.collect(*m_window);
    const console::AdminActDialog::Start start{word, word, word, word};
    using Kind = console::AdminActDialog::Kind;
    QList<QDialog *> dialogs;
    for (const Kind kind : {Kind::Enrol, Kind::Roles, Kind::Revoke, Kind::Delegate})
        dialogs.append(new console::AdminActDialog(kind, start, *m_session, m_window.get()));
    dialogs.append(new console::UnlockDialog(m_session->key(), word, m_window.get()));
    dialogs.append(new console::PassphraseDialog(m_session->key(), word, m_window.get()));
    for (QDialog *dialog : std::as_const(dialogs)) {
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->open();
        tests::passEvents(1);
        m_corpus.collect(*dialog);
        (void)dialog->grab();
        dialog->close();
        delete dialog;
    }
}

void TestHostileMarkup::walk()
{
    for (int index = 0; index < m_window->pageCount(); ++index) {
        m_window->showPage(index);
        walkPage(m_window->page(index));
    }
    walkSeveral();
    walkUndo();
    walkDialogs();
}

void TestHostileMarkup::everyPage_showsItLiterally_andFetchesNothing_data()
{
    QTest::addColumn<int>("kind");
    const auto texts = tests::hostileTexts(m_server.serverPort());
    for (int kind = 0; kind < texts.size(); ++kind)
        QTest::newRow(texts.at(kind).name) << kind;
}

void TestHostileMarkup::everyPage_showsItLiterally_andFetchesNothing()
{
    QFETCH(int, kind);
    HostileLedger hostile(tests::hostileTexts(m_server.serverPort()).at(kind));
    open(hostile.ledger().files().database, hostile.ledger().clock);
    walk();
    for (auto field = hostile.refused().begin(); field != hostile.refused().end(); ++field)
        qInfo("%s is refused: %s", qUtf8Printable(field.key()), qUtf8Printable(field->left(160)));
    QStringList missing;
    for (auto field = hostile.shown().begin(); field != hostile.shown().end(); ++field) {
        if (!m_corpus.contains(*field))
            missing.append(field.key() + u": "_s + m_corpus.around(u"zq"_s + field.key() + u"qz"_s).join(u" | "_s));
    }
    QVERIFY2(missing.isEmpty(), qUtf8Printable(u"not shown as written:\n"_s + missing.join(u'\n')));
    QVERIFY2(m_corpus.problems().isEmpty(), qUtf8Printable(m_corpus.problems().join(u'\n')));
    tests::passEvents(20);
    QCOMPARE(m_connections, 0);
}

void TestHostileMarkup::fileName_isShownLiterally_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("markup") << u"<b>zqnameqz<img src='x'>"_s;
    QTest::newRow("entities") << u"&lt;b&gt;zqnameqz"_s;
    QTest::newRow("right to left") << u"safe\u202Ezqnameqz"_s;
    QTest::newRow("lines") << u"a\nzqnameqz\tb"_s;
}

void TestHostileMarkup::fileName_isShownLiterally()
{
    QFETCH(QString, name);
    tests::LedgerUnderTest ledger;
    ledger.submit(tests::LedgerUnderTest::payment(u"P-1"_s));
    const tests::TempFolder folder;
    const QString path = folder.path(name + u".obstat"_s);
    QVERIFY(QFile::copy(ledger.files().database, path));
    ledger.close(); // the write-ahead log goes into the file
    QVERIFY(QFile::remove(path) && QFile::copy(ledger.files().database, path));
    open(path, ledger.clock);
    m_window->startPage().setRecent({path});
    m_corpus.collect(*m_window);
    QVERIFY2(m_corpus.contains(base::visibleText(name)), qUtf8Printable(m_corpus.around(u"zqnameqz"_s).join(u" | "_s)));
    QVERIFY2(m_corpus.problems().isEmpty(), qUtf8Printable(m_corpus.problems().join(u'\n')));
}

void TestHostileMarkup::names_ofToolsRulesAndRoles_areRefused_data()
{
    everyPage_showsItLiterally_andFetchesNothing_data();
}

/// Where a text cannot be put at all nothing has to be shown.
void TestHostileMarkup::names_ofToolsRulesAndRoles_areRefused()
{
    QFETCH(int, kind);
    const QString name = tests::hostileTexts(m_server.serverPort()).at(kind).of(u"name"_s);
    QByteArray key = "\"";
    for (const char32_t point : name.toUcs4())
        key += "\\U" + QByteArray::number(static_cast<uint>(point), 16).rightJustified(8, '0');
    key += '"';
    const auto tools = [&](const char *from, const QByteArray &to) {
        return policy::Registry::parse(tests::LedgerUnderTest::toolsToml().replace(from, to), u"tools.toml"_s)
            .has_value();
    };
    const auto rules = [&](const char *from, const QByteArray &to) {
        return policy::Policy::parse(tests::LedgerUnderTest::policyToml().replace(from, to), u"policy.toml"_s)
            .has_value();
    };
    QVERIFY(tools("[tool.pay]", "[tool.pay]") && rules("treasury", "treasury"));
    QVERIFY(!tools("[tool.look]", "[tool." + key + ']'));
    QVERIFY(!tools("approver = \"policy\"", "approver = " + key));
    QVERIFY(!tools("\"http://127.0.0.1:9\"", key));
    QVERIFY(!rules("\"small_and_known\"", key));
    QVERIFY(!rules("\"treasury\"", key));
    QVERIFY(!rules("\"sre\"", key));
}

/// The net has no hole: what it is to catch is caught.
void TestHostileMarkup::corpus_noticesMarkup()
{
    QWidget bad;
    auto *label = new QLabel(u"<b>x</b>"_s, &bad);
    auto *tip = new QWidget(&bad);
    tip->setToolTip(u"<img src=x>"_s);
    ScreenCorpus corpus;
    corpus.collect(bad);
    QCOMPARE(corpus.problems().size(), 2);
    label->setTextFormat(Qt::PlainText);
    tip->setToolTip(console::plainToolTip(u"</p><img src=x>"_s));
    ScreenCorpus good;
    good.collect(bad);
    QVERIFY2(good.problems().isEmpty(), qUtf8Printable(good.problems().join(u'\n')));
    QVERIFY(good.contains(u"<b>x</b>"_s));
}

QTEST_MAIN(TestHostileMarkup)
#include "tst_hostilemarkup.moc"
