#include "evidence/leafchunk.h"

#include "evidence/eventkinds.h"
#include "evidence/leafscanner.h"

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

BadLeaf bad(quint64 index, Flaw flaw, const QString &what)
{
    return {index, index, flaw, u"Event %1 is bad: %2."_s.arg(index).arg(what)};
}

BadLeaf missing(quint64 index)
{
    return {index, index, Flaw::Missing, u"Event %1 is missing."_s.arg(index)};
}

} // namespace

void LeafChunk::reset(quint64 from, std::span<const TreeHead> heads)
{
    m_from = from;
    m_heads = heads;
    m_bytes.resize(0); // keeps its memory for the next chunk
    m_entries.clear();
    m_gap.reset();
    m_bad.reset();
    m_range = {};
    m_atHeads.clear();
    m_firstTime.reset();
    m_lastTime = 0;
}

bool LeafChunk::add(const StoredLeaf &leaf)
{
    const quint64 index = m_from + size();
    if (leaf.index != index) {
        m_gap = leaf.index > index ? missing(index)
                                   : bad(leaf.index, Flaw::WrongNumber, u"it is stored twice or out of order"_s);
        return false;
    }
    m_bytes.append(leaf.bytes);
    Entry entry;
    entry.end = m_bytes.size();
    entry.hashed = !leaf.hash.isEmpty();
    entry.storedHash = Hash::fromBytes(leaf.hash).value_or(Hash()); // of a wrong length: zeros, which never match
    m_entries.push_back(entry);
    return true;
}

void LeafChunk::expect(quint64 to)
{
    if (!m_gap && m_from + size() < to)
        m_gap = missing(m_from + size());
}

std::optional<BadLeaf> LeafChunk::checkLeaf(quint64 index, QByteArrayView bytes, const Entry &entry)
{
    const auto leaf = scanLeaf(bytes);
    if (!leaf)
        return bad(index, Flaw::Malformed, leaf.error().message);
    if (static_cast<quint64>(leaf->seq) != index)
        return bad(index, Flaw::WrongNumber, u"it says that it is event %1"_s.arg(leaf->seq));
    if (!kinds::isKnown(QLatin1StringView(leaf->kind)))
        return bad(index, Flaw::UnknownKind, u"its kind %1 is not known"_s.arg(QString::fromLatin1(leaf->kind)));
    if (m_firstTime && leaf->at < m_lastTime)
        return bad(index, Flaw::TimeWentBack, u"it is earlier than the event before it"_s);
    const Hash hash = leafHash(bytes);
    if (entry.hashed && hash != entry.storedHash)
        return bad(index, Flaw::HashDiffers, u"it was changed after it was written (its stored hash differs)"_s);
    if (!m_firstTime)
        m_firstTime = leaf->at;
    m_lastTime = leaf->at;
    m_range.append(hash);
    return std::nullopt;
}

void LeafChunk::noteHeads()
{
    while (m_atHeads.size() < m_heads.size() && m_heads[m_atHeads.size()].size == m_from + m_range.size())
        m_atHeads.push_back(m_range);
}

void LeafChunk::check()
{
    qsizetype start = 0;
    for (const Entry &entry : m_entries) {
        const quint64 index = m_from + m_range.size();
        m_bad = checkLeaf(index, QByteArrayView(m_bytes).sliced(start, entry.end - start), entry);
        if (m_bad)
            return;
        start = entry.end;
        noteHeads();
    }
    m_bad = m_gap;
}

} // namespace obstat::evidence
