#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>

class QPushButton;
class QScrollArea;

namespace obstat::console {

class LinesView;
class PlainTextLabel;

/// Says above a scrolled text how many characters in it were made visible and how many words mix scripts, and leads
/// from one to the next (approval-integrity C3). Hidden while there are none.
class MarksBar : public QFrame
{
    Q_OBJECT

public:
    explicit MarksBar(QWidget *parent = nullptr);

    /// The views are inside the area, in reading order.
    void watch(QScrollArea &area, const QList<LinesView *> &views);
    /// The views have other lines now.
    void refresh();
    [[nodiscard]] int count() const;
    /// Opens what is folded around the next one and scrolls it into view.
    void showNext();

private:
    void reveal(LinesView &view, int mark);

    QPointer<QScrollArea> m_area;
    QList<QPointer<LinesView>> m_views;
    PlainTextLabel *m_text = nullptr;
    QPushButton *m_next = nullptr;
    int m_current = -1;
    int m_told = 0; ///< marks that the bar speaks of
};

} // namespace obstat::console
