#include "policy/registry.h"

#include "policy/argumentpath.h"
#include "policy/ownerreader.h"
#include "policy/toolentryjson.h"
#include "policy/toolreader.h"

#include "base/digest.h"
#include "base/visibletext.h"

#include <QHash>
#include <QSet>

namespace obstat::policy {

using namespace Qt::StringLiterals;

struct Registry::Data
{
    QByteArray text;
    QString digest;
    QList<OwnerEntry> owners;
    QList<ToolText> tools; ///< in file order
    QHash<QString, qsizetype> byName;
};

namespace {

/// Calls `each(name, reader)` for every table of `[group.NAME]`.
template <typename Each>
void forEachNamed(TomlReader &root, const QString &group, Each each)
{
    auto reader = root.child(group, u'[' % group % u']');
    if (!reader)
        return;
    for (const TomlMember &member : reader->table().members) {
        const QString where = u'[' % group % u'.' % base::visibleText(member.name) % u']';
        if (!isPlainName(member.name)) {
            root.problems().add(member.line, where + u" has a name that is not 1 to 128 ASCII letters, digits and "
                                                     "_ . : / -, beginning with a letter or digit"_s);
        } else if (member.value.kind != TomlValue::Kind::Table) {
            root.problems().add(member.line, u"'%1' must be a table, written [%2.%1], not %3"_s.arg(
                                                 member.name, group, member.value.kindText()));
        } else {
            each(member.name, TomlReader(member.value, where, root.problems()));
        }
    }
}

bool overlap(const MatchRule &a, const MatchRule &b)
{
    if (!a.body.isEmpty() || !a.headers.isEmpty() || !b.body.isEmpty() || !b.headers.isEmpty())
        return false;
    for (const QPair<int, int> &first : a.statuses) {
        for (const QPair<int, int> &second : b.statuses) {
            if (first.first <= second.second && second.first <= first.second)
                return true;
        }
    }
    return false;
}

/// What keeps a write tool from ever being executed or settled.
QStringList problemsOf(const ToolText &tool)
{
    QStringList found;
    const ToolEntry &entry = tool.entry;
    const QString name = u"tool '%1' (line %2)"_s.arg(entry.name).arg(tool.line);
    const QStringList open = entry.unanswered();
    if (!open.isEmpty())
        found.append(u"%1 writes but does not answer %2; it stays read-only"_s.arg(name, open.join(u", "_s)));
    if (entry.naturalKey.isEmpty() && !tool.named)
        found.append(u"%1 has no 'natural_key' and does not say 'named = true'"_s.arg(name));
    if (entry.owner.name.isEmpty())
        found.append(u"%1 has no 'owner'; nothing could be executed"_s.arg(name));
    const bool sends = !entry.owner.isCaller();
    if (sends && entry.commit.isEmpty())
        found.append(u"%1 has no 'commit' request; nothing could be sent"_s.arg(name));
    if (sends && entry.success.isEmpty())
        found.append(u"%1 has no 'success' rule; every answer would stay unknown"_s.arg(name));
    if (overlap(entry.success, entry.noEffect))
        found.append(u"%1 has a 'success' and a 'no_effect' rule that the same status meets"_s.arg(name));
    if (!entry.query.isEmpty() && !entry.queryRules.canTell())
        found.append(u"%1 has a 'query' without 'found' or 'matches'; its answer could not be read"_s.arg(name));
    return found;
}

} // namespace

base::Result<Registry> Registry::parse(const QByteArray &toml, const QString &fileName)
{
    const base::Result<TomlValue> document = parseToml(toml, fileName);
    if (!document)
        return tl::unexpected(document.error());

    auto data = std::make_shared<Data>();
    data->text = toml;
    data->digest = base::digestHex(toml);
    TomlProblems problems(fileName);
    TomlReader root(*document, u"the file"_s, problems);
    forEachNamed(root, u"owner"_s,
                 [&](const QString &name, const TomlReader &reader) { data->owners.append(readOwner(name, reader)); });
    forEachNamed(root, u"tool"_s, [&](const QString &name, const TomlReader &reader) {
        if (name == "named"_L1) // the natural text of named work begins with it (contract 3.1)
            problems.add(reader.line(), u"a tool cannot be called 'named'"_s);
        ToolText tool = readTool(name, reader, data->owners);
        seal(tool.entry);
        data->byName.insert(name, data->tools.size());
        data->tools.append(std::move(tool));
    });
    root.refuseUnknown();
    if (!problems.isEmpty())
        return tl::unexpected(problems.error());

    Registry registry;
    registry.m_data = std::move(data);
    return registry;
}

const ToolEntry *Registry::find(const QString &tool) const
{
    if (!m_data)
        return nullptr;
    const auto found = m_data->byName.constFind(tool);
    return found == m_data->byName.constEnd() ? nullptr : &m_data->tools.at(*found).entry;
}

QList<QString> Registry::names() const
{
    QList<QString> names;
    if (m_data) {
        for (const ToolText &tool : m_data->tools)
            names.append(tool.entry.name);
    }
    return names;
}

const QByteArray &Registry::text() const
{
    static const QByteArray none;
    return m_data ? m_data->text : none;
}

QString Registry::digest() const
{
    return m_data ? m_data->digest : base::digestHex(QByteArray());
}

QStringList Registry::problems() const
{
    QStringList found;
    if (!m_data)
        return found;
    QSet<QString> used;
    for (const ToolText &tool : m_data->tools) {
        used.insert(tool.entry.owner.name);
        if (tool.entry.effect == Effect::Write)
            found.append(problemsOf(tool));
    }
    for (const OwnerEntry &owner : m_data->owners) {
        if (!used.contains(owner.name))
            found.append(u"owner '%1' is named by no tool"_s.arg(owner.name));
    }
    return found;
}

} // namespace obstat::policy
