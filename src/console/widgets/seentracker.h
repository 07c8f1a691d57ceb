#pragma once

#include "console/postedcall.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPair>
#include <QPointer>

class QScrollArea;

namespace obstat::console {

class LinesView;

/// Knows which lines of some views were wholly on screen since they were set. A line higher than the viewport counts
/// when every part of it was there; a folded one never does (approval-integrity C2, C5).
class SeenTracker : public QObject
{
    Q_OBJECT

public:
    explicit SeenTracker(QScrollArea &area, QObject *parent = nullptr);

    /// Follows the lines of this view too; its lines may change later.
    void watch(LinesView &view);
    /// Nothing was seen yet: other lines are shown now.
    void restart();

    [[nodiscard]] int seen() const;
    [[nodiscard]] int total() const;
    [[nodiscard]] bool all() const { return seen() == total(); }
    [[nodiscard]] int seenOf(const LinesView &view) const;

Q_SIGNALS:
    void progressed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Part = QPair<int, int>; // [from, to) of a line's height
    struct Watched
    {
        QPointer<LinesView> view;
        QList<bool> done;
        QList<QList<Part>> parts; // of lines not done
        QList<int> heights;
    };

    void lookLater() { m_look.post(); } // after what is pending was laid out and painted
    void look();
    bool lookAt(Watched &watched);
    static bool covers(QList<Part> &parts, Part part, int height);

    QScrollArea &m_area;
    QList<Watched> m_watched;
    PostedCall m_look{this, [this] { look(); }};
};

} // namespace obstat::console
