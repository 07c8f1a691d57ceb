#pragma once

#include <QString>
#include <QWidget>

namespace obstat::tests {

/// What every test of pages and dialogs starts with: settings of its own, empty, and the light theme.
void prepareConsole();

/// The widget of that name below `parent`; ends the program where there is none.
template <typename T>
T *widget(QWidget *parent, const QString &name)
{
    T *found = parent ? parent->findChild<T *>(name) : nullptr;
    if (!found)
        qFatal("There is no widget %s.", qUtf8Printable(name));
    return found;
}

} // namespace obstat::tests
