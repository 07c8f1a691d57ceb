#include "base/digest.h"
#include "console/models/policytestsmodel.h"
#include "console/models/rulesmodel.h"
#include "console/pages/policypage.h"
#include "console/widgets/emptystate.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/recordtable.h"
#include "evidence/event.h"
#include "evidence/eventkinds.h"
#include "support/auditsample.h"
#include "support/tempfolder.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::PolicyPage;
using console::PolicyTestsModel;
using console::RulesModel;

/// The policy in force (contract 5): rules in evaluation order, tests run again, who activated it.
class TestPolicyPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void rules_inForce_deniesFirstAndTheDefaultLast();
    void activation_shown_withPersonAndTime();
    void file_edited_isSaidUntilItIsActivated();
    void tests_run_andAllPass();
    void tests_failing_areSaidFirst();
    void rule_chosen_showsConditionsAndReason();
    void text_shown_lineByLine();
    void versions_ofThePolicy_sayWhoAndWhenAndDiffer();
    void versions_whoseTextIsGone_saySo();
    void noPolicy_says_thatNothingIsAutomatic();
    void text_broken_isAnError();

private:
    template <typename T>
    [[nodiscard]] T *find(const char *name) const
    {
        return m_page->findChild<T *>(QLatin1StringView(name));
    }
    void activate(const QByteArray &text)
    {
        m_sample->ledger->active.policy = base::digestHex(text);
        m_sample->ledger->bytes.insert(m_sample->ledger->active.policy, text);
    }
    void addVersion(const QByteArray &text, const QString &admin, base::Micros age);
    void open()
    {
        m_page->setSession(m_sample->session.get());
        m_page->resize(1240, 760);
        m_page->show();
        QTRY_VERIFY(m_page->isReady());
    }
    [[nodiscard]] QString rule(int row, int column) const
    {
        return find<console::RecordTable>("rulesTable")->model()->index(row, column).data().toString();
    }

    std::unique_ptr<tests::SampleConsole> m_sample;
    std::unique_ptr<PolicyPage> m_page;
};

void TestPolicyPage::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
}

void TestPolicyPage::init()
{
    QSettings().clear();
    m_sample = std::make_unique<tests::SampleConsole>();
    m_page = std::make_unique<PolicyPage>();
}

void TestPolicyPage::cleanup()
{
    m_page->setSession(nullptr); // what still runs belongs to the session
    m_sample.reset();
    m_page.reset();
}

void TestPolicyPage::rules_inForce_deniesFirstAndTheDefaultLast()
{
    activate(tests::auditsample::sampleText(u"policy.toml"_s));
    open();
    const QAbstractItemModelTester tester(find<console::RecordTable>("rulesTable")->model());
    QCOMPARE(rule(0, RulesModel::Name), u"blocked_account"_s);
    QCOMPARE(rule(0, RulesModel::Then), u"denied"_s);
    QCOMPARE(rule(1, RulesModel::Name), u"small_and_known"_s);
    QCOMPARE(rule(1, RulesModel::When), u"args.amount < 500 USD  and  facts.kyc_complete"_s);
    QCOMPARE(rule(1, RulesModel::Then), u"automatic"_s);
    const int last = find<console::RecordTable>("rulesTable")->model()->rowCount() - 1;
    QCOMPARE(rule(last, RulesModel::Order), u"else"_s);
    QCOMPARE(rule(last, RulesModel::Then), u"1 × treasury"_s);
    QVERIFY(find<console::LinesView>("listLines")->text().contains(u"XX00BLOCKED000000001"_s));
}

void TestPolicyPage::activation_shown_withPersonAndTime()
{
    tests::auditsample::activateSamples(*m_sample->ledger, m_sample->clock.now());
    open();
    QTRY_VERIFY(find<QLabel>("activeLabel")->text().contains(u"a.weber"_s));
    QVERIFY(find<QLabel>("activeLabel")->text().contains(u"2026-09-20"_s));
    QVERIFY(find<QLabel>("activeLabel")->text().contains(m_sample->ledger->active.policy.left(6)));
    QVERIFY(!find<QLabel>("sourceLabel")->text().contains(u"/ledgers"_s)); // pictures carry no path of a machine
    QVERIFY(find<QLabel>("sourceLabel")->toolTip().contains(u"/ledgers/policy.toml"_s));
    QVERIFY(!find<console::Notice>("fileNotice")->isVisible()); // there is no such file
}

void TestPolicyPage::file_edited_isSaidUntilItIsActivated()
{
    const tests::TempFolder folder;
    m_sample->ledger->file = folder.path(u"payments.obstat"_s);
    const QByteArray text = tests::auditsample::sampleText(u"policy.toml"_s);
    activate(text);
    static_cast<void>(folder.write(u"policy.toml"_s, text + "# tomorrow\n"));
    open();
    auto *notice = find<console::Notice>("fileNotice");
    QTRY_VERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains(u"not what is in force"_s), qPrintable(notice->text()));
    QVERIFY(!find<console::LinesView>("textLines")->text().contains(u"tomorrow"_s)); // the signed text stays
    static_cast<void>(folder.write(u"policy.toml"_s, text));
    m_page->refresh();
    QTRY_VERIFY(!notice->isVisible());
}

void TestPolicyPage::tests_run_andAllPass()
{
    activate(tests::auditsample::sampleText(u"policy.toml"_s));
    open();
    const auto *tests = qobject_cast<PolicyTestsModel *>(find<console::RecordTable>("testsTable")->model());
    QVERIFY(tests->rowCount() > 5);
    QCOMPARE(tests->failedCount(), 0);
    QVERIFY(!find<console::Notice>("testNotice")->isVisible());
    QVERIFY(find<QLabel>("testsLabel")->text().contains(u"passed"_s));
}

void TestPolicyPage::tests_failing_areSaidFirst()
{
    activate("default_role = \"treasury\"\n"
             "[[test]]\nname = \"waits\"\ntool = \"a\"\nargs = {}\nexpect = \"human\"\n"
             "[[test]]\nname = \"runs\"\ntool = \"a\"\nargs = {}\nexpect = \"automatic\"\n");
    open();
    QVERIFY(find<console::Notice>("testNotice")->isVisible());
    const QAbstractItemModel *tests = find<console::RecordTable>("testsTable")->model();
    const QAbstractItemModelTester tester(find<console::RecordTable>("testsTable")->model());
    QCOMPARE(tests->index(0, PolicyTestsModel::Name).data().toString(), u"runs"_s);
    QCOMPARE(tests->index(0, PolicyTestsModel::Result).data().toString(), u"failed"_s);
    QCOMPARE(tests->index(0, PolicyTestsModel::Expected).data().toString(), u"automatic"_s);
    QCOMPARE(tests->index(0, PolicyTestsModel::Got).data().toString(), u"a person decides"_s);
    QCOMPARE(tests->index(1, PolicyTestsModel::Got).data().toString(), u"the same"_s);
    QVERIFY(find<QLabel>("testsLabel")->text().contains(u"1 of 2"_s));
}

void TestPolicyPage::rule_chosen_showsConditionsAndReason()
{
    activate(tests::auditsample::sampleText(u"policy.toml"_s));
    open();
    QCOMPARE(find<QLabel>("ruleTitle")->text(), u"blocked_account"_s);
    QVERIFY(find<console::LinesView>("thenLines")->text().contains(u"This account is blocked"_s));
    QVERIFY(find<console::LinesView>("whenLines")->text().contains(u"args.iban in blocked_accounts"_s));
    find<console::RecordTable>("rulesTable")->selectRow(2);
    QCOMPARE(find<QLabel>("ruleTitle")->text(), u"customer_mail"_s);
    QVERIFY(find<console::LinesView>("thenLines")->text().contains(u"8 h"_s));
}

void TestPolicyPage::text_shown_lineByLine()
{
    const QByteArray text = tests::auditsample::sampleText(u"policy.toml"_s);
    activate(text);
    open();
    const auto *lines = find<console::LinesView>("textLines");
    QCOMPARE(lines->count(), text.count('\n') + 1);
    QVERIFY(lines->text().contains(u"default_role = \"treasury\""_s));
}

void TestPolicyPage::addVersion(const QByteArray &text, const QString &admin, base::Micros age)
{
    activate(text);
    evidence::Event event;
    event.seq = m_sample->ledger->eventRows.size();
    event.at = m_sample->clock.now() - age;
    event.kind = evidence::kinds::policyActivated;
    event.actor = {u"admin"_s, admin};
    event.digests = {{u"policy"_s, base::digestHex(text)}, {u"act"_s, QString(64, u'e')}};
    m_sample->ledger->eventRows.append(
        {event.seq, event.at, event.kind, {}, {}, admin, {}, evidence::leafBytes(event)});
}

void TestPolicyPage::versions_ofThePolicy_sayWhoAndWhenAndDiffer()
{
    const QByteArray now = tests::auditsample::sampleText(u"policy.toml"_s);
    addVersion(QByteArray(now).replace("500 USD", "100 USD"), u"b.first"_s, 3 * base::kDay);
    addVersion("# an old one\n", u"b.first"_s, 2 * base::kDay);
    addVersion(now, u"a.weber"_s, base::kHour);
    open();
    const auto *versions = find<console::LinesView>("versionLines");
    QTRY_COMPARE(versions->count(), 3);
    QVERIFY(versions->lines().first().value.contains(u"signed by a.weber, act eeeeee"_s));
    QVERIFY(versions->lines().last().value.contains(u"b.first"_s));
    auto *older = find<QComboBox>("olderBox");
    QCOMPARE(older->currentIndex(), 1); // the one before
    older->setCurrentIndex(2);
    const auto *difference = find<console::LinesView>("differenceLines");
    QTRY_VERIFY(difference->text().contains(u"− "_s) && difference->text().contains(u"100 USD"_s));
    QStringList changed;
    for (const console::DisplayLine &line : difference->lines()) {
        if (line.tone == console::Tone::Ok || line.tone == console::Tone::Bad)
            changed.append(line.value.left(1));
    }
    QVERIFY(!changed.isEmpty());
    QCOMPARE(changed.count(u"−"_s), changed.count(u"+"_s));
    find<QComboBox>("newerBox")->setCurrentIndex(2);
    QTRY_COMPARE(difference->text(), u"The two are the same\n"_s);
}

void TestPolicyPage::versions_whoseTextIsGone_saySo()
{
    const QByteArray now = tests::auditsample::sampleText(u"policy.toml"_s);
    addVersion("# gone\n", u"b.first"_s, base::kDay);
    addVersion(now, u"a.weber"_s, base::kHour);
    m_sample->ledger->bytes.remove(base::digestHex("# gone\n"));
    open();
    QTRY_VERIFY(find<console::LinesView>("differenceLines")->text().contains(u"is not stored"_s));
}

void TestPolicyPage::noPolicy_says_thatNothingIsAutomatic()
{
    open();
    QCOMPARE(find<QStackedWidget>("stack")->currentWidget()->objectName(), u"emptyState"_s);
    QCOMPARE(find<console::EmptyState>("emptyState")->title(), u"No policy is in force"_s);
}

void TestPolicyPage::text_broken_isAnError()
{
    activate("default_role = ");
    open();
    QVERIFY(find<console::Notice>("errorNotice")->isVisible());
}

QTEST_MAIN(TestPolicyPage)
#include "tst_policypage.moc"
