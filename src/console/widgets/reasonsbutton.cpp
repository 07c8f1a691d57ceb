#include "console/widgets/reasonsbutton.h"

#include "base/visibletext.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kShownLength = 70;

} // namespace

ReasonsButton::ReasonsButton(QWidget *parent) : QToolButton(parent)
{
    setProperty("look", u"chip"_s);
    setText(tr("earlier ▾"));
    setAccessibleName(tr("Reasons that you gave before"));
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QToolButton::clicked, this, &ReasonsButton::open);
    hide();
}

void ReasonsButton::setField(QLineEdit *field)
{
    m_field = field;
    field->installEventFilter(this);
}

void ReasonsButton::setReasons(const QStringList &reasons)
{
    m_reasons = reasons;
    setVisible(!reasons.isEmpty());
}

void ReasonsButton::open()
{
    if (m_reasons.isEmpty())
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(u"reasonsMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const QString &reason : std::as_const(m_reasons)) {
        QString text = base::visibleText(reason);
        if (text.size() > kShownLength)
            text = text.left(kShownLength - 1) + u'…';
        text.replace(u"&"_s, u"&&"_s);
        menu->addAction(text, this, [this, reason] {
            if (m_field)
                m_field->setText(reason);
        });
    }
    menu->setActiveAction(menu->actions().first());
    connect(menu, &QMenu::aboutToHide, this, [this] {
        if (m_field)
            m_field->setFocus();
    });
    menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

bool ReasonsButton::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress && !m_reasons.isEmpty() &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Down) {
        open();
        return true;
    }
    return QToolButton::eventFilter(watched, event);
}

} // namespace obstat::console
