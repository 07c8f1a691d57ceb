#include "console/coredumps.h"

#include <QTest>

#include <sys/prctl.h>
#include <sys/resource.h>

/// Contract 6.5: what is unlocked must not end up in a core file.
class TestCoreDumps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void coreDumps_forbidden_areOffForTheProcess();
};

void TestCoreDumps::coreDumps_forbidden_areOffForTheProcess()
{
    QVERIFY(obstat::console::forbidCoreDumps());
    QCOMPARE(::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
    rlimit limit{1, 1};
    QCOMPARE(::getrlimit(RLIMIT_CORE, &limit), 0);
    QCOMPARE(limit.rlim_cur, rlim_t(0));
    QCOMPARE(limit.rlim_max, rlim_t(0)); // and cannot be raised again
}

QTEST_GUILESS_MAIN(TestCoreDumps)
#include "tst_coredumps.moc"
