#include "ledger/integrity.h"

#include "ledger/claimtransaction.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

bool isLive(Status status)
{
    return !endedWithoutEffect(status) && status != Status::Succeeded;
}

} // namespace

Integrity::Integrity(WriterCore &core, Sealer &sealer) : m_core(core), m_sealer(sealer) {}

base::Result<> Integrity::take(qint64 number, const VerifyReport &report)
{
    if (m_core.outside.due() != number) {
        return {}; // somebody wrote meanwhile: the next one tells
    }
    if (const VerifyFinding *grave = report.firstGrave(); grave != nullptr && m_core.doubt.isEmpty()) {
        m_sealer.distrust(u"The ledger is not whole: %1"_s.arg(grave->what));
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
        if (*row && isLive((*row)->status) && !(*row)->held) {
            if (auto held = hold(m_core, **row, u"not_whole"_s); !held) {
                return held;
            }
        }
    }
    return {};
}

} // namespace obstat::ledger
