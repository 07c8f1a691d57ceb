#include "policy/naturalkeyreader.h"

#include "policy/argumentpath.h"

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

const QString &fieldForm()
{
    static const QString text = u"a list of argument paths, each \"record_id\" or { path = \"amount\", kind = "
                                "\"decimal\" }"_s;
    return text;
}

NaturalField readField(const TomlValue &value, const QString &key, TomlProblems &problems)
{
    NaturalField field;
    if (value.kind == TomlValue::Kind::Table) {
        TomlReader reader(value, u"a field of '%1'"_s.arg(key), problems);
        field.path = reader.requiredText(u"path"_s, u"an argument path"_s);
        const QString kind = reader.word(u"kind"_s, {u"plain"_s, u"decimal"_s, u"set"_s});
        field.kind = fieldKindOf(kind).value_or(base::FieldKind::Plain);
        reader.refuseUnknown();
    } else if (value.kind == TomlValue::Kind::String) {
        field.path = value.text;
    } else {
        problems.add(value.line, u"'%1' must be %2, not %3"_s.arg(key, fieldForm(), value.kindText()));
        return field;
    }
    const bool told = value.kind == TomlValue::Kind::Table && field.path.isEmpty();
    if (!told && !isArgumentPath(field.path))
        problems.add(value.line, u"'%1' must be %2"_s.arg(key, fieldForm()));
    return field;
}

QList<NaturalField> readFields(const TomlValue &list, const QString &key, TomlProblems &problems)
{
    QList<NaturalField> fields;
    if (list.kind != TomlValue::Kind::Array || list.items.empty()) {
        problems.add(list.line, u"'%1' must be %2"_s.arg(key, fieldForm()));
        return fields;
    }
    for (const TomlValue &item : list.items) {
        const NaturalField field = readField(item, key, problems);
        const bool twice = std::any_of(fields.begin(), fields.end(),
                                       [&field](const NaturalField &other) { return other.path == field.path; });
        if (twice)
            problems.add(item.line, u"'%1' names '%2' twice"_s.arg(key, field.path));
        fields.append(field);
    }
    return fields;
}

} // namespace

QList<NaturalField> readNaturalKey(TomlReader &reader, const QString &key)
{
    const TomlValue *value = reader.value(key);
    return value ? readFields(*value, key, reader.problems()) : QList<NaturalField>();
}

QList<QList<NaturalField>> readNaturalKeys(TomlReader &reader, const QString &key)
{
    const TomlValue *value = reader.value(key);
    if (!value)
        return {};
    const bool lists = value->kind == TomlValue::Kind::Array && !value->items.empty() &&
                       std::all_of(value->items.begin(), value->items.end(),
                                   [](const TomlValue &item) { return item.kind == TomlValue::Kind::Array; });
    if (!lists) {
        reader.wrong(key, u"a list of earlier natural keys such as [[\"record_id\"]]"_s);
        return {};
    }
    QList<QList<NaturalField>> keys;
    for (const TomlValue &item : value->items)
        keys.append(readFields(item, key, reader.problems()));
    return keys;
}

QString fieldKindText(base::FieldKind kind)
{
    switch (kind) {
    case base::FieldKind::Decimal:
        return u"decimal"_s;
    case base::FieldKind::Set:
        return u"set"_s;
    case base::FieldKind::Plain:
        break;
    }
    return u"plain"_s;
}

std::optional<base::FieldKind> fieldKindOf(QStringView text)
{
    for (const base::FieldKind kind : {base::FieldKind::Plain, base::FieldKind::Decimal, base::FieldKind::Set}) {
        if (fieldKindText(kind) == text)
            return kind;
    }
    return std::nullopt;
}

} // namespace obstat::policy
