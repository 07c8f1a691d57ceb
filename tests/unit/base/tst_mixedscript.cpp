#include "base/mixedscript.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;

/// Control C3: scripts mixed in one word are named.
class tst_MixedScript : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void word_ofScripts_isNamed_data();
    void word_ofScripts_isNamed();
    void words_areFoundWhereTheyStand();
    void surrogates_loneOrPaired_doNoHarm();
};

void tst_MixedScript::word_ofScripts_isNamed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("scripts");
    QTest::newRow("plain") << u"paypal"_s << QStringList();
    QTest::newRow("a Cyrillic a") << u"p\u0430ypal"_s << QStringList{u"Latin"_s, u"Cyrillic"_s};
    QTest::newRow("a Greek omicron") << u"micr\u03BFsoft.com"_s << QStringList{u"Latin"_s, u"Greek"_s};
    QTest::newRow("all Cyrillic") << u"\u0440\u0430\u0443\u0440\u0430\u0406"_s << QStringList();
    QTest::newRow("two words") << u"pay \u0430\u0431\u0432"_s << QStringList();
    QTest::newRow("with accents") << u"caf\u00E9 M\u00FCller"_s << QStringList();
    QTest::newRow("Japanese with Latin") << u"\u6771\u4EACtower\u30BF\u30EF\u30FC"_s << QStringList();
    QTest::newRow("digits belong to all") << u"\u0430123"_s << QStringList();
    QTest::newRow("a domain with a hyphen") << u"my-b\u0430nk.example"_s << QStringList{u"Latin"_s, u"Cyrillic"_s};
    QTest::newRow("joined by a zero width joiner")
        << u"pay\u200D\u043F\u0430\u043B"_s << QStringList{u"Latin"_s, u"Cyrillic"_s};
    QTest::newRow("three") << u"a\u0431\u03B3"_s << QStringList{u"Latin"_s, u"Cyrillic"_s, u"Greek"_s};
    QTest::newRow("nothing") << QString() << QStringList();
}

void tst_MixedScript::word_ofScripts_isNamed()
{
    QFETCH(QString, text);
    QFETCH(QStringList, scripts);
    const QList<base::MixedWord> words = base::mixedWords(text);
    QCOMPARE(words.isEmpty(), scripts.isEmpty());
    if (!words.isEmpty())
        QCOMPARE(words.first().scripts, scripts);
}

void tst_MixedScript::words_areFoundWhereTheyStand()
{
    const QString text = u"to p\u0430ypal, b\u0430nk and \u0431\u0430\u043D\u043A"_s;
    const QList<base::MixedWord> words = base::mixedWords(text);
    QCOMPARE(words.size(), 2);
    QCOMPARE(text.sliced(words.first().position, words.first().length), u"p\u0430ypal"_s);
    QCOMPARE(text.sliced(words.last().position, words.last().length), u"b\u0430nk"_s);
}

void tst_MixedScript::surrogates_loneOrPaired_doNoHarm()
{
    const QString high(QChar(0xD800));
    QVERIFY(base::mixedWords(high).isEmpty());
    QVERIFY(base::mixedWords(QString(u"a"_s + high + u"b"_s)).isEmpty());
    const QString gothic = QString::fromUcs4(U"\U00010330\U00010331"); // one script, two units a letter
    QVERIFY(base::mixedWords(gothic).isEmpty());
    const QList<base::MixedWord> words = base::mixedWords(QString(u"x"_s + gothic));
    QCOMPARE(words.size(), 1);
    QCOMPARE(words.first().length, 5);
}

QTEST_APPLESS_MAIN(tst_MixedScript)
#include "tst_mixedscript.moc"
