#pragma once

#include "console/widgets/linesview.h"

#include <optional>

namespace obstat::console {

/// Where the parts of one line are, relative to the view.
struct LinesView::Laid
{
    QRect rect;
    TextBlock label;
    TextBlock value;
    std::unique_ptr<QTextLayout> tag;
    int tagY = 0;
    int valueX = 0;
    QRect opener;             ///< the words that open a folded value; empty when it is open
    qsizetype changedAt = -1; ///< of a change: how long the old value is
    QList<linetext::Mark> labelMarks;
    QList<linetext::Mark> valueMarks; ///< of the whole value
};

/// Lays out the lines of a view in steps that cost no more than one piece of a text.
class LinesView::Layer
{
public:
    /// Of `lines`, which outlive it, `opened` are open.
    Layer(const QList<DisplayLine> &lines, const std::vector<bool> &opened, int width);

    /// Does one step of this line, whose top is there; how many units of text it looked at.
    qsizetype step(int line, int top);
    /// The line, once its last step is done.
    std::optional<Laid> take();

    /// What a folded or an open line shows of its value.
    [[nodiscard]] static QString shownValue(const DisplayLine &line, bool folded);
    [[nodiscard]] static qsizetype hiddenIn(const DisplayLine &line);

private:
    void begin(const DisplayLine &line, bool folded, int top);
    void finish(const DisplayLine &line, bool folded);
    static qsizetype scan(const QString &text, qsizetype &from, QList<linetext::Mark> &into);

    const QList<DisplayLine> &m_lines;
    const std::vector<bool> &m_opened;
    int m_width = 0;
    int m_labelSpace = 0;
    std::unique_ptr<Laid> m_laid;
    QString m_whole; ///< value, whatever is folded
    qsizetype m_labelScanned = 0;
    qsizetype m_valueScanned = 0;
    bool m_ready = false;
};

} // namespace obstat::console
