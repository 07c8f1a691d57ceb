#include "console/keymap.h"
#include "console/mainwindow.h"
#include "console/theme/theme.h"
#include "support/sampleconsole.h"

#include <QApplication>
#include <QSettings>
#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

/// Every page renders in both themes; the pictures are left in <build>/pictures for people to look at.
class TestPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void page_rendered_isNotBlank_data();
    void page_rendered_isNotBlank();
};

void TestPictures::initTestCase()
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
}

void TestPictures::page_rendered_isNotBlank_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qint64>("select");
    QTest::addColumn<bool>("unlocked");
    QTest::newRow("queue, light, unlocked") << u"queue"_s << false << qint64(8) << true;
    QTest::newRow("queue, dark, locked") << u"queue"_s << true << qint64(9) << false;
    QTest::newRow("operations, light") << u"operations"_s << false << qint64(2) << false;
    QTest::newRow("operations, dark, unlocked") << u"operations"_s << true << qint64(7) << true;
}

void TestPictures::page_rendered_isNotBlank()
{
    QFETCH(QString, page);
    QFETCH(bool, dark);
    QFETCH(qint64, select);
    QFETCH(bool, unlocked);
    console::Theme::apply(*qApp, dark ? console::Scheme::Dark : console::Scheme::Light);
    tests::SampleConsole sample;
    console::MainWindow window;
    window.resize(1280, 800);
    window.setSession(sample.session.get());
    if (unlocked)
        sample.unlock();
    const int index = window.pageIndex(page);
    QVERIFY(index >= 0);
    window.showPage(index);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTRY_VERIFY(window.page(index).isReady() && sample.session->isRead());
    window.page(index).showOperation(select);
    QTRY_VERIFY(window.page(index).isReady());
    sample.clock.advance(2 * base::kSecond);
    QTest::qWait(50); // layouts follow the data
    const QImage image = window.grab().toImage();
    QSet<QRgb> colors;
    for (int x = 0; x < image.width(); x += 7) {
        for (int y = 0; y < image.height(); y += 7)
            colors.insert(image.pixel(x, y));
    }
    QVERIFY(colors.size() > 20);
    const QString folder = QStringLiteral(OBSTAT_BINARY_DIR) + u"/pictures"_s;
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(image.save(folder + u"/%1-%2.png"_s.arg(page, dark ? u"dark"_s : u"light"_s)));
    window.setSession(nullptr);
}

QTEST_MAIN(TestPictures)
#include "tst_pictures.moc"
