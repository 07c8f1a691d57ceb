#include "ledger/eventleafsource.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

base::Result<> EventLeafSource::forEach(quint64 from, quint64 to, const Visit &visit)
{
    const Reading reading(m_session);
    const SqlText text{u"SELECT seq, leaf FROM event WHERE seq >= ? AND seq < ? ORDER BY seq"_s,
                       {static_cast<qint64>(from), static_cast<qint64>(to)}};
    return m_session.forEach(text, [&visit](const QSqlQuery &row) {
        const QByteArray leaf = row.value(1).toByteArray();
        return visit({row.value(0).toULongLong(), leaf, {}});
    });
}

} // namespace obstat::ledger
