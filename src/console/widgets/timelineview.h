#pragma once

#include "console/postedcall.h"

#include <QListView>

namespace obstat::console {

class TimelineModel;

/// The timeline of one operation, as high as its lines, inside a scroll area. Enter or a click opens the evidence of an
/// event.
class TimelineView : public QListView
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget *parent = nullptr);

    void setTimeline(TimelineModel *model);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void fit();
    void fitLater() { m_fit.post(); }

    TimelineModel *m_timeline = nullptr;
    PostedCall m_fit{this, [this] { fit(); }};
};

} // namespace obstat::console
