#include "approval/adminact.h"
#include "base/digest.h"
#include "console/client/httpadminclient.h"
#include "console/client/httpdecisionclient.h"
#include "console/client/session.h"
#include "console/client/workerledgerclient.h"
#include "console/dialogs/adminactdialog.h"
#include "console/pages/changepanel.h"
#include "console/pages/peoplepage.h"
#include "console/pages/planpanel.h"
#include "console/pages/queuepage.h"
#include "console/widgets/notice.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/recordtable.h"
#include "support/consoletest.h"
#include "support/passevents.h"
#include "support/realinstance.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AdminActDialog;
using console::GateBlock;
using console::Page;
using console::PeoplePage;
using console::PlanPanel;
using console::QueuePage;
using tests::widget;

/// The console against the programs themselves: acts of an administrator and decisions of approvers go over HTTP to an
/// obstatd on a ledger of its own, and the pages show what the ledger says afterwards.
class TestRealInstance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();
    void cleanup();

    void people_enrolled_changed_delegated_revoked();
    void act_ofSomebodyElse_isRefused();
    void token_issued_isListed();
    void quorum_ofTwo_isCounted_andCarriedOut();
    void approve_byOnePersonTwice_isNotOffered();
    void reject_endsThePlan();
    void change_plansAnew_forSomebodyElse();
    void delegate_decidesForAnother();

private:
    static constexpr int kPatience = 60'000;

    void unlockAdmin() { m_session->adminKey().adopt(m_admin); }
    void sitDown(const QString &person);
    void showPeople();
    void act(const QString &button, const QMap<QString, QString> &fields, bool end = false);
    [[nodiscard]] QStringList column(const QString &table, int number) const;
    void showQueue();
    PlanPanel *panel() { return widget<PlanPanel>(m_queue.get(), u"panel"_s); }
    void read(qint64 operation);
    [[nodiscard]] QString outcome() { return widget<console::Notice>(m_queue.get(), u"outcomeNotice"_s)->text(); }
    qint64 plan(const QString &record, const QString &amount = u"800.00"_s)
    {
        return m_instance->plan({{u"withdrawal_id"_s, record}, {u"amount"_s, amount}, {u"currency"_s, u"USD"_s}});
    }

    std::unique_ptr<tests::RealInstance> m_instance;
    base::SystemClock m_clock;
    base::SystemRandom m_random;
    approval::SigningKey m_admin = approval::SigningKey::generate();
    QMap<QString, approval::SigningKey> m_keys;
    std::unique_ptr<console::Session> m_session;
    std::unique_ptr<PeoplePage> m_people;
    std::unique_ptr<QueuePage> m_queue;
};

void TestRealInstance::initTestCase()
{
    if (!tests::RealInstance::isBuilt())
        QSKIP("NOTHING WAS TESTED: obstatd and obstatctl are not built.");
    tests::prepareConsole();
    m_instance = std::make_unique<tests::RealInstance>(R"(default_role = "treasury"
[[rule]]
name = "large_amount"
tool = "approve_withdrawal"
when = ["args.amount >= 1000 USD"]
then = { approvals = [{ count = 2, role = "treasury" }] }
)",
                                                       QMap<QString, QString>{{u"m.keller"_s, u"treasury"_s},
                                                                              {u"p.silva"_s, u"treasury"_s},
                                                                              {u"r.mayr"_s, u"treasury"_s},
                                                                              {u"deputy"_s, u"support"_s}});
    m_admin = m_instance->keyOf(u"admin"_s);
    for (const QString &person : {u"m.keller"_s, u"p.silva"_s, u"r.mayr"_s, u"deputy"_s})
        m_keys.insert(person, m_instance->keyOf(person));
}

void TestRealInstance::cleanupTestCase()
{
    m_instance.reset();
}

void TestRealInstance::init()
{
    QSettings().clear();
    console::Session::Parts parts;
    parts.ledger = std::make_unique<console::WorkerLedgerClient>(m_instance->database(), m_clock);
    parts.decisions = std::make_unique<console::HttpDecisionClient>();
    parts.admin = std::make_unique<console::HttpAdminClient>();
    parts.clock = &m_clock;
    parts.random = &m_random;
    parts.outbox = m_instance->path(u"outbox.jsonl"_s);
    m_session = std::make_unique<console::Session>(std::move(parts));
    QTRY_VERIFY_WITH_TIMEOUT(m_session->isRead() && !m_session->address().isEmpty(), kPatience);
    QCOMPARE(m_session->address(), m_instance->address());
}

void TestRealInstance::cleanup()
{
    m_people.reset();
    m_queue.reset();
    m_session.reset();
}

void TestRealInstance::sitDown(const QString &person)
{
    m_session->key().adopt(m_keys.constFind(person).value());
    QTRY_COMPARE_WITH_TIMEOUT(m_session->key().person(), person, kPatience);
}

void TestRealInstance::showPeople()
{
    m_people = std::make_unique<PeoplePage>();
    m_people->resize(1100, 600);
    m_people->setSession(m_session.get());
    m_people->show();
    QTRY_VERIFY_WITH_TIMEOUT(m_people->isReady(), kPatience);
    unlockAdmin();
}

/// Presses a button of the page, fills the dialog and signs; the dialog closes when the instance took it.
void TestRealInstance::act(const QString &button, const QMap<QString, QString> &fields, bool end)
{
    auto *press = widget<QPushButton>(m_people.get(), button);
    QTRY_VERIFY(press->isEnabled());
    QTest::mouseClick(press, Qt::LeftButton);
    const QPointer<AdminActDialog> dialog = m_people->findChild<AdminActDialog *>();
    QVERIFY(dialog);
    widget<QLineEdit>(dialog, u"adminEdit"_s)->setText(u"admin"_s);
    for (auto field = fields.cbegin(); field != fields.cend(); ++field)
        widget<QLineEdit>(dialog, field.key())->setText(field.value());
    if (end)
        widget<QCheckBox>(dialog, u"endBox"_s)->setChecked(true);
    QTest::mouseClick(widget<QPushButton>(dialog, u"signButton"_s), Qt::LeftButton);
    if (!QTest::qWaitFor([&dialog] { return !dialog; }, kPatience)) {
        QStringList said;
        for (const QLabel *label : widget<console::Notice>(dialog, u"errorNotice"_s)->findChildren<QLabel *>())
            said.append(label->text());
        dialog->reject();
        QFAIL(qPrintable(said.join(u' ')));
    }
}

QStringList TestRealInstance::column(const QString &table, int number) const
{
    const QAbstractItemModel *model = widget<console::RecordTable>(m_people.get(), table)->model();
    QStringList cells;
    for (int row = 0; row < model->rowCount(); ++row)
        cells.append(model->index(row, number).data().toString());
    return cells;
}

void TestRealInstance::people_enrolled_changed_delegated_revoked()
{
    showPeople();
    QVERIFY(column(u"keysTable"_s, 0).contains(u"m.keller"_s));
    const QString request = m_instance->makeRequest(u"n.berg"_s);
    act(u"enrolButton"_s, {{u"subjectEdit"_s, u"n.berg"_s}, {u"rolesEdit"_s, u"audit"_s}, {u"fileEdit"_s, request}});
    QTRY_VERIFY_WITH_TIMEOUT(column(u"keysTable"_s, 0).contains(u"n.berg"_s), kPatience);
    act(u"rolesButton"_s, {{u"subjectEdit"_s, u"n.berg"_s}, {u"rolesEdit"_s, u"audit, treasury"_s}});
    const auto rolesOf = [this](const QString &person) {
        return column(u"keysTable"_s, 1).value(column(u"keysTable"_s, 0).indexOf(person));
    };
    QTRY_VERIFY_WITH_TIMEOUT(rolesOf(u"n.berg"_s).contains(u"treasury"_s), kPatience);
    act(u"delegateButton"_s, {{u"subjectEdit"_s, u"n.berg"_s}, {u"principalEdit"_s, u"m.keller"_s}});
    QTRY_VERIFY_WITH_TIMEOUT(column(u"delegationsTable"_s, 0).contains(u"n.berg"_s), kPatience);
    const QString before =
        column(u"delegationsTable"_s, 4).value(column(u"delegationsTable"_s, 0).indexOf(u"n.berg"_s));
    act(u"delegateButton"_s, {{u"subjectEdit"_s, u"n.berg"_s}, {u"principalEdit"_s, u"m.keller"_s}}, true);
    QTRY_VERIFY_WITH_TIMEOUT(
        column(u"delegationsTable"_s, 4).value(column(u"delegationsTable"_s, 0).indexOf(u"n.berg"_s)) != before,
        kPatience);
    act(u"revokeButton"_s, {{u"subjectEdit"_s, u"n.berg"_s}, {u"keyEdit"_s, {}}});
    const auto revoked = [this] {
        const auto &people = m_session->overview().people;
        return std::any_of(people.begin(), people.end(),
                           [](const auto &row) { return row.person == u"n.berg"_s && row.revoked; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(revoked(), kPatience);
}

void TestRealInstance::act_ofSomebodyElse_isRefused()
{
    console::AdminKey key(m_clock);
    key.adopt(m_keys.constFind(u"m.keller"_s).value()); // an approver is no administrator
    const auto act = key.sign({m_session->overview().head.origin,
                               u"admin"_s,
                               u"role"_s,
                               u"m.keller"_s,
                               {{u"roles"_s, QJsonArray{u"everything"_s}}}},
                              m_random);
    QVERIFY(act);
    const auto answer = m_session->sendAct(*act);
    QTRY_VERIFY_WITH_TIMEOUT(answer.isFinished(), kPatience);
    QVERIFY(!answer.result());
    QCOMPARE(answer.result().error().code, base::ErrorCode::Forbidden);
    showPeople();
    QVERIFY(!column(u"keysTable"_s, 1).join(u' ').contains(u"everything"_s));
}

void TestRealInstance::token_issued_isListed()
{
    showPeople();
    const qsizetype before = column(u"tokensTable"_s, 0).size();
    const QString id = QString::fromLatin1(m_random.bytes(6).toHex());
    const auto act = m_session->adminKey().sign({m_session->overview().head.origin,
                                                 u"admin"_s,
                                                 u"token"_s,
                                                 id,
                                                 {{u"hash"_s, base::digestHex("secret")},
                                                  {u"tenant"_s, u"acme"_s},
                                                  {u"actor"_s, u"agent-2"_s},
                                                  {u"sponsor"_s, u"t.sponsor"_s},
                                                  {u"scopes"_s, QJsonArray{u"submit"_s}}}},
                                                m_random);
    QVERIFY(act);
    const auto answer = m_session->sendAct(*act);
    QTRY_VERIFY_WITH_TIMEOUT(answer.isFinished(), kPatience);
    QVERIFY2(answer.result(), answer.result() ? "" : qPrintable(answer.result().error().message));
    QTRY_COMPARE_WITH_TIMEOUT(column(u"tokensTable"_s, 0).size(), before + 1, kPatience);
    QVERIFY(column(u"tokensTable"_s, 0).contains(id));
}

void TestRealInstance::showQueue()
{
    m_queue = std::make_unique<QueuePage>();
    m_queue->resize(1110, 760);
    m_queue->setSession(m_session.get());
    m_queue->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_queue.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_queue->isReady(), kPatience);
}

/// As a person does: from the top to the end, and then a moment.
void TestRealInstance::read(qint64 operation)
{
    m_queue->showOperation(operation);
    QTRY_COMPARE_WITH_TIMEOUT(panel()->operation(), std::optional(operation), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_queue->isReady(), kPatience);
    QScrollBar *bar = widget<QScrollArea>(m_queue.get(), u"area"_s)->verticalScrollBar();
    bar->setValue(0);
    const auto done = [this, bar] {
        if (bar->value() == bar->maximum())
            bar->setValue(0); // laid out anew meanwhile: again
        else
            panel()->scrollDown();
        return panel()->approveBlock() == GateBlock::None;
    };
    if (!QTest::qWaitFor(done, kPatience))
        QFAIL(qPrintable(u"block %1 (%2), %3, operation %4, %5"_s.arg(
            QString::number(int(panel()->approveBlock())),
            widget<console::PlainTextLabel>(m_queue.get(), u"blockLabel"_s)->text(),
            widget<console::PlainTextLabel>(panel(), u"argumentsHeading"_s)->text(),
            QString::number(panel()->operation().value_or(0)), m_queue->isReady() ? u"ready"_s : u"not ready"_s)));
}

void TestRealInstance::quorum_ofTwo_isCounted_andCarriedOut()
{
    const qint64 id = plan(u"WD-Q"_s, u"2500.00"_s);
    showQueue();
    sitDown(u"m.keller"_s);
    read(id);
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
    m_queue->perform(Page::Command::Approve);
    QTRY_VERIFY_WITH_TIMEOUT(outcome().startsWith(u"Approved."_s), kPatience);
    QCOMPARE(m_instance->status(id), u"awaiting_approval"_s);
    QTRY_COMPARE_WITH_TIMEOUT(panel()->approveBlock(), GateBlock::ApprovedAlready, kPatience);
    sitDown(u"p.silva"_s);
    read(id);
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
    m_queue->perform(Page::Command::Approve);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(id), u"succeeded"_s, kPatience);
}

void TestRealInstance::approve_byOnePersonTwice_isNotOffered()
{
    const qint64 id = plan(u"WD-T"_s, u"2500.00"_s);
    showQueue();
    sitDown(u"m.keller"_s);
    read(id);
    m_queue->perform(Page::Command::Approve);
    QTRY_COMPARE_WITH_TIMEOUT(panel()->approveBlock(), GateBlock::ApprovedAlready, kPatience);
    m_queue->perform(Page::Command::Approve);
    tests::passEvents(300);
    QCOMPARE(m_instance->status(id), u"awaiting_approval"_s);
}

void TestRealInstance::reject_endsThePlan()
{
    const qint64 id = plan(u"WD-R"_s);
    showQueue();
    sitDown(u"m.keller"_s);
    m_queue->showOperation(id);
    QTRY_COMPARE_WITH_TIMEOUT(panel()->operation(), std::optional(id), kPatience);
    QTRY_VERIFY(m_queue->isReady());
    m_queue->perform(Page::Command::Reject);
    auto *reason = widget<QLineEdit>(m_queue.get(), u"reasonEdit"_s);
    QTest::keyClicks(reason, u"Wrong account"_s);
    QTest::keyClick(reason, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(id), u"rejected"_s, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(outcome().startsWith(u"Rejected."_s), kPatience);
}

void TestRealInstance::change_plansAnew_forSomebodyElse()
{
    const qint64 id = plan(u"WD-C"_s, u"900.00"_s);
    showQueue();
    sitDown(u"m.keller"_s);
    read(id);
    m_queue->perform(Page::Command::Change);
    auto *editor = widget<QPlainTextEdit>(m_queue.get(), u"argumentsEdit"_s);
    QVERIFY(editor->isVisible());
    editor->setPlainText(editor->toPlainText().replace(u"900.00"_s, u"450.00"_s));
    QTest::keyClicks(widget<QLineEdit>(m_queue.get(), u"reasonEdit"_s), u"half is due"_s);
    QTest::mouseClick(widget<QPushButton>(m_queue.get(), u"rejectConfirmButton"_s), Qt::LeftButton);
    const qint64 next = id + 1;
    QTRY_VERIFY_WITH_TIMEOUT(outcome().contains(u"operation %1 has your arguments"_s.arg(next)), kPatience);
    QCOMPARE(m_instance->status(id), u"rejected"_s);
    Q_EMIT widget<console::Notice>(m_queue.get(), u"outcomeNotice"_s)->actionTriggered();
    QTRY_COMPARE_WITH_TIMEOUT(panel()->operation(), std::optional(next), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(panel()->approveBlock(), GateBlock::OwnPlan, kPatience);
    sitDown(u"p.silva"_s);
    read(next);
    m_queue->perform(Page::Command::Approve);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(next), u"succeeded"_s, kPatience);
}

void TestRealInstance::delegate_decidesForAnother()
{
    showPeople();
    act(u"delegateButton"_s, {{u"subjectEdit"_s, u"deputy"_s}, {u"principalEdit"_s, u"r.mayr"_s}});
    const qint64 id = plan(u"WD-D"_s);
    showQueue();
    sitDown(u"deputy"_s);
    read(id);
    QCOMPARE(widget<QComboBox>(m_queue.get(), u"actingChoice"_s)->currentText(), u"for r.mayr"_s);
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
    m_queue->perform(Page::Command::Approve);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(id), u"succeeded"_s, kPatience);
    const QByteArray said =
        m_instance->ctl({u"decision"_s, u"show"_s, QString::number(id), u"--ledger"_s, m_instance->database()});
    QVERIFY2(said.contains("r.mayr"), said.constData());
}

QTEST_MAIN(TestRealInstance)
#include "tst_realinstance.moc"
