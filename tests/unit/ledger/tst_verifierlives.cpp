#include "contract/ledgerundertest.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerverifier.h"

#include <QtTest>

#include <random>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::tests;
using ledger::AttemptOutcome;
using ledger::LedgerReader;
using ledger::LedgerVerifier;
using ledger::OperationRow;
using ledger::Status;

namespace {

/// Everybody who touches a ledger, at random but repeatably: whatever they do, the ledger verifies.
class RandomLives
{
public:
    explicit RandomLives(quint32 seed) : m_engine(seed) {}

    LedgerUnderTest ledger;

    void step()
    {
        ledger.clock.advance(below(4) == 0 ? 1 + below(90) * base::kMinute : 1 + below(40) * base::kSecond);
        switch (below(14)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return submit();
        case 4:
        case 5:
        case 6:
            return decide();
        case 7:
        case 8:
            return flow();
        case 9:
            return endOpen();
        case 10:
            return withdraw();
        case 11:
            return static_cast<void>(need(ledger.writer().expireDue(10), "expire"));
        case 12:
            return below(3) == 0 ? crash() : seal();
        default:
            return below(4) == 0 ? changeRules() : seal();
        }
    }

    void seal() { need(ledger.writer().seal(), "seal"); }

private:
    qint64 below(qint64 bound) { return static_cast<qint64>(m_engine() % static_cast<quint64>(bound)); }

    void submit()
    {
        const QString record = u"WD-%1"_s.arg(below(12));
        const qint64 kind = below(6);
        if (kind < 4) {
            const QStringList amounts{u"10"_s, u"20.5"_s, u"1250"_s};
            auto payment = LedgerUnderTest::payment(record, amounts.at(below(3)), below(2) == 0);
            payment.run = u"r-%1"_s.arg(below(4));
            payment.rationale = below(2) == 0 ? u"the customer asked"_s : QString();
            ledger.submit(payment);
        } else if (kind == 4) {
            ledger.submit(LedgerUnderTest::submission(u"daily"_s, R"({"record":"D-1"})"));
        } else {
            auto reboot = LedgerUnderTest::submission(u"reboot"_s, R"({"device":"d"})");
            reboot.named = u"reboot:%1"_s.arg(below(5));
            ledger.submit(reboot);
        }
    }

    [[nodiscard]] QList<OperationRow> some(const QList<Status> &statuses)
    {
        ledger::OperationFilter filter;
        filter.statuses = statuses;
        return need(ledger.writer().reader().operations(filter, 0, 50), "operations");
    }

    void decide()
    {
        const auto rows = some({Status::AwaitingApproval, Status::Approved, Status::Rejected});
        if (rows.isEmpty())
            return;
        const OperationRow row = rows.at(below(rows.size()));
        ledger.decide(row, below(3) == 0 ? u"reject"_s : u"approve"_s, below(2) == 0 ? u"keller"_s : u"mayr"_s);
    }

    void flow()
    {
        const auto report = ledger.claim(1 + static_cast<int>(below(4)));
        for (const ledger::Claim &claim : report.claims) {
            if (below(6) == 0) {
                need(ledger.writer().release(claim.operation.id, claim.fence, u"stopped"_s, {}), "release");
                continue;
            }
            const int number = ledger.start(claim);
            const qint64 what = below(4);
            if (what == 0) {
                ledger.clock.advance(30 * base::kSecond);
                need(ledger.writer().attemptTimedOut(claim.operation.id, claim.fence, number), "timed out");
            }
            if (what <= 1)
                m_open.append({claim, number});
            else
                finish(claim, number);
        }
    }

    void finish(const ledger::Claim &claim, int number)
    {
        const QList<AttemptOutcome> outcomes{AttemptOutcome::Succeeded, AttemptOutcome::Succeeded,
                                             AttemptOutcome::NoEffect,  AttemptOutcome::NotSent,
                                             AttemptOutcome::TimedOut,  AttemptOutcome::Reset,
                                             AttemptOutcome::Unmatched, AttemptOutcome::Unreadable};
        auto end = LedgerUnderTest::ending(claim, number, outcomes.at(below(outcomes.size())));
        end.late = below(2) == 0;
        if (below(2) == 0)
            end.retryAt = ledger.clock.now() + below(60) * base::kSecond;
        ledger.end(end);
    }

    void endOpen()
    {
        if (m_open.isEmpty())
            return;
        const auto [claim, number] = m_open.takeFirst();
        finish(claim, number);
    }

    void withdraw()
    {
        const auto rows = some({Status::AwaitingApproval, Status::Approved});
        if (!rows.isEmpty())
            need(ledger.writer().withdraw(u"acme"_s, u"ops-agent-3"_s, rows.first().id, u"not needed"_s), "withdraw");
    }

    void crash()
    {
        m_open.clear(); // recovery ends them
        ledger.crash();
        ledger.reopen();
    }

    void changeRules()
    {
        QByteArray policy = LedgerUnderTest::policyToml();
        if (below(2) == 0)
            policy.replace("500 USD", "15 USD");
        if (below(2) == 0)
            policy.replace("BLOCKED", "WD-3");
        ledger.activatePolicy(policy);
        QByteArray tools = LedgerUnderTest::toolsToml();
        if (below(2) == 0)
            tools.replace("http://127.0.0.1:9", "http://127.0.0.1:8");
        ledger.loadTools(tools);
    }

    std::mt19937 m_engine;
    QList<QPair<ledger::Claim, int>> m_open;
};

} // namespace

/// A verifier that cries wolf is not believed: what the writer writes is whole, in every order of things.
class TestVerifierLives : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void verify_afterRandomLives_isWhole_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 4; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void verify_afterRandomLives_isWhole()
    {
        QFETCH(quint32, seed);
        RandomLives lives(seed);
        for (int i = 0; i < 160; ++i)
            lives.step();
        lives.seal();
        auto reader = need(LedgerReader::open(lives.ledger.files().database), "reader");
        LedgerVerifier verifier(*reader, lives.ledger.writer().logVerifierKey(), lives.ledger.options().administrators);
        const auto report = need(verifier.run({}), "verify");
        QStringList lines;
        for (const auto &finding : report.findings)
            lines.append(finding.what);
        QVERIFY2(report.whole, qPrintable(lines.join(u'\n')));
        QVERIFY(report.operations > 20);
        const QStringList kinds = lives.ledger.kinds();
        for (const auto kind : {evidence::kinds::attemptEnded, evidence::kinds::unknown, evidence::kinds::replayed})
            QVERIFY2(kinds.contains(QString(kind)), kind.data());
    }
};

QTEST_GUILESS_MAIN(TestVerifierLives)
#include "tst_verifierlives.moc"
