#include "console/client/httpdecisionclient.h"
#include "console/client/workerledgerclient.h"
#include "console/models/conflictsmodel.h"
#include "console/widgets/recordtable.h"
#include "support/outcomefixture.h"
#include "support/realinstance.h"

#include <QSettings>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AttentionSection;
using console::OutcomeAction;
using tests::widget;

/// Contract 7.5 from the console to the ledger: unknown outcomes and conflicts of an obstatd on a ledger of its own are
/// settled on the Attention page, and the agent reads what became of them.
class TestSettling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void outcomesAndConflicts_settledByPeople_areSettled();

private:
    static constexpr int kPatience = 60'000;

    qint64 plan(const QString &record, const QString &amount)
    {
        return m_instance->plan({{u"withdrawal_id"_s, record}, {u"amount"_s, amount}, {u"currency"_s, u"USD"_s}});
    }
    void sitDown(const QString &person);
    void show(AttentionSection section);
    void choose(qint64 operation);
    [[nodiscard]] console::OutcomePanel &panel(bool ofConflict = false)
    {
        return ofConflict ? widget<console::ConflictPanel>(m_page.get(), u"conflictPanel"_s)->outcome()
                          : widget<console::OperationPanel>(m_page.get(), u"operationPanel"_s)->outcome();
    }
    void settle(console::OutcomePanel &panel, OutcomeAction action, const QString &reference = {});
    [[nodiscard]] QString notice(console::OutcomePanel &panel)
    {
        return widget<console::Notice>(&panel, u"settledNotice"_s)->text();
    }

    std::unique_ptr<tests::RealInstance> m_instance;
    base::SystemClock m_clock;
    base::SystemRandom m_random;
    QMap<QString, approval::SigningKey> m_keys;
    std::unique_ptr<console::Session> m_session;
    std::unique_ptr<console::AttentionPage> m_page;
};

void TestSettling::initTestCase()
{
    if (!tests::RealInstance::isBuilt())
        QSKIP("NOTHING WAS TESTED: obstatd and obstatctl are not built.");
    tests::prepareConsole();
    // An owner that loses two answers, honours no key and cannot be asked: what it loses is for people.
    m_instance = std::make_unique<tests::RealInstance>(
        R"(default_role = "treasury"
[second_person_above]
USD = "1000"
[[rule]]
name = "all"
tool = "approve_withdrawal"
when = ["args.amount < 100000 USD"]
then = "automatic"
)",
        QMap<QString, QString>{{u"m.keller"_s, u"treasury"_s}, {u"p.silva"_s, u"treasury"_s}},
        tests::RealInstance::Owner{{u"--lose-answers"_s, u"2"_s, u"--ignore-key"_s},
                                   {{u"(?m)^query = .*$"_s, QString()},
                                    {u"(?m)^settle_after = .*$"_s, QString()},
                                    {u"(?m)^key_lifetime = .*$"_s, QString()},
                                    {u"honours_key = true"_s, u"honours_key = false"_s}}});
    for (const QString &person : {u"m.keller"_s, u"p.silva"_s})
        m_keys.insert(person, m_instance->keyOf(person));
    console::Session::Parts parts;
    parts.ledger = std::make_unique<console::WorkerLedgerClient>(m_instance->database(), m_clock);
    parts.decisions = std::make_unique<console::HttpDecisionClient>();
    parts.clock = &m_clock;
    parts.random = &m_random;
    parts.outbox = m_instance->path(u"outbox.jsonl"_s);
    m_session = std::make_unique<console::Session>(std::move(parts));
    QTRY_VERIFY_WITH_TIMEOUT(m_session->isRead() && !m_session->address().isEmpty(), kPatience);
}

void TestSettling::cleanupTestCase()
{
    m_page.reset();
    m_session.reset();
    m_instance.reset();
}

void TestSettling::sitDown(const QString &person)
{
    m_session->key().adopt(m_keys.constFind(person).value());
    QTRY_COMPARE_WITH_TIMEOUT(m_session->key().person(), person, kPatience);
}

void TestSettling::show(AttentionSection section)
{
    if (!m_page) {
        m_page = std::make_unique<console::AttentionPage>();
        m_page->resize(1240, 760);
        m_page->setSession(m_session.get());
        m_page->show();
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_page->isReady(), kPatience);
    widget<console::SectionBar>(m_page.get(), u"sections"_s)->setCurrent(static_cast<int>(section));
    QTRY_VERIFY_WITH_TIMEOUT(m_page->isReady(), kPatience);
}

void TestSettling::choose(qint64 operation)
{
    auto *table = widget<console::OperationTable>(m_page.get(), u"table"_s);
    auto *shown = widget<console::OperationPanel>(m_page.get(), u"operationPanel"_s);
    const bool there = QTest::qWaitFor(
        [&] {
            table->selectId(operation);
            return table->currentId() == operation && shown->operation() == operation;
        },
        kPatience);
    QVERIFY(there);
}

void TestSettling::settle(console::OutcomePanel &panel, OutcomeAction action, const QString &reference)
{
    QTRY_COMPARE_WITH_TIMEOUT(panel.block(action), console::OutcomeBlock::None, kPatience);
    panel.start(action);
    auto *form = panel.findChild<console::OutcomeForm *>();
    QVERIFY(form->isOpen());
    widget<QLineEdit>(form, u"referenceEdit"_s)->setText(reference);
    widget<QLineEdit>(form, u"reasonEdit"_s)->setText(u"the statement of today says so"_s);
    auto *confirm = widget<QPushButton>(form, u"rejectConfirmButton"_s);
    QTRY_VERIFY_WITH_TIMEOUT(confirm->isEnabled(), kPatience);
    QTest::mouseClick(confirm, Qt::LeftButton);
}

void TestSettling::outcomesAndConflicts_settledByPeople_areSettled()
{
    // Happened, by two people.
    const qint64 large = plan(u"WD-1"_s, u"1500.00"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(large), u"unknown"_s, kPatience);
    const qint64 small = plan(u"WD-2"_s, u"200.00"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(small), u"unknown"_s, kPatience);
    sitDown(u"m.keller"_s);
    show(AttentionSection::Unknown);
    choose(large);
    QCOMPARE(panel().block(OutcomeAction::AskAgain), console::OutcomeBlock::CannotAsk);
    settle(panel(), OutcomeAction::Happened, u"TX-1"_s);
    QTRY_COMPARE_WITH_TIMEOUT(notice(panel()), u"Counted. Over this amount somebody else has to say the same."_s,
                              kPatience);
    QCOMPARE(m_instance->status(large), u"unknown"_s);
    QTRY_VERIFY_WITH_TIMEOUT(widget<QLabel>(&panel(), u"outcomePeople"_s)->text().contains(u"m.keller"_s), kPatience);
    sitDown(u"p.silva"_s);
    settle(panel(), OutcomeAction::Happened, u"TX-1"_s);
    QTRY_COMPARE_WITH_TIMEOUT(notice(panel()), u"Settled: it happened."_s, kPatience);
    QCOMPARE(m_instance->status(large), u"succeeded"_s);

    // Did not happen, and opened again.
    choose(small);
    settle(panel(), OutcomeAction::DidNotHappen);
    QTRY_VERIFY_WITH_TIMEOUT(notice(panel()).startsWith(u"Settled: it did not happen."_s), kPatience);
    QCOMPARE(m_instance->status(small), u"failed"_s);
    show(AttentionSection::Failed);
    choose(small);
    settle(panel(), OutcomeAction::Reopen);
    QTRY_VERIFY_WITH_TIMEOUT(notice(panel()).startsWith(u"Reopened as operation "_s), kPatience);
    QCOMPARE(m_instance->status(small + 1), u"awaiting_approval"_s);

    // A conflict whose first is kept, and one whose second is other work.
    const qint64 first = plan(u"WD-9"_s, u"100.00"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_instance->status(first), u"succeeded"_s, kPatience);
    auto *result = [this] { return widget<console::Notice>(m_page.get(), u"resultNotice"_s); }();
    auto *conflicts = widget<console::RecordTable>(m_page.get(), u"conflictTable"_s);
    for (const auto &[amount, action] :
         {std::pair(u"110.00"_s, OutcomeAction::KeepFirst), std::pair(u"120.00"_s, OutcomeAction::AcceptNew)}) {
        QCOMPARE(plan(u"WD-9"_s, amount), first);
        show(AttentionSection::Conflicts);
        QTRY_COMPARE_WITH_TIMEOUT(conflicts->model()->rowCount(), 1, kPatience);
        settle(panel(true), action, action == OutcomeAction::AcceptNew ? u"second-part"_s : QString());
        QTRY_COMPARE_WITH_TIMEOUT(conflicts->model()->rowCount(), 0, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(result->isVisible() && result->tone() == console::Tone::Ok, kPatience);
    }
    QVERIFY2(result->text().startsWith(u"Accepted as operation "_s), qPrintable(result->text()));
    QCOMPARE(m_instance->status(first + 1), u"awaiting_approval"_s);
    // Each decision is in the log with its signature, and the log is whole.
    const QByteArray verified = m_instance->ctl({u"verify"_s, u"--ledger"_s, m_instance->database()});
    QVERIFY2(!verified.isEmpty(), verified.constData());
}

QTEST_MAIN(TestSettling)
#include "tst_settling.moc"
