#include "console/models/documentversions.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::DocumentVersions;
using console::LineChange;
using Kind = console::LineChange::Kind;

class TestLineDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void texts_areTurnedIntoEachOther_data();
    void texts_areTurnedIntoEachOther();
    void difference_isTheSmallest();
    void middles_tooLong_areReplaced();
    void lines_farFromAChange_areCounted();
    void lines_areEscaped();
};

void TestLineDiff::texts_areTurnedIntoEachOther_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("equal") << u"abc"_s << u"abc"_s;
    QTest::newRow("from nothing") << QString() << u"ab"_s;
    QTest::newRow("to nothing") << u"ab"_s << QString();
    QTest::newRow("one in the middle") << u"abc"_s << u"axc"_s;
    QTest::newRow("repeated lines") << u"aabaab"_s << u"aba"_s;
    QTest::newRow("turned around") << u"abcdef"_s << u"fedcba"_s;
    QTest::newRow("all another") << u"abc"_s << u"xyz"_s;
    QTest::newRow("tail longer than what is left") << u"aba"_s << u"a"_s;
}

void TestLineDiff::texts_areTurnedIntoEachOther()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    const auto linesOf = [](const QString &text) {
        return text.isEmpty() ? QStringList() : text.split(QString(), Qt::SkipEmptyParts);
    };
    QString first;
    QString second;
    for (const LineChange &change : console::lineDifference(linesOf(before), linesOf(after))) {
        first += change.kind == Kind::Added ? QString() : change.line;
        second += change.kind == Kind::Removed ? QString() : change.line;
    }
    QCOMPARE(first, before);
    QCOMPARE(second, after);
}

void TestLineDiff::difference_isTheSmallest()
{
    const QList<LineChange> changes =
        console::lineDifference({u"a"_s, u"b"_s, u"c"_s, u"d"_s}, {u"a"_s, u"c"_s, u"x"_s, u"d"_s});
    QCOMPARE(changes, (QList<LineChange>{{Kind::Same, u"a"_s},
                                         {Kind::Removed, u"b"_s},
                                         {Kind::Same, u"c"_s},
                                         {Kind::Added, u"x"_s},
                                         {Kind::Same, u"d"_s}}));
}

void TestLineDiff::middles_tooLong_areReplaced()
{
    QStringList before{u"head"_s};
    QStringList after{u"head"_s};
    for (int i = 0; i < 2100; ++i) {
        before.append(QString::number(i));
        after.append(QString::number(-i - 1));
    }
    const QList<LineChange> changes = console::lineDifference(before, after);
    QCOMPARE(changes.size(), 4201);
    QCOMPARE(changes.first().kind, Kind::Same);
    QCOMPARE(changes.at(1).kind, Kind::Removed);
    QCOMPARE(changes.last().kind, Kind::Added);
}

void TestLineDiff::lines_farFromAChange_areCounted()
{
    QList<LineChange> changes(20, {Kind::Same, u"x"_s});
    changes[10] = {Kind::Added, u"new"_s};
    const auto lines = DocumentVersions::differenceLines(changes);
    QCOMPARE(lines.size(), 9); // a count, three, the change, three, a count
    QCOMPARE(lines.first().value, u"… 7 equal line(s)"_s);
    QCOMPARE(lines.at(4).value, u"+ new"_s);
    QCOMPARE(lines.last().value, u"… 6 equal line(s)"_s);
}

void TestLineDiff::lines_areEscaped()
{
    const auto lines = DocumentVersions::differenceLines({{Kind::Removed, u"a\u202Eb"_s}});
    QCOMPARE(lines.first().value, u"− a[U+202E]b"_s); // C3
}

QTEST_GUILESS_MAIN(TestLineDiff)
#include "tst_linediff.moc"
