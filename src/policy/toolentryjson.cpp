#include "policy/toolentryjson.h"

#include "policy/naturalkeyreader.h"
#include "policy/registry.h"

#include "base/canonicaljson.h"
#include "base/digest.h"

#include <QJsonArray>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFormat = 1;

QJsonArray jsonOf(const QList<NaturalField> &fields)
{
    QJsonArray array;
    for (const NaturalField &field : fields)
        array.append(QJsonObject{{u"path"_s, field.path}, {u"kind"_s, fieldKindText(field.kind)}});
    return array;
}

QList<NaturalField> fieldsOf(const QJsonValue &json)
{
    QList<NaturalField> fields;
    for (const QJsonValue &item : json.toArray())
        fields.append(
            {item[u"path"_s].toString(), fieldKindOf(item[u"kind"_s].toString()).value_or(base::FieldKind::Plain)});
    return fields;
}

QStringList textsOf(const QJsonValue &json)
{
    QStringList texts;
    for (const QJsonValue &item : json.toArray())
        texts.append(item.toString());
    return texts;
}

QJsonObject jsonOf(const QMap<QString, QString> &texts)
{
    QJsonObject object;
    for (auto each = texts.begin(); each != texts.end(); ++each)
        object.insert(each.key(), each.value());
    return object;
}

QMap<QString, QString> textMapOf(const QJsonValue &json)
{
    QMap<QString, QString> texts;
    const QJsonObject object = json.toObject();
    for (auto each = object.begin(); each != object.end(); ++each)
        texts.insert(each.key(), each.value().toString());
    return texts;
}

QJsonObject jsonOf(const QMap<QString, QStringList> &parts)
{
    QJsonObject object;
    for (auto each = parts.begin(); each != parts.end(); ++each)
        object.insert(each.key(), QJsonArray::fromStringList(each.value()));
    return object;
}

QMap<QString, QStringList> partsOf(const QJsonValue &json)
{
    QMap<QString, QStringList> parts;
    const QJsonObject object = json.toObject();
    for (auto each = object.begin(); each != object.end(); ++each)
        parts.insert(each.key(), textsOf(each.value()));
    return parts;
}

QJsonObject jsonOf(const MatchRule &rule)
{
    QJsonArray statuses;
    for (const QPair<int, int> &range : rule.statuses)
        statuses.append(QJsonArray{range.first, range.second});
    return {{u"status"_s, statuses}, {u"body"_s, jsonOf(rule.body)}, {u"headers"_s, jsonOf(rule.headers)}};
}

MatchRule ruleOf(const QJsonValue &json)
{
    MatchRule rule;
    for (const QJsonValue &range : json[u"status"_s].toArray())
        rule.statuses.append(qMakePair(range[0].toInt(), range[1].toInt()));
    rule.body = partsOf(json[u"body"_s]);
    rule.headers = partsOf(json[u"headers"_s]);
    return rule;
}

QJsonObject jsonOf(const RequestTemplate &request)
{
    QJsonObject json{{u"method"_s, request.method},
                     {u"path"_s, request.path},
                     {u"query"_s, jsonOf(request.query)},
                     {u"headers"_s, jsonOf(request.headers)},
                     {u"body"_s, request.body ? QJsonValue(*request.body) : QJsonValue()}};
    if (request.form)
        json.insert(u"encoding"_s, u"form"_s);
    return json;
}

RequestTemplate requestOf(const QJsonValue &json)
{
    RequestTemplate request;
    request.method = json[u"method"_s].toString();
    request.path = json[u"path"_s].toString();
    request.query = textMapOf(json[u"query"_s]);
    request.headers = textMapOf(json[u"headers"_s]);
    request.form = json[u"encoding"_s].toString() == "form"_L1;
    if (json[u"body"_s].isObject())
        request.body = json[u"body"_s].toObject();
    return request;
}

/// Written only where something is said, so that entries of before keep their digests.
QJsonObject jsonOf(const RequestTemplate &request, const QueryRules &rules)
{
    QJsonObject json = jsonOf(request);
    if (!rules.found.isEmpty())
        json.insert(u"found"_s, jsonOf(rules.found));
    if (!rules.absent.isEmpty())
        json.insert(u"absent"_s, jsonOf(rules.absent));
    if (!rules.matches.isEmpty())
        json.insert(u"matches"_s, rules.matches);
    if (!rules.reference.isEmpty())
        json.insert(u"reference"_s, rules.reference);
    return json;
}

QueryRules queryRulesOf(const QJsonValue &json)
{
    return {ruleOf(json[u"found"_s]), ruleOf(json[u"absent"_s]), json[u"matches"_s].toString(),
            json[u"reference"_s].toString()};
}

QString windowText(base::WindowKind kind)
{
    switch (kind) {
    case base::WindowKind::BusinessDay:
        return u"business_day"_s;
    case base::WindowKind::Hour:
        return u"hour"_s;
    case base::WindowKind::None:
        break;
    }
    return u"none"_s;
}

QJsonObject jsonOf(const base::WindowRule &rule)
{
    return {{u"kind"_s, windowText(rule.kind)},
            {u"zone"_s, QString::fromUtf8(rule.zone)},
            {u"cut_off_minutes"_s, rule.cutOffMinutes}};
}

base::WindowRule windowOf(const QJsonValue &json)
{
    base::WindowRule rule;
    for (const base::WindowKind kind : {base::WindowKind::BusinessDay, base::WindowKind::Hour}) {
        if (windowText(kind) == json[u"kind"_s].toString())
            rule.kind = kind;
    }
    rule.zone = json[u"zone"_s].toString().toUtf8();
    rule.cutOffMinutes = json[u"cut_off_minutes"_s].toInt();
    return rule;
}

QJsonObject jsonOf(const OwnerEntry &owner)
{
    QJsonObject json{{u"name"_s, owner.name},
                     {u"kind"_s, owner.kind},
                     {u"url"_s, owner.url},
                     {u"authorization"_s, owner.authorization},
                     {u"honours_key"_s, owner.honoursKey},
                     {u"key_header"_s, owner.keyHeader},
                     {u"key_lifetime"_s, owner.keyLifetime},
                     {u"settle_after"_s, owner.settleAfter},
                     {u"compares_body"_s, owner.comparesBody},
                     {u"replay_marker"_s, jsonOf(owner.replayMarker)}};
    if (!owner.caFile.isEmpty())
        json.insert(u"ca_file"_s, owner.caFile);
    if (owner.lease > 0)
        json.insert(u"lease"_s, owner.lease);
    return json;
}

OwnerEntry ownerOf(const QJsonValue &json)
{
    OwnerEntry owner;
    owner.name = json[u"name"_s].toString();
    owner.kind = json[u"kind"_s].toString();
    owner.url = json[u"url"_s].toString();
    owner.caFile = json[u"ca_file"_s].toString();
    owner.authorization = json[u"authorization"_s].toString();
    owner.honoursKey = json[u"honours_key"_s].toBool();
    owner.keyHeader = json[u"key_header"_s].toString();
    owner.keyLifetime = json[u"key_lifetime"_s].toInteger();
    owner.settleAfter = json[u"settle_after"_s].toInteger();
    owner.comparesBody = json[u"compares_body"_s].toBool();
    owner.replayMarker = ruleOf(json[u"replay_marker"_s]);
    owner.lease = json[u"lease"_s].toInteger();
    return owner;
}

QJsonObject jsonOf(const ToolEntry &entry)
{
    QJsonArray previous;
    for (const QList<NaturalField> &key : entry.previousNaturalKeys)
        previous.append(jsonOf(key));
    QJsonObject json{{u"v"_s, kFormat},
                     {u"name"_s, entry.name},
                     {u"title"_s, entry.title},
                     {u"effect"_s, entry.effect == Effect::Write ? u"write"_s : u"read"_s},
                     {u"undo"_s, entry.undo},
                     {u"undo_note"_s, entry.undoNote},
                     {u"approver"_s, entry.approver},
                     {u"on_repeat"_s, entry.onRepeat},
                     {u"on_repeat_note"_s, entry.onRepeatNote},
                     {u"natural_key"_s, jsonOf(entry.naturalKey)},
                     {u"previous_natural_key"_s, previous},
                     {u"window"_s, jsonOf(entry.window)},
                     {u"record"_s, QJsonArray::fromStringList(entry.record)},
                     {u"amount"_s, entry.amount},
                     {u"currency"_s, entry.currency},
                     {u"timeout"_s, entry.timeout},
                     {u"expires_after"_s, entry.expiresAfter},
                     {u"sensitive"_s, QJsonArray::fromStringList(entry.sensitive)},
                     {u"key_arguments"_s, QJsonArray::fromStringList(entry.keyArguments)},
                     {u"owner"_s, jsonOf(entry.owner)},
                     {u"commit"_s, jsonOf(entry.commit)},
                     {u"query"_s, jsonOf(entry.query, entry.queryRules)},
                     {u"success"_s, jsonOf(entry.success)},
                     {u"no_effect"_s, jsonOf(entry.noEffect)},
                     {u"reference"_s, entry.reference},
                     {u"max_attempts"_s, entry.maxAttempts}};
    if (!entry.againWhenAbsent)
        json.insert(u"on_absent"_s, u"failed"_s);
    if (entry.confirmAfter > 0)
        json.insert(u"confirm_after"_s, entry.confirmAfter);
    return json;
}

ToolEntry entryOf(const QJsonValue &json)
{
    ToolEntry entry;
    entry.name = json[u"name"_s].toString();
    entry.title = json[u"title"_s].toString();
    entry.effect = json[u"effect"_s].toString() == "write"_L1 ? Effect::Write : Effect::Read;
    entry.undo = json[u"undo"_s].toString();
    entry.undoNote = json[u"undo_note"_s].toString();
    entry.approver = json[u"approver"_s].toString();
    entry.onRepeat = json[u"on_repeat"_s].toString();
    entry.onRepeatNote = json[u"on_repeat_note"_s].toString();
    entry.naturalKey = fieldsOf(json[u"natural_key"_s]);
    for (const QJsonValue &key : json[u"previous_natural_key"_s].toArray())
        entry.previousNaturalKeys.append(fieldsOf(key));
    entry.window = windowOf(json[u"window"_s]);
    entry.record = textsOf(json[u"record"_s]);
    entry.amount = json[u"amount"_s].toString();
    entry.currency = json[u"currency"_s].toString();
    entry.timeout = json[u"timeout"_s].toInteger();
    entry.expiresAfter = json[u"expires_after"_s].toInteger();
    entry.sensitive = textsOf(json[u"sensitive"_s]);
    entry.keyArguments = textsOf(json[u"key_arguments"_s]);
    entry.owner = ownerOf(json[u"owner"_s]);
    entry.commit = requestOf(json[u"commit"_s]);
    entry.query = requestOf(json[u"query"_s]);
    entry.queryRules = queryRulesOf(json[u"query"_s]);
    entry.againWhenAbsent = json[u"on_absent"_s].toString() != "failed"_L1;
    entry.confirmAfter = json[u"confirm_after"_s].toInteger();
    entry.success = ruleOf(json[u"success"_s]);
    entry.noEffect = ruleOf(json[u"no_effect"_s]);
    entry.reference = json[u"reference"_s].toString();
    entry.maxAttempts = json[u"max_attempts"_s].toInt();
    return entry;
}

} // namespace

void seal(ToolEntry &entry)
{
    entry.canonical = base::canonicalBytes(jsonOf(entry));
    entry.digest = base::digestHex(entry.canonical);
}

base::Result<ToolEntry> entryFromCanonical(const QByteArray &canonical)
{
    const base::Result<base::CanonicalJson> json = base::parseStoredCanonical(canonical);
    if (!json)
        return base::fail(base::ErrorCode::Corrupt, u"A stored registry entry is not the canonical JSON it was."_s,
                          json.error().message);
    ToolEntry entry = entryOf(json->value);
    seal(entry);
    // Whatever was missing, unknown or of another type shows here, because writing it again gives other bytes.
    if (entry.canonical != canonical)
        return base::fail(base::ErrorCode::Corrupt, u"A stored registry entry is not one that this version wrote."_s);
    return entry;
}

} // namespace obstat::policy
