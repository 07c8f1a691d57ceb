#include "console/keymap.h"
#include "console/pages/bulkaskpanel.h"
#include "console/widgets/undobar.h"
#include "support/outcomefixture.h"
#include "support/passevents.h"

#include <QApplication>
#include <QKeyEvent>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AttentionSection;
using console::OutcomeAction;
using console::OutcomeBlock;
using console::Page;
using ledger::Status;
using tests::widget;
using Command = Page::Command;

/// The keyboard at the buttons that settle outcomes: each has its key, none is pressed by accident, and several unknown
/// ones are asked about together.
class TestOutcomeKeys : public QObject, protected tests::OutcomeFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { tests::prepareConsole(); }
    void init() { prepare(); }
    void cleanup() { finish(); }
    void keyRepeat_pressesNothing();
    void focus_neverFallsOntoAButton();
    void escape_endsTheForm_andTheListHasTheKeys();
    void rowThatChanges_closesTheForm();
    void held_canBeTakenBack();
    void bulk_asksAboutEach_andSaysWhatBecameOfIt();
    void keys_areOnButtonsAndInTheOverview();
};

void TestOutcomeKeys::keyRepeat_pressesNothing()
{
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    for (const QString &name : {u"askAgainButton"_s, u"happenedButton"_s}) {
        button(name)->setFocus();
        QKeyEvent press(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, u" "_s, true);
        QKeyEvent release(QEvent::KeyRelease, Qt::Key_Space, Qt::NoModifier, u" "_s, true);
        QApplication::sendEvent(button(name), &press);
        QApplication::sendEvent(button(name), &release);
    }
    tests::passEvents(20);
    QCOMPARE(sent(), 0);
    QVERIFY(!form().isOpen());
}

void TestOutcomeKeys::focus_neverFallsOntoAButton()
{
    add(Status::Unknown);
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    auto *table = widget<console::OperationTable>(m_page.get(), u"table"_s);
    button(u"askAgainButton"_s)->setFocus();
    QTest::keyClick(button(u"askAgainButton"_s), Qt::Key_Space);
    QTRY_COMPARE(sent(), 1);
    QCOMPARE(QApplication::focusWidget(), table); // the button was switched off under the finger
    panel().start(OutcomeAction::Happened);
    type(u"reasonEdit"_s, u"seen"_s);
    widget<QPushButton>(&form(), u"rejectConfirmButton"_s)->setFocus();
    QTest::keyClick(widget<QPushButton>(&form(), u"rejectConfirmButton"_s), Qt::Key_Space);
    QTRY_COMPARE(sent(), 2);
    QCOMPARE(QApplication::focusWidget(), table);
    QTest::keyClick(table, Qt::Key_Space); // scrolls, and that is all
    tests::passEvents(20);
    QCOMPARE(sent(), 2);
    button(u"happenedButton"_s)->setFocus();
    table->selectId(2); // another row
    m_sample->session->key().lock();
    QTRY_VERIFY(!qobject_cast<QPushButton *>(QApplication::focusWidget()));
}

void TestOutcomeKeys::escape_endsTheForm_andTheListHasTheKeys()
{
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    for (const QString &field : {u"reasonEdit"_s, u"referenceEdit"_s}) {
        panel().start(OutcomeAction::Happened);
        QVERIFY(form().isOpen());
        type(field, u"half a"_s);
        widget<QLineEdit>(&form(), field)->setFocus();
        QTest::keyClick(widget<QLineEdit>(&form(), field), Qt::Key_Escape);
        QVERIFY(!form().isOpen());
        QCOMPARE(QApplication::focusWidget(), widget<console::OperationTable>(m_page.get(), u"table"_s));
        panel().start(OutcomeAction::Happened);
        QVERIFY(widget<QLineEdit>(&form(), field)->text().isEmpty());
        Q_EMIT form().cancelled();
    }
    QCOMPARE(sent(), 0);
}

void TestOutcomeKeys::rowThatChanges_closesTheForm()
{
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    panel().start(OutcomeAction::Happened);
    type(u"reasonEdit"_s, u"half a reason"_s);
    m_sample->ledger->change(); // nothing of this row
    tests::passEvents(30);
    QVERIFY(form().isOpen());
    ++detail(1).row.version;
    m_sample->ledger->change();
    QTRY_VERIFY(!form().isOpen()); // what was typed was about what was shown
    QCOMPARE(sent(), 0);
}

void TestOutcomeKeys::held_canBeTakenBack()
{
    add(Status::Unknown);
    m_sample->unlock();
    m_sample->session->desk().setHold(10 * base::kSecond);
    console::UndoBar undo;
    undo.setSession(m_sample->session.get());
    open(AttentionSection::Unknown);
    panel().start(OutcomeAction::DidNotHappen);
    type(u"reasonEdit"_s, u"not in the list"_s);
    confirm();
    QCOMPARE(widget<QLabel>(&undo, u"undoText"_s)->text(), u"Settling WD-0 in 10 s"_s);
    QVERIFY(notice().startsWith(u"Signed. It leaves in a moment"_s));
    QCOMPARE(panel().block(OutcomeAction::Happened), OutcomeBlock::Decided);
    undo.undo();
    QTRY_COMPARE(notice(), u"Taken back. Nothing left this console."_s);
    QCOMPARE(panel().block(OutcomeAction::Happened), OutcomeBlock::None);
    QCOMPARE(sent(), 0);
}

void TestOutcomeKeys::bulk_asksAboutEach_andSaysWhatBecameOfIt()
{
    for (int i = 0; i < 4; ++i)
        add(Status::Unknown);
    detail(3).attempts.last().endedAt.reset(); // may still be answered
    m_sample->unlock();
    open(AttentionSection::Unknown);
    auto *table = widget<console::OperationTable>(m_page.get(), u"table"_s);
    QTRY_COMPARE(table->model()->rowCount(), 4);
    for (const qint64 id : {1, 3, 4}) {
        table->selectId(id);
        QVERIFY(m_page->perform(Command::Select));
    }
    auto *marks = widget<console::Notice>(m_page.get(), u"marksNotice"_s);
    QCOMPARE(marks->text(), u"3 marked"_s);
    m_page->perform(Command::AskAgain);
    auto *bulk = widget<console::BulkAskPanel>(m_page.get(), u"bulkAskPanel"_s);
    QTRY_VERIFY(bulk->isOpen() && bulk->isRead());
    QCOMPARE(sent(), 0); // the first press only shows them
    QCOMPARE(bulk->results().at(0), u"can be asked about"_s);
    QVERIFY(bulk->results().at(1).startsWith(u"left out: the owner may still answer"_s));
    QCOMPARE(widget<QPushButton>(bulk, u"bulkAskButton"_s)->text(), u"Ask about 2 again and sign each"_s);
    m_page->perform(Command::AskAgain);
    QTRY_COMPARE(sent(), 2);
    QTRY_COMPARE(bulk->results().at(0), u"The owner is asked now."_s);
    QTRY_COMPARE(bulk->results().at(2), u"The owner is asked now."_s);
    QVERIFY(bulk->results().at(1).startsWith(u"left out"_s));
    QSet<qint64> asked;
    for (const approval::DecisionEnvelope &envelope : std::as_const(m_sample->decisions->sent)) {
        const auto body = approval::DecisionBody::parse(envelope.body);
        QCOMPARE(body->kind, u"ask_again"_s);
        QCOMPARE(body->surface, u"console-bulk"_s);
        asked.insert(body->operation);
    }
    QCOMPARE(asked, (QSet<qint64>{1, 4}));
    m_page->perform(Command::AskAgain); // nothing is left to ask about
    QCOMPARE(sent(), 2);
    QTest::keyClick(table, Qt::Key_Escape);
    QVERIFY(!bulk->isOpen());
}

void TestOutcomeKeys::keys_areOnButtonsAndInTheOverview()
{
    QWidget window;
    const console::KeyMap keys(window, {});
    QString all;
    for (const console::KeyMap::Key &key : keys.keys())
        all += key.keys + u' ';
    for (const OutcomeAction action : console::OutcomeActions::ofOperation() + console::OutcomeActions::ofConflict())
        QVERIFY2(all.contains(console::OutcomeActions::key(action)), qPrintable(all));
    add(Status::Unknown);
    m_sample->unlock();
    open(AttentionSection::Unknown);
    QCOMPARE(button(u"askAgainButton"_s)->property("key").toString(), u"Q"_s);
    QCOMPARE(button(u"happenedButton"_s)->property("key").toString(), u"Y"_s);
    QCOMPARE(button(u"didNotHappenButton"_s)->property("key").toString(), u"N"_s);
}

QTEST_MAIN(TestOutcomeKeys)
#include "tst_outcomekeys.moc"
