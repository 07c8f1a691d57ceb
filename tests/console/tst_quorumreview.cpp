#include "console/models/quorumwording.h"
#include "support/decisionsample.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::QuorumReview;
using console::QuorumWording;
using tests::approvalOf;
using tests::frozenVerdict;
using tests::keyId;
using Standing = console::QuorumReview::Standing;

/// Control C12 on the screen: who approved, what is missing, and who may give it.
class TestQuorumReview : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void needs_ofARow_say_data();
    void needs_ofARow_say();
    void vote_ofAnotherVersion_isNotShown();
    void vote_refused_isNotShown();
    void vote_ofARevokedKey_doesNotCount();
    void vote_ofADelegate_hasThePrincipalsRoles();
    void planThatLeftTheQueue_showsItsLastVotes();
    void standing_ofSomebody_is_data();
    void standing_ofSomebody_is();
    void standing_withTheEscalationsRole_changesWithTime();
    void lines_sayWhoApprovedAndWhatIsMissing();
    void namesAndRoles_areEscaped();

private:
    QuorumReview review() const { return QuorumReview::of(m_row, m_decisions, m_people); }

    ledger::OperationRow m_row;
    QList<ledger::DecisionRow> m_decisions;
    QList<ledger::LedgerReader::EnrolmentRow> m_people;
    static constexpr base::Micros kNow = 1'800'000'000 * base::kSecond;
};

void TestQuorumReview::init()
{
    m_row = {};
    m_row.id = 7;
    m_row.version = 3;
    m_row.tool = u"approve_withdrawal"_s;
    m_row.createdAt = kNow - base::kHour;
    m_row.role = u"treasury"_s;
    m_row.approvals = frozenVerdict({{2, u"treasury"_s}, {1, u"compliance"_s}});
    m_people = {{u"m.keller"_s, keyId('1'), {}, {u"treasury"_s}, {u"*"_s}, false},
                {u"p.okafor"_s, keyId('2'), {}, {u"treasury"_s}, {u"*"_s}, false},
                {u"h.lind"_s, keyId('3'), {}, {u"compliance"_s}, {u"*"_s}, false},
                {u"t.stand"_s, keyId('4'), {}, {u"assistant"_s}, {u"*"_s}, false}};
    m_decisions = {approvalOf(m_row, u"m.keller"_s, keyId('1'), kNow - base::kMinute)};
}

void TestQuorumReview::needs_ofARow_say_data()
{
    QTest::addColumn<QByteArray>("approvals");
    QTest::addColumn<int>("counted");
    QTest::addColumn<QString>("role");
    QTest::addColumn<QString>("text");
    const QByteArray one = frozenVerdict({{2, u"treasury"_s}});
    const QByteArray two = frozenVerdict({{1, u"treasury"_s}, {1, u"compliance"_s}});
    const QByteArray three = frozenVerdict({{2, u"treasury"_s}, {1, u"compliance"_s}});
    QTest::newRow("nobody yet") << one << 0 << u"treasury"_s << u"treasury 0/2"_s;
    QTest::newRow("one of two") << one << 1 << u"treasury"_s << u"treasury 1/2"_s;
    QTest::newRow("two roles, nobody") << two << 0 << u"treasury"_s << u"treasury 0/1 + compliance 0/1"_s;
    QTest::newRow("two roles, the first") << two << 1 << u"compliance"_s << u"treasury 1/1 + compliance 0/1"_s;
    QTest::newRow("two roles, the second") << two << 1 << u"treasury"_s << u"treasury 0/1 + compliance 1/1"_s;
    QTest::newRow("whose is not known") << three << 1 << u"treasury"_s << u"1 of 3: treasury + compliance"_s;
    QTest::newRow("the last is missing") << three << 2 << u"compliance"_s << u"treasury 2/2 + compliance 0/1"_s;
    QTest::newRow("a row that cannot be read") << QByteArray("x") << 0 << u"treasury"_s << u"treasury 0/1"_s;
}

void TestQuorumReview::needs_ofARow_say()
{
    QFETCH(QByteArray, approvals);
    QFETCH(int, counted);
    QFETCH(QString, role);
    m_row.approvals = approvals;
    m_row.counted = counted;
    m_row.role = role;
    QTEST(QuorumWording::needs(m_row), "text");
}

void TestQuorumReview::vote_ofAnotherVersion_isNotShown()
{
    QCOMPARE(review().votes.size(), 1);
    ++m_row.version; // frozen anew: the signatures are void (contract 6.3)
    QVERIFY(review().votes.isEmpty());
    QCOMPARE(QuorumWording::missing(review()), u"2 × treasury and compliance"_s);
}

void TestQuorumReview::vote_refused_isNotShown()
{
    m_decisions.first().state = u"refused"_s;
    QVERIFY(review().votes.isEmpty());
    m_decisions.first().state = u"admitted"_s;
    m_decisions.first().body = "not a decision";
    QVERIFY(review().votes.isEmpty());
}

void TestQuorumReview::vote_ofARevokedKey_doesNotCount()
{
    m_people.first().revoked = true; // C15
    QCOMPARE(QuorumWording::missing(review()), u"2 × treasury and compliance"_s);
    const auto lines = QuorumWording::lines(review(), m_row.status, kNow);
    QCOMPARE(lines.first().mark, console::DisplayLine::Mark::Fails);
    QVERIFY(lines.first().value.contains(u"does not count"_s));
}

void TestQuorumReview::vote_ofADelegate_hasThePrincipalsRoles()
{
    m_decisions = {approvalOf(m_row, u"t.stand"_s, keyId('4'), kNow - base::kMinute, u"h.lind"_s)};
    QCOMPARE(QuorumWording::missing(review()), u"2 × treasury"_s);
    QVERIFY(QuorumWording::lines(review(), m_row.status, kNow).first().value.endsWith(u"for h.lind"_s));
    QCOMPARE(review().standingOf({u"h.lind"_s, {}, keyId('3'), {u"compliance"_s}}, kNow), Standing::ApprovedAlready);
}

void TestQuorumReview::planThatLeftTheQueue_showsItsLastVotes()
{
    m_decisions.append(approvalOf(m_row, u"p.okafor"_s, keyId('2'), kNow));
    m_row.version += 2;
    m_row.status = ledger::Status::Running;
    QCOMPARE(review().votes.size(), 2);
    QCOMPARE(QuorumWording::lines(review(), m_row.status, kNow).size(), 2); // nothing is missing any more
}

void TestQuorumReview::standing_ofSomebody_is_data()
{
    QTest::addColumn<QString>("person");
    QTest::addColumn<char>("key");
    QTest::addColumn<QString>("role");
    QTest::addColumn<Standing>("standing");
    QTest::newRow("another of the role") << u"p.okafor"_s << '2' << u"treasury"_s << Standing::Counts;
    QTest::newRow("the other role") << u"h.lind"_s << '3' << u"compliance"_s << Standing::Counts;
    QTest::newRow("who approved already") << u"m.keller"_s << '1' << u"treasury"_s << Standing::ApprovedAlready;
    QTest::newRow("the same with another key") << u"m.keller"_s << '9' << u"treasury"_s << Standing::ApprovedAlready;
    QTest::newRow("the same key of another") << u"x.other"_s << '1' << u"compliance"_s << Standing::ApprovedAlready;
    QTest::newRow("a role that is not asked for") << u"s.able"_s << '5' << u"support"_s << Standing::OtherRole;
}

void TestQuorumReview::standing_ofSomebody_is()
{
    QFETCH(QString, person);
    QFETCH(char, key);
    QFETCH(QString, role);
    QTEST(review().standingOf({person, {}, keyId(key), {role}}, kNow), "standing");
    m_decisions.append(approvalOf(m_row, u"p.okafor"_s, keyId('2'), kNow));
    QCOMPARE(review().standingOf({u"a.third"_s, {}, keyId('6'), {u"treasury"_s}}, kNow), Standing::NotNeeded);
}

void TestQuorumReview::standing_withTheEscalationsRole_changesWithTime()
{
    m_row.approvals = frozenVerdict({{2, u"treasury"_s}}, 2 * base::kHour, u"board"_s);
    const base::Micros time = m_row.createdAt + 2 * base::kHour;
    const approval::Voter board{u"b.ward"_s, {}, keyId('8'), {u"board"_s}};
    QCOMPARE(review().standingOf(board, time - 1), Standing::TooEarly);
    QCOMPARE(review().rolesAt(time - 1), QStringList{u"treasury"_s});
    QCOMPARE(review().standingOf(board, time), Standing::Counts);
    QCOMPARE(review().rolesAt(time), (QStringList{u"treasury"_s, u"board"_s}));
    QVERIFY(QuorumWording::lines(review(), m_row.status, time - 1).last().value.startsWith(u"From "_s));
    QVERIFY(QuorumWording::lines(review(), m_row.status, time).last().value.startsWith(u"Since "_s));
}

void TestQuorumReview::lines_sayWhoApprovedAndWhatIsMissing()
{
    const auto lines = QuorumWording::lines(review(), m_row.status, kNow);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.first().label, u"m.keller"_s);
    QCOMPARE(lines.first().mark, console::DisplayLine::Mark::Holds);
    QCOMPARE(lines.last().value, u"treasury and compliance"_s);
}

void TestQuorumReview::namesAndRoles_areEscaped()
{
    m_row.approvals = frozenVerdict({{1, u"trea\u202Esury"_s}});
    m_decisions.clear();
    QCOMPARE(QuorumWording::needs(m_row), u"trea[U+202E]sury 0/1"_s); // C3
    QCOMPARE(QuorumWording::roles(review()), u"trea[U+202E]sury"_s);
    QCOMPARE(QuorumWording::missing(review()), u"trea[U+202E]sury"_s);
}

QTEST_GUILESS_MAIN(TestQuorumReview)
#include "tst_quorumreview.moc"
