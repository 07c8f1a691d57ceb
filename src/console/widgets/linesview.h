#pragma once

#include "console/widgets/displayline.h"
#include "console/widgets/linetext.h"

#include <QList>
#include <QTextLayout>
#include <QWidget>

#include <memory>
#include <vector>

namespace obstat::console {

/// Lines of label and value, painted as plain text and never cut: values wrap; one of more than 600 characters is
/// folded and says how many are hidden until it is opened (approval-integrity C5). Escapes such as [U+202E] stand out.
/// Arrow keys choose a line, Enter opens it, Ctrl+C copies its value. The whole text is in the accessible description.
class LinesView : public QWidget
{
    Q_OBJECT

public:
    static constexpr qsizetype kFoldAbove = 600;
    static constexpr qsizetype kFoldedLength = 300;

    explicit LinesView(QWidget *parent = nullptr);
    ~LinesView() override;

    void setLines(const QList<DisplayLine> &lines);
    [[nodiscard]] const QList<DisplayLine> &lines() const { return m_lines; }
    /// The value's own text, folded or not.
    [[nodiscard]] QString text() const;

    [[nodiscard]] int count() const { return static_cast<int>(m_lines.size()); }
    [[nodiscard]] QRect lineRect(int line) const;
    [[nodiscard]] bool isFolded(int line) const;
    [[nodiscard]] bool hasFolded() const;
    /// Where made-visible characters and words of mixed scripts are on the widget, in reading order; those of a folded
    /// line once it is open. `marks()` has all.
    [[nodiscard]] QList<QRect> markRects() const;
    [[nodiscard]] QList<linetext::Mark::Kind> marks() const;
    /// Stands out until another is chosen; -1 = none.
    void setCurrentMark(int mark);
    void unfold(int line);
    void unfoldAll();

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void arranged(); ///< rectangles changed: other lines, another width, something opened

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
    [[nodiscard]] int layOut(int width, std::vector<Laid> *into) const;
    [[nodiscard]] int labelWidth(int width) const;
    void layLine(const DisplayLine &line, bool folded, int labelSpace, int width, Laid &laid) const;
    void arrange();
    void paintLine(QPainter &painter, int line) const;
    [[nodiscard]] QString shownValue(const DisplayLine &line, bool folded) const;
    [[nodiscard]] int lineAt(const QPoint &position) const;
    void copy(int line) const;

    QList<DisplayLine> m_lines;
    std::vector<bool> m_opened;
    std::vector<Laid> m_laid;
    int m_laidWidth = -1;
    int m_current = -1;
    int m_currentMark = -1;
};

} // namespace obstat::console
