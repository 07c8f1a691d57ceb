#include "console/models/linediff.h"

#include <algorithm>
#include <vector>

namespace obstat::console {

namespace {

using Kind = LineChange::Kind;

constexpr size_t kMostCells = 4'000'000;

/// Lengths of the longest common subsequences of what lies behind each pair of positions.
class Table
{
public:
    Table(const QStringList &before, const QStringList &after)
        : m_width(static_cast<size_t>(after.size()) + 1), m_cells((static_cast<size_t>(before.size()) + 1) * m_width, 0)
    {
        for (qsizetype a = before.size() - 1; a >= 0; --a) {
            for (qsizetype b = after.size() - 1; b >= 0; --b)
                at(a, b) = before.at(a) == after.at(b) ? at(a + 1, b + 1) + 1 : std::max(at(a + 1, b), at(a, b + 1));
        }
    }

    [[nodiscard]] int &at(qsizetype a, qsizetype b)
    {
        return m_cells[static_cast<size_t>(a) * m_width + static_cast<size_t>(b)];
    }

private:
    size_t m_width;
    std::vector<int> m_cells;
};

void append(QList<LineChange> &into, Kind kind, const QStringList &lines)
{
    for (const QString &line : lines)
        into.append({kind, line});
}

void compare(QList<LineChange> &into, const QStringList &before, const QStringList &after)
{
    if (static_cast<size_t>(before.size() + 1) * static_cast<size_t>(after.size() + 1) > kMostCells) {
        append(into, Kind::Removed, before);
        append(into, Kind::Added, after);
        return;
    }
    Table common(before, after);
    qsizetype a = 0;
    qsizetype b = 0;
    while (a < before.size() && b < after.size()) {
        if (before.at(a) == after.at(b)) {
            into.append({Kind::Same, before.at(a++)});
            ++b;
        } else if (common.at(a + 1, b) >= common.at(a, b + 1)) {
            into.append({Kind::Removed, before.at(a++)});
        } else {
            into.append({Kind::Added, after.at(b++)});
        }
    }
    append(into, Kind::Removed, before.mid(a));
    append(into, Kind::Added, after.mid(b));
}

} // namespace

QList<LineChange> lineDifference(const QStringList &before, const QStringList &after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype head = 0;
    while (head < shorter && before.at(head) == after.at(head))
        ++head;
    qsizetype tail = 0;
    while (tail < shorter - head && before.at(before.size() - 1 - tail) == after.at(after.size() - 1 - tail))
        ++tail;
    QList<LineChange> changes;
    append(changes, Kind::Same, before.first(head));
    compare(changes, before.sliced(head, before.size() - head - tail), after.sliced(head, after.size() - head - tail));
    append(changes, Kind::Same, before.last(tail));
    return changes;
}

} // namespace obstat::console
