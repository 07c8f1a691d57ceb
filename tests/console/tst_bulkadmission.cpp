#include "console/pages/bulkpanel.h"
#include "console/pages/bulkplan.h"
#include "console/pages/planpanel.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "hostile/realconsole.h"
#include "support/passevents.h"

#include <QPushButton>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::BulkPanel;
using console::BulkPlan;
using console::GateBlock;
using console::Page;
using ledger::Admission;
using ledger::Status;
using tests::LedgerUnderTest;
using tests::RealConsole;

/// C19 against the ledger's own admission: one of several plans is not what was shown any more; it alone is refused.
class TestBulkAdmission : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void all_unchanged_areAdmittedOneByOne();
    void one_changedBeforeSigning_isLeftOut();
    void one_changedBetweenSigningAndSending_isRefused();
    void one_editedInTheDatabase_isNeverExecuted();
    void bug_A4();
    void bug_A10();

private:
    void openBulk();
    void approveAll();
    /// Somebody else edits the plan: it is rejected, and its edited payload is another plan.
    void change(qint64 id);
    [[nodiscard]] Status status(qint64 id) { return m_ledger->row(id).status; }
    [[nodiscard]] QStringList outcomes();
    [[nodiscard]] QList<qint64> executable();

    std::unique_ptr<LedgerUnderTest> m_ledger;
    std::unique_ptr<RealConsole> m_console;
    QList<qint64> m_plans;
};

void TestBulkAdmission::init()
{
    m_ledger = std::make_unique<LedgerUnderTest>();
    m_plans.clear();
    for (int i = 1; i <= 5; ++i) {
        m_plans.append(
            m_ledger->submit(LedgerUnderTest::payment(u"WD-%1"_s.arg(i), u"%1.00"_s.arg(600 + i))).operation->id);
        m_ledger->clock.advance(base::kSecond);
    }
    m_console = std::make_unique<RealConsole>(*m_ledger);
}

void TestBulkAdmission::cleanup()
{
    m_console.reset();
    m_ledger.reset();
}

void TestBulkAdmission::openBulk()
{
    auto &table = m_console->child<console::OperationTable>("table");
    QCOMPARE(table.model()->rowCount(), 5);
    for (const qint64 id : std::as_const(m_plans)) {
        table.selectId(id);
        m_console->page().perform(Page::Command::Select);
    }
    m_console->page().perform(Page::Command::Approve);
    auto &bulk = m_console->child<BulkPanel>("bulkPanel");
    QVERIFY(bulk.isVisible());
    QTRY_VERIFY(bulk.isRead());
    m_console->read("bulkArea", [&bulk] { return bulk.block() != GateBlock::NotAllShown; });
    m_ledger->clock.advance(base::kSecond);
    bulk.updateState();
    QCOMPARE(bulk.block(), GateBlock::None);
}

void TestBulkAdmission::approveAll()
{
    QTest::mouseClick(&m_console->child<QPushButton>("bulkApprove"), Qt::LeftButton);
    QTRY_VERIFY(!outcomes().contains(QString()));
}

QStringList TestBulkAdmission::outcomes()
{
    QStringList texts;
    for (const BulkPlan *plan : m_console->page().findChildren<BulkPlan *>()) {
        const auto *outcome = plan->findChild<console::Notice *>(u"bulkOutcome"_s);
        texts.append(outcome->isVisibleTo(plan) && !outcome->text().contains(u"sending"_s) ? outcome->text()
                                                                                           : QString());
    }
    return texts;
}

void TestBulkAdmission::change(qint64 id)
{
    const ledger::OperationRow row = m_ledger->row(id);
    const QByteArray edited =
        base::canonicalBytes(QJsonObject{{u"amount"_s, u"66600.00"_s}, {u"record"_s, row.record}});
    auto body = m_ledger->decisionBody(row, u"change"_s, u"mayr"_s);
    body.verdict.clear();
    body.reason = u"more is due"_s;
    body.replacementDigest = base::digestHex(edited);
    auto envelope = m_ledger->sign(body);
    envelope.replacement = edited;
    QCOMPARE(tests::need(m_ledger->writer().admit(envelope), "admit").outcome, Admission::Outcome::Admitted);
}

/// What the flow would carry out now.
QList<qint64> TestBulkAdmission::executable()
{
    QList<qint64> ids;
    for (const ledger::Claim &claim : m_ledger->claim().claims)
        ids.append(claim.operation.id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

void TestBulkAdmission::all_unchanged_areAdmittedOneByOne()
{
    openBulk();
    approveAll();
    QCOMPARE(m_console->admitting().admissions.size(), 5);
    for (const qint64 id : std::as_const(m_plans))
        QCOMPARE(status(id), Status::Approved);
    QCOMPARE(executable(), m_plans);
}

void TestBulkAdmission::one_changedBeforeSigning_isLeftOut()
{
    openBulk();
    change(m_plans.at(1)); // the console has not heard of it
    approveAll();
    QVERIFY(!m_console->admitting().admissions.contains(m_plans.at(1))); // not even signed
    QVERIFY2(outcomes().at(1).contains(u"changed meanwhile"_s), qUtf8Printable(outcomes().at(1)));
    QCOMPARE(outcomes().filter(u"Approved."_s).size(), 4);
    QCOMPARE(executable(), (QList<qint64>{m_plans.at(0), m_plans.at(2), m_plans.at(3), m_plans.at(4)}));
}

/// The console looked once more, signed, and was overtaken: now only the admission can tell.
void TestBulkAdmission::one_changedBetweenSigningAndSending_isRefused()
{
    openBulk();
    m_console->admitting().before = [this](qint64 id) {
        if (id == m_plans.at(2))
            change(id);
    };
    approveAll();
    const auto &admissions = m_console->admitting().admissions;
    QCOMPARE(admissions.size(), 5);
    for (const qint64 id : std::as_const(m_plans)) {
        const bool overtaken = id == m_plans.at(2);
        QVERIFY(overtaken == (admissions.value(id).outcome != Admission::Outcome::Admitted));
        QCOMPARE(status(id), overtaken ? Status::Rejected : Status::Approved);
    }
    QVERIFY2(!outcomes().at(2).contains(u"Approved."_s), qUtf8Printable(outcomes().at(2)));
    QCOMPARE(outcomes().filter(u"Approved."_s).size(), 4);
    QCOMPARE(executable(), (QList<qint64>{m_plans.at(0), m_plans.at(1), m_plans.at(3), m_plans.at(4)}));
    const ledger::OperationRow edited = m_ledger->row(m_plans.last() + 1);
    QCOMPARE(edited.amount, u"66600"_s);
    QCOMPARE(edited.status, Status::AwaitingApproval); // nobody approved 66,600
}

/// Somebody who can write the file exchanges the payload while it is on screen.
void TestBulkAdmission::one_editedInTheDatabase_isNeverExecuted()
{
    openBulk();
    const QString digest = m_ledger->row(m_plans.at(3)).payloadDigest;
    m_ledger->tamperLive({u"DROP TRIGGER IF EXISTS payload_no_update"_s,
                          u"UPDATE payload SET bytes = CAST('{\"amount\":\"66600.00\",\"record\":\"WD-4\"}' AS BLOB) "
                          "WHERE digest = '%1'"_s.arg(digest)});
    approveAll();
    QVERIFY2(!outcomes().at(3).contains(u"Approved."_s), qUtf8Printable(outcomes().at(3)));
    QVERIFY(!executable().contains(m_plans.at(3)));
}

/// qf-studio/pilot#4411: pending approvals lived in memory; a restart made every open button dead.
void TestBulkAdmission::bug_A4()
{
    auto &table = m_console->child<console::OperationTable>("table");
    QCOMPARE(table.model()->rowCount(), 5);
    m_console.reset();
    m_ledger->crash();
    m_ledger->reopen();
    m_console = std::make_unique<RealConsole>(*m_ledger);
    auto &again = m_console->child<console::OperationTable>("table");
    QCOMPARE(again.model()->rowCount(), 5);
    auto &panel = m_console->child<console::PlanPanel>("panel");
    m_console->page().showOperation(m_plans.at(2));
    QTRY_COMPARE(panel.operation(), std::optional(m_plans.at(2)));
    m_console->waitUntilReady();
    m_console->read("area", [&panel] { return panel.approveBlock() != GateBlock::NotAllShown; });
    m_ledger->clock.advance(base::kSecond);
    panel.updateState();
    QCOMPARE(panel.approveBlock(), GateBlock::None);
    QTest::mouseClick(&m_console->child<QPushButton>("approveButton"), Qt::LeftButton);
    QTRY_COMPARE(status(m_plans.at(2)), Status::Approved);
    QCOMPARE(m_ledger->execute(ledger::AttemptOutcome::Succeeded).id, m_plans.at(2));
    QVERIFY(m_ledger->claim().claims.isEmpty()); // once
    QTRY_COMPARE_WITH_TIMEOUT(again.model()->rowCount(), 4, 20'000);
}

/// BloopAI/vibe-kanban#977: with parallel calls the wrong one got the decision, "the latest".
void TestBulkAdmission::bug_A10()
{
    auto &panel = m_console->child<console::PlanPanel>("panel");
    m_console->page().showOperation(m_plans.at(1));
    QTRY_COMPARE(panel.operation(), std::optional(m_plans.at(1)));
    m_console->waitUntilReady();
    m_console->read("area", [&panel] { return panel.approveBlock() != GateBlock::NotAllShown; });
    m_ledger->clock.advance(base::kSecond);
    panel.updateState();
    const qint64 latest = m_ledger->submit(LedgerUnderTest::payment(u"WD-2b"_s, u"602.00"_s)).operation->id;
    QTest::mouseClick(&m_console->child<QPushButton>("approveButton"), Qt::LeftButton);
    QTRY_COMPARE(status(m_plans.at(1)), Status::Approved);
    QCOMPARE(status(latest), Status::AwaitingApproval);
    QCOMPARE(executable(), QList<qint64>{m_plans.at(1)});
}

QTEST_MAIN(TestBulkAdmission)
#include "tst_bulkadmission.moc"
