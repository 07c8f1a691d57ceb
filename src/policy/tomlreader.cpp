#include "policy/tomlreader.h"

#include "base/visibletext.h"

#include <QJsonArray>
#include <QMap>

#include <algorithm>
#include <cmath>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kMaxExactInteger = (Q_INT64_C(1) << 53) - 1;
constexpr base::Micros kMaxDuration = 3650 * base::kDay;

} // namespace

void TomlProblems::add(int line, const QString &message, base::ErrorCode code)
{
    m_problems.push_back({line, false, code, message});
}

void TomlProblems::addMissing(int line, const QString &message)
{
    m_problems.push_back({line, true, base::ErrorCode::Malformed, message});
}

base::Error TomlProblems::error() const
{
    std::vector<Problem> sorted = m_problems;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Problem &a, const Problem &b) {
        return a.missing != b.missing ? b.missing : a.line < b.line;
    });
    QStringList lines;
    for (const Problem &problem : sorted)
        lines.append(u"%1:%2: %3"_s.arg(m_fileName, QString::number(problem.line), problem.message));
    if (lines.isEmpty())
        return {};
    const QString first = lines.takeFirst();
    return {sorted.front().code, first, lines.join(u'\n')};
}

TomlReader::TomlReader(const TomlValue &table, QString where, TomlProblems &problems)
    : m_table(&table), m_where(std::move(where)), m_problems(&problems)
{
}

int TomlReader::lineOf(const QString &key) const
{
    const TomlValue *found = m_table->find(key);
    return found ? found->line : m_table->line;
}

const TomlValue *TomlReader::value(const QString &key)
{
    if (!m_known.contains(key))
        m_known.append(key);
    return m_table->find(key);
}

bool TomlReader::has(const QString &key)
{
    return value(key) != nullptr;
}

QString TomlReader::text(const QString &key, const QString &expected)
{
    const TomlValue *found = value(key);
    if (!found)
        return {};
    if (found->kind != TomlValue::Kind::String || found->text.isEmpty()) {
        wrong(key, expected);
        return {};
    }
    return found->text;
}

QString TomlReader::requiredText(const QString &key, const QString &expected)
{
    if (!has(key)) {
        missing(key, expected);
        return {};
    }
    return text(key, expected);
}

QString TomlReader::word(const QString &key, const QStringList &allowed)
{
    const TomlValue *found = value(key);
    if (!found)
        return {};
    if (found->kind != TomlValue::Kind::String || !allowed.contains(found->text)) {
        wrong(key, alternatives(allowed));
        return {};
    }
    return found->text;
}

bool TomlReader::flag(const QString &key, bool otherwise)
{
    const TomlValue *found = value(key);
    if (!found)
        return otherwise;
    if (found->kind != TomlValue::Kind::Boolean) {
        wrong(key, u"true or false"_s);
        return otherwise;
    }
    return found->boolean;
}

int TomlReader::integer(const QString &key, int from, int to, int otherwise)
{
    const TomlValue *found = value(key);
    if (!found)
        return otherwise;
    if (found->kind != TomlValue::Kind::Integer || found->integer < from || found->integer > to) {
        wrong(key, u"a whole number from %1 to %2"_s.arg(from).arg(to));
        return otherwise;
    }
    return static_cast<int>(found->integer);
}

base::Micros TomlReader::duration(const QString &key, base::Micros otherwise)
{
    const TomlValue *found = value(key);
    if (!found)
        return otherwise;
    const base::Micros micros = found->kind == TomlValue::Kind::String ? base::parseDuration(found->text) : -1;
    if (micros <= 0 || micros > kMaxDuration) {
        wrong(key, u"a duration such as \"30s\""_s);
        return otherwise;
    }
    return micros;
}

QStringList TomlReader::texts(const QString &key, bool orOne)
{
    const TomlValue *found = value(key);
    if (!found)
        return {};
    const QString expected = orOne ? u"text or a list of texts"_s : u"a list of texts"_s;
    if (orOne && found->kind == TomlValue::Kind::String && !found->text.isEmpty())
        return {found->text};
    QStringList result;
    bool good = found->kind == TomlValue::Kind::Array;
    for (const TomlValue &item : found->items) {
        good = good && item.kind == TomlValue::Kind::String && !item.text.isEmpty();
        result.append(item.text);
    }
    if (!good) {
        wrong(key, expected);
        return {};
    }
    return result;
}

QMap<QString, QString> TomlReader::textTable(const QString &key)
{
    const TomlValue *found = value(key);
    if (!found)
        return {};
    QMap<QString, QString> result;
    bool good = found->kind == TomlValue::Kind::Table && !found->members.empty();
    for (const TomlMember &member : found->members) {
        good = good && member.value.kind == TomlValue::Kind::String;
        result.insert(member.name, member.value.text);
    }
    if (!good) {
        wrong(key, u"a table of texts such as { name = \"value\" }"_s);
        return {};
    }
    return result;
}

std::optional<QJsonObject> TomlReader::json(const QString &key)
{
    const TomlValue *found = value(key);
    if (!found)
        return std::nullopt;
    const std::optional<QJsonValue> result = found->kind == TomlValue::Kind::Table ? jsonOf(*found) : std::nullopt;
    if (!result) {
        wrong(key, u"a table of texts, exact numbers, true or false, lists and tables"_s);
        return std::nullopt;
    }
    return result->toObject();
}

std::optional<TomlReader> TomlReader::child(const QString &key, const QString &where)
{
    const TomlValue *found = value(key);
    if (!found)
        return std::nullopt;
    if (found->kind != TomlValue::Kind::Table) {
        wrong(key, u"a table"_s);
        return std::nullopt;
    }
    return TomlReader(*found, where, *m_problems);
}

std::vector<TomlReader> TomlReader::children(const QString &key)
{
    const TomlValue *found = value(key);
    std::vector<TomlReader> result;
    if (!found)
        return result;
    bool good = found->kind == TomlValue::Kind::Array;
    for (const TomlValue &item : found->items) {
        good = good && item.kind == TomlValue::Kind::Table;
        result.emplace_back(item, u"[["_s + key + u"]]"_s, *m_problems);
    }
    if (!good) {
        wrong(key, u"a list of tables, each begun by [[%1]]"_s.arg(key));
        return {};
    }
    return result;
}

void TomlReader::wrong(const QString &key, const QString &expected)
{
    const TomlValue *found = value(key);
    QString message = u"'%1' must be %2"_s.arg(key, expected);
    if (found && found->kind != TomlValue::Kind::String && !expected.startsWith(found->kindText()))
        message += u", not "_s + found->kindText();
    m_problems->add(lineOf(key), message);
}

void TomlReader::missing(const QString &key, const QString &expected)
{
    m_problems->addMissing(line(), u"%1 lacks '%2', %3"_s.arg(m_where, key, expected));
}

void TomlReader::refuseUnknown()
{
    QStringList expected = m_known;
    expected.sort();
    for (const TomlMember &member : m_table->members) {
        if (m_known.contains(member.name))
            continue;
        m_problems->add(member.line, u"'%1' is not known in %2; expected one of %3"_s.arg(
                                         base::visibleText(member.name), m_where, expected.join(u", "_s)));
    }
}

std::optional<QJsonValue> jsonOf(const TomlValue &value)
{
    switch (value.kind) {
    case TomlValue::Kind::String:
        return QJsonValue(value.text);
    case TomlValue::Kind::Integer:
        if (value.integer > kMaxExactInteger || value.integer < -kMaxExactInteger)
            return std::nullopt;
        return QJsonValue(static_cast<double>(value.integer));
    case TomlValue::Kind::Float:
        if (!std::isfinite(value.real))
            return std::nullopt;
        return QJsonValue(value.real);
    case TomlValue::Kind::Boolean:
        return QJsonValue(value.boolean);
    case TomlValue::Kind::Time:
        return std::nullopt;
    case TomlValue::Kind::Array: {
        QJsonArray array;
        for (const TomlValue &item : value.items) {
            const std::optional<QJsonValue> each = jsonOf(item);
            if (!each)
                return std::nullopt;
            array.append(*each);
        }
        return array;
    }
    case TomlValue::Kind::Table:
        break;
    }
    QJsonObject object;
    for (const TomlMember &member : value.members) {
        const std::optional<QJsonValue> each = jsonOf(member.value);
        if (!each)
            return std::nullopt;
        object.insert(member.name, *each);
    }
    return object;
}

QString alternatives(const QStringList &words)
{
    QStringList quoted;
    for (const QString &word : words)
        quoted.append(u'"' % word % u'"');
    if (quoted.size() < 2)
        return quoted.join(QString());
    const QString last = quoted.takeLast();
    return quoted.join(u", "_s) + u" or "_s + last;
}

} // namespace obstat::policy
