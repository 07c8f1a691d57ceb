#pragma once

#include <QList>
#include <QStringList>

namespace obstat::console {

struct LineChange
{
    enum class Kind { Same, Removed, Added } kind = Kind::Same;
    QString line;
    friend bool operator==(const LineChange &a, const LineChange &b) = default;
};

/// How one text became another, line by line, with as few changes as there are (longest common subsequence; what is
/// removed stands before what is added). Texts whose middles are too long to compare so, over two thousand lines each,
/// are all removed and added there. Pure; may run in any thread.
[[nodiscard]] QList<LineChange> lineDifference(const QStringList &before, const QStringList &after);

} // namespace obstat::console
