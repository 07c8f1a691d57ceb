#pragma once

#include "console/widgets/displayline.h"
#include "console/widgets/textblock.h"

#include <QList>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

namespace obstat::console {

/// Lines of label and value, painted as plain text and never cut: values wrap; one of more than 600 characters is
/// folded and says how many are hidden until it is opened (approval-integrity C5). Escapes such as [U+202E] stand out.
/// Arrow keys choose a line, Enter opens it, Ctrl+C copies its value. The whole text is in the accessible description.
///
/// However many lines there are and however long they are, the window never waits: what is more than one slice is laid
/// out by and by, between other events, from the top; lines without a place yet were not seen.
class LinesView : public QWidget
{
    Q_OBJECT

public:
    static constexpr qsizetype kFoldAbove = 600;
    static constexpr qsizetype kFoldedLength = 300;
    static constexpr qsizetype kSlice = 4 * TextBlock::kPiece; ///< UTF-16 units laid out between two events
    static constexpr int kSliceLines = 256;

    explicit LinesView(QWidget *parent = nullptr);
    ~LinesView() override;

    void setLines(const QList<DisplayLine> &lines);
    [[nodiscard]] const QList<DisplayLine> &lines() const { return m_lines; }
    /// The value's own text, folded or not.
    [[nodiscard]] QString text() const;

    [[nodiscard]] int count() const { return static_cast<int>(m_lines.size()); }
    /// How many lines have their place; count() when all is laid out.
    [[nodiscard]] int laidOut() const;
    /// Empty while the line has no place yet.
    [[nodiscard]] QRect lineRect(int line) const;
    /// The lines that have a place and touch these heights: [first, second).
    [[nodiscard]] std::pair<int, int> linesIn(int top, int bottom) const;
    [[nodiscard]] bool isFolded(int line) const;
    [[nodiscard]] bool hasFolded() const { return m_folded > 0; }
    /// Made-visible characters and words of mixed scripts of all that is laid out, folded or not.
    [[nodiscard]] int markCount(linetext::Mark::Kind kind) const;
    [[nodiscard]] int markCount() const { return m_escapes + m_mixedWords; }
    /// The mark of this number in reading order.
    /// Where it is on the widget; empty while its line is folded.
    [[nodiscard]] QRect markRect(int mark) const;
    /// Opens the line of this mark when it is folded.
    void openMark(int mark);
    /// Stands out until another is chosen; -1 = none.
    void setCurrentMark(int mark);
    void unfold(int line);
    void unfoldAll();

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void arranged(); ///< rectangles changed: other lines, another width, something opened, more laid out

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Laid;
    class Layer;
    void arrange(int from = 0);
    void laySlice();
    void countMarks(const Laid &laid);
    [[nodiscard]] bool isShort() const;
    [[nodiscard]] int laidHeight() const;
    [[nodiscard]] std::pair<int, int> placeOf(int mark) const;
    void paintLine(QPainter &painter, int line, const QRect &clip) const;
    [[nodiscard]] int lineAt(const QPoint &position) const;
    void copy(int line) const;

    QList<DisplayLine> m_lines;
    std::vector<bool> m_opened;
    int m_folded = 0;
    qsizetype m_length = 0; ///< of all labels and values
    std::vector<Laid> m_laid;
    std::unique_ptr<Layer> m_layer; ///< lays the first line that is not in m_laid
    QTimer m_more;
    int m_escapes = 0;
    int m_mixedWords = 0;
    int m_expected = 0; ///< height before it was laid out anew
    int m_laidWidth = -1;
    int m_current = -1;
    int m_currentMark = -1;
};

} // namespace obstat::console
