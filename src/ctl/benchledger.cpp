#include "ctl/benchledger.h"

#include "approval/frozenplan.h"
#include "sim/ledgeradmin.h"
#include "sim/ledgersetup.h"

#include <chrono>
#include <vector>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

QByteArray benchArguments(qint64 number)
{
    return R"({"amount":"12.50","beneficiary":"ACME Ltd","currency":"USD","iban":"DE89370400440532013000","withdrawal_id":"WD-)" +
           QByteArray::number(number) + R"("})";
}

Result<> BenchLedger::make(const QString &database)
{
    sim::LedgerSetup setup;
    setup.database = database;
    setup.simulated = true;
    setup.passphrase = "bench";
    auto tools = sim::sampleText(u"tools.toml"_s);
    auto policy = sim::sampleText(u"policy.toml"_s);
    if (!tools || !policy)
        return tl::unexpected((tools ? policy : tools).error());
    setup.registry = *tools;
    setup.policy = *policy;
    auto made = sim::makeLedger(setup, m_clock, m_random);
    if (!made)
        return tl::unexpected(made.error());
    auto key = approval::loadInstanceKey(ledger::LedgerFiles::beside(database).key);
    auto registry = policy::Registry::parse(*tools, u"tools.toml"_s);
    if (!key || !registry)
        return tl::unexpected(key ? registry.error() : key.error());
    ledger::WriterOptions options;
    options.database = database;
    options.administrators = made->config.administrators;
    options.instanceKey = *key;
    options.clock = &m_clock;
    options.random = &m_random;
    auto writer = ledger::LedgerWriter::open(options);
    if (!writer)
        return tl::unexpected(writer.error());
    m_writer = std::move(*writer);
    if (auto loaded = m_writer->loadRegistry(*registry); !loaded)
        return loaded;
    sim::LedgerAdmin admin(*m_writer, made->config.administrators.first().name, made->adminKey, m_clock, m_random);
    return admin.activatePolicy(*policy);
}

ledger::Submission BenchLedger::submission(qint64 number) const
{
    ledger::Submission submission;
    submission.tenant = u"bench"_s;
    submission.actor = u"bench-agent"_s;
    submission.tokenId = u"000000000000"_s;
    submission.sponsor = u"bench"_s;
    submission.tool = u"approve_withdrawal"_s;
    submission.run = u"run-%1"_s.arg(number / 4);
    submission.arguments = *base::parseCanonical(benchArguments(number));
    submission.facts = *base::parseCanonical(R"({"kyc_complete":true})");
    return submission;
}

Result<double> BenchLedger::submitRate(int group, double seconds, bool repeats)
{
    using Clock = std::chrono::steady_clock;
    const auto from = Clock::now();
    const ledger::AnswerKind expected = repeats ? ledger::AnswerKind::Repeated : ledger::AnswerKind::Created;
    double elapsed = 0;
    qint64 count = 0;
    while (elapsed < seconds) {
        std::vector<ledger::Submission> batch;
        batch.reserve(static_cast<std::size_t>(group));
        for (int i = 0; i < group; ++i)
            batch.push_back(submission(repeats ? (count + i) % m_made : m_made + i));
        auto answers = m_writer->submit(batch);
        if (!answers)
            return tl::unexpected(answers.error());
        for (const ledger::SubmitAnswer &answer : *answers)
            if (answer.kind != expected)
                return fail(ErrorCode::Internal,
                            u"A benchmark submit was %1: %2"_s.arg(answerText(answer.kind), answer.message));
        if (!repeats)
            m_made += group;
        count += group;
        elapsed = std::chrono::duration<double>(Clock::now() - from).count();
    }
    return static_cast<double>(count) / elapsed;
}

} // namespace obstat::ctl
