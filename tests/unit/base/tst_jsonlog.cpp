#include "base/canonicaljson.h"
#include "base/jsonlog.h"
#include "support/fakeclock.h"

#include <QJsonArray>
#include <QTest>

#include <limits>
#include <memory>
#include <thread>

using namespace obstat;
using namespace Qt::StringLiterals;
using base::JsonLog;
using base::LogLevel;

/// Contract 7.7: one JSON object a line.
class tst_JsonLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void write_entry_isOneLineOfJson();
    void write_anyControlCharacter_staysOneLine();
    void write_reservedField_isOverruled();
    void write_numberThatJsonCannotHold_doesNotEndTheProcess();
    void write_belowTheLevel_writesNothing();
    void write_toAStream_arrivesAtOnce();
    void write_fromManyThreads_keepsLinesWhole();
};

void tst_JsonLog::write_entry_isOneLineOfJson()
{
    tests::FakeClock clock;
    QByteArray out;
    JsonLog log(clock, [&out](const QByteArray &line) { out.append(line); });
    log.info(u"started"_s, {{u"port"_s, 8080}, {u"ledger"_s, u"a.obstat"_s}});
    QCOMPARE(out, QByteArray("{\"at\":\"2026-09-20T14:00:00.000000Z\",\"event\":\"started\",\"ledger\":\"a.obstat\","
                             "\"level\":\"info\",\"port\":8080}\n"));
}

void tst_JsonLog::write_anyControlCharacter_staysOneLine()
{
    tests::FakeClock clock;
    QByteArrayList lines;
    JsonLog log(clock, [&lines](const QByteArray &line) { lines.append(line); });
    for (char16_t c = 0; c <= 0x9F; ++c) {
        const QString text = QString(u'a' + QString(QChar(c)) + u'b');
        log.warning(text, {{text, text}, {u"list"_s, QJsonArray{text, QJsonObject{{text, text}}}}});
    }
    log.error(u"\u2028\u2029\u202E"_s, {{u"x"_s, QString(QChar(0xD800))}});
    QCOMPARE(lines.size(), 0x9F + 2);
    for (const QByteArray &line : lines) {
        QCOMPARE(line.count('\n'), 1);
        QVERIFY(line.endsWith('\n'));
        for (const char c : line.chopped(1)) {
            QVERIFY2(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, line.constData());
        }
        QVERIFY2(base::parseCanonical(line), line.constData());
        QVERIFY(!line.contains("\xE2\x80"));
    }
}

void tst_JsonLog::write_reservedField_isOverruled()
{
    tests::FakeClock clock;
    QByteArray out;
    JsonLog log(clock, [&out](const QByteArray &line) { out = line; });
    log.error(u"real"_s, {{u"event"_s, u"false"_s}, {u"level"_s, u"debug"_s}, {u"at"_s, 0}});
    const QJsonObject entry = base::parseCanonical(out).value().value.toObject();
    QCOMPARE(entry.value(u"event"_s).toString(), u"real"_s);
    QCOMPARE(entry.value(u"level"_s).toString(), u"error"_s);
    QCOMPARE(entry.value(u"at"_s).toString(), u"2026-09-20T14:00:00.000000Z"_s);
}

void tst_JsonLog::write_numberThatJsonCannotHold_doesNotEndTheProcess()
{
    tests::FakeClock clock;
    QByteArray out;
    JsonLog log(clock, [&out](const QByteArray &line) { out = line; });
    log.info(u"n"_s, {{u"nan"_s, std::numeric_limits<double>::quiet_NaN()},
                      {u"inf"_s, std::numeric_limits<double>::infinity()},
                      {u"big"_s, std::numeric_limits<qint64>::max()},
                      {u"far"_s, 1e300}});
    QVERIFY2(out.contains("\"big\":\"9223372036854775807\",\"event\":\"n\",\"far\":1e+300,\"inf\":null"),
             out.constData());
}

void tst_JsonLog::write_belowTheLevel_writesNothing()
{
    tests::FakeClock clock;
    int lines = 0;
    JsonLog log(clock, [&lines](const QByteArray &) { ++lines; });
    log.write(LogLevel::Debug, u"d"_s);
    QCOMPARE(lines, 0);
    log.setLevel(LogLevel::Warning);
    log.info(u"i"_s);
    QCOMPARE(lines, 0);
    log.warning(u"w"_s);
    log.error(u"e"_s);
    QCOMPARE(lines, 2);
    log.setLevel(LogLevel::Debug);
    log.write(LogLevel::Debug, u"d"_s);
    QCOMPARE(lines, 3);
}

void tst_JsonLog::write_toAStream_arrivesAtOnce()
{
    tests::FakeClock clock;
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::tmpfile(), &std::fclose);
    QVERIFY(stream);
    JsonLog log(clock, stream.get());
    log.info(u"one"_s);
    log.info(u"two"_s);
    std::rewind(stream.get());
    std::array<char, 512> buffer{};
    const size_t size = std::fread(buffer.data(), 1, buffer.size(), stream.get());
    const QByteArray text(buffer.data(), qsizetype(size));
    QCOMPARE(text.count('\n'), 2);
    QVERIFY(text.contains("\"event\":\"one\""));
    QVERIFY(text.contains("\"event\":\"two\""));
}

void tst_JsonLog::write_fromManyThreads_keepsLinesWhole()
{
    tests::FakeClock clock;
    QByteArray out;
    JsonLog log(clock, [&out](const QByteArray &line) { out.append(line); });
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 8; ++thread) {
            threads.emplace_back([&log, thread] {
                for (int i = 0; i < 200; ++i) {
                    log.info(u"e"_s, {{u"thread"_s, thread}, {u"i"_s, i}});
                }
            });
        }
    }
    const QByteArrayList lines = out.chopped(1).split('\n');
    QCOMPARE(lines.size(), 1600);
    for (const QByteArray &line : lines) {
        QVERIFY2(base::parseCanonical(line), line.constData());
    }
}

QTEST_GUILESS_MAIN(tst_JsonLog)
#include "tst_jsonlog.moc"
