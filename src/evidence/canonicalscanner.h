#pragma once

#include "base/result.h"

#include <QByteArrayView>
#include <QString>

#include <cstring>

namespace obstat::evidence {

/// Reads RFC 8785 text front to back without building values: each call consumes what it names or fails for good and
/// remembers where and why. Accepts exactly what base::parseStoredCanonical() accepts (a test holds them together).
class CanonicalScanner
{
public:
    /// Bytes between the quotes of a string, and what is in them.
    struct Text
    {
        QByteArrayView raw;
        bool escaped = false; ///< has backslashes
        bool ascii = true;    ///< no byte above 0x7F
    };

    explicit CanonicalScanner(QByteArrayView text) : m_begin(text.begin()), m_at(text.begin()), m_end(text.end()) {}

    /// Exactly these bytes.
    template <size_t N>
    [[nodiscard]] bool literal(const char (&expected)[N])
    {
        return tryLiteral(expected) || refuse("a member is missing, unknown or out of order, or there is white space");
    }
    /// These bytes if they are next. Inline, so that the comparison is a few instructions.
    template <size_t N>
    [[nodiscard]] bool tryLiteral(const char (&expected)[N])
    {
        constexpr std::ptrdiff_t size = N - 1;
        if (m_end - m_at < size || std::memcmp(m_at, expected, N - 1) != 0)
            return false;
        m_at += size;
        return true;
    }
    [[nodiscard]] bool string(Text &text);
    /// 0 or a positive integer up to 2^53−1.
    [[nodiscard]] bool natural(qint64 &number);
    /// Any value; `depth` is how many arrays and objects are open around it.
    [[nodiscard]] bool value(int depth);
    /// An object; its bytes with the braces are given.
    [[nodiscard]] bool object(int depth, QByteArrayView &bytes);
    /// An object whose values are all strings of 64 lower-case hex digits.
    [[nodiscard]] bool digestObject(QByteArrayView &bytes);
    [[nodiscard]] bool atEnd();

    /// Where and why it failed.
    [[nodiscard]] QString failure() const;
    /// Fails by hand, with a reason.
    bool refuse(const char *why);

    /// The characters of a string.
    [[nodiscard]] static QString decoded(const Text &text);

private:
    template <typename Member>
    bool members(Member member);
    bool array(int depth);
    bool number();
    bool wholeNumber();
    bool digest();
    bool escape();
    bool utf8Sequence();
    static bool ordered(const Text &before, const Text &after);

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    const char *m_why = nullptr;
};

} // namespace obstat::evidence
