#include "console/widgets/filterbar.h"

#include "console/widgets/filterchip.h"
#include "console/widgets/flowlayout.h"

#include <QSettings>

namespace obstat::console {

using namespace Qt::StringLiterals;

FilterBar::FilterBar(QWidget *parent) : QFrame(parent)
{
    setProperty("look", u"bar"_s);
}

void FilterBar::flow()
{
    // A form cannot name this layout: the widgets move over from the one that it made.
    QList<QWidget *> widgets;
    while (QLayoutItem *item = layout()->takeAt(0)) {
        if (item->widget())
            widgets.append(item->widget());
        delete item;
    }
    delete layout();
    auto *flowing = new FlowLayout(12, 8, 7);
    setLayout(flowing);
    for (QWidget *widget : std::as_const(widgets)) {
        if (widget->objectName() == u"savedChip")
            widget->setProperty("stayRight", true);
        flowing->addWidget(widget);
    }
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FilterBar::prepare(const QString &settingsName)
{
    m_settingsName = settingsName;
    flow();
    for (FilterChip *chip : findChildren<FilterChip *>()) {
        if (chip->objectName() == u"savedChip") {
            m_saved = chip;
            continue;
        }
        m_chips.append(chip);
        connect(chip, &FilterChip::valueChanged, this, [this] {
            if (!m_setting)
                Q_EMIT changed();
        });
    }
    if (!m_saved)
        return;
    m_saved->setFreeText(true, tr("Choose, or name the present filter"));
    fillSaved();
    connect(m_saved, &FilterChip::valueChanged, this, &FilterBar::applySaved);
}

QString FilterBar::value(const QString &chip) const
{
    return values().value(chip);
}

FilterBar::Values FilterBar::values() const
{
    Values values;
    for (const FilterChip *chip : m_chips) {
        if (!chip->value().isEmpty())
            values.insert(chip->objectName(), chip->value());
    }
    return values;
}

void FilterBar::setValues(const Values &values)
{
    if (values == this->values())
        return;
    m_setting = true;
    for (FilterChip *chip : m_chips)
        chip->setValue(values.value(chip->objectName()));
    m_setting = false;
    Q_EMIT changed();
}

void FilterBar::focusFirst()
{
    for (FilterChip *chip : m_chips) {
        if (chip->isVisible()) {
            chip->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

void FilterBar::save(const QString &name)
{
    QVariantMap map;
    const Values present = values();
    for (auto it = present.begin(); it != present.end(); ++it)
        map.insert(it.key(), it.value());
    QSettings settings;
    QVariantMap all = settings.value(u"filters/"_s + m_settingsName).toMap();
    all.insert(name, map);
    settings.setValue(u"filters/"_s + m_settingsName, all);
    fillSaved();
}

void FilterBar::applySaved(const QString &name)
{
    if (name.isEmpty())
        return;
    const QVariantMap all = QSettings().value(u"filters/"_s + m_settingsName).toMap();
    if (!all.contains(name)) {
        save(name);
        return;
    }
    Values wanted;
    const QVariantMap map = all.value(name).toMap();
    for (auto it = map.begin(); it != map.end(); ++it)
        wanted.insert(it.key(), it.value().toString());
    setValues(wanted);
}

void FilterBar::fillSaved()
{
    m_saved->setValues(QSettings().value(u"filters/"_s + m_settingsName).toMap().keys());
}

} // namespace obstat::console
