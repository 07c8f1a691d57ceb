#include "evidence/checkpoint.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace obstat;
using namespace obstat::evidence;

namespace {

constexpr auto kText = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

}

class TestCheckpoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parse_exampleOfTheSpecification_isRead();
    void text_ofAnEmptyLog_saysZero();
    void parse_otherTexts_areMalformed_data();
    void parse_otherTexts_areMalformed();
};

void TestCheckpoint::parse_exampleOfTheSpecification_isRead()
{
    const auto checkpoint = Checkpoint::parse(kText);
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->origin, u"example.com/behind-the-sofa"_s);
    QCOMPARE(checkpoint->head.size, quint64(20852163));
    QCOMPARE(checkpoint->head.root.hex(), u"0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62"_s);
    QCOMPARE(checkpoint->text(), QByteArray(kText));
}

void TestCheckpoint::text_ofAnEmptyLog_saysZero()
{
    const Checkpoint checkpoint{u"obstat.local/1"_s, {0, emptyRoot()}};
    QCOMPARE(checkpoint.text(), QByteArray("obstat.local/1\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"));
    QCOMPARE(*Checkpoint::parse(checkpoint.text()), checkpoint);
}

void TestCheckpoint::parse_otherTexts_areMalformed_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray root = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    const auto row = [](const char *name, const QByteArray &text) { QTest::newRow(name) << text; };
    row("empty", "");
    row("two lines", "o\n1\n");
    row("no last newline", QByteArray("o\n1\n").append(root));
    row("extension line", QByteArray("o\n1\n").append(root).append("\nmore\n"));
    row("blank line at the end", QByteArray("o\n1\n").append(root).append("\n\n"));
    row("empty origin", QByteArray("\n1\n").append(root).append('\n'));
    row("tab in the origin", QByteArray("a\tb\n1\n").append(root).append('\n'));
    row("invalid UTF-8 in the origin", QByteArray("\xFF\n1\n").append(root).append('\n'));
    row("empty size", QByteArray("o\n\n").append(root).append('\n'));
    row("negative size", QByteArray("o\n-1\n").append(root).append('\n'));
    row("size with plus", QByteArray("o\n+1\n").append(root).append('\n'));
    row("size with a leading zero", QByteArray("o\n01\n").append(root).append('\n'));
    row("size with a space", QByteArray("o\n1 \n").append(root).append('\n'));
    row("size in hexadecimal", QByteArray("o\n0x1\n").append(root).append('\n'));
    row("size beyond 64 bits", QByteArray("o\n18446744073709551616\n").append(root).append('\n'));
    row("carriage return", QByteArray("o\r\n1\r\n").append(root).append("\r\n"));
    row("root too short", "o\n1\nAAAA\n");
    row("root without padding", QByteArray("o\n1\n").append(root.chopped(1)).append('\n'));
    row("root with spare bits", QByteArray("o\n1\n").append(root.chopped(2)).append("V=\n"));
    row("root in the URL alphabet", QByteArray("o\n1\n").append(QByteArray(root).replace('+', '-')).append('\n'));
    row("space before the root", QByteArray("o\n1\n ").append(root).append('\n'));
}

void TestCheckpoint::parse_otherTexts_areMalformed()
{
    QFETCH(QByteArray, text);
    const auto checkpoint = Checkpoint::parse(text);
    QVERIFY(!checkpoint);
    QCOMPARE(checkpoint.error().code, base::ErrorCode::Malformed);
}

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
