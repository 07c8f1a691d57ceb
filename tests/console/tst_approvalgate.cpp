#include "console/models/approvalgate.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::ApprovalGate;
using console::GateBlock;
using console::Obstacle;
using console::PlanReview;

/// Controls C1, C2, C5, C11, C14, C18 at the button: each thing that must stand in the way of Approve does.
class TestApprovalGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void approve_whenAllIsWell_isPossible();
    void approve_blockedBy_data();
    void approve_blockedBy();
    void reject_needsNeitherRoleNorReading();
    void reject_ofADamagedPlan_isPossible();

private:
    PlanReview m_plan;
    ApprovalGate::Approver m_approver;
    ApprovalGate::Screen m_screen;
    static constexpr base::Micros kNow = 1'000'000 * base::kSecond;
};

void TestApprovalGate::init()
{
    m_plan = PlanReview();
    m_plan.row.tenant = u"default"_s;
    m_plan.row.role = u"treasury"_s;
    m_plan.quorum = console::QuorumReview::of(m_plan.row, {}, {});
    m_plan.row.actor = u"ops-agent"_s;
    m_plan.row.sponsor = u"p.okafor"_s;
    m_plan.row.expiresAt = kNow + base::kHour;
    m_approver = {true, u"m.keller"_s, {u"treasury"_s}, {u"*"_s}, false};
    m_screen = {false, false, 0, ApprovalGate::kArming};
}

void TestApprovalGate::approve_whenAllIsWell_isPossible()
{
    QCOMPARE(ApprovalGate::approve(&m_plan, m_approver, m_screen, kNow), GateBlock::None);
}

void TestApprovalGate::approve_blockedBy_data()
{
    QTest::addColumn<GateBlock>("block");
    for (const auto &[name, block] :
         {std::pair("a plan that was decided", GateBlock::NotAwaiting),
          std::pair("expiry to the microsecond", GateBlock::Expired),
          std::pair("a decision on its way", GateBlock::Decided), std::pair("damaged bytes", GateBlock::Damaged),
          std::pair("a locked key", GateBlock::Locked), std::pair("nobody enrolled", GateBlock::NotEnrolled),
          std::pair("a revoked person", GateBlock::Revoked), std::pair("another tenant", GateBlock::OtherTenant),
          std::pair("another role", GateBlock::OtherRole), std::pair("fields that one may not see", GateBlock::Hidden),
          std::pair("one's own agent", GateBlock::OwnAgent),
          std::pair("one who approved already", GateBlock::ApprovedAlready),
          std::pair("a seat that is taken", GateBlock::NotNeeded),
          std::pair("a role whose time has not come", GateBlock::TooEarly),
          std::pair("a folded value", GateBlock::Folded), std::pair("a line not seen", GateBlock::NotAllShown),
          std::pair("799 ms", GateBlock::Arming)})
        QTest::newRow(name) << block;
}

void TestApprovalGate::approve_blockedBy()
{
    QFETCH(GateBlock, block);
    base::Micros now = kNow;
    switch (block) {
    case GateBlock::NotAwaiting:
        m_plan.row.status = ledger::Status::Approved;
        break;
    case GateBlock::Expired:
        now = m_plan.row.expiresAt;
        break;
    case GateBlock::Decided:
        m_screen.decided = true;
        break;
    case GateBlock::Damaged:
        m_plan.obstacle = Obstacle::ArgumentsDamaged;
        break;
    case GateBlock::Locked:
        m_approver.unlocked = false;
        break;
    case GateBlock::NotEnrolled:
        m_approver.person.clear();
        break;
    case GateBlock::Revoked:
        m_approver.revoked = true;
        break;
    case GateBlock::OtherTenant:
        m_approver.tenants = {u"other"_s};
        break;
    case GateBlock::OtherRole:
        m_approver.roles = {u"support"_s};
        break;
    case GateBlock::Hidden: {
        policy::ToolEntry entry;
        entry.sensitive = {u"iban"_s};
        m_plan.mask = {entry, {QJsonObject{{u"iban"_s, u"DE89"_s}}}, u"hidden"_s};
        m_approver.roles = {u"support"_s};
        break;
    }
    case GateBlock::OwnAgent:
        m_approver.person = u"p.okafor"_s;
        break;
    case GateBlock::ApprovedAlready:
        m_plan.quorum.votes = {{m_approver.person, {}, u"k2"_s, 1, {u"treasury"_s}}};
        break;
    case GateBlock::NotNeeded:
        m_plan.quorum.seats.append({1, u"compliance"_s});
        m_plan.quorum.votes = {{u"p.silva"_s, {}, u"k2"_s, 1, {u"treasury"_s}}};
        break;
    case GateBlock::TooEarly:
        m_approver.roles = {u"board"_s};
        m_plan.quorum.escalationRole = u"board"_s;
        m_plan.quorum.escalatesAt = now + 1;
        break;
    case GateBlock::Folded:
        m_screen.folded = true;
        break;
    case GateBlock::NotAllShown:
        m_screen.unseen = 1;
        break;
    case GateBlock::Arming:
        m_screen.shownFor = 799 * base::kMillisecond;
        break;
    default:
        QFAIL("no such row");
    }
    QCOMPARE(ApprovalGate::approve(&m_plan, m_approver, m_screen, now), block);
    const bool silent = block == GateBlock::NotAwaiting;
    QCOMPARE(ApprovalGate::text(block, &m_plan, m_screen).isEmpty(), silent);
}

void TestApprovalGate::reject_needsNeitherRoleNorReading()
{
    m_approver.roles = {u"support"_s};
    m_screen = {false, true, 4, 0};
    QCOMPARE(ApprovalGate::reject(&m_plan, m_approver, m_screen, kNow), GateBlock::None);
    m_approver.person = u"p.okafor"_s;
    QCOMPARE(ApprovalGate::reject(&m_plan, m_approver, m_screen, kNow), GateBlock::OwnAgent);
    QCOMPARE(ApprovalGate::reject(nullptr, m_approver, m_screen, kNow), GateBlock::NoPlan);
}

void TestApprovalGate::reject_ofADamagedPlan_isPossible()
{
    m_plan.obstacle = Obstacle::ArgumentsDamaged;
    QCOMPARE(ApprovalGate::reject(&m_plan, m_approver, m_screen, kNow), GateBlock::None);
}

QTEST_GUILESS_MAIN(TestApprovalGate)
#include "tst_approvalgate.moc"
