#include "base/faultpoint.h"

#ifdef OBSTAT_FAULT_POINTS

#include <QByteArray>
#include <QByteArrayList>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <deque>
#include <unistd.h>

namespace obstat::base {

namespace {

constexpr int kExitStatus = 70;
constexpr int kUsageStatus = 64;

struct Fault
{
    QByteArray name;
    bool kill = false;
    int passing = 1;
    std::atomic<int> passed = 0;
};

/// A fault that nobody would ever meet makes a test pass for nothing, so a text that cannot be read ends the process.
[[noreturn]] void refuse(const QByteArray &text)
{
    std::fprintf(stderr, "OBSTAT_FAULT is not NAME:kill or NAME:exit with an optional @N: %s\n", text.constData());
    _exit(kUsageStatus);
}

std::deque<Fault> readFaults()
{
    std::deque<Fault> faults;
    const QByteArray all = qgetenv("OBSTAT_FAULT");
    for (const QByteArray &text : all.isEmpty() ? QByteArrayList() : all.split(',')) {
        const qsizetype colon = text.indexOf(':');
        const qsizetype at = text.indexOf('@');
        const QByteArray action = text.mid(colon + 1, at < 0 ? -1 : at - colon - 1);
        bool number = true;
        const int passing = at < 0 ? 1 : text.mid(at + 1).toInt(&number);
        if (colon < 1 || (action != "kill" && action != "exit") || !number || passing < 1) {
            refuse(text);
        }
        Fault &fault = faults.emplace_back();
        fault.name = text.left(colon);
        fault.kill = action == "kill";
        fault.passing = passing;
    }
    return faults;
}

} // namespace

void faultPoint(const char *name)
{
    static std::deque<Fault> faults = readFaults();
    for (Fault &fault : faults) {
        if (fault.name == name && ++fault.passed == fault.passing) {
            if (fault.kill) {
                kill(getpid(), SIGKILL);
            }
            _exit(kExitStatus);
        }
    }
}

} // namespace obstat::base

#endif
