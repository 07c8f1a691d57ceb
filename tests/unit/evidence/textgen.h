#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <rapidcheck.h>

namespace obstat::evidence::test {

/// Strings that are hard for canonical JSON: quotes, controls, and code points whose UTF-8 and UTF-16 orders differ.
inline rc::Gen<QString> anyText()
{
    const auto codePoint = rc::gen::weightedOneOf<char32_t>({
        {8, rc::gen::inRange<char32_t>(0x20, 0x7F)},
        {2, rc::gen::inRange<char32_t>(0, 0x20)},
        {2, rc::gen::element<char32_t>(U'"', U'\\', U'/', 0x7F, 0x80, 0x2028, 0xFFFD)},
        {1, rc::gen::inRange<char32_t>(0x80, 0xD800)},
        {1, rc::gen::inRange<char32_t>(0xE000, 0x10000)},
        {1, rc::gen::inRange<char32_t>(0x10000, 0x110000)},
    });
    return rc::gen::map(rc::gen::container<std::u32string>(codePoint),
                        [](const std::u32string &text) { return QString::fromStdU32String(text); });
}

inline rc::Gen<double> anyNumber()
{
    return rc::gen::oneOf(rc::gen::map(rc::gen::inRange<qint64>(-9007199254740991, 9007199254740992),
                                       [](qint64 whole) { return static_cast<double>(whole); }),
                          rc::gen::map(rc::gen::inRange<int>(-100000, 100000), [](int n) { return n / 1000.0; }),
                          rc::gen::element(0.0, 1e-7, 5e-324, 1.5e-10, 0.1));
}

inline QJsonObject anyObject(int depth);

inline QJsonValue anyValue(int depth)
{
    switch (*rc::gen::inRange(0, depth > 0 ? 7 : 5)) {
    case 0:
        return QJsonValue::Null;
    case 1:
        return *rc::gen::arbitrary<bool>();
    case 2:
        return *anyNumber();
    case 5: {
        QJsonArray array;
        for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
            array.append(anyValue(depth - 1));
        return array;
    }
    case 6:
        return anyObject(depth - 1);
    default:
        return *anyText();
    }
}

inline QJsonObject anyObject(int depth)
{
    QJsonObject object;
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i)
        object.insert(*anyText(), anyValue(depth));
    return object;
}

} // namespace obstat::evidence::test
