#pragma once

#include "console/theme/themecolors.h"

#include <QFrame>
#include <QList>

class QButtonGroup;
class QHBoxLayout;
class QToolButton;

namespace obstat::console {

/// The parts of a page, each with a count: one is chosen. Left and right arrows move between them.
class SectionBar : public QFrame
{
    Q_OBJECT

public:
    explicit SectionBar(QWidget *parent = nullptr);

    void addSection(const QString &title);
    /// -1: not known yet.
    void setCount(int section, qint64 count);
    [[nodiscard]] qint64 count(int section) const { return m_counts.at(section); }
    [[nodiscard]] int current() const { return m_current; }
    void setCurrent(int section);

Q_SIGNALS:
    void currentChanged(int section);

private:
    void updateButton(int section);

    QButtonGroup *m_group = nullptr;
    QHBoxLayout *m_layout = nullptr;
    QList<QToolButton *> m_buttons;
    QStringList m_titles;
    QList<qint64> m_counts;
    int m_current = -1;
};

} // namespace obstat::console
