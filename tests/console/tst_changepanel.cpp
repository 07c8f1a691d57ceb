#include "base/canonicaljson.h"
#include "base/digest.h"
#include "console/models/argumentedit.h"
#include "console/models/editablejson.h"
#include "console/pages/changepanel.h"
#include "console/widgets/sidebysideview.h"
#include "support/decisionsample.h"
#include "support/passevents.h"
#include "support/queuepagefixture.h"

#include <QJsonArray>
#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::ArgumentEdit;
using console::ChangePanel;
using console::Notice;
using console::Page;
using console::SideBySideView;

/// Editing a plan's arguments: a signed reject that carries what somebody else must approve.
class TestChangePanel : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void text_readAgain_isTheSameBytes_data();
    void text_readAgain_isTheSameBytes();
    void text_hasNothingThatTheEyeDoesNotSee();
    void edit_isHeldAgainstThePlan_data();
    void edit_isHeldAgainstThePlan();
    void change_key_opensTheArguments();
    void change_edited_showsWhatDiffers();
    void change_hiddenCharacter_isVisibleInTheDifference();
    void change_unreadable_saysWhere_andCannotBeSigned();
    void change_signed_carriesTheEditedPayload();
    void change_admitted_namesTheNewPlan();
    void change_open_nothingElseIsDecided();
    void change_ofHiddenFields_isOff();
    void change_keyLockedWhileHiddenFieldsAreShown_takesThemAway();
    void change_anotherPlanChosen_keepsTheDraft();
    void change_planChangedMeanwhile_isNotSigned();

private:
    QPlainTextEdit *editor() { return child<QPlainTextEdit>(u"argumentsEdit"_s); }
    QPushButton *confirm() { return child<QPushButton>(u"rejectConfirmButton"_s); }
    ChangePanel *changePanel() { return child<ChangePanel>(u"changePanel"_s); }
    QList<SideBySideView::Row> differences() { return child<SideBySideView>(u"changeDifference"_s)->rows(); }
    void startChange(qint64 id = 1)
    {
        open();
        m_sample->unlock();
        select(id);
        m_page->perform(Page::Command::Change);
        QVERIFY(changePanel()->isVisible());
    }
    void replace(const QString &before, const QString &after)
    {
        QString text = editor()->toPlainText();
        QVERIFY2(text.contains(before), qPrintable(text));
        editor()->setPlainText(text.replace(before, after));
    }
    void giveReason(const QString &reason)
    {
        QTest::keyClicks(child<QLineEdit>(u"reasonEdit"_s), reason);
        QTest::mouseClick(confirm(), Qt::LeftButton);
    }
};

void TestChangePanel::text_readAgain_isTheSameBytes_data()
{
    QTest::addColumn<QByteArray>("canonical");
    QTest::newRow("nothing") << QByteArray("{}");
    QTest::newRow("nested") << QByteArray(R"({"a":[1,{"b":[],"c":{}},null,true,0.1],"z":"x"})");
    QTest::newRow("numbers") << QByteArray(R"({"a":9007199254740991,"b":-0.000001,"c":1.5e-7})");
    QTest::newRow("quotes") << QByteArray(R"({"a\"b":"c\\d\n"})");
    QTest::newRow("hidden") << QByteArray("{\"a\xE2\x80\xAE\":\"b\xE2\x80\x8B\xF3\xA0\x81\x81\xC2\xA0\"}");
    QTest::newRow("names in the order of UTF-16") << QByteArray("{\"\xF0\x9F\x98\x80\":1,\"\xEF\xAC\xB3\":2}");
}

void TestChangePanel::text_readAgain_isTheSameBytes()
{
    QFETCH(QByteArray, canonical);
    const auto stored = base::parseStoredCanonical(canonical);
    QVERIFY2(stored, stored ? "" : qPrintable(stored.error().message));
    const auto again = base::parseCanonical(console::editableJson(stored->value.toObject()).toUtf8());
    QVERIFY2(again, again ? "" : qPrintable(again.error().message));
    QCOMPARE(again->bytes, canonical);
}

void TestChangePanel::text_hasNothingThatTheEyeDoesNotSee()
{
    const QString text = console::editableJson({{u"note"_s, u"a\u202Eb\u200Bc\U000E0041"_s}});
    QVERIFY(text.contains(u"a\\u202eb\\u200bc\\udb40\\udc41"_s));
}

void TestChangePanel::edit_isHeldAgainstThePlan_data()
{
    using Problem = ArgumentEdit::Problem;
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<int>("problem");
    QTest::newRow("as it was") << QString() << QString() << static_cast<int>(Problem::Unchanged);
    QTest::newRow("only blanks") << u"{\n"_s << u"{ \n\n"_s << static_cast<int>(Problem::Unchanged);
    QTest::newRow("another amount") << u"\"600.00\""_s << u"\"60.00\""_s << static_cast<int>(Problem::None);
    QTest::newRow("no amount") << u"\"600.00\""_s << u"\"6e2\""_s << static_cast<int>(Problem::Amount);
    QTest::newRow("another record") << u"\"WD-0\""_s << u"\"WD-9\""_s << static_cast<int>(Problem::OtherWork);
    QTest::newRow("no record") << u"\"WD-0\""_s << u"null"_s << static_cast<int>(Problem::OtherWork);
    QTest::newRow("not JSON") << u"{\n"_s << u"{,\n"_s << static_cast<int>(Problem::Unreadable);
    QTest::newRow("twice") << u"{\n"_s << u"{\"amount\": \"1.00\",\n"_s << static_cast<int>(Problem::Unreadable);
    QTest::newRow("too long") << u"{\n"_s << u"{\"note\": \"%1\",\n"_s.arg(QString(70'000, u'x'))
                              << static_cast<int>(Problem::TooLong);
}

void TestChangePanel::edit_isHeldAgainstThePlan()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(int, problem);
    const console::PlanReview plan = console::PlanReview::of(m_sample->ledger->book.first());
    QString text = console::editableJson(plan.shown.arguments);
    if (!before.isEmpty()) {
        QVERIFY2(text.contains(before), qPrintable(text));
        text.replace(text.indexOf(before), before.size(), after);
    }
    const ArgumentEdit edit = ArgumentEdit::of(plan, text);
    QCOMPARE(static_cast<int>(edit.problem), problem);
    QCOMPARE(ArgumentEdit::of(plan, u"[1]"_s).problem, ArgumentEdit::Problem::NoObject);
}

void TestChangePanel::change_key_opensTheArguments()
{
    startChange();
    const auto read = base::parseCanonical(editor()->toPlainText().toUtf8());
    QVERIFY(read);
    QCOMPARE(base::digestHex(read->bytes), m_sample->ledger->book.first().row.payloadDigest);
    QVERIFY(!child<QScrollArea>(u"area"_s)->isVisible());
    QVERIFY(!confirm()->isEnabled());
    QVERIFY(editor()->hasFocus());
    QTest::keyClick(editor(), Qt::Key_Escape);
    QVERIFY(!changePanel()->isVisible());
    QVERIFY(child<QScrollArea>(u"area"_s)->isVisible());
    QVERIFY(table()->hasFocus());
}

void TestChangePanel::change_edited_showsWhatDiffers()
{
    startChange();
    QVERIFY(differences().isEmpty());
    replace(u"\"600.00\""_s, u"\"60.00\""_s);
    QCOMPARE(differences().size(), 1);
    QCOMPARE(differences().first().label, u"/amount"_s);
    QCOMPARE(differences().first().first, std::optional(u"\"600.00\""_s));
    QCOMPARE(differences().first().second, std::optional(u"\"60.00\""_s));
    QVERIFY(!confirm()->isEnabled()); // without a reason
    QTest::keyClicks(child<QLineEdit>(u"reasonEdit"_s), u"too much"_s);
    QVERIFY(confirm()->isEnabled());
    replace(u"\"60.00\""_s, u"\"600.00\""_s);
    QVERIFY(!confirm()->isEnabled());
}

void TestChangePanel::change_hiddenCharacter_isVisibleInTheDifference()
{
    startChange();
    replace(u"\"600.00\""_s, u"\"600.00\", \"note\": \"pay\u202Epal\""_s);
    QCOMPARE(differences().size(), 1);
    QCOMPARE(differences().first().second, std::optional(u"\"pay[U+202E]pal\""_s));
}

void TestChangePanel::change_unreadable_saysWhere_andCannotBeSigned()
{
    startChange();
    replace(u"\"600.00\""_s, u"600.00.1"_s);
    auto *problem = child<Notice>(u"changeProblem"_s);
    QVERIFY(problem->isVisible());
    QCOMPARE(problem->text(), u"This cannot be read as arguments."_s);
    QVERIFY(changePanel()->edit().detail.contains(u"\"/amount\""_s));
    giveReason(u"x"_s);
    QVERIFY(!confirm()->isEnabled());
    QTest::keyClick(child<QLineEdit>(u"reasonEdit"_s), Qt::Key_Return);
    QVERIFY(m_sample->decisions->sent.isEmpty());
}

void TestChangePanel::change_signed_carriesTheEditedPayload()
{
    startChange();
    replace(u"\"600.00\""_s, u"\"60.00\""_s);
    giveReason(u"half is due"_s);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    const approval::DecisionEnvelope sent = m_sample->decisions->sent.first();
    const auto body = approval::DecisionBody::parse(sent.body);
    QVERIFY(body);
    QCOMPARE(body->kind, u"change"_s);
    QCOMPARE(body->verdict, QString());
    QCOMPARE(body->reason, u"half is due"_s);
    QCOMPARE(body->payloadDigest, m_sample->ledger->book.first().row.payloadDigest);
    QCOMPARE(body->replacementDigest, base::digestHex(sent.replacement));
    const auto read = base::parseStoredCanonical(sent.replacement);
    QVERIFY(read);
    QCOMPARE(read->value.toObject().value(u"amount"_s).toString(), u"60.00"_s);
    QVERIFY(approval::verifyDecision(sent, m_sample->key.publicKey()));
    QVERIFY(!changePanel()->isVisible());
}

void TestChangePanel::change_admitted_namesTheNewPlan()
{
    m_sample->decisions->next =
        console::DecisionAnswer{console::DecisionAnswer::Outcome::Admitted, u"admitted"_s, {}, u"rejected"_s, 5};
    startChange();
    replace(u"\"600.00\""_s, u"\"60.00\""_s);
    giveReason(u"half"_s);
    auto *notice = child<Notice>(u"outcomeNotice"_s);
    QTRY_VERIFY(notice->text().contains(u"operation 5 has your arguments"_s));
    QVERIFY(notice->text().contains(u"somebody else must approve"_s));
    Q_EMIT notice->actionTriggered();
    QTRY_COMPARE(panel()->operation(), std::optional<qint64>(5));
}

void TestChangePanel::change_open_nothingElseIsDecided()
{
    open();
    makeReady(1);
    m_page->perform(Page::Command::Change);
    m_page->perform(Page::Command::Approve);
    m_page->perform(Page::Command::Reject);
    tests::passEvents(50);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    QVERIFY(changePanel()->isVisible());
}

void TestChangePanel::change_ofHiddenFields_isOff()
{
    tests::makeSensitive(m_sample->ledger->book[1], {u"iban"_s});
    m_sample->ledger->book[1].row.approvals = tests::frozenVerdict({{1, u"compliance"_s}});
    open();
    m_sample->unlock();
    select(2);
    m_page->perform(Page::Command::Change);
    QVERIFY(!changePanel()->isVisible());
    QVERIFY(!child<QPushButton>(u"changeButton"_s)->isEnabled());
}

void TestChangePanel::change_keyLockedWhileHiddenFieldsAreShown_takesThemAway()
{
    tests::makeSensitive(m_sample->ledger->book[1], {u"iban"_s});
    startChange(2);
    QVERIFY(editor()->toPlainText().contains(u"DE89370400440532013000"_s));
    m_sample->session->key().lock();
    QVERIFY(!changePanel()->isVisible());
    QVERIFY(editor()->toPlainText().isEmpty());
    m_sample->unlock();
    m_page->perform(Page::Command::Change);
    QVERIFY(!editor()->toPlainText().isEmpty());
}

void TestChangePanel::change_anotherPlanChosen_keepsTheDraft()
{
    startChange();
    replace(u"\"600.00\""_s, u"\"60.00\""_s);
    select(2);
    QVERIFY(!changePanel()->isVisible());
    m_page->perform(Page::Command::Change);
    QVERIFY(editor()->toPlainText().contains(u"601.00"_s)); // never another plan's words
    select(1);
    m_page->perform(Page::Command::Change);
    QVERIFY(editor()->toPlainText().contains(u"\"60.00\""_s));
    QTest::keyClick(editor(), Qt::Key_Escape); // given up
    m_page->perform(Page::Command::Change);
    QVERIFY(editor()->toPlainText().contains(u"\"600.00\""_s));
}

void TestChangePanel::change_planChangedMeanwhile_isNotSigned()
{
    startChange();
    replace(u"\"600.00\""_s, u"\"60.00\""_s);
    ++m_sample->ledger->book[0].row.version; // frozen anew
    m_sample->ledger->change();
    QTRY_VERIFY(!changePanel()->isVisible());
    QVERIFY(m_sample->decisions->sent.isEmpty());
    m_page->perform(Page::Command::Change);
    QVERIFY(changePanel()->isVisible());
}

QTEST_MAIN(TestChangePanel)
#include "tst_changepanel.moc"
