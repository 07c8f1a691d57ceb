#include "base/digest.h"
#include "console/models/toolsmodel.h"
#include "console/pages/toolspage.h"
#include "console/widgets/emptystate.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/recordtable.h"
#include "evidence/event.h"
#include "support/auditsample.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::ToolsModel;
using console::ToolsPage;

/// The registry that is in force, from the ledger's documents (contract 2).
class TestToolsPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void registry_inForce_isListedWithItsAnswers();
    void titles_at1280By800_areWhole();
    void unanswered_question_staysReadOnly();
    void unanswered_tools_standFirst();
    void tool_chosen_showsNotesOwnerAndEntry();
    void tool_withAQuestionNobodyCanRead_saysSo();
    void tool_ofACaller_saysWhoCarriesItOut();
    void noRegistry_says_whatWouldStandHere();
    void text_missing_isAnError();
    void registry_replaced_keepsTheChosenTool();
    void agentText_inTheFile_isMadeVisible();
    void versions_loaded_areListedAndCompared();

private:
    template <typename T>
    [[nodiscard]] T *find(const char *name) const
    {
        return m_page->findChild<T *>(QLatin1StringView(name));
    }
    void activate(const QByteArray &text)
    {
        m_sample->ledger->active.registry = base::digestHex(text);
        m_sample->ledger->bytes.insert(m_sample->ledger->active.registry, text);
    }
    void open()
    {
        m_page->setSession(m_sample->session.get());
        m_page->resize(1240, 760);
        m_page->show();
        QTRY_VERIFY(m_page->isReady());
    }
    [[nodiscard]] const ToolsModel &model() const
    {
        return *qobject_cast<ToolsModel *>(find<console::RecordTable>("table")->model());
    }
    [[nodiscard]] QString cell(const QString &tool, int column) const
    {
        return model().index(model().rowOf(tool), column).data().toString();
    }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<ToolsPage> m_page;
};

void TestToolsPage::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
}

void TestToolsPage::init()
{
    QSettings().clear();
    m_sample = std::make_unique<tests::SampleConsole>();
    m_page = std::make_unique<ToolsPage>();
}

void TestToolsPage::cleanup()
{
    m_page->setSession(nullptr); // what still runs belongs to the session
    m_sample.reset();
    m_page.reset();
}

void TestToolsPage::registry_inForce_isListedWithItsAnswers()
{
    activate(tests::auditsample::sampleText(u"tools.toml"_s));
    open();
    const QAbstractItemModelTester tester(find<console::RecordTable>("table")->model());
    QVERIFY(model().rowCount() > 3);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Title), u"Approve a withdrawal"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Undo), u"no"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Approver), u"by policy"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Repeat), u"returns the first result"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Owner), u"payments, honours the key"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Key), u"withdrawal_id"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Amount), u"amount in currency"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::Timeout), u"30 s"_s);
    QCOMPARE(cell(u"approve_withdrawal"_s, ToolsModel::State), u"plan it"_s);
    QVERIFY(!find<QLabel>("sourceLabel")->text().contains(u"/ledgers"_s));
    QVERIFY(find<QLabel>("sourceLabel")->toolTip().contains(u"/ledgers/tools.toml"_s));
    QVERIFY(find<QLabel>("sourceLabel")->text().contains(m_sample->ledger->active.registry.left(6)));
}

void TestToolsPage::titles_at1280By800_areWhole()
{
    activate(tests::auditsample::sampleText(u"tools.toml"_s));
    m_page->resize(1106, 720); // what the navigation leaves of 1280
    m_page->setSession(m_sample->session.get());
    m_page->show();
    QTRY_VERIFY(m_page->isReady());
    auto *table = find<console::RecordTable>("table");
    for (int row = 0; row < model().rowCount(); ++row)
        QTRY_VERIFY2(table->columnWidth(ToolsModel::Title) >=
                         table->sizeHintForIndex(model().index(row, ToolsModel::Title)).width(),
                     qPrintable(model().index(row, ToolsModel::Title).data().toString()));
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
}

void TestToolsPage::unanswered_question_staysReadOnly()
{
    activate("[tool.wipe]\neffect = \"write\"\nundo = \"no\"\n[tool.look]\neffect = \"read\"\n");
    open();
    QCOMPARE(cell(u"wipe"_s, ToolsModel::State), u"stays read-only"_s);
    QCOMPARE(cell(u"wipe"_s, ToolsModel::Approver), u"not answered"_s);
    QCOMPARE(cell(u"look"_s, ToolsModel::State), u"call it directly"_s);
    QCOMPARE(cell(u"look"_s, ToolsModel::Undo), u"–"_s);
    QVERIFY(find<console::Notice>("openNotice")->isVisible());
    QStringList told;
    for (const QLabel *label : find<console::Notice>("openNotice")->findChildren<QLabel *>())
        told.append(label->text());
    QVERIFY(told.contains(u"wipe: Who approves it? What if it repeats?"_s));
}

void TestToolsPage::unanswered_tools_standFirst()
{
    activate("[tool.a_look]\neffect = \"read\"\n[tool.m_open]\neffect = \"write\"\nundo = \"no\"\n"
             "[tool.z_open]\neffect = \"write\"\n");
    open();
    QCOMPARE(model().rowOf(u"m_open"_s), 0);
    QCOMPARE(model().rowOf(u"z_open"_s), 1);
    QCOMPARE(model().rowOf(u"a_look"_s), 2);
}

void TestToolsPage::tool_chosen_showsNotesOwnerAndEntry()
{
    activate(tests::auditsample::sampleText(u"tools.toml"_s));
    open();
    find<console::RecordTable>("table")->selectRow(model().rowOf(u"approve_withdrawal"_s));
    QCOMPARE(find<QLabel>("titleLabel")->text(), u"Approve a withdrawal"_s);
    QVERIFY(find<console::LinesView>("questionLines")->text().contains(u"Money that left the account"_s));
    QVERIFY(find<console::LinesView>("ownerLines")->text().contains(u"http://127.0.0.1:9410"_s));
    const policy::ToolEntry &tool = model().tool(model().rowOf(u"approve_withdrawal"_s));
    QVERIFY(find<console::LinesView>("entryLines")->text().contains(tool.digest));
    QVERIFY(find<console::LinesView>("entryLines")->text().contains(QString::fromUtf8(tool.canonical)));
}

void TestToolsPage::tool_ofACaller_saysWhoCarriesItOut()
{
    activate("[owner.desk]\nkind = \"caller\"\nlease = \"3m\"\n[tool.wire]\neffect = \"write\"\nundo = \"no\"\n"
             "approver = \"policy\"\non_repeat = \"doubles\"\nnatural_key = [\"record\"]\nowner = \"desk\"\n");
    open();
    find<console::RecordTable>("table")->selectRow(model().rowOf(u"wire"_s));
    const QString owner = find<console::LinesView>("ownerLines")->text();
    QVERIFY2(owner.contains(u"an orchestrator that claims it and reports the outcome"_s), qPrintable(owner));
    QVERIFY(!owner.contains(u"address"_s) && !owner.contains(u"commit"_s));
    QVERIFY(find<console::LinesView>("timeLines")->text().contains(u"lease of a claim"_s));
}

void TestToolsPage::tool_withAQuestionNobodyCanRead_saysSo()
{
    QByteArray tools = tests::auditsample::sampleText(u"tools.toml"_s);
    activate(tools);
    open();
    const auto owner = [this] {
        find<console::RecordTable>("table")->selectRow(model().rowOf(u"approve_withdrawal"_s));
        return find<console::LinesView>("ownerLines")->text();
    };
    QVERIFY2(!owner().contains(u"nobody is asked"_s), qPrintable(owner()));
    // The question alone: neither a yes nor a no can be told from its answer.
    tools.replace(
        ", found = { status = 200, body = { found = true } }, absent = { status = 200, body = { found = false } "
        "}",
        "");
    activate(tools);
    m_page->refresh();
    QTRY_VERIFY2(owner().contains(u"nobody is asked"_s), qPrintable(owner()));
    QVERIFY(owner().contains(u"GET /v1/effects"_s));
}

void TestToolsPage::noRegistry_says_whatWouldStandHere()
{
    open();
    QCOMPARE(find<QStackedWidget>("listStack")->currentWidget()->objectName(), u"emptyState"_s);
    QCOMPARE(find<console::EmptyState>("emptyState")->title(), u"No tools are loaded"_s);
}

void TestToolsPage::text_missing_isAnError()
{
    m_sample->ledger->active.registry = base::digestHex("gone");
    open();
    QVERIFY(find<console::Notice>("errorNotice")->isVisible());
}

void TestToolsPage::registry_replaced_keepsTheChosenTool()
{
    activate("[tool.a]\neffect = \"read\"\n[tool.b]\neffect = \"read\"\n");
    open();
    find<console::RecordTable>("table")->selectRow(1);
    activate("[tool.c]\neffect = \"read\"\n[tool.a]\neffect = \"read\"\n[tool.b]\neffect = \"read\"\n");
    m_sample->ledger->change();
    QTRY_COMPARE(model().rowCount(), 3);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(model().tool(find<console::RecordTable>("table")->currentRow()).name, u"b"_s);
}

void TestToolsPage::agentText_inTheFile_isMadeVisible()
{
    activate("[tool.a]\ntitle = \"Pay\\u202Eme\"\neffect = \"read\"\n");
    open();
    QVERIFY(cell(u"a"_s, ToolsModel::Title).contains(u"[U+202E]"_s));
}

void TestToolsPage::versions_loaded_areListedAndCompared()
{
    const QByteArray now = tests::auditsample::sampleText(u"tools.toml"_s);
    const QByteArray before = QByteArray(now).replace("30s", "20s");
    activate(before);
    activate(now);
    const auto load = [this](const QByteArray &text, const QString &instance) {
        evidence::Event event;
        event.seq = m_sample->ledger->eventRows.size();
        event.at = m_sample->clock.now();
        event.kind = evidence::kinds::registryLoaded;
        event.actor = {evidence::actors::flow, instance};
        event.digests = {{u"registry"_s, base::digestHex(text)}};
        m_sample->ledger->eventRows.append(
            {event.seq, event.at, event.kind, {}, {}, instance, {}, evidence::leafBytes(event)});
    };
    load(before, u"i-1"_s);
    open();
    auto *area = find<QScrollArea>("versionsArea");
    QTRY_VERIFY(area->isVisible());
    QVERIFY(!find<QComboBox>("olderBox")->isVisible()); // one alone differs from nothing
    load(now, u"i-2"_s);
    m_sample->ledger->change();
    const auto *versions = find<console::LinesView>("versionLines");
    QTRY_COMPARE(versions->count(), 2);
    QVERIFY(versions->lines().first().value.contains(u"loaded by i-2"_s));
    const auto *difference = find<console::LinesView>("differenceLines");
    QTRY_VERIFY(difference->text().contains(u"− timeout = \"20s\""_s));
    QVERIFY(difference->text().contains(u"+ timeout = \"30s\""_s));
    m_page->setSession(nullptr);
    QVERIFY(!area->isVisible());
}

QTEST_MAIN(TestToolsPage)
#include "tst_toolspage.moc"
