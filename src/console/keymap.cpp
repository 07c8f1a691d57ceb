#include "console/keymap.h"

#include <QShortcut>

namespace obstat::console {

using namespace Qt::StringLiterals;
using Command = Page::Command;

KeyMap::KeyMap(QWidget &window, const QList<QChar> &letters) : QObject(&window), m_window(window)
{
    const auto command = [this](Command given) { return [this, given] { Q_EMIT commandGiven(given); }; };
    add(Qt::Key_J, true, command(Command::Next));
    add(Qt::Key_K, true, command(Command::Previous));
    add(Qt::Key_A, true, command(Command::Approve));
    add(Qt::Key_R, true, command(Command::Reject));
    add(Qt::Key_C, true, command(Command::Change));
    add(Qt::Key_S, true, command(Command::Skip));
    add(Qt::Key_X, true, command(Command::Select));
    add(Qt::Key_Q, true, command(Command::AskAgain));
    add(Qt::Key_Y, true, command(Command::Happened));
    add(Qt::Key_N, true, command(Command::DidNotHappen));
    add(Qt::Key_O, true, command(Command::Reopen));
    add(Qt::Key_F, true, command(Command::KeepFirst));
    add(Qt::Key_W, true, command(Command::AcceptNew));
    add(Qt::Key_D, true, command(Command::Dismiss));
    add(Qt::Key_U, true, [this] { Q_EMIT undoGiven(); });
    add(Qt::Key_Slash, true, [this] { Q_EMIT filterGiven(); });
    add(Qt::Key_Question, true, [this] { Q_EMIT keysGiven(); });
    for (int page = 0; page < letters.size(); ++page)
        add(QKeySequence(Qt::Key_G, Qt::Key(letters.at(page).unicode())), true,
            [this, page] { Q_EMIT pageGiven(page); });
    for (int page = 0; page < letters.size() && page < 9; ++page)
        add(QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + page)), false, [this, page] { Q_EMIT pageGiven(page); });
    add(Qt::CTRL | Qt::Key_K, false, [this] { Q_EMIT searchGiven(); });
    add(Qt::CTRL | Qt::Key_F, false, [this] { Q_EMIT filterGiven(); });
    add(Qt::CTRL | Qt::Key_L, false, [this] { Q_EMIT lockGiven(); });
    add(Qt::CTRL | Qt::Key_Z, false, [this] { Q_EMIT undoGiven(); });
    add(Qt::CTRL | Qt::Key_O, false, [this] { Q_EMIT openGiven(); });
    add(Qt::CTRL | Qt::Key_Return, false, command(Command::Approve));
    add(Qt::CTRL | Qt::Key_Backspace, false, command(Command::Reject));
    add(Qt::Key_F1, false, [this] { Q_EMIT keysGiven(); });
    add(Qt::Key_F5, false, [this] { Q_EMIT refreshGiven(); });
}

template <typename Action>
void KeyMap::add(const QKeySequence &sequence, bool singleLetter, Action action)
{
    auto *shortcut = new QShortcut(sequence, &m_window);
    shortcut->setAutoRepeat(false); // a key that is held down decides nothing twice (C18)
    connect(shortcut, &QShortcut::activated, this, action);
    if (singleLetter)
        m_single.append(shortcut);
}

void KeyMap::setSingleLetters(bool on)
{
    m_singleLetters = on;
    for (QShortcut *shortcut : std::as_const(m_single))
        shortcut->setEnabled(on);
    Q_EMIT changed();
}

QList<KeyMap::Key> KeyMap::keys() const
{
    QList<Key> keys;
    if (m_singleLetters)
        keys = {{u"J  K"_s, tr("next, previous")},
                {u"A"_s, tr("approve and sign")},
                {u"R"_s, tr("reject, with a reason")},
                {u"C"_s, tr("change the arguments and plan them anew")},
                {u"S"_s, tr("skip")},
                {u"X"_s, tr("mark the row: plans to approve together with A, unknown ones to ask about with Q")},
                {u"Q  Y  N"_s, tr("unknown: ask the owner again, it happened, it did not happen")},
                {u"O"_s, tr("reopen what failed or was rejected")},
                {u"F  W  D"_s, tr("conflict: keep the first, accept as new work, dismiss")},
                {u"U"_s, tr("undo a decision that has not left yet")},
                {u"/"_s, tr("filters")},
                {u"G, then a letter"_s, tr("go to a page: Q queue, O operations, T attention, A audit, D dashboard, "
                                           "L tools, P policy, E people")},
                {u"?"_s, tr("these keys")}};
    keys += {{u"Space"_s, tr("scroll the detail, from the list")},
             {u"Shift+↑ ↓"_s, tr("mark several plans, to approve them together; Esc ends it")},
             {u"Ctrl+K"_s, tr("search")},
             {u"Ctrl+F"_s, tr("filters")},
             {u"Alt+1 …"_s, tr("go to a page")},
             {u"Ctrl+Enter"_s, tr("approve and sign")},
             {u"Ctrl+Backspace"_s, tr("reject, with a reason")},
             {u"Ctrl+L"_s, tr("unlock or lock your key")},
             {u"Ctrl+Z"_s, tr("undo a decision that has not left yet")},
             {u"Ctrl+O"_s, tr("open a ledger")},
             {u"Ctrl+C"_s, tr("copy the selected rows")},
             {u"F5"_s, tr("look again")},
             {u"F1"_s, tr("these keys")}};
    return keys;
}

} // namespace obstat::console
