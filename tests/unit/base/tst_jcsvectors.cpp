#include "base/canonicaljson.h"
#include "base/digest.h"
#include "support/sharedfile.h"
#include "support/tempfolder.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QtEndian>

#include <bit>
#include <cmath>

using namespace obstat;
using namespace Qt::StringLiterals;

/// The public vectors of RFC 8785 (cyberphone/json-canonicalization, testdata), for the serialiser of contract 3.3.
class tst_JcsVectors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void serialiser_publicInput_givesPublicOutput_data();
    void serialiser_publicInput_givesPublicOutput();
    void intake_publicInput_isCanonicalOrRefused_data();
    void intake_publicInput_isCanonicalOrRefused();
    void canonicalNumber_publishedLines_haveThePublishedDigest();
    void canonicalNumber_everyLine_readsBackAsTheSameDouble();
};

namespace {

/// The sequence of doubles behind the number file, as its author describes it.
class NumberSequence
{
public:
    explicit NumberSequence(QList<quint64> first) : m_first(std::move(first)) {}

    quint64 next()
    {
        const qsizetype index = m_index++;
        if (index < m_first.size()) {
            return m_first.at(index);
        }
        constexpr qsizetype kSerial = 2000;
        if (index < m_first.size() + kSerial) {
            return 0x0010000000000000ULL + quint64(index - m_first.size());
        }
        while (true) {
            if (m_offset == m_block.size()) {
                m_block = base::sha256(m_block);
                m_offset = 0;
            }
            const auto bits = qFromLittleEndian<quint64>(m_block.constData() + m_offset);
            m_offset += 8;
            const auto number = std::bit_cast<double>(bits);
            if (number != 0 && std::isfinite(number)) {
                return bits;
            }
        }
    }

private:
    QList<quint64> m_first;
    qsizetype m_index = 0;
    QByteArray m_block = QByteArray(32, '\0');
    qsizetype m_offset = 32;
};

std::optional<QList<quint64>> publishedBits()
{
    const auto file = tests::sharedFile(u"vectors/jcs/number-bits.txt"_s);
    if (!file) {
        return std::nullopt;
    }
    QList<quint64> bits;
    for (const QByteArray &line : tests::readFile(*file).split('\n')) {
        if (!line.trimmed().isEmpty()) {
            bits.append(line.trimmed().toULongLong(nullptr, 16));
        }
    }
    return bits;
}

const QMap<qint64, QByteArray> kPublishedDigests = {
    {1000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"},
    {10000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"},
    {100000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"},
    {1000000, "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16"},
    {10000000, "b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0"},
    {100000000, "0f7dda6b0837dde083c5d6b896f7d62340c8a2415b0c7121d83145e08a755272"},
};

void addVectorRows()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"arrays", "french", "structures", "unicode", "values", "weird"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

} // namespace

void tst_JcsVectors::serialiser_publicInput_givesPublicOutput_data()
{
    addVectorRows();
}

void tst_JcsVectors::serialiser_publicInput_givesPublicOutput()
{
    QFETCH(QString, name);
    const auto input = tests::sharedFile(u"vectors/jcs/%1.input.json"_s.arg(name));
    const auto output = tests::sharedFile(u"vectors/jcs/%1.output.json"_s.arg(name));
    if (!input || !output) {
        QSKIP("no public vectors here");
    }
    const QJsonDocument document = QJsonDocument::fromJson(tests::readFile(*input));
    const QJsonValue value = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    QCOMPARE(base::canonicalBytes(value), tests::readFile(*output).trimmed());
}

void tst_JcsVectors::intake_publicInput_isCanonicalOrRefused_data()
{
    addVectorRows();
}

void tst_JcsVectors::intake_publicInput_isCanonicalOrRefused()
{
    QFETCH(QString, name);
    const auto input = tests::sharedFile(u"vectors/jcs/%1.input.json"_s.arg(name));
    const auto output = tests::sharedFile(u"vectors/jcs/%1.output.json"_s.arg(name));
    if (!input || !output) {
        QSKIP("no public vectors here");
    }
    const auto parsed = base::parseCanonical(tests::readFile(*input));
    if (name == u"values"_s) { // holds 333333333.33333329, which intake refuses
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, base::ErrorCode::NotCanonical);
        QVERIFY2(parsed.error().message.contains(u"\"/numbers/0\""_s), qPrintable(parsed.error().message));
        return;
    }
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
    QCOMPARE(parsed->bytes, tests::readFile(*output).trimmed());
    QCOMPARE(base::canonicalBytes(parsed->value), parsed->bytes);
    QVERIFY(base::parseStoredCanonical(parsed->bytes));
}

void tst_JcsVectors::canonicalNumber_publishedLines_haveThePublishedDigest()
{
    const auto bits = publishedBits();
    if (!bits) {
        QSKIP("no public vectors here");
    }
    QCOMPARE(bits->size(), 168);
    bool given = false;
    const int option = qEnvironmentVariableIntValue("OBSTAT_JCS_LINES", &given);
    const qint64 lines = given ? option : 1'000'000;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    NumberSequence sequence(*bits);
    QByteArray line;
    int compared = 0;
    for (qint64 i = 1; i <= lines; ++i) {
        const quint64 pattern = sequence.next();
        line = QByteArray::number(pattern, 16);
        line.append(',').append(base::canonicalNumber(std::bit_cast<double>(pattern))).append('\n');
        hash.addData(line);
        if (kPublishedDigests.contains(i)) {
            QVERIFY2(hash.result().toHex() == kPublishedDigests.value(i),
                     qPrintable(u"the first %1 lines differ from the published ones"_s.arg(i)));
            ++compared;
        }
    }
    QVERIFY(compared >= 1);
    qInfo("compared %d published digests over %lld lines", compared, static_cast<long long>(lines));
}

/// Needs no published file: what is written reads back, and is its own canonical form.
void tst_JcsVectors::canonicalNumber_everyLine_readsBackAsTheSameDouble()
{
    NumberSequence sequence({});
    for (int i = 0; i < 20000; ++i) {
        const auto number = std::bit_cast<double>(sequence.next());
        const QByteArray text = base::canonicalNumber(number);
        bool good = false;
        QCOMPARE(text.toDouble(&good), number);
        QVERIFY2(good, text.constData());
        const auto parsed = base::parseCanonical(text);
        if (std::abs(number) <= 9007199254740991.0) {
            QVERIFY2(parsed, text.constData());
            QCOMPARE(parsed->bytes, text);
        } else {
            QVERIFY2(!parsed, text.constData());
        }
    }
}

QTEST_GUILESS_MAIN(tst_JcsVectors)
#include "tst_jcsvectors.moc"
