#include "evidence/eventcount.h"

#include <QLocale>

namespace obstat::evidence {

using namespace Qt::StringLiterals;

QString grouped(quint64 number)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number);
}

QString eventCount(quint64 number)
{
    return number == 1 ? u"1 event"_s : QString(grouped(number) + u" events"_s);
}

} // namespace obstat::evidence
