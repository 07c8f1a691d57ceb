#include "console/widgets/filterbar.h"

#include "base/visibletext.h"
#include "console/widgets/filterchip.h"
#include "console/widgets/flowlayout.h"

#include <QEvent>
#include <QMenu>
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
            if (m_setting)
                return;
            fitSaved();
            Q_EMIT changed();
        });
    }
    if (!m_saved)
        return;
    m_saved->setFreeText(true, tr("Choose, or name the present filter"));
    fillSaved();
    connect(m_saved, &FilterChip::valueChanged, this, &FilterBar::applySaved);
    m_saved->installEventFilter(this);
    if (saved().contains(startName()))
        m_saved->setValue(startName());
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
    fitSaved();
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
    QVariantMap all = saved();
    all.insert(name, map);
    QSettings().setValue(u"filters/"_s + m_settingsName, all);
    fillSaved();
}

QVariantMap FilterBar::saved() const
{
    return QSettings().value(u"filters/"_s + m_settingsName).toMap();
}

FilterBar::Values FilterBar::savedValues(const QString &name) const
{
    Values wanted;
    const QVariantMap map = saved().value(name).toMap();
    for (auto it = map.begin(); it != map.end(); ++it)
        wanted.insert(it.key(), it.value().toString());
    return wanted;
}

/// The saved filter that the page starts with, "" = none.
QString FilterBar::startName() const
{
    return QSettings().value(u"filterAtStart/"_s + m_settingsName).toString();
}

void FilterBar::startWith(const QString &name)
{
    QSettings().setValue(u"filterAtStart/"_s + m_settingsName, name);
    fillSaved();
}

void FilterBar::forget(const QString &name)
{
    QVariantMap all = saved();
    all.remove(name);
    QSettings().setValue(u"filters/"_s + m_settingsName, all);
    if (startName() == name)
        startWith({});
    fillSaved();
    if (m_saved->value() == name)
        m_saved->clear();
}

void FilterBar::applySaved(const QString &name)
{
    if (m_setting)
        return;
    if (name.isEmpty()) // "any" and the key Delete: no saved filter, so none at all
        clear();
    else if (saved().contains(name))
        setValues(savedValues(name));
    else
        save(name);
}

/// The chip names a saved filter only while the others say just that.
void FilterBar::fitSaved()
{
    if (!m_saved || m_saved->value().isEmpty() || savedValues(m_saved->value()) == values())
        return;
    m_setting = true;
    m_saved->clear();
    m_setting = false;
}

void FilterBar::fillSaved()
{
    QList<FilterChip::Choice> choices;
    for (const QString &name : saved().keys())
        choices.append(
            {name, name == startName() ? tr("%1 · at start").arg(base::visibleText(name)) : base::visibleText(name)});
    m_saved->setChoices(choices);
}

void FilterBar::openSavedMenu()
{
    const QString name = m_saved->value();
    if (name.isEmpty())
        return;
    QString shown = base::visibleText(name);
    shown.replace(u"&"_s, u"&&"_s);
    auto *menu = new QMenu(m_saved);
    menu->setObjectName(u"savedMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *start = menu->addAction(tr("Start with “%1”").arg(shown));
    start->setCheckable(true);
    start->setChecked(startName() == name);
    connect(start, &QAction::toggled, this, [this, name](bool on) { startWith(on ? name : QString()); });
    menu->addAction(tr("Forget “%1”").arg(shown), this, [this, name] { forget(name); });
    menu->setActiveAction(start);
    menu->popup(m_saved->mapToGlobal(QPoint(0, m_saved->height() + 2)));
}

bool FilterBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_saved && event->type() == QEvent::ContextMenu) { // the right button, or the menu key
        openSavedMenu();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace obstat::console
