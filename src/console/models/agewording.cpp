#include "console/models/agewording.h"

#include "console/models/wording.h"

namespace obstat::console {

QString AgeWording::age(base::Micros age)
{
    return age < base::kSecond ? tr("now") : Wording::duration(age);
}

QString AgeWording::ago(base::Micros age)
{
    return age < base::kSecond ? tr("now") : tr("%1 ago").arg(Wording::duration(age));
}

QString AgeWording::waiting(base::Micros age)
{
    return age < base::kSecond ? tr("planned just now") : tr("waiting %1").arg(Wording::duration(age));
}

} // namespace obstat::console
