// CanonicalWriter against canonicalBytes(): the same bytes for the same members (contract 3.3).
#include "base/canonicaljson.h"
#include "base/canonicalwriter.h"

#include <QtTest>

using namespace obstat;
using namespace Qt::StringLiterals;

class tst_CanonicalWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void text_ofAnyKind_isWhatTheCanonicalFormSays_data();
    void text_ofAnyKind_isWhatTheCanonicalFormSays();
    void object_ofEveryKindOfMember_isCanonical();
    void object_withoutMembers_isEmpty();
    void writer_usedAgain_startsAnew();
};

void tst_CanonicalWriter::text_ofAnyKind_isWhatTheCanonicalFormSays_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString();
    QTest::newRow("plain") << u"approve_withdrawal"_s;
    QTest::newRow("first and last printable") << u" ~"_s;
    QTest::newRow("quote") << u"a\"b"_s;
    QTest::newRow("backslash") << u"a\\b"_s;
    QTest::newRow("controls") << u"\b\t\n\f\r\u0001\u001f"_s;
    QTest::newRow("delete") << u"\u007f"_s;
    QTest::newRow("latin") << u"Zürich"_s;
    QTest::newRow("line separator") << u"\u2028"_s;
    QTest::newRow("surrogate pair") << u"\U0001F600"_s;
    QTest::newRow("special at the very end") << QString(QString(200, u'x') + u'"');
}

void tst_CanonicalWriter::text_ofAnyKind_isWhatTheCanonicalFormSays()
{
    QFETCH(const QString, text);
    base::CanonicalWriter writer(0);
    writer.text("a"_L1, u"before").text("m"_L1, text).text("z"_L1, u"after");
    QCOMPARE(writer.take(),
             base::canonicalBytes(QJsonObject{{u"a"_s, u"before"_s}, {u"m"_s, text}, {u"z"_s, u"after"_s}}));
}

void tst_CanonicalWriter::object_ofEveryKindOfMember_isCanonical()
{
    constexpr qint64 largest = 9007199254740991;
    base::CanonicalWriter writer;
    writer.boolean("false"_L1, false)
        .number("largest"_L1, largest)
        .number("smallest"_L1, -largest)
        .boolean("true"_L1, true)
        .raw("value"_L1, "[1,{}]")
        .number("zero"_L1, 0);
    QCOMPARE(writer.take(),
             QByteArray(R"({"false":false,"largest":9007199254740991,"smallest":-9007199254740991,"true":true,)"
                        R"("value":[1,{}],"zero":0})"));
}

void tst_CanonicalWriter::object_withoutMembers_isEmpty()
{
    QCOMPARE(base::CanonicalWriter().take(), QByteArray("{}"));
}

void tst_CanonicalWriter::writer_usedAgain_startsAnew()
{
    base::CanonicalWriter writer;
    writer.number("z"_L1, 1);
    QCOMPARE(writer.take(), QByteArray(R"({"z":1})"));
    writer.number("a"_L1, 2);
    QCOMPARE(writer.take(), QByteArray(R"({"a":2})"));
}

QTEST_APPLESS_MAIN(tst_CanonicalWriter)
#include "tst_canonicalwriter.moc"
