#include "approval/decision.h"
#include "base/canonicaljson.h"
#include "base/digest.h"
#include "console/models/outcomegate.h"
#include "console/models/outcomewording.h"
#include "support/decisionsample.h"
#include "support/samplebook.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::OperationDetail;
using console::OutcomeAction;
using console::OutcomeActions;
using console::OutcomeBlock;
using console::OutcomeGate;
using console::OutcomeReview;
using ledger::Status;

/// Contract 7.5 at the buttons: each thing that must stand in the way of settling an outcome or a conflict does, and
/// what they rest on is read as the ledger reads it.
class TestOutcomeGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void settling_whenAllIsWell_isPossible();
    void settling_blockedBy_data();
    void settling_blockedBy();
    void anotherReference_isAnotherWord();
    void deputy_ofOneWhoSaidSo_hasSaidSo();
    void severalPrincipals_mustBeChosenFrom();
    void offered_isWhatFitsTheState();
    void review_readsWhatTheLedgerJudgesBy();
    void review_words_areThoseThatCount();
    void review_ofARulesPlan_asksForTheDefaultRole();
    void review_purged_isDamaged();
    void blocked_saysEachReasonOnce();
    void everyKind_isRead_back();

private:
    static constexpr base::Micros kNow = 1'800'000'000 * base::kSecond;

    OperationDetail detail(Status status, const QString &amount = u"1250.00"_s);
    [[nodiscard]] OutcomeBlock block(OutcomeAction action) const
    {
        return OutcomeGate::block(action, &m_review, m_approver, m_screen, kNow);
    }
    static ledger::DecisionRow word(const ledger::OperationRow &row, const QString &person, const QString &kind,
                                    const QString &reference = {});

    OutcomeReview m_review;
    OutcomeGate::Approver m_approver;
    OutcomeGate::Screen m_screen;
};

OperationDetail TestOutcomeGate::detail(Status status, const QString &amount)
{
    tests::SampleBook book(kNow);
    tests::SampleBook::Plan plan;
    plan.arguments = {{u"withdrawal_id"_s, u"WD-1"_s}, {u"amount"_s, amount}, {u"currency"_s, u"USD"_s}};
    plan.status = status;
    plan.age = base::kHour;
    OperationDetail detail = book.add(plan);
    detail.people = {{u"m.keller"_s, tests::keyId('1'), {}, {u"treasury"_s}, {u"*"_s}, false},
                     {u"p.silva"_s, tests::keyId('2'), {}, {u"treasury"_s}, {u"*"_s}, false},
                     {u"r.mayr"_s, tests::keyId('3'), {}, {u"treasury"_s}, {u"*"_s}, false},
                     {u"deputy"_s, tests::keyId('4'), {}, {u"support"_s}, {u"*"_s}, false}};
    return detail;
}

ledger::DecisionRow TestOutcomeGate::word(const ledger::OperationRow &row, const QString &person, const QString &kind,
                                          const QString &reference)
{
    ledger::DecisionRow decision = tests::approvalOf(row, person, tests::keyId('2'), kNow - base::kMinute);
    auto body = approval::DecisionBody::parse(decision.body);
    Q_ASSERT(body);
    body->kind = kind;
    body->verdict.clear();
    body->reference = reference;
    decision.kind = kind;
    decision.body = body->canonical();
    return decision;
}

void TestOutcomeGate::init()
{
    m_review = OutcomeReview::of(detail(Status::Unknown));
    m_approver = {true, u"m.keller"_s, {u"treasury"_s}, {u"*"_s}, false, tests::keyId('1')};
    m_screen = {};
}

void TestOutcomeGate::settling_whenAllIsWell_isPossible()
{
    for (const OutcomeAction action : {OutcomeAction::AskAgain, OutcomeAction::Happened, OutcomeAction::DidNotHappen})
        QCOMPARE(block(action), OutcomeBlock::None);
    m_review.settledAt = kNow; // to the microsecond
    QCOMPARE(block(OutcomeAction::DidNotHappen), OutcomeBlock::None);
    m_review.row.status = Status::Rejected;
    QCOMPARE(block(OutcomeAction::Reopen), OutcomeBlock::None);
    ledger::ConflictRow conflict;
    conflict.event = 7;
    conflict.state = u"open"_s;
    m_review.conflicts = {conflict};
    m_screen.conflict = conflict;
    for (const OutcomeAction action : OutcomeActions::ofConflict())
        QCOMPARE(block(action), OutcomeBlock::None);
}

void TestOutcomeGate::settling_blockedBy_data()
{
    QTest::addColumn<OutcomeAction>("action");
    QTest::addColumn<OutcomeBlock>("block");
    using A = OutcomeAction;
    using B = OutcomeBlock;
    const std::initializer_list<std::tuple<const char *, A, B>> rows{
        {"a decision on its way", A::AskAgain, B::Decided},
        {"a held row", A::Happened, B::Held},
        {"damaged bytes", A::Happened, B::Damaged},
        {"damaged bytes, reopening", A::Reopen, B::Damaged},
        {"an open attempt", A::Happened, B::StillOpen},
        {"nothing was sent", A::AskAgain, B::NothingSent},
        {"no question", A::AskAgain, B::CannotAsk},
        {"a microsecond too early", A::DidNotHappen, B::TooEarly},
        {"what is known", A::Happened, B::NotUnknown},
        {"a success", A::DidNotHappen, B::Final},
        {"an end without effect", A::Happened, B::EndIsFinal},
        {"a key that another holds", A::Happened, B::KeyHeld},
        {"what has not ended", A::Reopen, B::NotEnded},
        {"evidence against it", A::Reopen, B::Contradicted},
        {"a later plan", A::Reopen, B::LaterPlan},
        {"a settled conflict", A::KeepFirst, B::ConflictSettled},
        {"a payload accepted before", A::AcceptNew, B::AcceptedBefore},
        {"a locked key", A::Happened, B::Locked},
        {"nobody enrolled", A::Happened, B::NotEnrolled},
        {"a revoked person", A::Happened, B::Revoked},
        {"another tenant", A::Happened, B::OtherTenant},
        {"another role", A::Happened, B::OtherRole},
        {"one's own agent", A::Happened, B::OwnAgent},
        {"one's own plan", A::Happened, B::OwnPlan},
        {"one's own principal", A::Happened, B::OwnPrincipal},
        {"one who said so", A::Happened, B::SaidAlready}};
    for (const auto &[name, action, block] : rows)
        QTest::newRow(name) << action << block;
}

void TestOutcomeGate::settling_blockedBy()
{
    QFETCH(const OutcomeAction, action);
    QFETCH(const OutcomeBlock, block);
    ledger::ConflictRow conflict;
    conflict.event = 7;
    conflict.payloadDigest = u"p2"_s;
    conflict.state = u"open"_s;
    m_screen.conflict = conflict;
    m_review.conflicts = {conflict};
    m_screen.decided = block == OutcomeBlock::Decided;
    m_review.row.held = block == OutcomeBlock::Held;
    m_review.damaged = block == OutcomeBlock::Damaged;
    m_review.open = block == OutcomeBlock::StillOpen;
    m_review.sent = block != OutcomeBlock::NothingSent;
    m_review.canBeAsked = block != OutcomeBlock::CannotAsk;
    if (block == OutcomeBlock::TooEarly)
        m_review.settledAt = kNow + 1;
    if (block == OutcomeBlock::NotUnknown || block == OutcomeBlock::Final)
        m_review.row.status = Status::Succeeded;
    if (action == OutcomeAction::Reopen && block != OutcomeBlock::NotEnded)
        m_review.row.status = Status::Failed;
    if (block == OutcomeBlock::EndIsFinal)
        m_review.row.status = Status::Withdrawn;
    if (block == OutcomeBlock::KeyHeld) {
        m_review.row.status = Status::Failed;
        m_review.holder = 9;
    }
    if (block == OutcomeBlock::Final || block == OutcomeBlock::KeyHeld || block == OutcomeBlock::Contradicted ||
        block == OutcomeBlock::EndIsFinal)
        m_review.row.contrary = 5;
    if (block == OutcomeBlock::LaterPlan)
        m_review.later = 9;
    if (block == OutcomeBlock::ConflictSettled)
        m_review.conflicts[0].state = u"kept"_s;
    if (block == OutcomeBlock::AcceptedBefore) {
        ledger::ConflictRow before = conflict;
        before.event = 6;
        before.state = u"new"_s;
        m_review.conflicts.append(before);
    }
    m_approver.unlocked = block != OutcomeBlock::Locked;
    if (block == OutcomeBlock::NotEnrolled)
        m_approver.person.clear();
    m_approver.revoked = block == OutcomeBlock::Revoked;
    if (block == OutcomeBlock::OtherTenant)
        m_approver.tenants = {u"acme"_s};
    if (block == OutcomeBlock::OtherRole)
        m_approver.roles = {u"support"_s};
    if (block == OutcomeBlock::OwnAgent)
        m_review.row.sponsor = m_approver.person;
    if (block == OutcomeBlock::OwnPlan)
        m_review.row.actor = m_approver.person;
    if (block == OutcomeBlock::OwnPrincipal)
        m_approver.standsFor = {m_review.row.sponsor};
    if (block == OutcomeBlock::SaidAlready)
        m_review.words = {{u"resolve_succeeded"_s, u"m.keller"_s, {}, tests::keyId('1'), {}, kNow}};
    QCOMPARE(this->block(action), block);
    QVERIFY(!OutcomeGate::text(block, &m_review, kNow).isEmpty());
}

void TestOutcomeGate::anotherReference_isAnotherWord()
{
    m_review.words = {{u"resolve_succeeded"_s, u"m.keller"_s, {}, tests::keyId('1'), u"TX-1"_s, kNow}};
    m_screen.reference = u"TX-1"_s;
    QCOMPARE(block(OutcomeAction::Happened), OutcomeBlock::SaidAlready);
    m_screen.reference = u"TX-2"_s;
    QCOMPARE(block(OutcomeAction::Happened), OutcomeBlock::None);
    QCOMPARE(block(OutcomeAction::DidNotHappen), OutcomeBlock::None); // the contrary of it is another word too
}

void TestOutcomeGate::deputy_ofOneWhoSaidSo_hasSaidSo()
{
    m_review.words = {{u"resolve_succeeded"_s, u"p.silva"_s, {}, tests::keyId('2'), {}, kNow}};
    QCOMPARE(block(OutcomeAction::Happened), OutcomeBlock::None);
    m_approver.onBehalfOf = u"p.silva"_s;
    QCOMPARE(block(OutcomeAction::Happened), OutcomeBlock::SaidAlready);
}

void TestOutcomeGate::severalPrincipals_mustBeChosenFrom()
{
    const OutcomeGate::Approver deputy{true, u"deputy"_s, {u"support"_s}, {u"*"_s}, false, tests::keyId('4')};
    const auto signer = [&](const QString &chosen) {
        return OutcomeGate::signer(OutcomeAction::Happened, &m_review, deputy, chosen, {}, kNow);
    };
    QCOMPARE(signer({}).block, OutcomeBlock::OtherRole);
    m_review.delegations = {{u"deputy"_s, u"p.silva"_s, kNow - 1, kNow + base::kHour, 3, -1}};
    QCOMPARE(signer({}).block, OutcomeBlock::None); // the only one
    QCOMPARE(signer({}).approver.onBehalfOf, u"p.silva"_s);
    m_review.delegations.append({u"deputy"_s, u"r.mayr"_s, kNow - 1, kNow + base::kHour, 4, -1});
    QCOMPARE(signer({}).block, OutcomeBlock::ChooseFor);
    QCOMPARE(signer(u"r.mayr"_s).approver.onBehalfOf, u"r.mayr"_s);
    QCOMPARE(signer(u"r.mayr"_s).block, OutcomeBlock::None);
    m_review.delegations.removeLast();
    m_review.delegations[0].until = kNow; // over
    QCOMPARE(signer({}).block, OutcomeBlock::OtherRole);
}

void TestOutcomeGate::offered_isWhatFitsTheState()
{
    using A = OutcomeAction;
    QCOMPARE(OutcomeGate::offered(m_review), (QList{A::AskAgain, A::DidNotHappen, A::Happened}));
    m_review.row.status = Status::Failed;
    m_review.row.contrary = 8;
    QCOMPARE(OutcomeGate::offered(m_review), (QList{A::AskAgain, A::DidNotHappen, A::Happened}));
    m_review.row.contrary.reset();
    QCOMPARE(OutcomeGate::offered(m_review), (QList{A::AskAgain, A::Reopen}));
    m_review.row.status = Status::Rejected;
    QCOMPARE(OutcomeGate::offered(m_review), QList{A::Reopen});
    for (const Status status : {Status::AwaitingApproval, Status::Approved, Status::Running, Status::Succeeded,
                                Status::Expired, Status::Withdrawn}) {
        m_review.row.status = status;
        QVERIFY(OutcomeGate::offered(m_review).isEmpty());
    }
}

void TestOutcomeGate::review_readsWhatTheLedgerJudgesBy()
{
    OperationDetail unknown = detail(Status::Unknown);
    QVERIFY(!m_review.damaged && !m_review.open && m_review.sent && m_review.canBeAsked && !m_review.twoPeople);
    QCOMPARE(*m_review.settledAt, *unknown.attempts.last().endedAt + 2 * base::kMinute); // settle_after of the sample
    QCOMPARE(m_review.rolesAt(kNow), QStringList{u"treasury"_s});

    const QByteArray policy = "default_role = \"treasury\"\n[second_person_above]\nUSD = \"1000\"\n";
    unknown.policyInForce = std::optional(policy);
    QVERIFY(OutcomeReview::of(unknown).twoPeople); // by the policy in force, whatever the plan was frozen with
    OperationDetail less = detail(Status::Unknown, u"1000.00"_s);
    less.policyInForce = std::optional(policy);
    QVERIFY(!OutcomeReview::of(less).twoPeople);

    ledger::OperationRow other = unknown.row;
    other.id = 40;
    other.status = Status::Failed;
    ledger::OperationRow holder = other;
    holder.id = 50;
    holder.status = Status::Approved;
    unknown.sameKey = {holder, other, unknown.row};
    const OutcomeReview review = OutcomeReview::of(unknown);
    QCOMPARE(review.holder, std::optional<qint64>(50));
    QCOMPARE(review.later, std::optional<qint64>(40));

    unknown.attempts.last().endedAt.reset();
    QVERIFY(OutcomeReview::of(unknown).open);
    QVERIFY(!OutcomeReview::of(unknown).settledAt);
}

void TestOutcomeGate::review_words_areThoseThatCount()
{
    OperationDetail unknown = detail(Status::Unknown);
    ledger::OperationRow before = unknown.row;
    before.version = unknown.row.version + 1;
    ledger::DecisionRow settled = word(unknown.row, u"p.silva"_s, u"resolve_succeeded"_s);
    settled.code = u"admitted"_s;
    ledger::DecisionRow refused = word(unknown.row, u"p.silva"_s, u"resolve_succeeded"_s);
    refused.state = u"refused"_s;
    unknown.decisions = {word(unknown.row, u"p.silva"_s, u"resolve_succeeded"_s, u"TX-1"_s),
                         word(before, u"p.silva"_s, u"resolve_absent"_s), settled, refused,
                         tests::approvalOf(unknown.row, u"p.silva"_s, tests::keyId('2'), kNow)};
    const OutcomeReview review = OutcomeReview::of(unknown);
    QCOMPARE(review.words.size(), 1);
    QCOMPARE(review.words.first().person, u"p.silva"_s);
    QCOMPARE(review.words.first().reference, u"TX-1"_s);
    const QString said = console::OutcomeWording::people(review, kNow);
    QVERIFY2(said.contains(u"p.silva"_s) && said.contains(u"TX-1"_s), qPrintable(said));
    unknown.people[1].revoked = true;
    QVERIFY(OutcomeReview::of(unknown).words.isEmpty());
}

void TestOutcomeGate::review_ofARulesPlan_asksForTheDefaultRole()
{
    OperationDetail unknown = detail(Status::Unknown);
    policy::Verdict verdict;
    verdict.kind = policy::VerdictKind::Automatic;
    unknown.row.approvals = base::canonicalBytes(verdict.frozen());
    unknown.row.role.clear();
    QCOMPARE(OutcomeReview::of(unknown).rolesAt(kNow), QStringList{u"approver"_s});
    unknown.policyInForce = std::optional(QByteArray("default_role = \"ops\"\n"));
    QCOMPARE(OutcomeReview::of(unknown).rolesAt(kNow), QStringList{u"ops"_s});
}

void TestOutcomeGate::review_purged_isDamaged()
{
    OperationDetail unknown = detail(Status::Unknown);
    unknown.arguments = std::optional<QByteArray>();
    QVERIFY(OutcomeReview::of(unknown).damaged);
    unknown = detail(Status::Unknown);
    unknown.arguments = std::optional(QByteArray("{\"amount\":\"1.00\"}")); // not those that the row names
    QVERIFY(OutcomeReview::of(unknown).damaged);
    unknown = detail(Status::Unknown);
    unknown.row.approvals = "{";
    QVERIFY(OutcomeReview::of(unknown).damaged);
}

void TestOutcomeGate::blocked_saysEachReasonOnce()
{
    using console::OutcomeWording;
    const auto text = [this](const QList<OutcomeWording::Blocked> &all) {
        return OutcomeWording::blocked(all, m_review, kNow);
    };
    QCOMPARE(text({{OutcomeAction::AskAgain, OutcomeBlock::None}}), QString());
    QCOMPARE(text({{OutcomeAction::AskAgain, OutcomeBlock::Locked}, {OutcomeAction::Happened, OutcomeBlock::Locked}}),
             u"Your key is locked."_s);
    const QString several = text({{OutcomeAction::AskAgain, OutcomeBlock::CannotAsk},
                                  {OutcomeAction::DidNotHappen, OutcomeBlock::SaidAlready},
                                  {OutcomeAction::Happened, OutcomeBlock::SaidAlready}});
    QCOMPARE(several.count(u'\n'), 1);
    QVERIFY2(several.startsWith(u"Ask again: tools.toml"_s), qPrintable(several));
    QVERIFY2(several.contains(u"Did not happen, Happened: you have said so"_s), qPrintable(several));
}

void TestOutcomeGate::everyKind_isRead_back()
{
    for (const OutcomeAction action : OutcomeActions::ofOperation() + OutcomeActions::ofConflict()) {
        QCOMPARE(OutcomeActions::ofKind(OutcomeActions::kind(action)), std::optional(action));
        console::DecisionReport report;
        report.kind = OutcomeActions::kind(action);
        report.state = console::DecisionReport::State::Admitted;
        QVERIFY(!console::OutcomeWording::outcome(report).text.isEmpty());
    }
    QVERIFY(!OutcomeActions::ofKind(u"approve"_s));
}

QTEST_GUILESS_MAIN(TestOutcomeGate)
#include "tst_outcomegate.moc"
