#pragma once

#include <QList>
#include <QString>

namespace obstat::tests {

/// One kind of text that wants to be more than a text.
struct HostileText
{
    const char *name;
    QString pattern; ///< `@` is where the field's own word stands

    /// The text of one field; the word says afterwards which field it came from.
    [[nodiscard]] QString of(const QString &field) const;
    /// The same as a screen has to show it.
    [[nodiscard]] QString shown(const QString &field) const;
    /// As the name of a member in a path of the payload.
    [[nodiscard]] QString shownInPath(const QString &field) const;
};

/// Markup of every sort that Qt knows, addresses at 127.0.0.1:`port`, invisible and control characters, terminal
/// escapes, what imitates the console's own escapes, and a very long one.
[[nodiscard]] QList<HostileText> hostileTexts(quint16 port);

} // namespace obstat::tests
