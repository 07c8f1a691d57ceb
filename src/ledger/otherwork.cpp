#include "ledger/otherwork.h"

#include "base/intentkey.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

QString conflictState(const QString &kind)
{
    return kind.isEmpty()               ? u"open"_s
           : kind == "conflict_keep"_L1 ? u"kept"_s
           : kind == "conflict_new"_L1  ? u"new"_s
                                        : u"dismissed"_s;
}

bool isOtherName(const QString &name)
{
    return !name.isEmpty() && name.size() <= kLongestOtherName && std::all_of(name.begin(), name.end(), [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') || c == u'-' ||
               c == u'_' || c == u'.';
    });
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
