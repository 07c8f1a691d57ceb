#pragma once

#include "approval/keys.h"
#include "base/digest.h"
#include "evidence/event.h"
#include "ledger/ledgerwriter.h"
#include "ledger/sqliteconnection.h"
#include "support/fakeclock.h"
#include "support/seededrandom.h"
#include "support/tempfolder.h"

#include <QVariant>

namespace obstat::tests {

using base::Micros;

/// A ledger in a folder of its own with an administrator, two approvers ("keller", "mayr": treasury), sample tools and
/// a policy, a clock that stands still and repeatable random bytes. What a store does not share with the other one
/// (files, raw SQL) stands at the end. Every call that should not fail fails the running test.
class LedgerUnderTest
{
public:
    static constexpr Micros kLease = 60 * base::kSecond;

    LedgerUnderTest();

    // --- life
    [[nodiscard]] ledger::LedgerWriter &writer() { return *m_writer; }
    void open();
    [[nodiscard]] base::Result<> tryOpen();
    void close() { m_writer.reset(); }
    void reopen();
    /// As after SIGKILL: nothing is told to the ledger.
    void crash() { m_writer.reset(); }

    // --- what an orchestrator does
    [[nodiscard]] static ledger::Submission submission(const QString &tool, const QByteArray &arguments,
                                                       const QString &run = QStringLiteral("r-1"),
                                                       const QByteArray &facts = "{}");
    /// pay: needs a person of treasury unless small and known; natural key record, owner honours keys.
    [[nodiscard]] static ledger::Submission payment(const QString &record,
                                                    const QString &amount = QStringLiteral("1250"), bool known = false);
    ledger::SubmitAnswer submit(const ledger::Submission &submission);

    // --- what people do
    [[nodiscard]] approval::DecisionBody decisionBody(const ledger::OperationRow &operation, const QString &kind,
                                                      const QString &person = QStringLiteral("keller"));
    [[nodiscard]] approval::DecisionEnvelope sign(const approval::DecisionBody &body);
    ledger::Admission decide(const ledger::OperationRow &operation, const QString &kind,
                             const QString &person = QStringLiteral("keller"));
    [[nodiscard]] base::Result<approval::AdminAct> act(const QString &name, const QString &subject,
                                                       const QJsonObject &data, const QByteArray &document = {});
    void enrol(const QString &name, const QStringList &roles);
    void activatePolicy(const QByteArray &toml);
    void loadTools(const QByteArray &toml);

    // --- what the flow does
    ledger::ClaimReport claim(int limit = 16);
    ledger::Claim claimOne();
    int start(const ledger::Claim &claim);
    [[nodiscard]] static ledger::AttemptEnd ending(const ledger::Claim &claim, int number,
                                                   ledger::AttemptOutcome outcome);
    ledger::OperationRow end(const ledger::AttemptEnd &end);
    /// Claim, start and end of the next due plan.
    ledger::OperationRow execute(ledger::AttemptOutcome outcome);

    // --- looking
    [[nodiscard]] ledger::OperationRow row(qint64 id);
    [[nodiscard]] ledger::OperationRow row(const ledger::SubmitAnswer &answer) { return row(answer.operation->id); }
    [[nodiscard]] QList<evidence::Event> events();
    [[nodiscard]] QStringList kinds(qint64 operation = -1);
    [[nodiscard]] qsizetype count(QLatin1StringView kind);

    [[nodiscard]] const ledger::WriterOptions &options() const { return m_options; }
    [[nodiscard]] static QByteArray toolsToml();
    [[nodiscard]] static QByteArray policyToml();

    FakeClock clock;
    SeededRandom random;

    // --- SQLite only
    [[nodiscard]] const ledger::LedgerFiles &files() const { return m_files; }
    /// Runs SQL with the writer closed, as somebody with the file does, and opens it again.
    void tamper(const QStringList &statements);
    /// The same under the open writer.
    void tamperLive(const QStringList &statements);
    /// Runs SQL on a ledger file; triggers that it drops are put back, so that only the rest is to be noticed.
    static void tamperFile(const QString &database, const QStringList &statements);
    /// Runs SQL over a connection of its own; the first column of the first row.
    QVariant sql(const QString &statement);

private:
    TempFolder m_folder;
    ledger::LedgerFiles m_files;
    approval::SigningKey m_admin;
    QMap<QString, approval::SigningKey> m_people;
    ledger::WriterOptions m_options;
    policy::Registry m_tools;
    std::unique_ptr<ledger::LedgerWriter> m_writer;
};

/// The value of a Result, or the end of the program with its error: what a fixture cannot do without.
template <typename T>
T need(base::Result<T> result, const char *what)
{
    if (!result) {
        qFatal("%s: %s (%s)", what, qUtf8Printable(result.error().message), qUtf8Printable(result.error().detail));
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

} // namespace obstat::tests
