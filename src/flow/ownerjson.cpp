#include "flow/ownerjson.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace obstat::flow {

namespace {

constexpr int kMaxDepth = 256;

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/// One reading of one answer; every read function leaves the cursor after what it read, or a complaint.
class OwnerJsonReader
{
public:
    explicit OwnerJsonReader(QStringView text) : m_text(text) {}

    base::Result<QJsonValue> read()
    {
        QJsonValue value;
        skipSpace();
        bool good = readValue(0, value);
        skipSpace();
        good = good && (m_at == m_text.size() || refuse("text follows after the value"_L1));
        if (good)
            return value;
        return base::fail(
            m_tooDeep ? base::ErrorCode::TooLarge : base::ErrorCode::Malformed,
            u"The owner's answer is not unambiguous JSON: %1, near character %2."_s.arg(m_complaint).arg(m_at));
    }

private:
    using Member = std::pair<QString, QJsonValue>;

    [[nodiscard]] QChar peek() const { return m_at < m_text.size() ? m_text[m_at] : QChar(); }
    bool take(QChar c)
    {
        const bool here = m_at < m_text.size() && m_text[m_at] == c;
        m_at += here ? 1 : 0;
        return here;
    }
    bool refuse(QLatin1StringView what)
    {
        m_complaint = what;
        return false;
    }
    void skipSpace()
    {
        while (take(u' ') || take(u'\n') || take(u'\r') || take(u'\t')) {
        }
    }

    bool readValue(int depth, QJsonValue &into)
    {
        switch (peek().unicode()) {
        case '{':
            return enter(depth) && readObject(depth + 1, into);
        case '[':
            return enter(depth) && readArray(depth + 1, into);
        case '"': {
            QString text;
            const bool good = readString(text);
            into = text;
            return good;
        }
        case 't':
            into = true;
            return readWord(u"true");
        case 'f':
            into = false;
            return readWord(u"false");
        case 'n':
            into = QJsonValue::Null;
            return readWord(u"null");
        default:
            return readNumber(into);
        }
    }

    bool enter(int depth)
    {
        m_tooDeep = depth >= kMaxDepth;
        return !m_tooDeep || refuse("it is nested too deep"_L1);
    }

    bool readWord(QStringView word)
    {
        if (!m_text.sliced(m_at).startsWith(word))
            return refuse("a value was expected"_L1);
        m_at += word.size();
        return true;
    }

    bool readArray(int depth, QJsonValue &into)
    {
        QJsonArray array;
        ++m_at;
        skipSpace();
        bool closed = take(u']');
        while (!closed) {
            QJsonValue element;
            skipSpace();
            if (!readValue(depth, element))
                return false;
            array.append(element);
            skipSpace();
            closed = take(u']');
            if (!closed && !take(u','))
                return refuse("a list is not continued"_L1);
        }
        into = array;
        return true;
    }

    bool readObject(int depth, QJsonValue &into)
    {
        std::vector<Member> members;
        ++m_at;
        skipSpace();
        bool closed = take(u'}');
        while (!closed) {
            Member member;
            skipSpace();
            if (!readString(member.first))
                return false;
            skipSpace();
            if (!take(u':'))
                return refuse("a name is not followed by a colon"_L1);
            skipSpace();
            if (!readValue(depth, member.second))
                return false;
            members.push_back(std::move(member));
            skipSpace();
            closed = take(u'}');
            if (!closed && !take(u','))
                return refuse("an object is not continued"_L1);
        }
        return close(members, into);
    }

    bool close(std::vector<Member> &members, QJsonValue &into)
    {
        // Sorted first: an object that is filled in the order of its names takes no time for each.
        std::sort(members.begin(), members.end(), [](const Member &a, const Member &b) { return a.first < b.first; });
        const auto twice = std::adjacent_find(members.begin(), members.end(),
                                              [](const Member &a, const Member &b) { return a.first == b.first; });
        if (twice != members.end())
            return refuse("an object has a name more than once"_L1);
        QJsonObject object;
        for (const Member &member : members)
            object.insert(member.first, member.second);
        into = object;
        return true;
    }

    bool readString(QString &into)
    {
        if (!take(u'"'))
            return refuse("a string was expected"_L1);
        while (!take(u'"')) {
            if (m_at == m_text.size())
                return refuse("a string is not closed"_L1);
            const QChar c = m_text[m_at++];
            if (c < u' ')
                return refuse("a string has a bare control character"_L1);
            if (c != u'\\')
                into.append(c);
            else if (!readEscape(into))
                return refuse("a string has an escape that JSON does not know"_L1);
        }
        return true;
    }

    bool readEscape(QString &into)
    {
        static constexpr QStringView kShort = u"\"\\/bfnrt";
        static constexpr QStringView kMeaning = u"\"\\/\b\f\n\r\t";
        if (!take(u'u')) {
            const qsizetype index = m_at < m_text.size() ? kShort.indexOf(m_text[m_at++]) : -1;
            if (index >= 0)
                into.append(kMeaning[index]);
            return index >= 0;
        }
        static constexpr QStringView kHex = u"0123456789abcdef";
        unsigned unit = 0;
        for (int i = 0; i < 4; ++i) {
            const qsizetype digit = m_at < m_text.size() ? kHex.indexOf(m_text[m_at++], 0, Qt::CaseInsensitive) : -1;
            if (digit < 0)
                return false;
            unit = unit * 16 + static_cast<unsigned>(digit);
        }
        into.append(QChar(static_cast<char16_t>(unit)));
        return true;
    }

    bool skipDigits()
    {
        const qsizetype start = m_at;
        while (isDigit(peek()))
            ++m_at;
        return m_at > start;
    }

    bool readNumber(QJsonValue &into)
    {
        const qsizetype start = m_at;
        (void)take(u'-');
        if (!take(u'0') && !skipDigits()) // a zero is a whole part of its own: 007 ends as text that follows
            return refuse("a value was expected"_L1);
        const qsizetype integerEnd = m_at;
        if (take(u'.') && !skipDigits())
            return refuse("a number lacks a digit"_L1);
        if (take(u'e') || take(u'E')) {
            (void)(take(u'+') || take(u'-'));
            if (!skipDigits())
                return refuse("a number lacks a digit"_L1);
        }
        const QStringView text = m_text.sliced(start, m_at - start);
        if (m_at == integerEnd) {
            into = text.toString();
            return true;
        }
        bool good = false;
        into = text.toDouble(&good);
        return good || refuse("no double holds a number"_L1);
    }

    QStringView m_text;
    qsizetype m_at = 0;
    QLatin1StringView m_complaint;
    bool m_tooDeep = false;
};

} // namespace

std::optional<QByteArray> memberBytes(const QByteArray &body, QByteArrayView name)
{
    int depth = 0;
    qsizetype start = -1; // of the value that is wanted
    qsizetype key = -1;   // of the last string at depth 1
    for (qsizetype i = 0; i < body.size(); ++i) {
        const char c = body.at(i);
        if (c == '"') {
            const qsizetype opened = i;
            while (body.at(++i) != '"') // it is whole: the body was read before
                i += body.at(i) == '\\' ? 1 : 0;
            if (depth == 1 && start < 0)
                key = QByteArrayView(body).sliced(opened + 1, i - opened - 1) == name ? opened : -1;
        } else if (c == ':' && depth == 1 && key >= 0 && start < 0) {
            start = i + 1;
        } else if ((c == ',' || c == '}') && depth == 1 && start >= 0) {
            return body.sliced(start, i - start).trimmed();
        } else if (c == ',' && depth == 1) {
            key = -1;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return std::nullopt;
}

base::Result<QJsonValue> parseOwnerJson(const QByteArray &body)
{
    if (body.startsWith("\xEF\xBB\xBF"))
        return base::fail(base::ErrorCode::Malformed, u"The owner's answer begins with a byte order mark."_s);
    if (!body.isValidUtf8())
        return base::fail(base::ErrorCode::Malformed, u"The owner's answer is not valid UTF-8."_s);
    const QString text = QString::fromUtf8(body);
    return OwnerJsonReader(text).read();
}

} // namespace obstat::flow
