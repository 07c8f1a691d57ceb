#include "ctl/policystatuscommand.h"

#include "ctl/subcommand.h"
#include "evidence/eventkinds.h"
#include "policy/documentfile.h"

#include <CLI/CLI.hpp>

#include <QDir>
#include <QFileInfo>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using policy::DocumentFile;

namespace {

QString stateText(DocumentFile file)
{
    switch (file) {
    case DocumentFile::Same:
        return u"same"_s;
    case DocumentFile::Differs:
        return u"differs"_s;
    case DocumentFile::Unreadable:
        break;
    }
    return u"unreadable"_s;
}

QString sentence(DocumentFile file, const QString &path)
{
    switch (file) {
    case DocumentFile::Same:
        return u"%1 says the same."_s.arg(path);
    case DocumentFile::Differs:
        return u"%1 differs: what it says does nothing until it is activated."_s.arg(path);
    case DocumentFile::Unreadable:
        break;
    }
    return u"%1 cannot be read and was not compared."_s.arg(path);
}

} // namespace

CLI::App *PolicyStatusCommand::declare(CLI::App &parent)
{
    CLI::App *policy = wordOf(parent, "policy", "The rules that decide which plans need a person");
    CLI::App *command =
        policy->add_subcommand("status", "Say which policy is in force and whether a file says the same");
    command->add_option("file", m_file, "policy.toml beside the ledger, unless another is named");
    command->add_flag("--json", m_json, "Print JSON");
    m_ledger.declare(*command);
    return command;
}

QString PolicyStatusCommand::file() const
{
    return m_file.empty() ? QFileInfo(m_ledger.database()).dir().filePath(u"policy.toml"_s)
                          : QString::fromStdString(m_file);
}

int PolicyStatusCommand::run()
{
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    const auto digest = (*reader)->activePolicyDigest();
    if (!digest)
        return context().complain(digest.error());
    ledger::EventFilter activations;
    activations.kind = evidence::kinds::policyActivated;
    const auto events = (*reader)->events(activations, -1, 1);
    if (!events)
        return context().complain(events.error());
    const DocumentFile compared = policy::compareFile(file(), *digest);
    QJsonObject json{{u"digest"_s, digest->isEmpty() ? QJsonValue() : QJsonValue(*digest)},
                     {u"file"_s, file()},
                     {u"file_state"_s, stateText(compared)}};
    QString inForce = u"No policy is in force: every plan waits for a person of the role 'approver'."_s;
    if (!events->isEmpty()) {
        const ledger::EventRow &event = events->first();
        json.insert(u"activated_by"_s, event.actor);
        json.insert(u"activated_at"_s, base::isoText(event.at));
        json.insert(u"event"_s, event.seq);
        inForce =
            u"In force: %1, activated by %2 at %3 (event %4)."_s.arg(*digest, event.actor, base::isoText(event.at))
                .arg(event.seq);
    }
    if (m_json) {
        context().print(json);
    } else {
        context().say(inForce);
        context().say(sentence(compared, file()));
    }
    return compared == DocumentFile::Differs ? NotWhole : Done;
}

} // namespace obstat::ctl
