#include "console/pages/pagelist.h"

#include "console/pages/operationspage.h"
#include "console/pages/queuepage.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

template <typename PageType>
Page *make(QWidget *parent)
{
    return new PageType(parent);
}

} // namespace

QList<PageEntry> pageList()
{
    return {
        {u"queue"_s, u"queue"_s, u'Q', make<QueuePage>},
        {u"operations"_s, u"operations"_s, u'O', make<OperationsPage>},
    };
}

} // namespace obstat::console
