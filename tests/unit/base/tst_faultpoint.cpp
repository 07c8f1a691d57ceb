#include "base/faultpoint.h"

#include <QByteArray>
#include <QTest>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace obstat;

/// The named interruption points of faults.md.
class tst_FaultPoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passing_points_endsAsAsked_data();
    void passing_points_endsAsAsked();
};

namespace {

constexpr int kWentOn = 0;
constexpr int kExited = 70;
constexpr int kRefused = 64;
constexpr int kKilled = 1000;

/// Passes P7, P8, P8, P9 in a child whose OBSTAT_FAULT is as given; how the child ended.
int passInChild(const QByteArray &fault)
{
    const pid_t child = fork();
    if (child == 0) {
        qputenv("OBSTAT_FAULT", fault);
        for (const char *point : {"P7", "P8", "P8", "P9"}) {
            base::faultPoint(point);
        }
        _exit(kWentOn);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) {
        return -1;
    }
    return WIFSIGNALED(status) ? kKilled + WTERMSIG(status) : WEXITSTATUS(status);
}

} // namespace

void tst_FaultPoint::passing_points_endsAsAsked_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<int>("end");
    QTest::newRow("none") << QByteArray() << kWentOn;
    QTest::newRow("another point") << QByteArray("P1:kill") << kWentOn;
    QTest::newRow("a longer name") << QByteArray("P89:kill") << kWentOn;
    QTest::newRow("P8 kills") << QByteArray("P8:kill") << kKilled + SIGKILL;
    QTest::newRow("P8 exits") << QByteArray("P8:exit") << kExited;
    QTest::newRow("P8 kills at the second passing") << QByteArray("P8:kill@2") << kKilled + SIGKILL;
    QTest::newRow("P8 would kill at the third passing") << QByteArray("P8:kill@3") << kWentOn;
    QTest::newRow("two faults") << QByteArray("P1:kill,P9:exit") << kExited;
    QTest::newRow("unknown action") << QByteArray("P8:stop") << kRefused;
    QTest::newRow("no action") << QByteArray("P8") << kRefused;
    QTest::newRow("no number") << QByteArray("P8:kill@x") << kRefused;
    QTest::newRow("passing zero") << QByteArray("P8:kill@0") << kRefused;
}

void tst_FaultPoint::passing_points_endsAsAsked()
{
#ifdef OBSTAT_FAULT_POINTS
    QFETCH(QByteArray, fault);
    QFETCH(int, end);
    QCOMPARE(passInChild(fault), end);
#else
    QFETCH(QByteArray, fault);
    QCOMPARE(passInChild(fault), kWentOn); // this build has no fault points
#endif
}

QTEST_GUILESS_MAIN(tst_FaultPoint)
#include "tst_faultpoint.moc"
