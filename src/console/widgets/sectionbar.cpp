#include "console/widgets/sectionbar.h"

#include "console/models/wording.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>

namespace obstat::console {

using namespace Qt::StringLiterals;

SectionBar::SectionBar(QWidget *parent)
    : QFrame(parent), m_group(new QButtonGroup(this)), m_layout(new QHBoxLayout(this))
{
    setProperty("look", u"bar"_s);
    m_layout->setContentsMargins(12, 8, 12, 8);
    m_layout->setSpacing(8);
    m_layout->addStretch(1);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int section, bool chosen) {
        if (chosen)
            setCurrent(section);
    });
}

void SectionBar::addSection(const QString &title)
{
    auto *button = new QToolButton(this);
    button->setObjectName(u"section%1"_s.arg(m_buttons.size()));
    button->setProperty("look", u"chip"_s);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_group->addButton(button, static_cast<int>(m_buttons.size()));
    m_layout->insertWidget(static_cast<int>(m_buttons.size()), button);
    m_buttons.append(button);
    m_titles.append(title);
    m_counts.append(-1);
    updateButton(static_cast<int>(m_buttons.size()) - 1);
}

void SectionBar::setCount(int section, qint64 count)
{
    if (m_counts.at(section) == count)
        return;
    m_counts[section] = count;
    updateButton(section);
}

void SectionBar::setCurrent(int section)
{
    if (m_current == section)
        return;
    const int before = std::exchange(m_current, section);
    m_buttons.at(section)->setChecked(true);
    if (before >= 0)
        updateButton(before);
    updateButton(section);
    Q_EMIT currentChanged(section);
}

void SectionBar::updateButton(int section)
{
    QToolButton *button = m_buttons.at(section);
    const qint64 count = m_counts.at(section);
    const QString text =
        count < 0 ? m_titles.at(section) : tr("%1  %2").arg(m_titles.at(section), Wording::number(count));
    button->setText(text);
    button->setAccessibleName(text);
    button->setProperty("active", section == m_current);
    QFont font = button->font();
    font.setWeight(count > 0 ? QFont::DemiBold : QFont::Normal);
    button->setFont(font);
    button->style()->unpolish(button);
    button->style()->polish(button);
}

} // namespace obstat::console
