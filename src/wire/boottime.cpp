#include "wire/boottime.h"

#include <ctime>

namespace obstat::wire {

base::Micros bootTime()
{
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return static_cast<base::Micros>(now.tv_sec) * base::kSecond + now.tv_nsec / 1000;
}

} // namespace obstat::wire
