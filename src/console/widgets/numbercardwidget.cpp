#include "console/widgets/numbercardwidget.h"

#include "console/widgets/pilllabel.h"
#include "console/widgets/plaintextlabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastHeight = 226; // all six are of one height, whatever they say

QString toneName(Tone tone)
{
    return tone == Tone::Bad ? u"bad"_s : tone == Tone::Warn ? u"warn"_s : u"none"_s;
}

} // namespace

NumberCardWidget::NumberCardWidget(QWidget *parent)
    : QFrame(parent)
    , m_title(new PlainTextLabel(this))
    , m_delta(new PlainTextLabel(this))
    , m_warning(new PillLabel(this))
    , m_value(new PlainTextLabel(this))
    , m_meaning(new PlainTextLabel(this))
    , m_lines(new PlainTextLabel(this))
    , m_links(new QVBoxLayout)
{
    setProperty("look", u"card"_s);
    setMinimumHeight(kLeastHeight);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // columns are equal, whatever a card says
    m_title->setLook(u"dim"_s);
    m_delta->setLook(u"dim"_s);
    m_value->setObjectName(u"value"_s);
    m_value->setLook(u"number"_s);
    m_value->setWordWrap(true);
    m_meaning->setObjectName(u"meaning"_s);
    m_meaning->setWordWrap(true);
    m_lines->setObjectName(u"lines"_s);
    m_lines->setLook(u"small"_s);
    m_lines->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addStretch(1);
    head->addWidget(m_delta);
    m_links->setSpacing(1);
    m_links->setContentsMargins(-4, 0, 0, 0); // a link's text stands under the other text, its frame outside
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 11, 14, 11);
    layout->setSpacing(5);
    layout->addLayout(head);
    layout->addWidget(m_value);
    layout->addWidget(m_warning, 0, Qt::AlignLeft);
    layout->addWidget(m_meaning);
    layout->addSpacing(3);
    layout->addWidget(m_lines);
    layout->addStretch(1);
    layout->addLayout(m_links);
    m_warning->hide();
}

void NumberCardWidget::setCard(const NumberCard &card)
{
    m_card = card;
    setObjectName(card.name + u"Card"_s);
    m_title->setText(card.title);
    m_value->setText(card.value);
    m_delta->setText(card.delta);
    m_delta->setVisible(!card.delta.isEmpty());
    m_delta->setAccessibleName(card.delta.isEmpty() ? QString() : tr("against the range before: %1").arg(card.delta));
    m_meaning->setText(card.meaning);
    m_lines->setText(card.lines.join(u'\n'));
    m_warning->setVisible(!card.warning.isEmpty());
    m_warning->setPill({card.icon, card.warning, card.tone});
    setProperty("tone", toneName(card.tone));
    style()->unpolish(this);
    style()->polish(this);
    setLinks(card.links);
    setAccessibleName(tr("%1: %2").arg(card.title, card.value));
    setAccessibleDescription(card.meaning);
}

void NumberCardWidget::setLinks(const QList<CardLink> &links)
{
    while (QLayoutItem *item = m_links->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    for (const CardLink &link : links) {
        QString text = link.text;
        text.replace(u"&"_s, u"&&"_s);
        auto *button = new QPushButton(text, this);
        button->setProperty("look", u"link"_s);
        button->setCursor(Qt::PointingHandCursor);
        button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        connect(button, &QPushButton::clicked, this, [this, link] { Q_EMIT followed(link); });
        m_links->addWidget(button);
    }
}

void NumberCardWidget::setStale(bool stale)
{
    for (PlainTextLabel *label : {m_value, m_meaning, m_lines, m_delta})
        label->setEnabled(!stale);
}

} // namespace obstat::console
