#include "console/preferences.h"

#include "console/client/unlockedkey.h"

#include <QSettings>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

const QString &idleName()
{
    static const QString name = u"key/idleSeconds"_s;
    return name;
}

const QString &undoName()
{
    static const QString name = u"decisions/undoSeconds"_s;
    return name;
}

const QString &notifyName()
{
    static const QString name = u"notifications"_s;
    return name;
}

} // namespace

base::Micros Preferences::idleLimit() const
{
    bool number = false;
    const qint64 seconds = m_settings.value(idleName()).toLongLong(&number);
    const base::Micros limit =
        number ? std::clamp<qint64>(seconds, 0, 86'400) * base::kSecond : UnlockedKey::kIdleLimit;
    return std::clamp(limit, UnlockedKey::kLeastIdle, UnlockedKey::kMostIdle);
}

void Preferences::setIdleLimit(base::Micros limit)
{
    m_settings.setValue(idleName(), limit / base::kSecond);
}

base::Micros Preferences::undoTime() const
{
    return std::clamp<qint64>(m_settings.value(undoName()).toLongLong(), 0, 60) * base::kSecond;
}

void Preferences::setUndoTime(base::Micros time)
{
    m_settings.setValue(undoName(), time / base::kSecond);
}

bool Preferences::notifies() const
{
    return m_settings.value(notifyName(), true).toBool();
}

void Preferences::setNotifies(bool on)
{
    m_settings.setValue(notifyName(), on);
}

} // namespace obstat::console
