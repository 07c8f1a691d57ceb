#include "wire/chunkdecoder.h"

#include <QTest>

using obstat::wire::ChunkDecoder;
using Reading = ChunkDecoder::Reading;
using State = ChunkDecoder::State;

class TestChunkDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decode_splitAnywhere_sameBody()
    {
        const QByteArray wire = "5\r\nhello\r\n00A\r\n0123456789\r\n0\r\n\r\nGET /";
        for (qsizetype first = 0; first <= wire.size(); ++first) {
            ChunkDecoder decoder(Reading::Strict, 100);
            QByteArray body;
            QByteArray input = wire.first(first);
            State state = decoder.decode(input, body);
            if (state == State::More) {
                input += wire.sliced(first);
                state = decoder.decode(input, body);
            } else {
                input += wire.sliced(first);
            }
            QCOMPARE(state, State::Done);
            QCOMPARE(body, QByteArray("hello0123456789"));
            QCOMPARE(input, QByteArray("GET /"));
        }
    }

    void decode_byteByByte_sameBody()
    {
        ChunkDecoder decoder(Reading::Strict, 100);
        QByteArray body;
        QByteArray input;
        State state = State::More;
        for (const char c : QByteArray("3\r\nabc\r\n0\r\n\r\n")) {
            QCOMPARE(state, State::More);
            input += c;
            state = decoder.decode(input, body);
        }
        QCOMPARE(state, State::Done);
        QCOMPARE(body, QByteArray("abc"));
    }

    void decode_bad_malformed_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<bool>("lenientToo");
        const auto row = [](const char *name, QByteArray input, bool lenientToo) {
            QTest::newRow(name) << input << lenientToo;
        };
        row("hex prefix", "0x5\r\nhello\r\n0\r\n\r\n", true);
        row("minus", "-5\r\nhello\r\n0\r\n\r\n", true);
        row("plus", "+5\r\nhello\r\n0\r\n\r\n", true);
        row("no size", "\r\nhello\r\n0\r\n\r\n", true);
        row("leading space", " 5\r\nhello\r\n0\r\n\r\n", true);
        row("trailing space", "5 \r\nhello\r\n0\r\n\r\n", false);
        row("nine digits", "000000005\r\nhello\r\n0\r\n\r\n", true);
        row("overflow", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n", true);
        row("bare line feed after size", "5\nhello\r\n0\r\n\r\n", true);
        row("bare line feed after data", "5\r\nhello\n0\r\n\r\n", true);
        row("bare return in size line", "5\r\rhello\r\n0\r\n\r\n", true);
        row("data longer than its size", "5\r\nhelloX\r\n0\r\n\r\n", true);
        row("data shorter than its size", "6\r\nhello\r\n0\r\n\r\n", true);
        row("extension", "5;a=b\r\nhello\r\n0\r\n\r\n", false);
        row("extension with a line feed", "5;a=\nb\r\nhello\r\n0\r\n\r\n", true);
        row("trailer", "0\r\nX: y\r\n\r\n", false);
        row("bare line feed at the end", "0\r\n\n", true);
    }
    void decode_bad_malformed()
    {
        QFETCH(QByteArray, input);
        QFETCH(bool, lenientToo);
        QByteArray body;
        QByteArray copy = input;
        ChunkDecoder strict(Reading::Strict, 100);
        QCOMPARE(strict.decode(copy, body), State::Malformed);
        body.clear();
        ChunkDecoder lenient(Reading::Lenient, 100);
        QCOMPARE(lenient.decode(input, body), lenientToo ? State::Malformed : State::Done);
    }

    void decode_overLimit_tooLargeBeforeTheData()
    {
        ChunkDecoder decoder(Reading::Strict, 8);
        QByteArray body;
        QByteArray input = "5\r\nhello\r\n4\r\n";
        QCOMPARE(decoder.decode(input, body), State::TooLarge);
    }

    void decode_endlessSizeLine_malformed()
    {
        ChunkDecoder decoder(Reading::Lenient, 8);
        QByteArray body;
        QByteArray input = "1;" + QByteArray(5000, 'x');
        QCOMPARE(decoder.decode(input, body), State::Malformed);
    }
};

QTEST_APPLESS_MAIN(TestChunkDecoder)
#include "tst_chunkdecoder.moc"
