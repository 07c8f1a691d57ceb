#include "base/jsonreader.h"

#include "base/jsonstringreader.h"
#include "base/numbertext.h"
#include "base/visibletext.h"

#include <QJsonArray>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

constexpr double kMaxSafeInteger = 9007199254740991.0; // 2^53 − 1
constexpr qsizetype kMaxShownPlace = 300;
constexpr size_t kUsualMembers = 12;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

struct JsonReader::Member
{
    QString name;
    QJsonValue value;
    qsizetype start = 0; // of `"name":value` in the output
    qsizetype end = 0;
};

JsonReader::JsonReader(QByteArrayView text, const JsonLimits &limits)
    : m_begin(text.data())
    , m_at(text.data())
    , m_end(text.data() + text.size())
    , m_limits(limits)
    , m_strings(m_at, m_end, m_out, m_refusal)
{
}

Result<CanonicalJson> JsonReader::read()
{
    const qsizetype size = m_end - m_begin;
    if (size > m_limits.maxBytes) {
        return fail(ErrorCode::TooLarge,
                    u"The JSON text has %1 bytes, the limit is %2, at \"\"."_s.arg(size).arg(m_limits.maxBytes));
    }
    m_out.reserve(size + 16);
    CanonicalJson result;
    bool good = false;
    if (QByteArrayView(m_begin, m_end).startsWith("\xEF\xBB\xBF")) {
        good = refuse(ErrorCode::NotCanonical, u"The JSON text begins with a byte order mark"_s);
    } else {
        skipSpace();
        good = readValue(0, result.value);
        if (good) {
            skipSpace();
            good = m_at == m_end || refuse(ErrorCode::Malformed, u"Text follows after the JSON value"_s);
        }
    }
    if (!good) {
        QString place = visibleText(m_place);
        if (place.size() > kMaxShownPlace) {
            place = QString(place.left(kMaxShownPlace) + u"…"_s);
        }
        return fail(m_refusal.code,
                    u"%1, at \"%2\" (byte %3)."_s.arg(m_refusal.what, place, QString::number(m_at - m_begin)));
    }
    result.bytes = std::move(m_out);
    return result;
}

bool JsonReader::refuse(ErrorCode code, const QString &what)
{
    m_refusal = {code, what};
    return false;
}

void JsonReader::prependPlace(const QString &segment)
{
    QString escaped = segment;
    escaped.replace(u'~', "~0"_L1).replace(u'/', "~1"_L1);
    m_place = QString(u'/' + escaped + m_place);
}

void JsonReader::skipSpace()
{
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t')) {
        ++m_at;
    }
}

bool JsonReader::readWord(QByteArrayView word)
{
    if (!QByteArrayView(m_at, m_end).startsWith(word)) {
        return refuse(ErrorCode::Malformed, u"Expected a JSON value"_s);
    }
    m_out.append(word);
    m_at += word.size();
    return true;
}

bool JsonReader::readValue(int depth, QJsonValue &into)
{
    if (m_at == m_end) {
        return refuse(ErrorCode::Malformed, u"The JSON text ends where a value is expected"_s);
    }
    switch (*m_at) {
    case '{':
        return readObject(depth + 1, into);
    case '[':
        return readArray(depth + 1, into);
    case '"': {
        QString text;
        if (!m_strings.read(text)) {
            return false;
        }
        into = QJsonValue(text);
        return true;
    }
    case 't':
        into = QJsonValue(true);
        return readWord("true");
    case 'f':
        into = QJsonValue(false);
        return readWord("false");
    case 'n':
        into = QJsonValue(QJsonValue::Null);
        return readWord("null");
    default:
        return readNumber(into);
    }
}

bool JsonReader::readArray(int depth, QJsonValue &into)
{
    if (depth > m_limits.maxDepth) {
        return refuse(ErrorCode::TooLarge, u"The JSON value is nested deeper than %1"_s.arg(m_limits.maxDepth));
    }
    QJsonArray array;
    ++m_at;
    m_out.append('[');
    skipSpace();
    if (m_at != m_end && *m_at == ']') {
        ++m_at;
        m_out.append(']');
        into = array;
        return true;
    }
    while (true) {
        QJsonValue element;
        skipSpace();
        if (!readValue(depth, element)) {
            prependPlace(QString::number(array.size()));
            return false;
        }
        array.append(element);
        skipSpace();
        if (m_at == m_end || (*m_at != ',' && *m_at != ']')) {
            prependPlace(QString::number(array.size() - 1));
            return refuse(ErrorCode::Malformed, u"Expected ',' or ']' after an array element"_s);
        }
        const char next = *m_at++;
        m_out.append(next);
        if (next == ']') {
            into = array;
            return true;
        }
    }
}

bool JsonReader::readObject(int depth, QJsonValue &into)
{
    if (depth > m_limits.maxDepth) {
        return refuse(ErrorCode::TooLarge, u"The JSON value is nested deeper than %1"_s.arg(m_limits.maxDepth));
    }
    const qsizetype start = m_out.size();
    std::vector<Member> members;
    ++m_at;
    m_out.append('{');
    skipSpace();
    if (m_at != m_end && *m_at == '}') {
        ++m_at;
        m_out.append('}');
        into = QJsonObject();
        return true;
    }
    members.reserve(kUsualMembers);
    while (true) {
        Member member;
        if (!readMember(depth, member)) {
            return false;
        }
        members.push_back(std::move(member));
        skipSpace();
        if (m_at == m_end || (*m_at != ',' && *m_at != '}')) {
            prependPlace(members.back().name);
            return refuse(ErrorCode::Malformed, u"Expected ',' or '}' after an object member"_s);
        }
        const char next = *m_at++;
        m_out.append(next);
        if (next == '}') {
            break;
        }
    }
    if (!closeObject(start, members)) {
        return false;
    }
    QJsonObject object;
    for (const Member &member : members) {
        object.insert(member.name, member.value);
    }
    into = object;
    return true;
}

bool JsonReader::readMember(int depth, Member &into)
{
    into.start = m_out.size();
    skipSpace();
    if (m_at == m_end || *m_at != '"') {
        return refuse(ErrorCode::Malformed, u"Expected an object name in double quotes"_s);
    }
    if (!m_strings.read(into.name)) {
        return false;
    }
    skipSpace();
    if (m_at == m_end || *m_at != ':') {
        prependPlace(into.name);
        return refuse(ErrorCode::Malformed, u"Expected ':' after an object name"_s);
    }
    ++m_at;
    m_out.append(':');
    skipSpace();
    if (!readValue(depth, into.value)) {
        prependPlace(into.name);
        return false;
    }
    into.end = m_out.size();
    return true;
}

/// Brings the members, and their bytes in the output, into the order of names; refuses a name that occurs twice.
bool JsonReader::closeObject(qsizetype start, std::vector<Member> &members)
{
    const auto notAscending = [](const Member &a, const Member &b) { return !(a.name < b.name); };
    if (std::adjacent_find(members.begin(), members.end(), notAscending) == members.end()) {
        return true;
    }
    std::sort(members.begin(), members.end(), [](const Member &a, const Member &b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(members.begin(), members.end(), notAscending);
    if (twice != members.end()) {
        prependPlace(twice->name);
        return refuse(ErrorCode::NotCanonical, u"An object has this name more than once"_s);
    }
    QByteArray ordered;
    ordered.reserve(m_out.size() - start);
    for (const Member &member : members) {
        ordered.append(ordered.isEmpty() ? '{' : ',');
        ordered.append(QByteArrayView(m_out).sliced(member.start, member.end - member.start));
    }
    ordered.append('}');
    m_out.truncate(start);
    m_out.append(ordered);
    return true;
}

bool JsonReader::skipDigits()
{
    const char *start = m_at;
    while (m_at != m_end && isDigit(*m_at)) {
        ++m_at;
    }
    return m_at != start || refuse(ErrorCode::Malformed, u"A number lacks a digit"_s);
}

bool JsonReader::skipNumber(bool &plainInteger)
{
    if (*m_at == '-') {
        ++m_at;
    }
    if (m_at != m_end && *m_at == '0') {
        ++m_at;
        if (m_at != m_end && isDigit(*m_at)) {
            return refuse(ErrorCode::Malformed, u"A number begins with a zero too many"_s);
        }
    } else if (!skipDigits()) {
        return false;
    }
    if (m_at != m_end && *m_at == '.') {
        plainInteger = false;
        ++m_at;
        if (!skipDigits()) {
            return false;
        }
    }
    if (m_at != m_end && (*m_at == 'e' || *m_at == 'E')) {
        plainInteger = false;
        ++m_at;
        if (m_at != m_end && (*m_at == '+' || *m_at == '-')) {
            ++m_at;
        }
        return skipDigits();
    }
    return true;
}

bool JsonReader::readNumber(QJsonValue &into)
{
    if (*m_at != '-' && !isDigit(*m_at)) {
        return refuse(ErrorCode::Malformed, u"Expected a JSON value"_s);
    }
    const char *start = m_at;
    bool plainInteger = true;
    if (!skipNumber(plainInteger)) {
        return false;
    }
    const QByteArrayView text(start, m_at);
    if (plainInteger && text.size() <= 15 && text != "-0") {
        qint64 value = 0;
        std::from_chars(start, m_at, value);
        into = QJsonValue(value);
        m_out.append(text);
        return true;
    }
    return acceptNumber(text, into);
}

/// Takes a number only if its decimal value is that of its RFC 8785 text.
bool JsonReader::acceptNumber(QByteArrayView text, QJsonValue &into)
{
    const DecimalDigits written = decimalDigits(text);
    if (written.count == 0) {
        into = QJsonValue(0);
        m_out.append('0');
        return true;
    }
    double value = 0;
    const auto read = std::from_chars(text.begin(), text.end(), value);
    if (read.ec == std::errc::result_out_of_range && written.point > 0) {
        return refuse(ErrorCode::NotCanonical, u"A number is too large for a double"_s);
    }
    if (read.ec != std::errc() && read.ec != std::errc::result_out_of_range) {
        return refuse(ErrorCode::Malformed, u"A number cannot be read"_s);
    }
    if (std::abs(value) > kMaxSafeInteger) {
        return refuse(ErrorCode::NotCanonical, u"An integer lies beyond ±(2^53−1)"_s);
    }
    const DecimalDigits shortest = shortestDigits(value);
    if (written.overlong || written.view() != shortest.view() || written.point != shortest.point) {
        return refuse(ErrorCode::NotCanonical, u"A number would be rounded: a double cannot keep its decimal value"_s);
    }
    into = QJsonValue(value);
    appendEcmaNumber(m_out, shortest);
    return true;
}

} // namespace obstat::base
