#include "wire/headers.h"

#include <QTest>

using obstat::wire::Headers;

class TestHeaders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void value_otherCase_found()
    {
        const Headers headers{{"Content-Type", "a"}, {"content-type", "b"}};
        QCOMPARE(headers.value("CONTENT-TYPE"), QByteArray("a"));
        QCOMPARE(headers.count("Content-type"), 2);
        QVERIFY(!headers.contains("Content"));
        QCOMPARE(headers.value("Host"), QByteArray());
    }

    void set_existing_oneLeft()
    {
        Headers headers{{"A", "1"}, {"B", "2"}, {"a", "3"}};
        headers.set("A", "4");
        QCOMPARE(headers.count("A"), 1);
        QCOMPARE(headers.value("a"), QByteArray("4"));
        QCOMPARE(headers.value("B"), QByteArray("2"));
    }

    void wellFormed_splitting_false_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("good");
        QTest::newRow("plain") << QByteArray("X-A") << QByteArray("b c\t\xc3\xa4") << true;
        QTest::newRow("empty value") << QByteArray("X-A") << QByteArray() << true;
        QTest::newRow("line feed in value") << QByteArray("X-A") << QByteArray("b\nSet-Cookie: c") << false;
        QTest::newRow("return in value") << QByteArray("X-A") << QByteArray("b\r") << false;
        QTest::newRow("nul in value") << QByteArray("X-A") << QByteArray("b\0c", 3) << false;
        QTest::newRow("empty name") << QByteArray() << QByteArray("b") << false;
        QTest::newRow("colon in name") << QByteArray("X:") << QByteArray("b") << false;
        QTest::newRow("space in name") << QByteArray("X A") << QByteArray("b") << false;
    }
    void wellFormed_splitting_false()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QTEST((Headers{{name, value}}.wellFormed()), "good");
    }
};

QTEST_APPLESS_MAIN(TestHeaders)
#include "tst_headers.moc"
