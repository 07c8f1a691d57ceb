#pragma once

#include "evidence/compactrange.h"
#include "evidence/event.h"
#include "evidence/leafsource.h"

#include <vector>

namespace obstat::evidence::test {

/// A log in memory that can be tampered with like a table.
class MemoryLog final : public LeafSource
{
public:
    struct Row
    {
        quint64 index = 0;
        QByteArray bytes;
        QByteArray hash;
    };

    /// `count` plausible events; several share one time.
    static MemoryLog of(int count)
    {
        MemoryLog log;
        for (int i = 0; i < count; ++i)
            log.append(event(i));
        return log;
    }

    static Event event(qint64 seq)
    {
        Event event;
        event.seq = seq;
        event.at = 1789912931020000 + seq / 3;
        event.kind = kinds::all()[static_cast<size_t>(seq) % kinds::all().size()];
        event.tenant = QStringLiteral("default");
        event.operation = 1 + seq / 5;
        event.actor = {actors::agent, QStringLiteral("agent %1").arg(seq % 7)};
        event.run = QStringLiteral("run");
        event.data = {{QStringLiteral("number"), seq}};
        return event;
    }

    void append(const Event &event)
    {
        rows.push_back({static_cast<quint64>(event.seq), leafBytes(event), {}});
        rows.back().hash = leafHash(rows.back().bytes).bytes();
    }

    /// Gives the rows the numbers 0, 1, 2 … as an intruder would.
    void renumberRows()
    {
        for (size_t i = 0; i < rows.size(); ++i)
            rows[i].index = i;
    }

    /// Rewrites every event with its new number, and all hashes: the best forgery there is.
    void forgeAll()
    {
        renumberRows();
        for (Row &row : rows) {
            Event event = *parseLeaf(row.bytes);
            event.seq = static_cast<qint64>(row.index);
            row.bytes = leafBytes(event);
            row.hash = leafHash(row.bytes).bytes();
        }
    }

    void dropHashes()
    {
        for (Row &row : rows)
            row.hash.clear();
    }

    [[nodiscard]] CompactRange range(size_t count) const
    {
        CompactRange range;
        for (size_t i = 0; i < count; ++i)
            range.append(leafHash(rows[i].bytes));
        return range;
    }
    [[nodiscard]] CompactRange range() const { return range(rows.size()); }

    base::Result<quint64> size() override { return rows.empty() ? 0 : rows.back().index + 1; }

    base::Result<> forEach(quint64 from, quint64 to, const Visit &visit) override
    {
        for (const Row &row : rows)
            if (row.index >= from && row.index < to && !visit({row.index, row.bytes, row.hash}))
                break;
        return {};
    }

    std::vector<Row> rows;
};

} // namespace obstat::evidence::test
