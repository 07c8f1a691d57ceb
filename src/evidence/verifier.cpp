#include "evidence/verifier.h"

#include "base/plantedbug.h"
#include "evidence/chunkpool.h"
#include "evidence/eventcount.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;
using base::fail;

BadLeaf timeWentBack(quint64 index)
{
    return {index, index, Flaw::TimeWentBack, u"Event %1 is bad: it is earlier than the event before it."_s.arg(index)};
}

BadLeaf rootDiffers(quint64 agreed, quint64 size)
{
    const quint64 last = size > agreed ? size - 1 : agreed;
    const QString where =
        agreed == last ? u"event %1 is"_s.arg(last) : u"the events from %1 to %2 are"_s.arg(agreed).arg(last);
    return {agreed, last, Flaw::RootDiffers,
            u"The log was rewritten: %1 not what was signed at %2."_s.arg(where, eventCount(size))};
}

BadLeaf tooShort(quint64 leaves, quint64 wanted)
{
    return {leaves, wanted - 1, Flaw::TooShort,
            u"The log ends after %1, but had %2; event %3 is the first that is missing."_s.arg(
                eventCount(leaves), eventCount(wanted), QString::number(leaves))};
}

BadLeaf tooLong(quint64 leaves, quint64 wanted)
{
    return {wanted, leaves - 1, Flaw::TooLong,
            u"Event %1 was added to the log, which has only %2 by its head."_s.arg(QString::number(wanted),
                                                                                   eventCount(wanted))};
}

/// All heads that the log is held against, ascending.
std::vector<TreeHead> headsOf(const VerifyRequest &request)
{
    std::vector<TreeHead> heads = request.heads;
    if (request.range)
        heads.push_back(request.range->head());
    std::stable_sort(heads.begin(), heads.end(), [](const TreeHead &a, const TreeHead &b) { return a.size < b.size; });
    return heads;
}

/// One verification: joins the checked chunks into one tree.
class LogCheck
{
public:
    LogCheck(LeafSource &source, const VerifyRequest &request, quint64 size)
        : m_source(source), m_request(request), m_size(size), m_heads(headsOf(request)), m_pool(request.threads)
    {
    }

    base::Result<LogVerdict> run()
    {
        checkEmptyHeads();
        while (m_read < m_size && !m_verdict.firstBad && !m_stopped) {
            if (const auto read = readChunk(); !read)
                return tl::unexpected(read.error());
            if (m_pool.isFull() && !joinOldest())
                return cancelled();
        }
        while (!m_verdict.firstBad && m_joined < m_submitted)
            if (!joinOldest())
                return cancelled();
        if (!m_verdict.firstBad)
            checkLength();
        m_verdict.leaves = m_range.size();
        m_verdict.root = m_range.root();
        return std::move(m_verdict);
    }

private:
    static tl::unexpected<base::Error> cancelled()
    {
        return fail(ErrorCode::Cancelled, u"The verification was cancelled."_s);
    }

    void checkEmptyHeads()
    {
        for (; m_nextHead < m_heads.size() && m_heads[m_nextHead].size == 0; ++m_nextHead) {
            if (m_heads[m_nextHead].root != emptyRoot() && !m_verdict.firstBad)
                m_verdict.firstBad = rootDiffers(0, 0);
            ++m_verdict.headsChecked;
        }
    }

    base::Result<> readChunk()
    {
        const quint64 from = m_read;
        const quint64 to = from + std::min(LeafChunk::kLeaves, m_size - from);
        const size_t firstHead = m_nextHead;
        while (m_nextHead < m_heads.size() && m_heads[m_nextHead].size <= to)
            ++m_nextHead;
        LeafChunk &chunk = m_pool.fresh();
        chunk.reset(from, std::span(m_heads).subspan(firstHead, m_nextHead - firstHead));
        const auto read = m_source.forEach(from, to, [&chunk](const StoredLeaf &leaf) { return chunk.add(leaf); });
        if (!read)
            return read;
        chunk.expect(to);
        m_stopped = chunk.hasGap();
        m_read = to;
        ++m_submitted;
        m_pool.submit(chunk);
        return {};
    }

    /// False when the caller cancelled.
    bool joinOldest()
    {
        LeafChunk *chunk = m_pool.oldest();
        if (!chunk)
            return true;
        ++m_joined;
        join(*chunk);
        m_pool.recycle(*chunk);
        return !m_request.progress || m_request.progress(m_range.size(), m_size);
    }

    void join(const LeafChunk &chunk)
    {
        if (chunk.firstTime() && *chunk.firstTime() < m_lastTime) {
            m_verdict.firstBad = timeWentBack(chunk.from());
            return;
        }
        for (size_t i = 0; i < chunk.atHeads().size(); ++i) {
            const TreeHead &head = chunk.heads()[i];
            CompactRange range = m_range;
            range.append(chunk.atHeads()[i]);
            if (range.root() != head.root && !base::plantedBug("heads_not_compared")) {
                m_verdict.firstBad = rootDiffers(m_agreed, head.size);
                return;
            }
            m_agreed = head.size;
            ++m_verdict.headsChecked;
        }
        m_range.append(chunk.range());
        if (chunk.firstTime())
            m_lastTime = chunk.lastTime();
        m_verdict.firstBad = chunk.firstBad();
    }

    void checkLength()
    {
        if (!m_heads.empty() && m_heads.back().size > m_size)
            m_verdict.firstBad = tooShort(m_size, m_heads.back().size);
        else if (m_request.range && m_request.range->size() < m_size)
            m_verdict.firstBad = tooLong(m_size, m_request.range->size());
    }

    LeafSource &m_source;
    const VerifyRequest &m_request;
    const quint64 m_size;
    const std::vector<TreeHead> m_heads;
    size_t m_nextHead = 0; // first that no chunk has
    quint64 m_read = 0;
    quint64 m_submitted = 0;
    quint64 m_joined = 0;
    bool m_stopped = false;
    CompactRange m_range;
    quint64 m_agreed = 0; // size of the last head that was right
    base::Micros m_lastTime = 0;
    LogVerdict m_verdict;
    ChunkPool m_pool; // last: its threads use what is above
};

} // namespace

QString flawText(Flaw flaw)
{
    switch (flaw) {
    case Flaw::Missing:
        return u"missing"_s;
    case Flaw::Malformed:
        return u"malformed"_s;
    case Flaw::WrongNumber:
        return u"wrong-number"_s;
    case Flaw::UnknownKind:
        return u"unknown-kind"_s;
    case Flaw::TimeWentBack:
        return u"time-went-back"_s;
    case Flaw::HashDiffers:
        return u"hash-differs"_s;
    case Flaw::RootDiffers:
        return u"root-differs"_s;
    case Flaw::TooShort:
        return u"too-short"_s;
    case Flaw::TooLong:
        return u"too-long"_s;
    }
    return {};
}

base::Result<LogVerdict> verifyLog(LeafSource &source, const VerifyRequest &request)
{
    const auto size = source.size();
    if (!size)
        return tl::unexpected(size.error());
    return LogCheck(source, request, *size).run();
}

} // namespace obstat::evidence
