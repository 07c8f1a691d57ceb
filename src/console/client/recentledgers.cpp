#include "console/client/recentledgers.h"

#include "base/digest.h"

#include <QFileInfo>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

QString keyName(const QString &database)
{
    return u"keyFiles/"_s + base::digestHex(QFileInfo(database).absoluteFilePath().toUtf8()).left(16);
}

} // namespace

RecentLedgers::RecentLedgers(QSettings &settings) : m_settings(settings) {}

QStringList RecentLedgers::list() const
{
    return m_settings.value(u"recentLedgers"_s).toStringList();
}

void RecentLedgers::add(const QString &database)
{
    const QString path = QFileInfo(database).absoluteFilePath();
    QStringList known = list();
    known.removeAll(path);
    known.prepend(path);
    m_settings.setValue(u"recentLedgers"_s, known.mid(0, kKept));
}

void RecentLedgers::remove(const QString &database)
{
    QStringList known = list();
    known.removeAll(database);
    m_settings.setValue(u"recentLedgers"_s, known);
}

QString RecentLedgers::keyFile(const QString &database) const
{
    return m_settings.value(keyName(database)).toString();
}

void RecentLedgers::setKeyFile(const QString &database, const QString &path)
{
    m_settings.setValue(keyName(database), path);
}

} // namespace obstat::console
