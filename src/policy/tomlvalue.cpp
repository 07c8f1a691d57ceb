#include "policy/tomlvalue.h"

#include "base/visibletext.h"

#include <toml++/toml.h>

#include <algorithm>
#include <exception>
#include <sstream>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMaxBytes = 1024 * 1024;
constexpr qsizetype kMaxLine = 16 * 1024;
constexpr qsizetype kMaxDots = 512; // in one line: toml++ itself recurses once for each part of a dotted name
constexpr int kMaxDepth = 64;

/// Thrown and caught in this file only.
struct TooDeep
{
    int line = 0;
};

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

int lineOf(const toml::source_region &region)
{
    return static_cast<int>(region.begin.line);
}

TomlValue converted(const toml::node &node, int depth);

std::vector<TomlMember> membersOf(const toml::table &table, int depth)
{
    struct Placed
    {
        toml::source_position position;
        TomlMember member;
    };
    std::vector<Placed> placed;
    placed.reserve(table.size());
    for (const auto &[key, value] : table) {
        TomlMember member{fromUtf8(key.str()), lineOf(key.source()), converted(value, depth)};
        placed.push_back({key.source().begin, std::move(member)});
    }
    std::stable_sort(placed.begin(), placed.end(),
                     [](const Placed &a, const Placed &b) { return a.position < b.position; });
    std::vector<TomlMember> members;
    members.reserve(placed.size());
    for (Placed &each : placed)
        members.push_back(std::move(each.member));
    return members;
}

template <typename T>
QString timeText(const T &time)
{
    std::ostringstream text;
    text << time;
    return fromUtf8(text.str());
}

TomlValue converted(const toml::node &node, int depth)
{
    TomlValue value;
    value.line = lineOf(node.source());
    if (depth > kMaxDepth)
        throw TooDeep{value.line};
    if (const toml::table *table = node.as_table()) {
        value.members = membersOf(*table, depth + 1);
    } else if (const toml::array *array = node.as_array()) {
        value.kind = TomlValue::Kind::Array;
        for (const toml::node &item : *array)
            value.items.push_back(converted(item, depth + 1));
    } else if (const auto *text = node.as_string()) {
        value.kind = TomlValue::Kind::String;
        value.text = fromUtf8(text->get());
    } else if (const auto *integer = node.as_integer()) {
        value.kind = TomlValue::Kind::Integer;
        value.integer = integer->get();
    } else if (const auto *real = node.as_floating_point()) {
        value.kind = TomlValue::Kind::Float;
        value.real = real->get();
    } else if (const auto *boolean = node.as_boolean()) {
        value.kind = TomlValue::Kind::Boolean;
        value.boolean = boolean->get();
    } else {
        value.kind = TomlValue::Kind::Time;
        if (const auto *date = node.as_date())
            value.text = timeText(date->get());
        else if (const auto *time = node.as_time())
            value.text = timeText(time->get());
        else if (const auto *both = node.as_date_time())
            value.text = timeText(both->get());
    }
    return value;
}

/// Refuses lines that are too long, and names with so many parts that reading them would exhaust the stack.
base::Result<> checkLines(const QByteArray &text, const QString &fileName)
{
    int number = 0;
    for (qsizetype begin = 0; begin <= text.size();) {
        const qsizetype found = text.indexOf('\n', begin);
        const qsizetype end = found < 0 ? text.size() : found;
        const QByteArrayView line = QByteArrayView(text).sliced(begin, end - begin);
        begin = end + 1;
        ++number;
        QString problem;
        if (line.size() > kMaxLine)
            problem = u"the line is longer than 16 KiB; break it up"_s;
        else if (std::count(line.begin(), line.end(), '.') > kMaxDots)
            problem = u"the line has more than 512 points; break it up"_s;
        if (!problem.isEmpty())
            return base::fail(base::ErrorCode::TooLarge,
                              u"%1:%2: %3"_s.arg(fileName, QString::number(number), problem));
    }
    return {};
}

} // namespace

const TomlValue *TomlValue::find(const QString &name) const
{
    for (const TomlMember &member : members) {
        if (member.name == name)
            return &member.value;
    }
    return nullptr;
}

QString TomlValue::kindText() const
{
    switch (kind) {
    case Kind::String:
        return u"text"_s;
    case Kind::Integer:
        return u"a whole number"_s;
    case Kind::Float:
        return u"a number with a fraction"_s;
    case Kind::Boolean:
        return u"true or false"_s;
    case Kind::Time:
        return u"a date or time"_s;
    case Kind::Array:
        return u"a list"_s;
    case Kind::Table:
        break;
    }
    return u"a table"_s;
}

base::Result<TomlValue> parseToml(const QByteArray &text, const QString &fileName)
{
    if (text.size() > kMaxBytes)
        return base::fail(base::ErrorCode::TooLarge, u"%1: the file is larger than 1 MiB"_s.arg(fileName));
    if (const base::Result<> checked = checkLines(text, fileName); !checked)
        return tl::unexpected(checked.error());
    try {
        const std::string_view document(text.constData(), static_cast<size_t>(text.size()));
        TomlValue root = converted(toml::parse(document), 0);
        root.line = 1;
        return root;
    } catch (const toml::parse_error &error) {
        return base::fail(base::ErrorCode::Malformed,
                          u"%1:%2: this is not TOML: %3"_s.arg(fileName, QString::number(lineOf(error.source())),
                                                               base::visibleText(fromUtf8(error.description()))));
    } catch (const TooDeep &place) {
        return base::fail(base::ErrorCode::TooLarge, u"%1:%2: tables and lists are nested deeper than 64"_s.arg(
                                                         fileName, QString::number(place.line)));
    } catch (const std::exception &error) {
        return base::fail(base::ErrorCode::Malformed, u"%1: this is not TOML"_s.arg(fileName),
                          QString::fromUtf8(error.what()));
    }
}

} // namespace obstat::policy
