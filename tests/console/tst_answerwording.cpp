#include "console/models/answerwording.h"

#include <QTest>

using namespace obstat;
using namespace Qt::StringLiterals;
using console::AnswerWording;
using console::OperationDetail;
using console::StoredBytes;

/// Contract 7.5: a person who settles an unknown outcome sees what was answered, as it was said.
class TestAnswerWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void record_saysWhatWasAnswered_data();
    void record_saysWhatWasAnswered();
    void recordThatIsGone_isSaid();
};

void TestAnswerWording::record_saysWhatWasAnswered_data()
{
    QTest::addColumn<QByteArray>("record");
    QTest::addColumn<QString>("said");
    QTest::newRow("an owner's body") << QByteArray(R"({"body":"{\"error\":\"locked\"}\n","headers":[],"status":500})")
                                     << u"{\"error\":\"locked\"}"_s;
    QTest::newRow("an owner's hidden characters")
        << QByteArray(R"({"body":"paid\u202e 0","headers":[],"status":200})") << u"paid[U+202E] 0"_s;
    QTest::newRow("an owner that said nothing") << QByteArray(R"({"body":"","headers":[],"status":502})") << QString();
    QTest::newRow("the body is the result") << QByteArray(R"({"headers":[],"status":200})") << QString();
    QTest::newRow("bytes") << QByteArray(R"({"body_base64":"/wD+","headers":[],"status":200})")
                           << u"3 bytes that are no text"_s;
    QTest::newRow("a caller")
        << QByteArray(R"({"fence":4,"outcome":"unknown","reason":"the browser closed","response":{"b":1,"a":[]}})")
        << u"the browser closed · {\"a\":[],\"b\":1}"_s;
    QTest::newRow("no record at all") << QByteArray("<html>") << QString();
}

void TestAnswerWording::record_saysWhatWasAnswered()
{
    QFETCH(QByteArray, record);
    OperationDetail detail;
    detail.answers = {{u"d"_s, StoredBytes(record)}};
    QTEST(AnswerWording::said(detail, u"d"_s), "said");
    QCOMPARE(AnswerWording::said(detail, u"other"_s), QString());
    QCOMPARE(AnswerWording::said(detail, QString()), QString());
}

void TestAnswerWording::recordThatIsGone_isSaid()
{
    OperationDetail detail;
    detail.answers = {{u"purged"_s, StoredBytes(std::nullopt)},
                      {u"changed"_s, tl::unexpected(base::Error{base::ErrorCode::Corrupt, u"other bytes"_s, {}})}};
    QCOMPARE(AnswerWording::said(detail, u"purged"_s), u"The answer was purged"_s);
    QVERIFY(!AnswerWording::said(detail, u"changed"_s).isEmpty());
}

QTEST_MAIN(TestAnswerWording)
#include "tst_answerwording.moc"
