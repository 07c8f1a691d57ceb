#include "console/widgets/navigationlist.h"

#include "console/delegates/navigationdelegate.h"
#include "console/models/wording.h"

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastWidth = 170;

} // namespace

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
    setFixedWidth(std::max(kLeastWidth, sizeHintForColumn(0) + 2));
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
