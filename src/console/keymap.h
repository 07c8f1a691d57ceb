#pragma once

#include "console/pages/page.h"

#include <QKeySequence>
#include <QObject>

class QShortcut;

namespace obstat::console {

/// Every key of the console, in one place: what it does, and what the overview of keys says about it.
class KeyMap : public QObject
{
    Q_OBJECT

public:
    struct Key
    {
        QString keys; ///< as shown
        QString text; ///< what it does
    };

    /// Makes the shortcuts of this window. `letters` are those of the pages, after G.
    KeyMap(QWidget &window, const QList<QChar> &letters);

    /// Single-letter keys can be in the way of people who dictate or use switches (WCAG 2.1.4).
    void setSingleLetters(bool on);
    [[nodiscard]] bool singleLetters() const { return m_singleLetters; }
    /// For the overview; single-letter keys are left out while they are off.
    [[nodiscard]] QList<Key> keys() const;

Q_SIGNALS:
    void commandGiven(Page::Command command);
    void pageGiven(int page);
    void filterGiven();
    void searchGiven();
    void refreshGiven();
    void keysGiven();
    void lockGiven();
    void undoGiven();
    void openGiven();
    void changed();

private:
    template <typename Action>
    void add(const QKeySequence &sequence, bool singleLetter, Action action);

    QWidget &m_window;
    QList<QShortcut *> m_single;
    bool m_singleLetters = true;
};

} // namespace obstat::console
