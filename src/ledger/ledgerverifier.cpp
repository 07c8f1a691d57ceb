#include "ledger/ledgerverifier.h"

#include "evidence/eventcount.h"
#include "evidence/verifier.h"
#include "ledger/eventleafsource.h"
#include "ledger/findinglist.h"
#include "ledger/ledgerreader_p.h"
#include "ledger/operationscheck.h"
#include "ledger/rows.h"
#include "ledger/schemacheck.h"
#include "ledger/signedheads.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr int kThreads = 2;

using Progress = std::function<bool(const VerifyProgress &)>;

/// One verification: the steps share the session and the findings.
class Verification
{
public:
    Verification(ReadSession &session, const Progress &progress, QList<approval::Administrator> administrators)
        : m_session(session)
        , m_progress(progress)
        , m_values(session, m_findings)
        , m_acts(session, m_findings, std::move(administrators))
    {
    }

    [[nodiscard]] base::Result<VerifyReport> run(const std::optional<evidence::VerifierKey> &key)
    {
        auto done = begin(key);
        SchemaCheck schema(m_session, m_findings);
        if (done)
            done = schema.checkSchema();
        if (done)
            done = checkLog();
        if (done)
            done = finished(schema.checkIndexes(step(u"indexes"_s)));
        if (done)
            done = m_acts.check(m_head.origin);
        if (done)
            done = finished(m_values.checkAll(step(u"values"_s)));
        if (!done)
            return tl::unexpected(done.error());
        OperationsCheck operations(m_session, m_findings, m_values, m_acts, m_head.firstOrigin);
        done = finished(operations.checkOperations(step(u"operations"_s)));
        if (done)
            done = finished(operations.checkOtherEvents(qMin(m_head.size, m_stored), step(u"other events"_s)));
        if (!done)
            return tl::unexpected(done.error());
        m_values.tellUnnamed();
        m_report.operations = operations.checked();
        m_report.values = m_values.checked();
        m_report.findings = m_findings.all();
        m_report.whole = m_report.findings.isEmpty();
        m_report.full = m_findings.isFull();
        return m_report;
    }

private:
    [[nodiscard]] std::function<bool(qint64, qint64)> step(const QString &name) const
    {
        return [this, name](qint64 done, qint64 total) { return !m_progress || m_progress({done, total, name}); };
    }

    [[nodiscard]] static base::Result<> finished(const base::Result<bool> &step)
    {
        if (!step)
            return tl::unexpected(step.error());
        return *step ? base::Result<>() : fail(ErrorCode::Cancelled, u"The verification was cancelled."_s);
    }

    /// Head row, signed heads and the number of stored events, all of one moment.
    [[nodiscard]] base::Result<> begin(const std::optional<evidence::VerifierKey> &key)
    {
        SignedHeads heads(m_session, m_findings);
        heads.readState();
        const Reading reading(m_session);
        const auto head = collectOne(
            m_session, {u"SELECT "_s % rows::headColumns() % u" FROM head WHERE one = 1"_s, {}}, &rows::head);
        if (!head)
            return tl::unexpected(head.error());
        if (!*head)
            return fail(ErrorCode::Corrupt, u"The ledger has no head row."_s);
        m_head = **head;
        const auto highest = m_session.number({u"SELECT max(seq) FROM event"_s, {}});
        if (!highest)
            return tl::unexpected(highest.error());
        m_stored = highest->value_or(-1) + 1;
        if (auto read = heads.readCheckpoints(m_head, key); !read)
            return read;
        m_report.state = heads.compareState(m_head);
        m_heads = heads.heads();
        m_report.checkpoints = heads.checkpoints();
        return {};
    }

    [[nodiscard]] base::Result<> checkLog()
    {
        evidence::VerifyRequest request;
        request.heads = std::move(m_heads);
        request.threads = kThreads;
        const auto told = step(u"events"_s);
        request.progress = [&told](quint64 done, quint64 total) {
            return told(static_cast<qint64>(done), static_cast<qint64>(total));
        };
        auto range = evidence::CompactRange::fromBytes(static_cast<quint64>(m_head.size), m_head.range);
        if (range)
            request.range = std::move(*range);
        else
            m_findings.addGrave(-1, -1,
                                u"The head row of the ledger does not belong to a log of %1."_s.arg(
                                    evidence::eventCount(quint64(m_head.size))));
        EventLeafSource source(m_session, static_cast<quint64>(m_stored));
        const auto verdict = evidence::verifyLog(source, request);
        if (!verdict)
            return tl::unexpected(verdict.error());
        m_report.events = static_cast<qint64>(verdict->leaves);
        m_report.root = verdict->root.hex();
        if (verdict->firstBad)
            m_findings.addGrave(static_cast<qint64>(verdict->firstBad->first), -1, verdict->firstBad->message);
        return {};
    }

    ReadSession &m_session;
    const Progress &m_progress;
    FindingList m_findings;
    StoredValues m_values;
    SignedActs m_acts;
    HeadRow m_head;
    qint64 m_stored = 0;
    std::vector<evidence::TreeHead> m_heads;
    VerifyReport m_report;
};

} // namespace

const VerifyFinding *VerifyReport::firstGrave() const
{
    const auto found =
        std::find_if(findings.begin(), findings.end(), [](const auto &finding) { return finding.grave; });
    return found == findings.end() ? nullptr : &*found;
}

LedgerVerifier::LedgerVerifier(LedgerReader &reader, QString logVerifierKey,
                               QList<approval::Administrator> administrators)
    : m_reader(reader), m_logVerifierKey(std::move(logVerifierKey)), m_administrators(std::move(administrators))
{
}

base::Result<VerifyReport> LedgerVerifier::run(const std::function<bool(const VerifyProgress &)> &progress)
{
    std::optional<evidence::VerifierKey> key;
    if (!m_logVerifierKey.isEmpty()) {
        auto parsed = evidence::VerifierKey::parse(m_logVerifierKey);
        if (!parsed)
            return tl::unexpected(parsed.error());
        key = std::move(*parsed);
    }
    return Verification(m_reader.d->session, progress, m_administrators).run(key);
}

} // namespace obstat::ledger
