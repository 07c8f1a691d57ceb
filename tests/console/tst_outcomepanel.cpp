#include "base/digest.h"
#include "console/models/attentionmodel.h"
#include "console/pages/operationspage.h"
#include "ledger/otherwork.h"
#include "support/decisionsample.h"
#include "support/outcomefixture.h"

#include <QFile>
#include <QSignalSpy>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AttentionPage;
using console::AttentionSection;
using console::OutcomeAction;
using console::OutcomeBlock;
using console::Page;
using ledger::Status;
using tests::widget;
using Command = Page::Command;

/// What people do about unknown outcomes, contradicted ends and conflicts, at the buttons and by keys (contract 7.5).
class TestOutcomePanel : public QObject, protected tests::OutcomeFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void askAgain_byItsKey_isSignedAndSent();
    void happened_signsReferenceReasonAndEvidence();
    void evidence_thatCannotBeRead_isSaid();
    void didNotHappen_tooEarly_saysUntilWhen();
    void locked_asksForTheKey();
    void twoPeople_saysWhoSaidSo();
    void contradicted_isListed_andSettled();
    void failed_reopened_showsTheNewPlan();
    void rejected_onOperations_isReopened();
    void conflict_newName_isCheckedAsTheLedgerDoes();
    void conflict_settled_saysWhatBecameOfIt_data();
    void conflict_settled_saysWhatBecameOfIt();
    void refused_saysWhy();
};

void TestOutcomePanel::initTestCase()
{
    tests::prepareConsole();
}

void TestOutcomePanel::init()
{
    prepare();
}

void TestOutcomePanel::cleanup()
{
    finish();
}

void TestOutcomePanel::askAgain_byItsKey_isSignedAndSent()
{
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    QVERIFY(m_page->perform(Command::AskAgain));
    QTRY_COMPARE(sent(), 1);
    const approval::DecisionBody body = last();
    QCOMPARE(body.kind, u"ask_again"_s);
    QCOMPARE(body.operation, 1);
    QCOMPARE(body.version, detail(1).row.version);
    QCOMPARE(body.payloadDigest, detail(1).row.payloadDigest);
    QCOMPARE(body.approver, u"m.keller"_s);
    QVERIFY(body.verdict.isEmpty() && body.reason.isEmpty() && !body.allShown);
    QVERIFY(approval::verifyDecision(m_sample->decisions->sent.last(), m_sample->key.publicKey()));
    QTRY_COMPARE(notice(), u"The owner is asked now."_s);
}

void TestOutcomePanel::happened_signsReferenceReasonAndEvidence()
{
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    QVERIFY(button(u"happenedButton"_s)->isEnabled());
    QTest::mouseClick(button(u"happenedButton"_s), Qt::LeftButton);
    QVERIFY(form().isOpen());
    QVERIFY(widget<QLineEdit>(&form(), u"reasonEdit"_s)->hasFocus());
    QVERIFY(!widget<QPushButton>(&form(), u"rejectConfirmButton"_s)->isEnabled()); // a reason is the evidence
    tests::TempFolder folder;
    QFile file(folder.path(u"statement.pdf"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("line 4: 1250.00 USD");
    file.close();
    form().attach(file.fileName());
    type(u"referenceEdit"_s, u" TX-77 "_s);
    type(u"reasonEdit"_s, u"Statement of today, line 4"_s);
    QTRY_VERIFY(!form().evidenceDigest().isEmpty());
    QVERIFY(widget<QLabel>(&form(), u"evidenceLabel"_s)->text().startsWith(u"statement.pdf · SHA-256 "_s));
    confirm();
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(last().kind, u"resolve_succeeded"_s);
    QCOMPARE(last().reference, u"TX-77"_s);
    QCOMPARE(last().reason, u"Statement of today, line 4"_s);
    QCOMPARE(last().evidenceDigest, base::digestHex("line 4: 1250.00 USD"));
    QVERIFY(!form().isOpen());
    QTRY_COMPARE(notice(), u"Settled: it happened."_s);
}

void TestOutcomePanel::evidence_thatCannotBeRead_isSaid()
{
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    panel().start(OutcomeAction::DidNotHappen);
    QVERIFY(form().isOpen());
    QVERIFY(widget<QLineEdit>(&form(), u"referenceEdit"_s)->isHidden()); // what did not happen has no number
    type(u"reasonEdit"_s, u"not in the list"_s);
    form().attach(u"/nowhere/statement.pdf"_s);
    QTRY_VERIFY(widget<QLabel>(&form(), u"evidenceLabel"_s)->text().startsWith(u"statement.pdf cannot be attached"_s));
    QVERIFY(form().evidenceDigest().isEmpty());
    confirm(); // it is evidence by its reason all the same
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(last().kind, u"resolve_absent"_s);
    QVERIFY(last().evidenceDigest.isEmpty() && last().reference.isEmpty());
}

void TestOutcomePanel::didNotHappen_tooEarly_saysUntilWhen()
{
    add(Status::Unknown, base::kMinute); // its attempt ended half a minute ago; the owner settles within two
    m_sample->unlock();
    open(AttentionSection::Unknown);
    QCOMPARE(panel().block(OutcomeAction::DidNotHappen), OutcomeBlock::TooEarly);
    QVERIFY(!button(u"didNotHappenButton"_s)->isEnabled());
    QVERIFY(button(u"happenedButton"_s)->isEnabled());
    QVERIFY2(label(u"outcomeBlocks"_s).startsWith(u"Did not happen: the request may still take effect until"_s),
             qPrintable(label(u"outcomeBlocks"_s)));
    m_page->perform(Command::DidNotHappen);
    QVERIFY(!form().isOpen());
    m_sample->clock.advance(2 * base::kMinute);
    QTRY_VERIFY_WITH_TIMEOUT(button(u"didNotHappenButton"_s)->isEnabled(), 5000); // by itself
}

void TestOutcomePanel::locked_asksForTheKey()
{
    add(Status::Unknown);
    open(AttentionSection::Unknown);
    QCOMPARE(label(u"outcomeBlocks"_s), u"Your key is locked."_s);
    QVERIFY(button(u"outcomeUnlock"_s)->isVisible());
    QSignalSpy unlock(m_page.get(), &Page::unlockRequested);
    m_page->perform(Command::Happened);
    QCOMPARE(unlock.size(), 1);
    QVERIFY(!form().isOpen());
    m_sample->unlock();
    QTRY_VERIFY(button(u"happenedButton"_s)->isEnabled());
    QVERIFY(button(u"outcomeUnlock"_s)->isHidden());
    m_sample->session->key().lock();
    QVERIFY(!button(u"happenedButton"_s)->isEnabled());
}

void TestOutcomePanel::twoPeople_saysWhoSaidSo()
{
    add(Status::Unknown);
    detail(1).policyInForce =
        std::optional(QByteArray("default_role = \"treasury\"\n[second_person_above]\nUSD = \"1000\"\n"));
    m_sample->unlock();
    open(AttentionSection::Unknown);
    QVERIFY(label(u"outcomePeople"_s).contains(u"two people have to say the same"_s));
    ledger::DecisionRow word =
        tests::approvalOf(detail(1).row, u"p.silva"_s, tests::keyId('2'), m_sample->clock.now() - base::kMinute);
    auto body = approval::DecisionBody::parse(word.body);
    QVERIFY(body);
    body->kind = word.kind = u"resolve_succeeded"_s;
    body->verdict.clear();
    body->reference = u"TX-77"_s;
    word.body = body->canonical();
    detail(1).decisions.append(word);
    m_sample->ledger->change();
    QTRY_VERIFY(label(u"outcomePeople"_s).contains(u"p.silva"_s));
    QVERIFY(label(u"outcomePeople"_s).contains(u"it happened, reference TX-77"_s));
    m_sample->decisions->next =
        console::DecisionAnswer{console::DecisionAnswer::Outcome::Admitted, u"counted"_s, {}, {}};
    panel().start(OutcomeAction::DidNotHappen);
    type(u"reasonEdit"_s, u"not in the list"_s);
    confirm();
    QTRY_COMPARE(notice(), u"Counted. Over this amount somebody else has to say the same."_s);
}

void TestOutcomePanel::contradicted_isListed_andSettled()
{
    add(Status::Unknown);
    add(Status::Failed);
    detail(2).row.contrary = 9;
    m_sample->ledger->frame.counts.unknown = 1;
    m_sample->ledger->frame.counts.contradicted = 1;
    m_sample->unlock();
    open(AttentionSection::Contradicted);
    auto *table = widget<console::OperationTable>(m_page.get(), u"table"_s);
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->index(0, console::AttentionModel::Next).data().toString(),
             u"the owner says it happened"_s);
    QCOMPARE(m_page->badge().count, 2);
    QVERIFY(m_page->badge().urgent);
    QTRY_VERIFY(panel().isOffered(OutcomeAction::Happened));
    panel().start(OutcomeAction::Happened);
    type(u"reasonEdit"_s, u"The owner's book has it"_s);
    confirm();
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(last().operation, 2);
    QCOMPARE(last().kind, u"resolve_succeeded"_s);
    // It leaves the list and stays on screen, with what became of it.
    detail(2).row.contrary.reset();
    m_sample->ledger->setStatus(2, Status::Succeeded);
    m_sample->ledger->change();
    QTRY_COMPARE(table->model()->rowCount(), 0);
    QTRY_VERIFY(m_page->isReady());
    QCOMPARE(notice(), u"Settled: it happened."_s);
    QVERIFY(widget<console::Notice>(&panel(), u"settledNotice"_s)->isVisible());
}

void TestOutcomePanel::failed_reopened_showsTheNewPlan()
{
    add(Status::Failed);
    m_sample->unlock();
    m_sample->decisions->next =
        console::DecisionAnswer{console::DecisionAnswer::Outcome::Admitted, u"admitted"_s, {}, {}, 44};
    open(AttentionSection::Failed);
    m_page->perform(Command::Reopen);
    QVERIFY(form().isOpen());
    type(u"reasonEdit"_s, u"It was paid to the wrong account"_s);
    confirm();
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(last().kind, u"reopen"_s);
    QTRY_COMPARE(notice(), u"Reopened as operation 44; somebody else must approve it."_s);
    QSignalSpy shown(m_page.get(), &Page::decisionRequested);
    Q_EMIT widget<console::Notice>(&panel(), u"settledNotice"_s)->actionTriggered();
    QCOMPARE(shown.first().first().toLongLong(), 44);
}

void TestOutcomePanel::rejected_onOperations_isReopened()
{
    add(Status::Rejected);
    m_sample->unlock();
    console::OperationsPage page;
    page.setSession(m_sample->session.get());
    page.resize(1240, 760);
    page.show();
    auto &outcome = widget<console::OperationPanel>(&page, u"panel"_s)->outcome();
    QTRY_VERIFY(outcome.isOffered(OutcomeAction::Reopen));
    QVERIFY(!outcome.isOffered(OutcomeAction::Happened));
    QVERIFY(page.perform(Command::Happened)); // its key does nothing here
    QVERIFY(page.perform(Command::Reopen));
    auto *form = outcome.findChild<console::OutcomeForm *>();
    QVERIFY(form->isOpen());
    widget<QLineEdit>(form, u"reasonEdit"_s)->setText(u"rejected by mistake"_s);
    QTest::keyClick(widget<QLineEdit>(form, u"reasonEdit"_s), Qt::Key_Return);
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(last().kind, u"reopen"_s);
    page.setSession(nullptr);
}

void TestOutcomePanel::conflict_newName_isCheckedAsTheLedgerDoes()
{
    addConflict();
    add(Status::Approved);
    const QString taken = ledger::otherWork(detail(1).row, u"second"_s).intentKey;
    detail(2).row.intentKey = taken;
    m_sample->unlock();
    open(AttentionSection::Conflicts);
    m_page->perform(Command::AcceptNew);
    QVERIFY(form().isOpen());
    auto *confirmButton = widget<QPushButton>(&form(), u"rejectConfirmButton"_s);
    const auto problem = [this] { return widget<QLabel>(&form(), u"outcomeProblem"_s)->text(); };
    type(u"reasonEdit"_s, u"two deliveries, two invoices"_s);
    QVERIFY(!confirmButton->isEnabled()); // no name yet
    type(u"referenceEdit"_s, u"second part"_s);
    QVERIFY(problem().startsWith(u"Name it with"_s));
    QVERIFY(!confirmButton->isEnabled());
    type(u"referenceEdit"_s, u"second"_s);
    QTRY_COMPARE(problem(), u"There is work of this name already; take another."_s);
    QVERIFY(!confirmButton->isEnabled());
    type(u"referenceEdit"_s, u"second-part"_s);
    QTRY_VERIFY(confirmButton->isEnabled());
    confirm();
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(last().kind, u"conflict_new"_s);
    QCOMPARE(last().reference, u"second-part"_s);
    QCOMPARE(last().newIntentKey, ledger::otherWork(detail(1).row, u"second-part"_s).intentKey);
    QCOMPARE(last().conflictEvent, m_sample->ledger->conflictRows.first().event);
    QCOMPARE(last().replacementDigest, m_sample->ledger->conflictRows.first().payloadDigest);
    QCOMPARE(last().payloadDigest, detail(1).row.payloadDigest);
}

void TestOutcomePanel::conflict_settled_saysWhatBecameOfIt_data()
{
    QTest::addColumn<QString>("buttonName");
    QTest::addColumn<QString>("kind");
    QTest::newRow("keep") << u"keepFirstButton"_s << u"conflict_keep"_s;
    QTest::newRow("dismiss") << u"dismissButton"_s << u"conflict_dismiss"_s;
}

void TestOutcomePanel::conflict_settled_saysWhatBecameOfIt()
{
    QFETCH(const QString, buttonName);
    QFETCH(const QString, kind);
    addConflict();
    m_sample->unlock();
    open(AttentionSection::Conflicts);
    QTest::mouseClick(button(buttonName), Qt::LeftButton);
    type(u"reasonEdit"_s, u"a typing error"_s);
    confirm();
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(last().kind, kind);
    QVERIFY(last().reference.isEmpty() && last().newIntentKey.isEmpty());
    m_sample->ledger->conflictRows.clear();
    m_sample->ledger->change();
    auto *result = widget<console::Notice>(m_page.get(), u"resultNotice"_s);
    QTRY_VERIFY(result->isVisible() && result->text().contains(u"The first one stays as it is"_s));
}

void TestOutcomePanel::refused_saysWhy()
{
    add(Status::Unknown);
    m_sample->unlock();
    m_sample->decisions->next = console::DecisionAnswer{
        console::DecisionAnswer::Outcome::Refused, u"still_open"_s, u"The owner may <b>still</b> answer."_s, {}};
    open(AttentionSection::Unknown);
    panel().start(OutcomeAction::AskAgain);
    QTRY_COMPARE(notice(), u"Your decision was refused."_s);
    QStringList shown;
    for (const QLabel *each : widget<console::Notice>(&panel(), u"settledNotice"_s)->findChildren<QLabel *>())
        shown.append(each->text());
    QVERIFY(shown.contains(u"The owner may <b>still</b> answer."_s)); // as it is, no markup
    QCOMPARE(panel().block(OutcomeAction::AskAgain), OutcomeBlock::None);
}

QTEST_MAIN(TestOutcomePanel)
#include "tst_outcomepanel.moc"
