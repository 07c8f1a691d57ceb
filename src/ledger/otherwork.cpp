#include "ledger/otherwork.h"

#include "base/intentkey.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

QString conflictState(const QString &kind)
{
    return kind.isEmpty()               ? u"open"_s
           : kind == "conflict_keep"_L1 ? u"kept"_s
           : kind == "conflict_new"_L1  ? u"new"_s
                                        : u"dismissed"_s;
}

policy::Identity otherWork(const OperationRow &row, const QString &name)
{
    policy::Identity identity;
    identity.withoutWindow = row.withoutWindow + u"|other:"_s + name;
    identity.window = row.window;
    identity.natural =
        row.window.isEmpty() ? identity.withoutWindow : QString(identity.withoutWindow + u'|' + row.window);
    identity.intentKey = base::intentKey(identity.natural);
    return identity;
}

} // namespace obstat::ledger
