#include "policy/toolentry.h"

namespace obstat::policy {

using namespace Qt::StringLiterals;

QStringList ToolEntry::unanswered() const
{
    QStringList open;
    if (undo.isEmpty())
        open.append(u"undo"_s);
    if (approver.isEmpty())
        open.append(u"approver"_s);
    if (onRepeat.isEmpty())
        open.append(u"on_repeat"_s);
    return open;
}

bool ToolEntry::isWritable() const
{
    return effect == Effect::Write && unanswered().isEmpty();
}

} // namespace obstat::policy
