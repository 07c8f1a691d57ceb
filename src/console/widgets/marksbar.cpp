#include "console/widgets/marksbar.h"

#include "console/widgets/linesview.h"
#include "console/widgets/plaintextlabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Kind = linetext::Mark::Kind;

MarksBar::MarksBar(QWidget *parent) : QFrame(parent), m_text(new PlainTextLabel(this)), m_next(new QPushButton(this))
{
    setProperty("look", u"note"_s);
    m_text->setObjectName(u"marksText"_s);
    m_text->setWordWrap(true);
    m_next->setObjectName(u"marksNext"_s);
    m_next->setProperty("look", u"link"_s);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(18, 4, 18, 4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_next);
    connect(m_next, &QPushButton::clicked, this, &MarksBar::showNext);
    hide();
}

void MarksBar::watch(QScrollArea &area, const QList<LinesView *> &views)
{
    m_area = &area;
    m_views.clear();
    for (LinesView *view : views)
        m_views.append(view);
    // A long text is laid out by and by.
    for (LinesView *view : views)
        connect(view, &LinesView::arranged, this, [this] {
            if (count() != m_told)
                refresh();
        });
    refresh();
}

int MarksBar::count() const
{
    int all = 0;
    for (const QPointer<LinesView> &view : m_views)
        all += view ? view->markCount() : 0;
    return all;
}

void MarksBar::refresh()
{
    int hidden = 0;
    int words = 0;
    for (const QPointer<LinesView> &view : std::as_const(m_views)) {
        hidden += view ? view->markCount(Kind::Escape) : 0;
        words += view ? view->markCount(Kind::MixedWord) : 0;
    }
    QStringList parts;
    if (hidden > 0)
        parts.append(tr("%n hidden character(s)", nullptr, hidden));
    if (words > 0)
        parts.append(tr("%n word(s) of mixed scripts", nullptr, words));
    m_current = -1;
    m_told = hidden + words;
    m_text->setText(parts.join(u" · "_s));
    m_next->setText(tr("show %1/%2").arg(1).arg(hidden + words));
    setVisible(!parts.isEmpty());
}

void MarksBar::showNext()
{
    const int all = count();
    if (all == 0)
        return;
    m_current = (m_current + 1) % all;
    m_next->setText(tr("show %1/%2").arg((m_current + 1) % all + 1).arg(all));
    int mark = m_current;
    for (const QPointer<LinesView> &view : std::as_const(m_views)) {
        const int own = view ? view->markCount() : 0;
        const bool here = mark >= 0 && mark < own;
        if (view)
            view->setCurrentMark(here ? mark : -1);
        if (here)
            reveal(*view, mark);
        mark -= own;
    }
}

void MarksBar::reveal(LinesView &view, int mark)
{
    view.openMark(mark);
    // What was opened has its place only after the layout of the area.
    QMetaObject::invokeMethod(
        this,
        [this, shown = QPointer(&view), mark] {
            const QRect rect = shown ? shown->markRect(mark) : QRect();
            if (!m_area || !m_area->widget() || rect.isEmpty())
                return;
            const QPoint place = shown->mapTo(m_area->widget(), rect.center());
            m_area->ensureVisible(place.x(), place.y(), 0, 60);
        },
        Qt::QueuedConnection);
}

} // namespace obstat::console
