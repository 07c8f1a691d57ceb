#include "console/models/acting.h"
#include "console/widgets/undobar.h"
#include "support/decisionsample.h"
#include "support/passevents.h"
#include "support/queuepagefixture.h"

#include <QComboBox>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::Acting;
using console::ApprovalGate;
using console::GateBlock;
using console::LinesView;
using console::Notice;
using console::Page;
using tests::keyId;

/// Deciding for another (contract 6.2): offered only where it is true, never instead of the own right.
class TestActing : public tests::QueuePageFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        make();
        m_sample->ledger->frame.people += {
            {u"p.silva"_s, keyId('2'), {}, {u"compliance"_s}, {u"*"_s}, false},
            {u"h.lind"_s, keyId('3'), {}, {u"compliance"_s}, {u"*"_s}, false},
            {u"gone"_s, keyId('4'), {}, {u"compliance"_s}, {u"*"_s}, true},
        };
    }

    void principals_areThoseInForce_data();
    void principals_areThoseInForce();
    void own_suffices_isTheDefault();
    void principal_whoseRoleIsNeeded_isUsedAndSigned();
    void principals_several_mustBeChosen();
    void choice_armsAnew();
    void whoAsked_isDecidedByNoDelegate_data();
    void whoAsked_isDecidedByNoDelegate();
    void principal_whoApprovedAlready_isNotOffered();
    void sensitive_fields_areShownByThePrincipalsRight();
    void reject_withoutChoice_isInTheOwnName();
    void box_withoutDelegation_isHidden();

private:
    void delegate(const QString &principal, base::Micros from = -base::kHour, base::Micros until = base::kHour,
                  qint64 revoked = -1)
    {
        const base::Micros now = m_sample->clock.now();
        m_sample->ledger->frame.delegations.append({u"m.keller"_s, principal, now + from, now + until, 9, revoked});
    }
    void askFor(const QList<policy::Approval> &approvals)
    {
        m_sample->ledger->book[1].row.approvals = tests::frozenVerdict(approvals);
    }
    QComboBox *box() { return child<QComboBox>(u"actingChoice"_s); }
    QString blockText() { return child<console::PlainTextLabel>(u"blockLabel"_s)->text(); }
    approval::DecisionBody sent()
    {
        const auto body = approval::DecisionBody::parse(m_sample->decisions->sent.last().body);
        if (!body)
            qFatal("%s", qUtf8Printable(body.error().message));
        return *body;
    }
    void choose(int index)
    {
        box()->setCurrentIndex(index);
        Q_EMIT box()->activated(index);
    }
    void ready()
    {
        readAll();
        m_sample->clock.advance(base::kSecond);
        panel()->updateState();
    }
};

void TestActing::principals_areThoseInForce_data()
{
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("until");
    QTest::addColumn<qint64>("revoked");
    QTest::addColumn<QString>("principal");
    QTest::addColumn<bool>("offered");
    const qint64 hour = base::kHour;
    QTest::newRow("in force") << -hour << hour << qint64(-1) << u"p.silva"_s << true;
    QTest::newRow("from now") << qint64(0) << hour << qint64(-1) << u"p.silva"_s << true;
    QTest::newRow("until now") << -hour << qint64(0) << qint64(-1) << u"p.silva"_s << false;
    QTest::newRow("later") << hour << 2 * hour << qint64(-1) << u"p.silva"_s << false;
    QTest::newRow("ended") << -hour << hour << qint64(12) << u"p.silva"_s << false;
    QTest::newRow("of a revoked person") << -hour << hour << qint64(-1) << u"gone"_s << false;
    QTest::newRow("of nobody") << -hour << hour << qint64(-1) << u"nobody"_s << false;
}

void TestActing::principals_areThoseInForce()
{
    QFETCH(qint64, from);
    QFETCH(qint64, until);
    QFETCH(qint64, revoked);
    QFETCH(QString, principal);
    QFETCH(bool, offered);
    delegate(principal, from, until, revoked);
    askFor({{1, u"compliance"_s}});
    open();
    m_sample->unlock();
    select(2);
    QCOMPARE(box()->isVisible(), offered);
    QCOMPARE(panel()->approveBlock() == GateBlock::OtherRole, !offered);
}

void TestActing::own_suffices_isTheDefault()
{
    delegate(u"p.silva"_s);
    m_sample->ledger->frame.people[1].roles = QStringList{u"treasury"_s};
    open();
    makeReady(2);
    QCOMPARE(box()->count(), 2);
    QCOMPARE(box()->currentText(), u"in your own name"_s);
    m_page->perform(Page::Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(sent().onBehalfOf, QString());
}

void TestActing::principal_whoseRoleIsNeeded_isUsedAndSigned()
{
    delegate(u"p.silva"_s);
    askFor({{1, u"compliance"_s}});
    open();
    m_sample->session->desk().setHold(3 * base::kSecond);
    m_sample->unlock();
    select(2);
    QCOMPARE(box()->currentText(), u"for p.silva"_s);
    QCOMPARE(box()->count(), 1); // the own name would not count
    ready();
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
    console::UndoBar bar;
    bar.setSession(m_sample->session.get());
    m_page->perform(Page::Command::Approve);
    QTRY_VERIFY(bar.findChild<console::PlainTextLabel *>(u"undoText"_s)->text().endsWith(u" · for p.silva"_s));
    m_sample->session->desk().release();
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(sent().onBehalfOf, u"p.silva"_s);
    QCOMPARE(sent().approver, u"m.keller"_s);
    const auto says = [this] {
        const auto labels = child<Notice>(u"outcomeNotice"_s)->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [](const QLabel *label) { return label->text() == u"Signed for p.silva."; });
    };
    QTRY_VERIFY(says());
}

void TestActing::principals_several_mustBeChosen()
{
    delegate(u"p.silva"_s);
    delegate(u"h.lind"_s);
    askFor({{1, u"compliance"_s}});
    open();
    m_sample->unlock();
    select(2);
    QCOMPARE(box()->currentIndex(), -1);
    QCOMPARE(blockText(), u"Choose for whom you decide."_s);
    ready();
    m_page->perform(Page::Command::Approve);
    QVERIFY(m_sample->decisions->sent.isEmpty());
    choose(1);
    ready();
    m_page->perform(Page::Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(sent().onBehalfOf, u"p.silva"_s); // in the order of names
}

void TestActing::choice_armsAnew()
{
    delegate(u"p.silva"_s);
    m_sample->ledger->frame.people[1].roles = QStringList{u"treasury"_s};
    open();
    makeReady(2);
    choose(1);
    QCOMPARE(panel()->approveBlock(), GateBlock::Arming);
    m_sample->clock.advance(base::kSecond);
    m_page->perform(Page::Command::Approve);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(sent().onBehalfOf, u"p.silva"_s);
}

void TestActing::whoAsked_isDecidedByNoDelegate_data()
{
    QTest::addColumn<QString>("sponsor");
    QTest::addColumn<int>("block");
    QTest::newRow("the principal answers for the agent") << u"p.silva"_s << static_cast<int>(GateBlock::OwnPrincipal);
    QTest::newRow("the person does") << u"m.keller"_s << static_cast<int>(GateBlock::OwnAgent);
    QTest::newRow("whom the principal stands for") << u"h.lind"_s << static_cast<int>(GateBlock::OtherRole);
}

void TestActing::whoAsked_isDecidedByNoDelegate()
{
    QFETCH(QString, sponsor);
    QFETCH(int, block);
    delegate(u"p.silva"_s);
    const base::Micros now = m_sample->clock.now();
    m_sample->ledger->frame.delegations.append({u"p.silva"_s, u"h.lind"_s, now - 1, now + base::kHour, 9, -1});
    askFor({{1, u"compliance"_s}});
    m_sample->ledger->book[1].row.sponsor = sponsor;
    open();
    m_sample->unlock();
    select(2);
    QVERIFY(!box()->isVisible());
    QCOMPARE(static_cast<int>(panel()->approveBlock()), block);
}

void TestActing::principal_whoApprovedAlready_isNotOffered()
{
    delegate(u"p.silva"_s);
    askFor({{2, u"compliance"_s}});
    console::OperationDetail &detail = m_sample->ledger->book[1];
    detail.decisions.append(tests::approvalOf(detail.row, u"p.silva"_s, keyId('2'), m_sample->clock.now()));
    ++detail.row.counted;
    open();
    m_sample->unlock();
    select(2);
    QVERIFY(!box()->isVisible());
}

void TestActing::sensitive_fields_areShownByThePrincipalsRight()
{
    tests::makeSensitive(m_sample->ledger->book[1], {u"iban"_s});
    askFor({{1, u"compliance"_s}});
    open();
    m_sample->unlock();
    select(2);
    QVERIFY(!child<LinesView>(u"argumentLines"_s)->text().contains(u"DE8937"_s));
    delegate(u"p.silva"_s);
    m_sample->ledger->change();
    QTRY_VERIFY(child<LinesView>(u"argumentLines"_s)->text().contains(u"DE8937"_s));
    ready();
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
}

void TestActing::reject_withoutChoice_isInTheOwnName()
{
    delegate(u"p.silva"_s);
    askFor({{1, u"compliance"_s}});
    open();
    m_sample->unlock();
    select(2);
    m_page->perform(Page::Command::Reject);
    QTest::keyClicks(child<QLineEdit>(u"reasonEdit"_s), u"no"_s);
    QTest::keyClick(child<QLineEdit>(u"reasonEdit"_s), Qt::Key_Return);
    QTRY_COMPARE(m_sample->decisions->sent.size(), 1);
    QCOMPARE(sent().onBehalfOf, QString());
}

void TestActing::box_withoutDelegation_isHidden()
{
    open();
    m_sample->unlock();
    select(2);
    QVERIFY(!box()->isVisible());
}

QTEST_MAIN(TestActing)
#include "tst_acting.moc"
