#include "console/pages/pagelist.h"

#include "console/pages/attentionpage.h"
#include "console/pages/auditpage.h"
#include "console/pages/dashboardpage.h"
#include "console/pages/operationspage.h"
#include "console/pages/peoplepage.h"
#include "console/pages/policypage.h"
#include "console/pages/queuepage.h"
#include "console/pages/toolspage.h"

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
        {u"attention"_s, u"attention"_s, u'T', make<AttentionPage>},
        {u"audit"_s, u"audit"_s, u'A', make<AuditPage>},
        {u"dashboard"_s, u"dashboard"_s, u'D', make<DashboardPage>},
        {u"tools"_s, u"tools"_s, u'L', make<ToolsPage>},
        {u"policy"_s, u"policy"_s, u'P', make<PolicyPage>},
        {u"people"_s, u"key"_s, u'E', make<PeoplePage>},
    };
}

} // namespace obstat::console
