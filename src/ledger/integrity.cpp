#include "ledger/integrity.h"

#include "base/digest.h"
#include "ledger/claimtransaction.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

bool isLive(Status status)
{
    return !endedWithoutEffect(status) && status != Status::Succeeded;
}

/// The same findings give the same digest, so that an administrator's word about them counts at the next start too.
QString digestOf(const VerifyReport &report)
{
    QByteArray all;
    for (const VerifyFinding &finding : report.findings) {
        if (finding.grave) {
            all += finding.what.toUtf8() + '\n';
        }
    }
    return base::digestHex(all);
}

} // namespace

Integrity::Integrity(WriterCore &core, Sealer &sealer) : m_core(core), m_sealer(sealer), m_lookup(*core.connection) {}

base::Result<> Integrity::take(qint64 number, const VerifyReport &report)
{
    if (m_core.outside.due() != number) {
        return {}; // somebody wrote meanwhile: the next one tells
    }
    if (auto held = m_core.transact([&] { return holdDiffering(report); }); !held) {
        return held;
    }
    const VerifyFinding *grave = report.firstGrave();
    if (grave != nullptr) {
        const QString findings = digestOf(report);
        const auto accepted = wasAccepted(findings);
        if (!accepted) {
            return tl::unexpected(accepted.error());
        }
        if (!*accepted) {
            m_core.findings = findings;
            if (m_core.doubt.isEmpty()) {
                m_sealer.distrust(u"The ledger is not whole: %1"_s.arg(grave->what));
            }
        }
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

base::Result<bool> Integrity::wasAccepted(const QString &findings)
{
    const auto resumed = m_lookup.ofKind(evidence::kinds::resumed);
    if (!resumed) {
        return tl::unexpected(resumed.error());
    }
    return std::any_of(resumed->begin(), resumed->end(), [&findings](const evidence::Event &event) {
        return event.digests.value(u"findings"_s) == findings;
    });
}

} // namespace obstat::ledger
