#include "console/theme/themecolors.h"

#include <QTest>

using namespace obstat::console;

class TestThemeColors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contrast_ofKnownPairs_isAsWcagSays();
    void pairs_inUse_areReadable_data();
    void pairs_inUse_areReadable();
};

void TestThemeColors::contrast_ofKnownPairs_isAsWcagSays()
{
    QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 100), 2100);
    QCOMPARE(qRound(contrast(QColor(0x777777), Qt::white) * 100), 448);
    QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
}

void TestThemeColors::pairs_inUse_areReadable_data()
{
    QTest::addColumn<QColor>("text");
    QTest::addColumn<QColor>("back");
    for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
        for (const ColorPair &pair : colorPairs(themeColors(scheme)))
            QTest::addRow("%s, %s on %s (%s)", scheme == Scheme::Light ? "light" : "dark", qPrintable(pair.text.name()),
                          qPrintable(pair.back.name()), pair.name)
                << pair.text << pair.back;
    }
}

void TestThemeColors::pairs_inUse_areReadable()
{
    QFETCH(QColor, text);
    QFETCH(QColor, back);
    QVERIFY2(contrast(text, back) >= 4.5, qPrintable(QString::number(contrast(text, back))));
}

QTEST_GUILESS_MAIN(TestThemeColors)
#include "tst_themecolors.moc"
