#include "console/preferencesmenu.h"

#include "console/preferences.h"

#include <QActionGroup>
#include <QSettings>

namespace obstat::console {

using namespace Qt::StringLiterals;

PreferencesMenu::PreferencesMenu(QWidget *parent) : QMenu(parent)
{
    setTitle(tr("Key and decisions"));
    QSettings settings;
    const Preferences now(settings);
    const auto minutes = [](int count) { return Choice{count * base::kMinute, tr("%n minutes", nullptr, count)}; };
    addChoices(tr("Lock the key after"), u"idle"_s, {minutes(1), minutes(2), minutes(5), minutes(15)}, now.idleLimit(),
               [](Preferences &store, base::Micros value) { store.setIdleLimit(value); });
    QList<Choice> times{{0, tr("Off: a decision leaves at once")}};
    for (const int seconds : {3, 5, 10, 30})
        times.append({seconds * base::kSecond, tr("%n seconds", nullptr, seconds)});
    addChoices(tr("Time to undo a decision"), u"undo"_s, times, now.undoTime(),
               [](Preferences &store, base::Micros value) { store.setUndoTime(value); });
    addNotify(now.notifies());
    addSeparator();
    addAction(tr("Change the passphrase…"), this, &PreferencesMenu::passphraseRequested);
}

void PreferencesMenu::addNotify(bool present)
{
    QAction *notify = addAction(tr("Tell me of plans that need me"));
    notify->setObjectName(u"notifyAction"_s);
    notify->setCheckable(true);
    notify->setChecked(present);
    connect(notify, &QAction::toggled, this, [this](bool on) {
        QSettings settings;
        Preferences(settings).setNotifies(on);
        Q_EMIT changed();
    });
}

template <typename Store>
void PreferencesMenu::addChoices(const QString &title, const QString &name, const QList<Choice> &choices,
                                 base::Micros present, Store store)
{
    QMenu *menu = addMenu(title);
    menu->setObjectName(name + u"Menu"_s);
    auto *group = new QActionGroup(menu);
    for (const Choice &choice : choices) {
        QAction *action = group->addAction(choice.text);
        action->setCheckable(true);
        action->setChecked(choice.value == present);
        action->setData(QVariant::fromValue<qint64>(choice.value));
        menu->addAction(action);
        connect(action, &QAction::triggered, this, [this, store, value = choice.value] {
            QSettings settings;
            Preferences preferences(settings);
            store(preferences, value);
            Q_EMIT changed();
        });
    }
}

} // namespace obstat::console
