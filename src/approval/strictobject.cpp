#include "approval/strictobject.h"

#include "base/visibletext.h"

#include <QJsonArray>

#include <algorithm>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr qsizetype kNameLimit = 128;
constexpr qsizetype kRoleLimit = 64;
constexpr qsizetype kTextLimit = 16 * 1024;
constexpr qint64 kIntegerLimit = (qint64(1) << 53) - 1;

bool isLower(QChar c)
{
    return c >= u'a' && c <= u'z';
}

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

} // namespace

std::optional<QByteArray> strictBase64(const QString &text)
{
    const QByteArray latin = text.toUtf8();
    const auto decoded = QByteArray::fromBase64Encoding(latin, QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.toBase64() != latin)
        return std::nullopt;
    return decoded.decoded;
}

bool isName(const QString &text)
{
    if (text.isEmpty() || text.size() > kNameLimit || !text.isValidUtf16() || text.startsWith(u' ') ||
        text.endsWith(u' '))
        return false;
    const auto codePoints = text.toUcs4();
    return std::none_of(codePoints.begin(), codePoints.end(),
                        [](auto codePoint) { return base::isEscaped(char32_t(codePoint)); }) &&
           text == text.normalized(QString::NormalizationForm_C);
}

bool isRole(const QString &text)
{
    return !text.isEmpty() && text.size() <= kRoleLimit && isLower(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [](QChar c) { return isLower(c) || isDigit(c) || c == u'_' || c == u'-'; });
}

bool isTokenId(const QString &text)
{
    return isHex(text, 12) || (text.size() == 12 && std::all_of(text.begin(), text.end(), [](QChar c) {
                                   return isLower(c) || (c >= u'2' && c <= u'7');
                               }));
}

bool isHex(const QString &text, qsizetype digits)
{
    return text.size() == digits &&
           std::all_of(text.begin(), text.end(), [](QChar c) { return isDigit(c) || (c >= u'a' && c <= u'f'); });
}

StrictObject::StrictObject(QJsonObject object, QString what) : m_object(std::move(object)), m_what(std::move(what)) {}

void StrictObject::refuse(const QString &problem)
{
    if (m_problem.isEmpty())
        m_problem = m_what + u' ' + problem + u'.';
}

QJsonValue StrictObject::take(QLatin1StringView name)
{
    m_read.insert(name);
    const QJsonValue value = m_object.value(name);
    if (value.isUndefined())
        refuse(u"has no member '%1'"_s.arg(name));
    return value;
}

QString StrictObject::shaped(QLatin1StringView name, const QJsonValue &value, Shape shape)
{
    if (!value.isString() || value.toString().isEmpty()) {
        refuse(u"has a member '%1' that is not a text, or an empty one"_s.arg(name));
        return {};
    }
    const QString text = value.toString();
    const auto unlessShaped = [&](bool good, QStringView shapeWords) {
        if (!good)
            refuse(u"has a member '%1' that is not %2"_s.arg(name, shapeWords));
    };
    switch (shape) {
    case Shape::Text:
        unlessShaped(text.size() <= kTextLimit, u"within 16384 characters");
        break;
    case Shape::Name:
        unlessShaped(isName(text), u"a name of at most 128 plain characters");
        break;
    case Shape::Hex16:
        unlessShaped(isHex(text, 16), u"16 lower-case hex digits");
        break;
    case Shape::Hex32:
        unlessShaped(isHex(text, 32), u"32 lower-case hex digits");
        break;
    case Shape::Hex64:
        unlessShaped(isHex(text, 64), u"64 lower-case hex digits");
        break;
    }
    return text;
}

QString StrictObject::text(QLatin1StringView name, Shape shape)
{
    return shaped(name, take(name), shape);
}

QString StrictObject::textOrNull(QLatin1StringView name, Shape shape)
{
    const QJsonValue value = take(name);
    return value.isNull() ? QString() : shaped(name, value, shape);
}

qint64 StrictObject::integer(QLatin1StringView name, qint64 least)
{
    const QJsonValue value = take(name);
    // toInteger returns its default for everything that is no whole number, so two defaults tell the two apart
    const bool whole = value.isDouble() && value.toInteger(0) == value.toInteger(1);
    if (!whole || value.toInteger() < least || value.toInteger() > kIntegerLimit) {
        refuse(u"has a member '%1' that is not a whole number from %2"_s.arg(name).arg(least));
        return least;
    }
    return value.toInteger();
}

qint64 StrictObject::integerOrNull(QLatin1StringView name, qint64 least, qint64 absent)
{
    if (m_object.value(name).isNull()) {
        m_read.insert(name);
        return absent;
    }
    return integer(name, least);
}

bool StrictObject::boolean(QLatin1StringView name)
{
    const QJsonValue value = take(name);
    if (!value.isBool())
        refuse(u"has a member '%1' that is not true or false"_s.arg(name));
    return value.toBool();
}

QByteArray StrictObject::bytes(QLatin1StringView name)
{
    const QJsonValue value = take(name);
    const std::optional<QByteArray> decoded = value.isString() ? strictBase64(value.toString()) : std::nullopt;
    if (!decoded)
        refuse(u"has a member '%1' that is not base64"_s.arg(name));
    return decoded.value_or(QByteArray());
}

QJsonObject StrictObject::object(QLatin1StringView name)
{
    const QJsonValue value = take(name);
    if (!value.isObject())
        refuse(u"has a member '%1' that is not an object"_s.arg(name));
    return value.toObject();
}

QStringList StrictObject::texts(QLatin1StringView name)
{
    const QJsonValue value = take(name);
    if (!value.isArray())
        refuse(u"has a member '%1' that is not a list"_s.arg(name));
    QStringList list;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &element : array) {
        if (!element.isString() || list.contains(element.toString())) {
            refuse(u"has a list '%1' with an element that is not a text, or is there twice"_s.arg(name));
            return {};
        }
        list.append(element.toString());
    }
    return list;
}

base::Result<> StrictObject::finish() const
{
    if (!m_problem.isEmpty())
        return base::fail(ErrorCode::Malformed, m_problem);
    for (auto member = m_object.begin(); member != m_object.end(); ++member) {
        if (!m_read.contains(member.key()))
            return base::fail(ErrorCode::Malformed,
                              QString(m_what + u" has a member '" + base::visibleText(member.key()) +
                                      u"' that does not belong there."));
    }
    return {};
}

} // namespace obstat::approval
