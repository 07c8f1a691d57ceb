#pragma once

#include "base/clock.h"

#include <QMenu>

namespace obstat::console {

/// The part of the menu about keys and decisions: when a key locks itself, how long a decision can be undone,
/// whether plans are told of, a new passphrase. Stores what is chosen; whoever uses it follows changed().
class PreferencesMenu : public QMenu
{
    Q_OBJECT

public:
    explicit PreferencesMenu(QWidget *parent = nullptr);

Q_SIGNALS:
    void changed();
    void passphraseRequested();

private:
    struct Choice
    {
        base::Micros value;
        QString text;
    };
    void addNotify(bool present);
    template <typename Store>
    void addChoices(const QString &title, const QString &name, const QList<Choice> &choices, base::Micros present,
                    Store store);
};

} // namespace obstat::console
