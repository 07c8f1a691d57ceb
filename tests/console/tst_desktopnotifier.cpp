#include "console/client/desktopnotifier.h"
#include "support/passevents.h"
#include "support/privatebus.h"

#include <QSignalSpy>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::DesktopNotifier;
using console::Notification;

/// Stands for the desktop's notification server.
class FakeServer : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    struct Shown
    {
        QString program, summary, body;
        uint replaces = 0;
        QStringList actions;
        QVariantMap hints;
    };
    QList<Shown> shown;
    QList<uint> closed;
    uint next = 40;

public Q_SLOTS:
    uint Notify(const QString &program, uint replaces, const QString &, const QString &summary, const QString &body,
                const QStringList &actions, const QVariantMap &hints, int)
    {
        shown.append({program, summary, body, replaces, actions, hints});
        return replaces != 0 ? replaces : ++next;
    }
    void CloseNotification(uint id) { closed.append(id); }
};

/// Hears the counts at the program's icon.
class Launcher : public QObject
{
    Q_OBJECT

public:
    QList<QVariantMap> counts;
    QString uri;

public Q_SLOTS:
    void update(const QString &application, const QVariantMap &values)
    {
        uri = application;
        counts.append(values);
    }
};

/// What goes to the desktop, over a bus of the test's own.
class TestDesktopNotifier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void init();

    void notification_isPlain_andReplacesTheOneBefore();
    void notification_closedByThePerson_isNotReplaced();
    void pressed_activates();
    void withdrawn_closesIt();
    void withdrawn_whileItIsSent_closesItToo();
    void badge_isTold();
    void bus_absent_isFine();

private:
    void signal(const QString &name, const QVariantList &arguments);

    tests::PrivateBus m_bus;
    FakeServer m_server;
    Launcher m_launcher;
    std::unique_ptr<DesktopNotifier> m_notifier;
};

void TestDesktopNotifier::initTestCase()
{
    if (!m_bus.start())
        QSKIP("NOTHING WAS TESTED: there is no dbus-daemon.");
    QVERIFY(m_bus.connection().registerService(u"org.freedesktop.Notifications"_s));
    QVERIFY(m_bus.connection().registerObject(u"/org/freedesktop/Notifications"_s, &m_server,
                                              QDBusConnection::ExportAllSlots));
    QVERIFY(m_bus.connection().connect({}, {}, u"com.canonical.Unity.LauncherEntry"_s, u"Update"_s, &m_launcher,
                                       SLOT(update(QString, QVariantMap))));
}

void TestDesktopNotifier::cleanupTestCase()
{
    m_notifier.reset();
}

void TestDesktopNotifier::init()
{
    m_server.shown.clear();
    m_server.closed.clear();
    m_launcher.counts.clear();
    m_notifier = std::make_unique<DesktopNotifier>(m_bus.address());
}

void TestDesktopNotifier::signal(const QString &name, const QVariantList &arguments)
{
    QVERIFY(m_bus.signal(u"/org/freedesktop/Notifications"_s, u"org.freedesktop.Notifications"_s, name, arguments));
}

void TestDesktopNotifier::notification_isPlain_andReplacesTheOneBefore()
{
    m_notifier->show(
        {u"1 plan waits"_s, u"<b>pay</b> & <img src=\"http://127.0.0.1:9/x\">"_s}); // before the bus is there
    QTRY_COMPARE(m_server.shown.size(), 1);
    const FakeServer::Shown first = m_server.shown.first();
    QCOMPARE(first.program, u"Obstat"_s);
    QCOMPARE(first.summary, u"1 plan waits"_s);
    QCOMPARE(first.body, u"&lt;b&gt;pay&lt;/b&gt; &amp; &lt;img src=&quot;http://127.0.0.1:9/x&quot;&gt;"_s);
    QCOMPARE(first.replaces, 0U);
    QCOMPARE(first.actions.first(), u"default"_s);
    QCOMPARE(first.hints.value(u"desktop-entry"_s).toString(), u"org.obstat.Obstat"_s);
    m_notifier->show({u"2 plans wait"_s, {}});
    m_notifier->show({u"3 plans wait"_s, {}});
    QTRY_COMPARE(m_server.shown.last().summary, u"3 plans wait"_s);
    QCOMPARE(m_server.shown.last().replaces, m_server.next);
}

void TestDesktopNotifier::notification_closedByThePerson_isNotReplaced()
{
    m_notifier->show({u"one"_s, {}});
    QTRY_COMPARE(m_server.shown.size(), 1);
    tests::passEvents(50); // the answer has the number
    signal(u"NotificationClosed"_s, {m_server.next, 2U});
    tests::passEvents(50);
    m_notifier->show({u"two"_s, {}});
    QTRY_COMPARE(m_server.shown.size(), 2);
    QCOMPARE(m_server.shown.last().replaces, 0U);
}

void TestDesktopNotifier::pressed_activates()
{
    QSignalSpy activated(m_notifier.get(), &DesktopNotifier::activated);
    m_notifier->show({u"one"_s, {}});
    QTRY_COMPARE(m_server.shown.size(), 1);
    tests::passEvents(50);
    signal(u"ActionInvoked"_s, {m_server.next + 7, u"default"_s}); // another program's
    signal(u"ActionInvoked"_s, {m_server.next, u"default"_s});
    QTRY_COMPARE(activated.size(), 1);
    tests::passEvents(50);
    QCOMPARE(activated.size(), 1);
}

void TestDesktopNotifier::withdrawn_closesIt()
{
    m_notifier->show({u"one"_s, {}});
    QTRY_COMPARE(m_server.shown.size(), 1);
    tests::passEvents(50);
    m_notifier->withdraw();
    QTRY_COMPARE(m_server.closed, QList<uint>{m_server.next});
    m_notifier->withdraw();
    tests::passEvents(50);
    QCOMPARE(m_server.closed.size(), 1);
}

void TestDesktopNotifier::withdrawn_whileItIsSent_closesItToo()
{
    m_notifier->show({u"warm"_s, {}});
    QTRY_COMPARE(m_server.shown.size(), 1);
    tests::passEvents(50);
    m_notifier->show({u"one"_s, {}});
    m_notifier->withdraw();
    QTRY_COMPARE(m_server.closed, QList<uint>{m_server.next});
}

void TestDesktopNotifier::badge_isTold()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    QSKIP("From Qt 6.5 on the platform tells the count.");
#endif
    m_notifier->setBadge(3);
    QTRY_COMPARE(m_launcher.counts.size(), 1);
    QCOMPARE(m_launcher.uri, u"application://org.obstat.Obstat.desktop"_s);
    QCOMPARE(m_launcher.counts.last().value(u"count"_s).toLongLong(), 3);
    QVERIFY(m_launcher.counts.last().value(u"count-visible"_s).toBool());
    m_notifier->setBadge(0);
    QTRY_COMPARE(m_launcher.counts.size(), 2);
    QVERIFY(!m_launcher.counts.last().value(u"count-visible"_s).toBool());
}

void TestDesktopNotifier::bus_absent_isFine()
{
    DesktopNotifier notifier(u"unix:path=/nonexistent/bus"_s);
    notifier.show({u"one"_s, {}});
    notifier.setBadge(2);
    notifier.withdraw();
    tests::passEvents(50);
}

QTEST_GUILESS_MAIN(TestDesktopNotifier)
#include "tst_desktopnotifier.moc"
