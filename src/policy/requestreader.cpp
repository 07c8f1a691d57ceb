#include "policy/requestreader.h"

#include "policy/argumentpath.h"
#include "policy/placeholders.h"

#include "base/visibletext.h"

#include <QJsonArray>

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

/// Header fields that the client itself writes, or that would carry a secret in this file.
const QStringList &reservedHeaders()
{
    static const QStringList names{u"host"_s,
                                   u"content-length"_s,
                                   u"transfer-encoding"_s,
                                   u"connection"_s,
                                   u"te"_s,
                                   u"upgrade"_s,
                                   u"authorization"_s,
                                   u"cookie"_s,
                                   u"proxy-authorization"_s,
                                   u"expect"_s,
                                   u"trailer"_s,
                                   u"keep-alive"_s};
    return names;
}

bool isPathCharacter(QChar c)
{
    return c > u' ' && c < QChar(0x7f) && QStringView(u"?#\\<>\"^`|").indexOf(c) < 0;
}

/// Percent signs must begin an escape.
bool hasBrokenEscape(const QString &path)
{
    const auto isHex = [](QChar c) { return QStringView(u"0123456789abcdefABCDEF").indexOf(c) >= 0; };
    for (qsizetype at = path.indexOf(u'%'); at >= 0; at = path.indexOf(u'%', at + 1)) {
        if (at + 2 >= path.size() || !isHex(path[at + 1]) || !isHex(path[at + 2]))
            return true;
    }
    return false;
}

void checkTexts(TomlReader &reader, const QString &key, const QMap<QString, QString> &texts,
                const PlaceholderRule &rule)
{
    for (auto each = texts.begin(); each != texts.end(); ++each) {
        const QString problem = placeholderProblem(each.value(), rule);
        if (!problem.isEmpty())
            reader.problems().add(reader.lineOf(key),
                                  u"'%1' of '%2': %3"_s.arg(base::visibleText(each.key()), key, problem));
    }
}

void checkPath(TomlReader &reader, const QString &path, const PlaceholderRule &rule)
{
    if (path.isEmpty())
        return;
    const bool plain = path.startsWith(u'/') && !path.startsWith("//"_L1) &&
                       std::all_of(path.begin(), path.end(), isPathCharacter) && !hasBrokenEscape(path);
    if (!plain) {
        reader.wrong(u"path"_s, u"a path that begins with one \"/\" and has its other characters percent-encoded, "
                                "without query"_s);
        return;
    }
    const QString problem = placeholderProblem(path, rule);
    if (!problem.isEmpty())
        reader.problems().add(reader.lineOf(u"path"_s), u"'path': "_s + problem);
}

void checkHeaders(TomlReader &reader, const QMap<QString, QString> &headers)
{
    QStringList seen;
    for (auto header = headers.begin(); header != headers.end(); ++header) {
        const QString name = header.key().toLower();
        const bool plainValue = std::all_of(header.value().begin(), header.value().end(),
                                            [](QChar c) { return c >= u' ' && c < QChar(0x7f); });
        QString problem;
        if (!isHeaderName(header.key()))
            problem = u"is not a header name"_s;
        else if (reservedHeaders().contains(name))
            problem = u"is written by the client itself; a secret goes into the owner's 'authorization'"_s;
        else if (seen.contains(name))
            problem = u"is there twice"_s;
        else if (!plainValue)
            problem = u"has a value that is not printable ASCII"_s;
        seen.append(name);
        if (!problem.isEmpty())
            reader.problems().add(reader.lineOf(u"headers"_s),
                                  u"header '%1' %2"_s.arg(base::visibleText(header.key()), problem));
    }
}

/// The first problem in the string leaves of a body template.
QString bodyProblem(const QJsonValue &value, const PlaceholderRule &rule)
{
    if (value.isString())
        return placeholderProblem(value.toString(), rule);
    if (value.isArray()) {
        for (const QJsonValue &item : value.toArray()) {
            QString problem = bodyProblem(item, rule);
            if (!problem.isEmpty())
                return problem;
        }
    }
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        QString problem = bodyProblem(member.value(), rule);
        if (!problem.isEmpty())
            return problem;
    }
    return {};
}

std::optional<QPair<int, int>> statusRange(const TomlValue &value)
{
    int first = 0;
    int last = 0;
    if (value.kind == TomlValue::Kind::Integer && value.integer >= 100 && value.integer <= 599) {
        first = last = static_cast<int>(value.integer);
    } else if (value.kind == TomlValue::Kind::String && value.text.size() == 7 && value.text[3] == u'-') {
        bool goodFirst = false;
        bool goodLast = false;
        first = QStringView(value.text).first(3).toInt(&goodFirst);
        last = QStringView(value.text).sliced(4).toInt(&goodLast);
        first = goodFirst && goodLast ? first : 0;
    }
    if (first < 100 || last > 599 || first > last)
        return std::nullopt;
    return qMakePair(first, last);
}

QList<QPair<int, int>> readStatuses(TomlReader &reader)
{
    const TomlValue *value = reader.value(u"status"_s);
    if (!value)
        return {};
    QList<QPair<int, int>> ranges;
    const std::vector<TomlValue> one{*value};
    const std::vector<TomlValue> &items = value->kind == TomlValue::Kind::Array ? value->items : one;
    for (const TomlValue &item : items) {
        const std::optional<QPair<int, int>> range = statusRange(item);
        if (!range) {
            reader.problems().add(item.line, u"'status' must be an HTTP status, a range such as \"201-204\", or a list "
                                             "of them, each from 100 to 599"_s);
            return {};
        }
        ranges.append(*range);
    }
    if (ranges.isEmpty())
        reader.wrong(u"status"_s, u"at least one HTTP status"_s);
    return ranges;
}

/// The texts that one part of a rule allows: a scalar, or a list of scalars that is not empty.
std::optional<QStringList> allowedTexts(const TomlValue &value)
{
    const std::vector<TomlValue> one{value};
    QStringList texts;
    for (const TomlValue &item : value.kind == TomlValue::Kind::Array ? value.items : one) {
        const std::optional<QJsonValue> json = jsonOf(item);
        const std::optional<QString> text = json ? scalarText(*json) : std::nullopt;
        if (!text)
            return std::nullopt;
        texts.append(*text);
    }
    if (texts.isEmpty())
        return std::nullopt;
    return texts;
}

QMap<QString, QStringList> readParts(TomlReader &reader, const QString &key, bool (*isName)(QStringView),
                                     const QString &expected)
{
    const TomlValue *value = reader.value(key);
    if (!value)
        return {};
    if (value->kind != TomlValue::Kind::Table || value->members.empty()) {
        reader.wrong(key, expected);
        return {};
    }
    QMap<QString, QStringList> parts;
    for (const TomlMember &member : value->members) {
        const std::optional<QStringList> texts = allowedTexts(member.value);
        if (!texts || !isName(member.name)) {
            reader.problems().add(member.line,
                                  u"'%1' in '%2': expected %3"_s.arg(base::visibleText(member.name), key, expected));
            continue;
        }
        parts.insert(member.name, *texts);
    }
    return parts;
}

} // namespace

bool isHeaderName(QStringView name)
{
    return !name.isEmpty() && std::all_of(name.begin(), name.end(), [](QChar c) {
        return c > u' ' && c < QChar(0x7f) && QStringView(u"\"(),/:;<=>?@[\\]{}").indexOf(c) < 0;
    });
}

namespace {

/// All but refuseUnknown(), for what else may stand in the table.
RequestTemplate readTemplate(TomlReader &reader, RequestUse use)
{
    const bool query = use == RequestUse::Query;
    const PlaceholderRule rule{query, false};
    RequestTemplate request;
    const QStringList methods =
        query ? QStringList{u"GET"_s, u"POST"_s} : QStringList{u"POST"_s, u"PUT"_s, u"PATCH"_s, u"DELETE"_s, u"GET"_s};
    request.method = reader.word(u"method"_s, methods);
    if (!reader.has(u"method"_s))
        reader.missing(u"method"_s, alternatives(methods));
    request.path = reader.requiredText(u"path"_s, u"a path that begins with \"/\""_s);
    checkPath(reader, request.path, rule);
    request.query = reader.textTable(u"query"_s);
    checkTexts(reader, u"query"_s, request.query, rule);
    request.headers = reader.textTable(u"headers"_s);
    checkTexts(reader, u"headers"_s, request.headers, rule);
    checkHeaders(reader, request.headers);
    request.body = reader.json(u"body"_s);
    request.form = reader.word(u"encoding"_s, {u"json"_s, u"form"_s}) == "form"_L1;
    if (request.form && (request.method == "GET"_L1 || request.method == "DELETE"_L1))
        reader.problems().add(reader.lineOf(u"encoding"_s), u"'encoding' has no meaning with %1"_s.arg(request.method));
    if (request.body) {
        const QString problem = bodyProblem(*request.body, PlaceholderRule{query, true});
        if (!problem.isEmpty())
            reader.problems().add(reader.lineOf(u"body"_s), u"'body': "_s + problem);
        if (request.method == "GET"_L1 || request.method == "DELETE"_L1)
            reader.problems().add(reader.lineOf(u"body"_s), u"'body' cannot be sent with %1"_s.arg(request.method));
    }
    return request;
}

QString readAnswerPath(TomlReader &reader, const QString &key, const QString &form)
{
    QString path = reader.text(key, form);
    if (!path.isEmpty() && (!isArgumentPath(path) || isCollectingPath(path)))
        reader.wrong(key, form);
    return path;
}

} // namespace

RequestTemplate readRequest(TomlReader reader, RequestUse use)
{
    RequestTemplate request = readTemplate(reader, use);
    reader.refuseUnknown();
    return request;
}

QueryText readQuery(TomlReader reader)
{
    QueryText query;
    query.request = readTemplate(reader, RequestUse::Query);
    if (auto child = reader.child(u"found"_s, u"'found' of "_s + reader.where()))
        query.rules.found = readMatchRule(*child);
    if (auto child = reader.child(u"absent"_s, u"'absent' of "_s + reader.where()))
        query.rules.absent = readMatchRule(*child);
    query.rules.matches =
        readAnswerPath(reader, u"matches"_s, u"the path of a list in the owner's JSON answer such as \"data\""_s);
    query.rules.reference =
        readAnswerPath(reader, u"reference"_s, u"a path in the owner's JSON answer such as \"id\""_s);
    if (!query.rules.canTell() && (!query.rules.absent.isEmpty() || !query.rules.reference.isEmpty()))
        reader.missing(u"found"_s, u"a rule that tells that the work was done, or 'matches'"_s);
    reader.refuseUnknown();
    return query;
}

MatchRule readMatchRule(TomlReader reader)
{
    MatchRule rule;
    rule.statuses = readStatuses(reader);
    rule.body = readParts(reader, u"body"_s, isArgumentPath,
                          u"a quoted path in the JSON answer and its text or a list of texts, such as { \"data.state\" "
                          "= \"done\" }"_s);
    for (const QString &path : reader.texts(u"body_has"_s, true)) {
        if (!isArgumentPath(path))
            reader.wrong(u"body_has"_s, u"paths in the JSON answer"_s);
        else if (!rule.body.contains(path))
            rule.body.insert(path, {});
    }
    rule.headers = readParts(reader, u"headers"_s, isHeaderName,
                             u"a header name and its value or a list of values, such as { \"X-State\" = \"done\" }"_s);
    if (reader.table().members.empty())
        reader.problems().add(reader.line(), u"%1 needs 'status', 'body', 'body_has' or 'headers': an empty rule would "
                                             "never match"_s.arg(reader.where()));
    reader.refuseUnknown();
    return rule;
}

} // namespace obstat::policy
