#pragma once

#include <QSet>
#include <QString>
#include <QStringList>

class QAbstractItemView;
class QWidget;

namespace obstat::tests {

/// All words that widgets show or say to a screen reader, and every place where Qt would take a text for markup.
class ScreenCorpus
{
public:
    /// Adds what is there now, visible or not; `except` was collected already.
    void collect(QWidget &root, const QWidget *except = nullptr);
    /// Whether this text stands literally somewhere.
    [[nodiscard]] bool contains(const QString &text) const;
    /// The texts in which a word stands, shortened, for messages.
    [[nodiscard]] QStringList around(const QString &word) const;
    [[nodiscard]] const QSet<QString> &texts() const { return m_texts; }
    /// Where markup would be interpreted: widget and text.
    [[nodiscard]] const QStringList &problems() const { return m_problems; }

private:
    void add(const QString &text);
    void collectOne(QWidget &widget);
    void collectView(QAbstractItemView &view);
    void checkToolTip(const QWidget &widget, const QString &text);
    void report(const QWidget &widget, const QString &what, const QString &text);

    QSet<QString> m_texts;
    QStringList m_problems;
};

} // namespace obstat::tests
