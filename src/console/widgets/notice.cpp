#include "console/widgets/notice.h"

#include "console/theme/theme.h"
#include "console/widgets/plaintextlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

QString toneName(Tone tone)
{
    switch (tone) {
    case Tone::Ok:
        return u"ok"_s;
    case Tone::Bad:
        return u"bad"_s;
    case Tone::Warn:
        return u"warn"_s;
    case Tone::Unknown:
        return u"unknown"_s;
    case Tone::Wait:
    case Tone::Neutral:
        break;
    }
    return u"wait"_s;
}

QString iconName(Tone tone)
{
    switch (tone) {
    case Tone::Ok:
        return u"check"_s;
    case Tone::Bad:
        return u"cross"_s;
    case Tone::Warn:
        return u"warning"_s;
    case Tone::Unknown:
        return u"question"_s;
    case Tone::Wait:
    case Tone::Neutral:
        break;
    }
    return u"info"_s;
}

} // namespace

Notice::Notice(QWidget *parent)
    : QFrame(parent)
    , m_icon(new PlainTextLabel(this))
    , m_text(new PlainTextLabel(this))
    , m_detail(new PlainTextLabel(this))
    , m_action(new QPushButton(this))
{
    setProperty("look", u"note"_s);
    m_text->setObjectName(u"noticeText"_s);
    m_text->setWordWrap(true);
    m_detail->setWordWrap(true);
    m_detail->setLook(u"small"_s);
    m_action->setObjectName(u"noticeAction"_s);
    m_action->setProperty("look", u"link"_s);
    m_action->hide();
    auto *texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addWidget(m_text);
    texts->addWidget(m_detail);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(9, 5, 9, 5);
    layout->setSpacing(8);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addLayout(texts, 1);
    layout->addWidget(m_action, 0, Qt::AlignVCenter);
    connect(m_action, &QPushButton::clicked, this, &Notice::actionTriggered);
}

void Notice::show(Tone tone, const QString &text, const QString &detail)
{
    m_tone = tone;
    setProperty("tone", toneName(tone));
    style()->unpolish(this);
    style()->polish(this);
    m_text->setText(text);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    setAccessibleName(text);
    updateIcon();
    QFrame::show();
}

void Notice::setAction(const QString &text)
{
    m_action->setText(text);
    m_action->setVisible(!text.isEmpty());
}

QString Notice::text() const
{
    return m_text->text();
}

void Notice::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_icon)
        updateIcon();
}

void Notice::updateIcon()
{
    m_icon->setPixmap(Theme::pixmap(iconName(m_tone), Theme::colors().tone(m_tone), 14, devicePixelRatioF()));
}

} // namespace obstat::console
