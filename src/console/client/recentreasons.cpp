#include "console/client/recentreasons.h"

#include "base/digest.h"

namespace obstat::console {

using namespace Qt::StringLiterals;

RecentReasons::RecentReasons(QSettings &settings, const QString &person)
    : m_settings(settings), m_name(u"rejectReasons/"_s + base::digestHex(person.toUtf8()).left(16))
{
}

QStringList RecentReasons::list() const
{
    return m_settings.value(m_name).toStringList().mid(0, kKept);
}

void RecentReasons::add(const QString &reason)
{
    if (reason.isEmpty())
        return;
    QStringList known = list();
    known.removeAll(reason);
    known.prepend(reason);
    m_settings.setValue(m_name, known.mid(0, kKept));
}

} // namespace obstat::console
