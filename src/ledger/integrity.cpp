#include "ledger/integrity.h"

#include "ledger/claimtransaction.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

/// What keeps the flow from claiming: a grave finding, or more findings than a report lists, for a plan behind the last
/// one could not be held. Empty when nothing does.
QString reasonToDoubt(const VerifyReport &report)
{
    if (const VerifyFinding *grave = report.firstGrave(); grave != nullptr) {
        return grave->what;
    }
    return report.full ? u"more differs than a report lists, first: %1"_s.arg(report.findings.first().what) : QString();
}

} // namespace

Integrity::Integrity(WriterCore &core, Sealer &sealer) : m_core(core), m_sealer(sealer) {}

base::Result<> Integrity::take(qint64 number, const VerifyReport &report)
{
    if (m_core.outside.due() != number) {
        return {}; // somebody wrote meanwhile: the next one tells
    }
    if (const QString reason = reasonToDoubt(report); !reason.isEmpty() && m_core.doubt.isEmpty()) {
        m_sealer.distrust(u"The ledger is not whole: %1"_s.arg(reason));
    }
    if (auto held = m_core.transact([&] { return holdDiffering(report); }); !held) {
        return held;
    }
    m_core.outside.verified(number);
    return {};
}

base::Result<> Integrity::holdDiffering(const VerifyReport &report)
{
    for (const VerifyFinding &finding : report.findings) {
        if (finding.operation <= 0) {
            continue;
        }
        auto row = m_core.operations.find(finding.operation);
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (*row && isOpen((*row)->status) && !(*row)->held) {
            if (auto held = hold(m_core, **row, u"not_whole"_s); !held) {
                return held;
            }
        }
    }
    return {};
}

} // namespace obstat::ledger
