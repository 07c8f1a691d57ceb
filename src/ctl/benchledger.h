#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "ledger/ledgerwriter.h"

#include <memory>

namespace obstat::ctl {

/// A ledger with the sample registry and policy that is only filled, never drained.
class BenchLedger
{
public:
    BenchLedger(const base::Clock &clock, base::Random &random) : m_clock(clock), m_random(random) {}

    /// Makes and opens the ledger with its policy active.
    [[nodiscard]] base::Result<> make(const QString &database);
    /// Submits in groups of `group` for about `seconds`; all new, or all repeats of what is there. Submits a second.
    [[nodiscard]] base::Result<double> submitRate(int group, double seconds, bool repeats);

private:
    [[nodiscard]] ledger::Submission submission(qint64 number) const;

    const base::Clock &m_clock;
    base::Random &m_random;
    std::unique_ptr<ledger::LedgerWriter> m_writer;
    qint64 m_made = 0;
};

/// The arguments of the n-th benchmark withdrawal, as JSON.
[[nodiscard]] QByteArray benchArguments(qint64 number);

} // namespace obstat::ctl
