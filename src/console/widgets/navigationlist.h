#pragma once

#include <QListWidget>

namespace obstat::console {

/// The pages, with an icon, a name and a count that stands out when it needs somebody.
class NavigationList : public QListWidget
{
    Q_OBJECT

public:
    enum Role { IconRole = Qt::UserRole + 1, CountRole, UrgentRole };

    explicit NavigationList(QWidget *parent = nullptr);

    void addPage(const QString &icon, const QString &title);
    void setBadge(int page, qint64 count, bool urgent);
};

} // namespace obstat::console
