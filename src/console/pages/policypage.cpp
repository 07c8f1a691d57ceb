#include "console/pages/policypage.h"

#include "base/visibletext.h"
#include "console/client/background.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/policytestsmodel.h"
#include "console/models/rulesmodel.h"
#include "console/models/wording.h"
#include "console/widgets/plaintextlabel.h"
#include "evidence/event.h"
#include "policy/documentfile.h"
#include "ui_policypage.h"

#include <QDir>
#include <QFileInfo>
#include <QScrollBar>

namespace obstat::console {

using namespace Qt::StringLiterals;
using policy::Policy;

namespace {

/// `value` is escaped already.
DisplayLine line(const QString &label, const QString &value, bool mono)
{
    DisplayLine line;
    line.label = label;
    line.value = value;
    line.mono = mono;
    return line;
}

QString fileBeside(const QString &database)
{
    return QFileInfo(database).dir().filePath(u"policy.toml"_s);
}

} // namespace

PolicyPage::PolicyPage(QWidget *parent)
    : DocumentPage(parent)
    , m_ui(std::make_unique<Ui::PolicyPage>())
    , m_rules(new RulesModel(this))
    , m_tests(new PolicyTestsModel(this))
{
    m_ui->setupUi(this);
    m_ui->rulesTable->setRecords(m_rules, u"rules"_s, {58, 164, 0, 130, 136});
    m_ui->testsTable->setRecords(m_tests, u"policytests"_s, {88, 0, 190, 100});
    setParts({*m_ui->errorNotice, *m_ui->rulesTable, *m_ui->panel, *m_ui->versions, evidence::kinds::policyActivated,
              u"policy"_s});
    m_ui->splitter->setStretchFactor(0, 1);
    m_ui->splitter->setSizes({730, 380});
    connect(m_ui->rulesTable, &RecordTable::currentRowChanged, this, &PolicyPage::showRule);
}

PolicyPage::~PolicyPage() = default;

QString PolicyPage::title() const
{
    return tr("Policy");
}

void PolicyPage::clear()
{
    DocumentPage::clear();
    m_rules->clear();
    m_tests->setResults({});
    m_ui->fileNotice->hide();
    m_ui->testNotice->hide();
    m_ui->activeLabel->setText({});
    m_ui->sourceLabel->setText({});
}

QString PolicyPage::digestOf(const LedgerClient::ActiveDocuments &active) const
{
    return active.policy;
}

QString PolicyPage::missingText() const
{
    return u"The text of the policy is not stored."_s;
}

void PolicyPage::found(bool again)
{
    compareFile();
    if (again)
        return;
    ledger::EventFilter activations;
    activations.kind = evidence::kinds::policyActivated;
    whenReady(session()->ledger().events(activations, -1, 1), this,
              [this, asked = request()](const base::Result<QList<ledger::EventRow>> &events) {
                  if (isCurrent(asked))
                      takeActivation(events);
              });
}

void PolicyPage::takeText(const QByteArray &text)
{
    const auto test = [text]() -> base::Result<Tested> {
        auto policy = Policy::parse(text, u"policy.toml"_s);
        if (!policy)
            return tl::unexpected(policy.error());
        return Tested{*policy, policy->runTests()};
    };
    whenReady(inBackground(pool(), test), this, [this, asked = request()](const base::Result<Tested> &tested) {
        if (isCurrent(asked))
            takePolicy(tested);
    });
}

void PolicyPage::takePolicy(const base::Result<Tested> &tested)
{
    if (!tested) {
        failText(tested.error());
        return;
    }
    m_rules->setPolicy(tested->policy);
    showTests(tested->results);
    showLists(tested->policy);
    showText(tested->policy);
    m_ui->stack->setCurrentWidget(m_ui->splitter);
    m_ui->rulesTable->selectRow(0);
    hideError();
    finish();
}

void PolicyPage::takeActivation(const base::Result<QList<ledger::EventRow>> &events)
{
    const QString digest = Wording::shortDigest(this->digest());
    m_ui->activeLabel->setText(tr("Policy %1").arg(digest));
    if (events && !events->isEmpty()) {
        const ledger::EventRow &event = events->first();
        m_ui->activeLabel->setText(tr("Policy %1 · activated by %2 on %3, event %4")
                                       .arg(digest, base::visibleText(event.actor),
                                            Wording::exactTime(event.at).left(19), Wording::number(event.seq)));
    }
    m_ui->sourceLabel->setText(
        tr("Edited in policy.toml beside the ledger; try it with “obstatctl policy test”, put it in force with "
           "“obstatctl policy activate”, signed by an administrator. What is shown is what was signed."));
    const QString file = QDir::toNativeSeparators(fileBeside(session()->ledger().database()));
    m_ui->sourceLabel->setToolTip(plainToolTip(file));
    m_ui->sourceLabel->setAccessibleDescription(base::visibleText(file));
}

/// What stands in the file does nothing until it is signed: whoever edited it should know.
void PolicyPage::compareFile()
{
    const auto compared = inBackground(pool(), [file = fileBeside(session()->ledger().database()), digest = digest()] {
        return policy::compareFile(file, digest);
    });
    whenReady(compared, this, [this, asked = request()](policy::DocumentFile file) {
        if (!isCurrent(asked))
            return;
        m_ui->fileNotice->setVisible(file == policy::DocumentFile::Differs);
        if (file == policy::DocumentFile::Differs)
            m_ui->fileNotice->show(Tone::Warn, tr("policy.toml was edited and is not what is in force."),
                                   tr("What it says now does nothing until it is activated: shown below is the signed "
                                      "text. “obstatctl policy status” compares them too."));
    });
}

void PolicyPage::showTests(const QList<policy::TestResult> &results)
{
    m_tests->setResults(results);
    const int failed = m_tests->failedCount();
    m_ui->testNotice->setVisible(failed > 0);
    if (failed > 0)
        m_ui->testNotice->show(Tone::Bad, tr("%n test(s) of the policy in force fail.", nullptr, failed),
                               tr("Such a policy is not activated by this version; tell an administrator."));
    const auto count = static_cast<int>(results.size());
    m_ui->testsLabel->setText(results.isEmpty() ? tr("This policy has no tests")
                              : failed == 0     ? tr("%n test(s), all passed when run again just now", nullptr, count)
                                                : tr("%1 of %2 tests failed").arg(failed).arg(count));
}

void PolicyPage::showRule(int row)
{
    const bool isChosen = row >= 0;
    m_ui->head->setVisible(isChosen);
    if (!isChosen)
        return;
    const policy::RuleView &rule = m_rules->rule(row);
    const bool isDefault = row == m_rules->rowCount() - 1;
    m_ui->ruleTitle->setText(isDefault ? tr("No rule matched") : base::visibleText(rule.name));
    m_ui->ruleSubject->setText(isDefault   ? tr("the last resort")
                               : rule.deny ? tr("a deny, looked at before every rule; place %1").arg(row + 1)
                                           : tr("place %1; the first rule that matches decides").arg(row + 1));
    QList<DisplayLine> when{
        line(tr("tool"), rule.tool == u"*" ? tr("every tool") : base::visibleText(rule.tool), rule.tool != u"*")};
    for (const QString &predicate : rule.when)
        when.append(line(tr("and"), base::visibleText(predicate), true));
    m_ui->whenLines->setLines(when);
    QList<DisplayLine> then{line(tr("outcome"), RulesModel::then(rule), false)};
    if (!rule.reason.isEmpty())
        then.append(line(tr("told to the agent"), base::visibleText(rule.reason), false));
    if (!rule.deny && rule.then != u"automatic")
        then.append(line(tr("a plan waits"),
                         rule.expiresAfter > 0 ? Wording::duration(rule.expiresAfter) : tr("as long as its tool says"),
                         false));
    if (rule.deny)
        then.append(line(tr("in doubt"), tr("a deny that cannot be evaluated means a person"), false));
    else if (rule.then == u"automatic")
        then.append(line(tr("in doubt"), tr("what is missing is never true, so a person decides"), false));
    m_ui->thenLines->setLines(then);
}

void PolicyPage::showLists(const Policy &policy)
{
    QList<DisplayLine> lines;
    const QMap<QString, QStringList> lists = policy.lists();
    for (auto list = lists.begin(); list != lists.end(); ++list)
        lines.append(line(base::visibleText(list.key()), base::visibleText(list.value().join(u", "_s)), true));
    m_ui->listsHeading->setVisible(!lines.isEmpty());
    m_ui->listLines->setVisible(!lines.isEmpty());
    m_ui->listLines->setLines(lines);
}

void PolicyPage::showText(const Policy &policy)
{
    QList<DisplayLine> lines;
    for (const QString &each : QString::fromUtf8(policy.text()).split(u'\n'))
        lines.append(line({}, base::visibleText(each), true));
    m_ui->textLines->setLines(lines);
}

void PolicyPage::showNone()
{
    m_rules->clear();
    m_tests->setResults({});
    m_ui->fileNotice->hide();
    m_ui->activeLabel->setText(tr("No policy is in force"));
    m_ui->sourceLabel->setText({});
    m_ui->emptyState->setTexts(u"policy"_s, tr("No policy is in force"),
                               tr("Until an administrator activates one with “obstatctl policy activate”, every plan "
                                  "waits for a person of the role “approver”. Nothing is automatic."));
    m_ui->stack->setCurrentWidget(m_ui->emptyState);
}

} // namespace obstat::console
