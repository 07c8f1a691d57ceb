#include "wire/message.h"

#include <QJsonDocument>
#include <QTest>

using namespace obstat::wire;
using namespace Qt::StringLiterals;

class TestMessage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void json_bytes_asTheyAre()
    {
        const Response response = Response::json(201, "{\"a\": 1}");
        QCOMPARE(response.status, 201);
        QCOMPARE(response.headers.value("content-type"), QByteArray("application/json"));
        QCOMPARE(response.body, QByteArray("{\"a\": 1}"));
    }

    void problem_members_rfc9457()
    {
        const Response response = Response::problem(409, u"urn:x:conflict"_s, u"It differs."_s, u"amount"_s,
                                                    {{u"paths"_s, u"/amount"_s}, {u"status"_s, 1}});
        QCOMPARE(response.status, 409);
        QCOMPARE(response.headers.value("Content-Type"), QByteArray("application/problem+json"));
        const QJsonObject expected{{u"type"_s, u"urn:x:conflict"_s},
                                   {u"title"_s, u"It differs."_s},
                                   {u"status"_s, 409},
                                   {u"detail"_s, u"amount"_s},
                                   {u"paths"_s, u"/amount"_s}};
        QCOMPARE(QJsonDocument::fromJson(response.body).object(), expected);
    }

    void problem_withoutDetail_leftOut()
    {
        const Response response = Response::problem(404, u"urn:x:none"_s, u"Nothing is there."_s);
        QVERIFY(!QJsonDocument::fromJson(response.body).object().contains(QStringLiteral("detail")));
    }

    void reasonPhrase_known_text()
    {
        QCOMPARE(reasonPhrase(404), QByteArray("Not Found"));
        QCOMPARE(reasonPhrase(299), QByteArray());
    }
};

QTEST_APPLESS_MAIN(TestMessage)
#include "tst_message.moc"
