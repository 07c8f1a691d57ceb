#include "console/client/screenlockwatcher.h"
#include "support/privatebus.h"

#include <QDBusObjectPath>
#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::ScreenLockWatcher;

/// Stands for systemd-logind: knows one session.
class FakeLogin : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")

public Q_SLOTS:
    QDBusObjectPath GetSession(const QString &) { return QDBusObjectPath(u"/org/freedesktop/login1/session/_31"_s); }
    QDBusObjectPath GetSessionByPID(uint) { return QDBusObjectPath(u"/org/freedesktop/login1/session/_31"_s); }
};

/// Contract 6.5: the key locks with the screen. Over a bus of the test's own.
class TestScreenLockWatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

    void screenSaver_active_locks();
    void login_lock_locks();
    void user_switched_locks();
    void buses_absent_areFine();

private:
    void send(const QString &path, const QString &interface, const QString &name, const QVariantList &arguments);

    const QString m_session = u"/org/freedesktop/login1/session/_31"_s;
    tests::PrivateBus m_bus;
    FakeLogin m_login;
    std::unique_ptr<ScreenLockWatcher> m_watcher;
    std::unique_ptr<QSignalSpy> m_locked;
};

void TestScreenLockWatcher::initTestCase()
{
    if (!m_bus.start())
        QSKIP("NOTHING WAS TESTED: there is no dbus-daemon.");
    QVERIFY(m_bus.connection().registerService(u"org.freedesktop.login1"_s));
    QVERIFY(m_bus.connection().registerObject(u"/org/freedesktop/login1"_s, &m_login, QDBusConnection::ExportAllSlots));
    m_watcher = std::make_unique<ScreenLockWatcher>(ScreenLockWatcher::Buses{m_bus.address(), m_bus.address()});
    m_locked = std::make_unique<QSignalSpy>(m_watcher.get(), &ScreenLockWatcher::screenLocked);
    QSignalSpy listening(m_watcher.get(), &ScreenLockWatcher::listening);
    QTRY_COMPARE(listening.size(), 2);
}

void TestScreenLockWatcher::cleanupTestCase()
{
    m_watcher.reset();
}

void TestScreenLockWatcher::send(const QString &path, const QString &interface, const QString &name,
                                 const QVariantList &arguments)
{
    QVERIFY(m_bus.signal(path, interface, name, arguments));
}

void TestScreenLockWatcher::screenSaver_active_locks()
{
    m_locked->clear();
    send(u"/org/freedesktop/ScreenSaver"_s, u"org.freedesktop.ScreenSaver"_s, u"ActiveChanged"_s, {false});
    send(u"/org/freedesktop/ScreenSaver"_s, u"org.freedesktop.ScreenSaver"_s, u"ActiveChanged"_s, {true});
    QTRY_COMPARE(m_locked->size(), 1); // in order: the first said nothing
    send(u"/org/gnome/ScreenSaver"_s, u"org.gnome.ScreenSaver"_s, u"ActiveChanged"_s, {true});
    QTRY_COMPARE(m_locked->size(), 2);
}

void TestScreenLockWatcher::login_lock_locks()
{
    m_locked->clear();
    send(u"/org/freedesktop/login1/session/_32"_s, u"org.freedesktop.login1.Session"_s, u"Lock"_s, {}); // another's
    send(m_session, u"org.freedesktop.login1.Session"_s, u"Lock"_s, {});
    QTRY_COMPARE(m_locked->size(), 1);
}

void TestScreenLockWatcher::user_switched_locks()
{
    m_locked->clear();
    const auto changed = [this](const QVariantMap &values) {
        send(m_session, u"org.freedesktop.DBus.Properties"_s, u"PropertiesChanged"_s,
             {u"org.freedesktop.login1.Session"_s, values, QStringList()});
    };
    changed({{u"Active"_s, true}});
    changed({{u"IdleHint"_s, true}});
    changed({{u"Active"_s, false}});
    QTRY_COMPARE(m_locked->size(), 1);
    changed({{u"LockedHint"_s, true}});
    QTRY_COMPARE(m_locked->size(), 2);
}

void TestScreenLockWatcher::buses_absent_areFine()
{
    const QString nowhere = u"unix:path=/nonexistent/bus"_s;
    const ScreenLockWatcher watcher({nowhere, nowhere});
    QSignalSpy locked(&watcher, &ScreenLockWatcher::screenLocked);
    QSignalSpy listening(&watcher, &ScreenLockWatcher::listening);
    QVERIFY(locked.isValid() && listening.isEmpty());
}

QTEST_GUILESS_MAIN(TestScreenLockWatcher)
#include "tst_screenlockwatcher.moc"
