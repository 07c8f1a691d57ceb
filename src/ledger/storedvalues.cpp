#include "ledger/storedvalues.h"

#include "base/digest.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRowsAtOnce = 1024;
constexpr qsizetype kDigestShown = 16;

/// Digest name in a leaf -> the table that has its bytes.
QString tableOf(const QString &name)
{
    if (name == u"entry" || name == u"policy" || name == u"registry")
        return u"document"_s;
    if (name == u"decision" || name == u"act") // checked with their rows, which are found by event
        return {};
    return u"payload"_s;
}

/// In words, as a finding names it.
QString wordsOf(const QString &name)
{
    if (name == u"payload")
        return u"arguments"_s;
    if (name == u"first")
        return u"first arguments"_s;
    if (name == u"entry")
        return u"registry entry"_s;
    return name;
}

} // namespace

base::Result<qint64> StoredValues::checkPayloads(qint64 after, qint64 &last)
{
    const Reading reading(m_session);
    qint64 rows = 0;
    const SqlText text{u"SELECT rowid, digest, bytes, salt FROM payload WHERE rowid > ? ORDER BY rowid LIMIT ?"_s,
                       {after, kRowsAtOnce}};
    const auto read = m_session.forEach(text, [&](const QSqlQuery &row) {
        ++rows;
        last = row.value(0).toLongLong();
        const QString digest = row.value(1).toString();
        if (base::saltedDigestHex(row.value(3).toByteArray(), row.value(2).toByteArray()) != digest)
            m_damaged.insert(digest);
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    return rows;
}

base::Result<> StoredValues::checkDocuments()
{
    const Reading reading(m_session);
    return m_session.forEach({u"SELECT digest, kind, name, bytes FROM document"_s, {}}, [this](const QSqlQuery &row) {
        ++m_checked;
        if (base::digestHex(row.value(3).toByteArray()) != row.value(0).toString())
            m_damaged.insert(row.value(0).toString());
        return true;
    });
}

base::Result<bool> StoredValues::checkAll(const std::function<bool(qint64 done, qint64 total)> &step)
{
    if (auto documents = checkDocuments(); !documents)
        return tl::unexpected(documents.error());
    const auto total = m_session.number({u"SELECT max(rowid) FROM payload"_s, {}});
    if (!total)
        return tl::unexpected(total.error());
    qint64 last = 0;
    for (;;) {
        const auto rows = checkPayloads(last, last);
        if (!rows)
            return tl::unexpected(rows.error());
        m_checked += *rows;
        if (*rows > 0 && !step(qMin(last, total->value_or(0)), total->value_or(0)))
            return false;
        if (*rows == 0 || last >= total->value_or(0)) // a writer that goes on is not followed for ever
            return true;
    }
}

base::Result<bool> StoredValues::isThere(const QString &table, const QString &digest)
{
    if (m_there.contains(digest))
        return true;
    const auto found = m_session.number({u"SELECT 1 FROM %1 WHERE digest = ?"_s.arg(table), {digest}});
    if (!found)
        return tl::unexpected(found.error());
    if (*found)
        m_there.insert(digest);
    return found->has_value();
}

void StoredValues::tell(const evidence::Event &event, const QString &name, const QString &digest, const QString &what)
{
    if (m_told.contains(digest) || m_findings.isFull())
        return;
    m_told.insert(digest);
    m_findings.add(event.seq, event.operation.value_or(-1),
                   u"%1: the %2 that event %3 (%4) names, %5."_s.arg(what, wordsOf(name), QString::number(event.seq),
                                                                     event.kind, digest.first(kDigestShown)));
}

base::Result<> StoredValues::checkNamed(const evidence::Event &event, bool purged)
{
    if (event.kind == evidence::kinds::refused) // a refused call keeps no bytes, only their digest
        return {};
    for (auto it = event.digests.constBegin(); it != event.digests.constEnd(); ++it) {
        const QString table = tableOf(it.key());
        if (table.isEmpty())
            continue;
        if (m_damaged.remove(it.value()))
            tell(event, it.key(), it.value(), u"Changed, the bytes have another digest"_s);
        if (purged && table == u"payload")
            continue;
        const auto there = isThere(table, it.value());
        if (!there)
            return tl::unexpected(there.error());
        if (!*there)
            tell(event, it.key(), it.value(), u"Missing from the ledger"_s);
    }
    return {};
}

void StoredValues::tellUnnamed()
{
    QStringList left(m_damaged.begin(), m_damaged.end());
    left.sort();
    for (const QString &digest : std::as_const(left))
        m_findings.add(
            -1, -1, u"Changed, the bytes have another digest: a stored value that no event names, %1."_s.arg(digest));
}

} // namespace obstat::ledger
