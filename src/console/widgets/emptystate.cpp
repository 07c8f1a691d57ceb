#include "console/widgets/emptystate.h"

#include "console/theme/theme.h"
#include "console/widgets/plaintextlabel.h"

#include <QEvent>
#include <QVBoxLayout>

namespace obstat::console {

using namespace Qt::StringLiterals;

EmptyState::EmptyState(QWidget *parent)
    : QFrame(parent)
    , m_icon(new PlainTextLabel(this))
    , m_title(new PlainTextLabel(this))
    , m_text(new PlainTextLabel(this))
{
    m_title->setLook(u"emptytitle"_s);
    m_text->setLook(u"empty"_s);
    m_text->setWordWrap(true);
    m_text->setMaximumWidth(420);
    m_text->setMinimumWidth(200);
    for (PlainTextLabel *label : {m_icon, m_title, m_text})
        label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    auto *layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    layout->addSpacing(6);
    layout->addWidget(m_title, 0, Qt::AlignHCenter);
    layout->addWidget(m_text, 0, Qt::AlignHCenter);
    layout->addStretch(3);
}

void EmptyState::setTexts(const QString &icon, const QString &title, const QString &text)
{
    m_iconName = icon;
    m_title->setText(title);
    m_text->setText(text);
    m_text->setMinimumHeight(m_text->heightForWidth(420));
    m_text->setFixedWidth(420);
    updateIcon();
}

QString EmptyState::title() const
{
    return m_title->text();
}

void EmptyState::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::StyleChange && !m_iconName.isEmpty())
        updateIcon();
}

void EmptyState::updateIcon()
{
    m_icon->setPixmap(Theme::pixmap(m_iconName, Theme::colors().dim, 30, devicePixelRatioF()));
}

} // namespace obstat::console
