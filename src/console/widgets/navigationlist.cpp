#include "console/widgets/navigationlist.h"

#include "console/delegates/navigationdelegate.h"
#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

NavigationList::NavigationList(QWidget *parent) : QListWidget(parent)
{
    setProperty("look", u"navigation"_s);
    setItemDelegate(new NavigationDelegate(this));
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Pages"));
}

void NavigationList::addPage(const QString &icon, const QString &title)
{
    auto *item = new QListWidgetItem(title, this);
    item->setData(IconRole, icon);
    item->setData(Qt::AccessibleTextRole, title);
}

void NavigationList::setBadge(int page, qint64 count, bool urgent)
{
    QListWidgetItem *item = this->item(page);
    if (item->data(CountRole).toLongLong() == count && item->data(UrgentRole).toBool() == urgent)
        return;
    item->setData(CountRole, count);
    item->setData(UrgentRole, urgent);
    item->setData(Qt::AccessibleTextRole,
                  count > 0 ? tr("%1, %2").arg(item->text(), Wording::number(count)) : item->text());
}

} // namespace obstat::console
