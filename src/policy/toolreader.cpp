#include "policy/toolreader.h"

#include "policy/argumentpath.h"
#include "policy/naturalkeyreader.h"
#include "policy/requestreader.h"

#include <QTimeZone>

#include <algorithm>

namespace obstat::policy {

using namespace Qt::StringLiterals;

namespace {

const QString &pathForm()
{
    static const QString text = u"an argument path such as \"order.id\" or \"flights[].date\""_s;
    return text;
}

QString readPath(TomlReader &reader, const QString &key)
{
    const QString path = reader.text(key, pathForm());
    if (!path.isEmpty() && !isArgumentPath(path))
        reader.wrong(key, pathForm());
    return path;
}

QStringList readPaths(TomlReader &reader, const QString &key, bool mayCollect)
{
    const QStringList paths = reader.texts(key, true);
    const bool good = std::all_of(paths.begin(), paths.end(), [mayCollect](const QString &path) {
        return isArgumentPath(path) && (mayCollect || !path.contains(u'['));
    });
    if (!good)
        reader.wrong(key, mayCollect ? u"argument paths such as \"order.id\""_s
                                     : u"argument paths such as \"options.request_id\", without []"_s);
    return paths;
}

/// Text for people: it must fit one line.
QString readNote(TomlReader &reader, const QString &key)
{
    const QString note = reader.text(key);
    if (note.contains(u'\n') || note.size() > 300)
        reader.wrong(key, u"one line of at most 300 characters"_s);
    return note;
}

void readAnswers(ToolEntry &entry, TomlReader &reader)
{
    entry.undo = reader.word(u"undo"_s, {u"no"_s, u"yes"_s, u"partly"_s});
    entry.undoNote = readNote(reader, u"undo_note"_s);
    const QString approverForm = u"a role such as \"treasury\", or \"policy\""_s;
    entry.approver = reader.text(u"approver"_s, approverForm);
    if (!entry.approver.isEmpty() && !isPlainName(entry.approver))
        reader.wrong(u"approver"_s, approverForm);
    entry.onRepeat = reader.word(u"on_repeat"_s, {u"returns_first"_s, u"refused"_s, u"doubles"_s});
    entry.onRepeatNote = readNote(reader, u"on_repeat_note"_s);
}

/// Minutes after midnight of `17:00`; -1 when it is no time of day.
int minutesOf(const QString &text)
{
    if (text.size() != 5 || text[2] != u':')
        return -1;
    const auto digit = [&text](qsizetype at) {
        return text[at] >= u'0' && text[at] <= u'9' ? text[at].unicode() - u'0' : 1000;
    };
    const int hours = digit(0) * 10 + digit(1);
    const int minutes = digit(3) * 10 + digit(4);
    return hours < 24 && minutes < 60 ? hours * 60 + minutes : -1;
}

base::WindowRule readWindow(TomlReader &reader)
{
    base::WindowRule rule;
    const QString kind = reader.word(u"window"_s, {u"none"_s, u"business_day"_s, u"hour"_s});
    if (kind == "business_day"_L1)
        rule.kind = base::WindowKind::BusinessDay;
    else if (kind == "hour"_L1)
        rule.kind = base::WindowKind::Hour;

    const QString zoneForm = u"an IANA time zone such as \"Europe/Berlin\""_s;
    const QString zone = reader.text(u"zone"_s, zoneForm);
    if (!zone.isEmpty() && !QTimeZone::isTimeZoneIdAvailable(zone.toUtf8()))
        reader.wrong(u"zone"_s, zoneForm);
    else if (!zone.isEmpty())
        rule.zone = zone.toUtf8();

    const QString cutOffForm = u"a time of day such as \"17:00\""_s;
    const QString cutOff = reader.text(u"cut_off"_s, cutOffForm);
    if (!cutOff.isEmpty() && minutesOf(cutOff) < 0)
        reader.wrong(u"cut_off"_s, cutOffForm);
    else if (!cutOff.isEmpty())
        rule.cutOffMinutes = minutesOf(cutOff);

    for (const QString &key : {u"zone"_s, u"cut_off"_s}) {
        if (reader.has(key) && rule.kind != base::WindowKind::BusinessDay)
            reader.problems().add(reader.lineOf(key),
                                  u"'%1' has a meaning only beside window = \"business_day\""_s.arg(key));
    }
    return rule;
}

void readIdentity(ToolText &tool, TomlReader &reader)
{
    ToolEntry &entry = tool.entry;
    tool.named = reader.flag(u"named"_s);
    entry.naturalKey = readNaturalKey(reader, u"natural_key"_s);
    entry.previousNaturalKeys = readNaturalKeys(reader, u"previous_natural_key"_s);
    entry.window = readWindow(reader);
    entry.keyArguments = readPaths(reader, u"key_arguments"_s, false);
    if (tool.named && reader.has(u"natural_key"_s))
        reader.problems().add(reader.lineOf(u"named"_s),
                              u"'named' must not stand beside 'natural_key': one work has one "
                              "identity"_s);
    if (entry.window.kind != base::WindowKind::None && !reader.has(u"natural_key"_s))
        reader.problems().add(reader.lineOf(u"window"_s), u"'window' needs a 'natural_key' that it is added to"_s);
    for (const NaturalField &field : entry.naturalKey) {
        if (entry.keyArguments.contains(field.path))
            reader.problems().add(reader.lineOf(u"natural_key"_s),
                                  u"'natural_key' names '%1', which 'key_arguments' removes"_s.arg(field.path));
    }
}

void readSubject(ToolEntry &entry, TomlReader &reader)
{
    entry.record = readPaths(reader, u"record"_s, true);
    entry.amount = readPath(reader, u"amount"_s);
    if (isCollectingPath(entry.amount))
        reader.wrong(u"amount"_s, u"the path of one amount, without []"_s);
    entry.currency = readPath(reader, u"currency"_s);
    if (entry.amount.isEmpty() != entry.currency.isEmpty()) {
        const QString alone = entry.amount.isEmpty() ? u"currency"_s : u"amount"_s;
        reader.problems().add(reader.lineOf(alone), u"'%1' stands alone; 'amount' and 'currency' (an argument path, or "
                                                    "three capitals such as \"USD\") go together"_s.arg(alone));
    }
    entry.sensitive = readPaths(reader, u"sensitive"_s, true);
}

/// A caller sends and reads by itself; what it does is reported, not declared.
void refuseForCaller(ToolEntry &entry, TomlReader &reader)
{
    for (const QString &key : {u"commit"_s, u"query"_s, u"success"_s, u"no_effect"_s, u"reference"_s, u"timeout"_s}) {
        if (reader.has(key))
            reader.problems().add(
                reader.lineOf(key),
                u"'%1' has no meaning: owner '%2' is of kind \"caller\", which executes by itself within its lease and "
                "reports the outcome"_s.arg(key, entry.owner.name));
    }
    entry.timeout = entry.owner.lease;
}

void readOwnerSide(ToolEntry &entry, TomlReader &reader, const QList<OwnerEntry> &owners)
{
    const QString ownerName = reader.text(u"owner"_s, u"the name of an [owner.NAME] of this file"_s);
    const auto found =
        std::find_if(owners.begin(), owners.end(), [&](const OwnerEntry &owner) { return owner.name == ownerName; });
    if (found != owners.end())
        entry.owner = *found;
    else if (!ownerName.isEmpty())
        reader.wrong(u"owner"_s, u"the name of an [owner.NAME] of this file"_s);
    if (entry.owner.isCaller())
        refuseForCaller(entry, reader);

    const QString where = u" of "_s + reader.where();
    if (auto child = reader.child(u"commit"_s, u"'commit'"_s + where))
        entry.commit = readRequest(*child, RequestUse::Commit);
    if (auto child = reader.child(u"query"_s, u"'query'"_s + where)) {
        QueryText query = readQuery(*child);
        entry.query = std::move(query.request);
        entry.queryRules = std::move(query.rules);
    }
    if (auto child = reader.child(u"success"_s, u"'success'"_s + where))
        entry.success = readMatchRule(*child);
    if (auto child = reader.child(u"no_effect"_s, u"'no_effect'"_s + where))
        entry.noEffect = readMatchRule(*child);
    for (const QString &name : entry.commit.headers.keys() + entry.query.headers.keys()) {
        if (name.compare(entry.owner.keyHeader, Qt::CaseInsensitive) == 0)
            reader.problems().add(
                reader.line(),
                u"%1 writes header '%2', which the owner's 'key_header' already is"_s.arg(reader.where(), name));
    }
    for (const QString &key : {u"on_absent"_s, u"confirm_after"_s}) {
        if (reader.has(key) && !entry.canBeAsked())
            reader.problems().add(reader.lineOf(key),
                                  u"'%1' has a meaning only beside a 'query' with 'found' or 'matches'"_s.arg(key));
    }
    const QString referenceForm = u"a path in the owner's JSON answer such as \"id\""_s;
    entry.reference = reader.text(u"reference"_s, referenceForm);
    if (!entry.reference.isEmpty() && (!isArgumentPath(entry.reference) || isCollectingPath(entry.reference)))
        reader.wrong(u"reference"_s, referenceForm);
}

} // namespace

ToolText readTool(const QString &name, TomlReader reader, const QList<OwnerEntry> &owners)
{
    ToolText tool;
    tool.line = reader.line();
    ToolEntry &entry = tool.entry;
    entry.name = name;
    entry.title = reader.has(u"title"_s) ? readNote(reader, u"title"_s) : name;
    const QStringList effects{u"read"_s, u"write"_s};
    if (!reader.has(u"effect"_s))
        reader.missing(u"effect"_s, alternatives(effects));
    entry.effect = reader.word(u"effect"_s, effects) == "write"_L1 ? Effect::Write : Effect::Read;
    readAnswers(entry, reader);
    readIdentity(tool, reader);
    readSubject(entry, reader);
    entry.timeout = reader.duration(u"timeout"_s, entry.timeout);
    entry.expiresAfter = reader.duration(u"expires_after"_s, entry.expiresAfter);
    entry.maxAttempts = reader.integer(u"max_attempts"_s, 1, 100, entry.maxAttempts);
    entry.againWhenAbsent = reader.word(u"on_absent"_s, {u"again"_s, u"failed"_s}) != "failed"_L1;
    entry.confirmAfter = reader.duration(u"confirm_after"_s, 0);
    readOwnerSide(entry, reader, owners);
    reader.refuseUnknown();
    return tool;
}

} // namespace obstat::policy
