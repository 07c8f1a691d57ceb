#include "console/pages/policypage.h"

#include "base/visibletext.h"
#include "console/client/background.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/policytestsmodel.h"
#include "console/models/rulesmodel.h"
#include "console/models/wording.h"
#include "evidence/event.h"
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

} // namespace

PolicyPage::PolicyPage(QWidget *parent)
    : Page(parent)
    , m_ui(std::make_unique<Ui::PolicyPage>())
    , m_rules(new RulesModel(this))
    , m_tests(new PolicyTestsModel(this))
{
    m_ui->setupUi(this);
    m_tester.setMaxThreadCount(1);
    m_ui->rulesTable->setRecords(m_rules, u"rules"_s, {58, 164, 0, 130, 136});
    m_ui->testsTable->setRecords(m_tests, u"policytests"_s, {88, 0, 190, 100});
    m_ui->versions->setDocument(evidence::kinds::policyActivated, u"policy"_s);
    m_ui->splitter->setStretchFactor(0, 1);
    m_ui->splitter->setSizes({730, 380});
    connect(m_ui->rulesTable, &RecordTable::currentRowChanged, this, &PolicyPage::showRule);
    connect(m_ui->errorNotice, &Notice::actionTriggered, this, &PolicyPage::refresh);
}

PolicyPage::~PolicyPage() = default;

QString PolicyPage::title() const
{
    return tr("Policy");
}

void PolicyPage::setSession(Session *session)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    ++m_request;
    m_loading = false;
    m_digest.clear();
    m_ui->versions->setSession(session);
    m_rules->clear();
    m_tests->setResults({});
    m_ui->testNotice->hide();
    m_ui->errorNotice->hide();
    m_ui->activeLabel->setText({});
    m_ui->sourceLabel->setText({});
    m_stale = session;
    if (!session)
        return;
    connect(session, &Session::ledgerChanged, this, [this] {
        m_stale = true;
        if (isVisible())
            load();
    });
    if (isVisible())
        load();
}

void PolicyPage::load()
{
    if (!m_session || m_loading)
        return;
    m_stale = false;
    m_loading = true;
    m_ui->versions->load();
    whenReady(m_session->ledger().activeDocuments(), this,
              [this, request = ++m_request](const base::Result<LedgerClient::ActiveDocuments> &active) {
                  if (request == m_request)
                      takeDigest(active);
              });
}

void PolicyPage::takeDigest(const base::Result<LedgerClient::ActiveDocuments> &active)
{
    if (!active) {
        fail(active.error());
    } else if (active->policy.isEmpty()) {
        showNone();
        finish();
    } else if (active->policy == m_digest) {
        finish();
    } else {
        m_digest = active->policy;
        whenReady(m_session->ledger().document(m_digest), this,
                  [this, request = m_request](const base::Result<std::optional<QByteArray>> &text) {
                      if (request == m_request)
                          takeText(text);
                  });
        ledger::EventFilter activations;
        activations.kind = evidence::kinds::policyActivated;
        whenReady(m_session->ledger().events(activations, -1, 1), this,
                  [this, request = m_request](const base::Result<QList<ledger::EventRow>> &events) {
                      if (request == m_request)
                          takeActivation(events);
                  });
    }
}

void PolicyPage::takeText(const base::Result<std::optional<QByteArray>> &text)
{
    if (!text || !*text) {
        m_digest.clear();
        fail(text ? base::Error{base::ErrorCode::NotFound, u"The text of the policy is not stored."_s} : text.error());
        return;
    }
    const auto test = [bytes = **text]() -> base::Result<Tested> {
        auto policy = Policy::parse(bytes, u"policy.toml"_s);
        if (!policy)
            return tl::unexpected(policy.error());
        return Tested{*policy, policy->runTests()};
    };
    whenReady(inBackground(m_tester, test), this, [this, request = m_request](const base::Result<Tested> &tested) {
        if (request == m_request)
            takePolicy(tested);
    });
}

void PolicyPage::takePolicy(const base::Result<Tested> &tested)
{
    if (!tested) {
        m_digest.clear();
        fail(tested.error());
        return;
    }
    m_rules->setPolicy(tested->policy);
    showTests(tested->results);
    showLists(tested->policy);
    showText(tested->policy);
    m_ui->stack->setCurrentWidget(m_ui->splitter);
    m_ui->rulesTable->selectRow(0);
    m_ui->errorNotice->hide();
    finish();
}

void PolicyPage::takeActivation(const base::Result<QList<ledger::EventRow>> &events)
{
    const QString digest = Wording::shortDigest(m_digest);
    m_ui->activeLabel->setText(tr("Policy %1").arg(digest));
    if (events && !events->isEmpty()) {
        const ledger::EventRow &event = events->first();
        m_ui->activeLabel->setText(tr("Policy %1 · activated by %2 on %3, event %4")
                                       .arg(digest, base::visibleText(event.actor),
                                            Wording::exactTime(event.at).left(19), Wording::number(event.seq)));
    }
    const QString file = QFileInfo(m_session->ledger().database()).dir().filePath(u"policy.toml"_s);
    m_ui->sourceLabel->setText(tr("Edited in %1; try it with “obstatctl policy test”, put it in force with “obstatctl "
                                  "policy activate”, signed by an administrator. What is shown is what was signed.")
                                   .arg(QDir::toNativeSeparators(file)));
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
    m_digest.clear();
    m_rules->clear();
    m_tests->setResults({});
    m_ui->activeLabel->setText(tr("No policy is in force"));
    m_ui->sourceLabel->setText({});
    m_ui->emptyState->setTexts(u"policy"_s, tr("No policy is in force"),
                               tr("Until an administrator activates one with “obstatctl policy activate”, every plan "
                                  "waits for a person of the role “approver”. Nothing is automatic."));
    m_ui->stack->setCurrentWidget(m_ui->emptyState);
}

void PolicyPage::fail(const base::Error &error)
{
    if (error.code != base::ErrorCode::Cancelled) {
        m_ui->errorNotice->setAction(tr("Try again"));
        m_ui->errorNotice->show(Tone::Bad, Wording::error(error), Wording::errorAdvice(error));
    }
    finish();
}

void PolicyPage::finish()
{
    m_loading = false;
    if (m_stale && isVisible())
        load();
    if (isReady())
        Q_EMIT becameReady();
}

void PolicyPage::refresh()
{
    m_ui->errorNotice->hide();
    load();
}

bool PolicyPage::perform(Command command)
{
    if (command == Command::Next || command == Command::Skip)
        m_ui->rulesTable->moveCurrent(1);
    else if (command == Command::Previous)
        m_ui->rulesTable->moveCurrent(-1);
    else if (command == Command::Open)
        m_ui->panel->setFocus();
    else
        return false;
    return true;
}

bool PolicyPage::isReady() const
{
    return m_session && !m_loading && !m_stale;
}

void PolicyPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_stale)
        load();
}

} // namespace obstat::console
