#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <rapidcheck.h>

namespace obstat::tests {

/// Random text over all of Unicode without surrogates. To be called inside a RapidCheck property.
inline QString anyText()
{
    const auto points = *rc::gen::container<std::vector<char32_t>>(
        rc::gen::oneOf(rc::gen::map(rc::gen::inRange(0, 0x80), [](int c) { return char32_t(c); }),
                       rc::gen::map(rc::gen::inRange(0x80, 0xD800), [](int c) { return char32_t(c); }),
                       rc::gen::map(rc::gen::inRange(0xE000, 0x110000), [](int c) { return char32_t(c); })));
    return QString::fromUcs4(points.data(), qsizetype(points.size()));
}

/// A short name from few letters, so that two random objects often share names.
inline QString anyName()
{
    return QString::fromStdString(*rc::gen::element<std::string>("a", "b", "0", "1", "a/b", "~", "", "a.b"));
}

/// A random JSON value of at most this depth. `name` makes the object names.
inline QJsonValue anyJson(int depth, QString (*name)() = anyText)
{
    const int kind = *rc::gen::inRange(0, depth > 0 ? 7 : 5);
    QJsonObject object;
    QJsonArray array;
    switch (kind) {
    case 0:
        return QJsonValue::Null;
    case 1:
        return *rc::gen::arbitrary<bool>();
    case 2:
        return *rc::gen::inRange<qint64>(-9007199254740991, 9007199254740992);
    case 3:
        return double(*rc::gen::inRange<qint64>(-1'000'000'000, 1'000'000'000)) / 4096.0;
    case 4:
        return name();
    case 5:
        for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
            object.insert(name(), anyJson(depth - 1, name));
        }
        return object;
    default:
        for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
            array.append(anyJson(depth - 1, name));
        }
        return array;
    }
}

} // namespace obstat::tests
