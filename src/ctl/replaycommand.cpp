#include "ctl/replaycommand.h"

#include "base/textfile.h"
#include "ctl/adminsigning.h"
#include "ctl/passphrase.h"
#include "gateway/tokencheck.h"
#include "sim/scratch.h"
#include "wire/url.h"

#include <CLI/CLI.hpp>

#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

CLI::App *ReplayCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("replay", "Replay recorded agent runs through a gateway and count what came of them");
    command->add_option("files", m_files, "Recordings")->required()->check(CLI::ExistingFile);
    command->add_option("--format", m_format, "tau-bench, tau2 or obstat")
        ->required()
        ->check(CLI::IsMember({"tau-bench", "tau2", "obstat"}));
    command->add_flag("--scratch", m_scratch, "Make a temporary ledger, gateway, flow and owner for it");
    command->add_option("--keep", m_keep, "With --scratch: keep the ledger in this file")->needs("--scratch");
    command->add_option("--tools", m_tools, "With --scratch: the registry (default: the one shipped for the format)")
        ->needs("--scratch");
    command->add_option("--policy", m_policy, "With --scratch: the policy (default: the one shipped for the format)")
        ->needs("--scratch");
    command->add_option("--wait", m_wait, "Seconds that each submit waits for its result; 0: do not wait")
        ->check(CLI::Range(0, 60));
    command->add_option("--parallel", m_parallel, "Runs at once")->check(CLI::Range(1, 64));
    command->add_option("--owner-book", m_ownerBook, "Without --scratch: the owner's book, to count its effects");
    command->add_flag("--json", m_json, "Print the counts as JSON");
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

Result<QList<sim::Recording>> ReplayCommand::load() const
{
    QList<sim::Recording> recordings;
    for (const std::string &file : m_files) {
        auto recording = sim::Recording::load(QString::fromStdString(file), QString::fromStdString(m_format));
        if (!recording)
            return tl::unexpected(recording.error());
        recordings.append(*recording);
    }
    return recordings;
}

Result<QByteArray> ReplayCommand::text(const std::string &file, const QString &kind) const
{
    if (file.empty())
        return sim::sampleText(kind + (m_format == "obstat" ? u".toml"_s : u"-tau.toml"_s));
    return base::readTextFile(QString::fromStdString(file));
}

int ReplayCommand::run()
{
    auto recordings = load();
    if (!recordings)
        return context().complain(recordings.error());
    return m_scratch ? runScratch(*recordings) : runAgainstInstance(*recordings);
}

int ReplayCommand::runScratch(const QList<sim::Recording> &recordings)
{
    sim::ScratchConfig config;
    config.keep = m_keep.empty() ? QString() : QFileInfo(QString::fromStdString(m_keep)).absoluteFilePath();
    auto tools = text(m_tools, u"tools"_s);
    auto policy = text(m_policy, u"policy"_s);
    if (!tools || !policy)
        return context().complain((tools ? policy : tools).error());
    config.registry = *tools;
    config.policy = *policy;
    if (!m_admin.passphraseFile().isEmpty()) {
        auto passphrase = readPassphrase(m_admin.passphraseFile(), u"Passphrase of the kept keys"_s);
        if (!passphrase)
            return context().complain(passphrase.error());
        config.passphrase = *passphrase;
    }
    auto registry = policy::Registry::parse(*tools, u"tools.toml"_s);
    if (!registry)
        return context().complain(registry.error());

    sim::Scratch scratch(config, context().clock(), context().random(), context().log());
    if (auto started = scratch.start(recordings); !started)
        return context().complain(started.error());
    sim::ReplayTarget target;
    target.port = scratch.port();
    target.registry = *registry;
    target.waitSeconds = m_wait;
    target.parallel = m_parallel;
    target.token = [&scratch](const sim::RecordedRun &run) { return scratch.token(run); };
    QList<sim::ReplayCounts> counts;
    for (const sim::Recording &recording : recordings) {
        auto counted = sim::replay(recording, target);
        if (!counted)
            return context().complain(counted.error());
        for (const sim::RecordedRun &run : recording.runs) {
            auto effects = scratch.owner().effects(sim::SimulatedOwner::tenantOf(run));
            if (!effects)
                return context().complain(effects.error());
            counted->effects += *effects;
        }
        counts.append(*counted);
    }
    scratch.stop();
    return report(recordings, counts);
}

int ReplayCommand::runAgainstInstance(const QList<sim::Recording> &recordings)
{
    auto config = m_ledger.config();
    if (!config)
        return context().complain(config.error());
    {
        auto reader = m_ledger.reader();
        auto head = reader ? (*reader)->head() : tl::unexpected(reader.error());
        if (!head)
            return context().complain(head.error());
        if (!head->simulated)
            return context().complain(
                {ErrorCode::Forbidden, u"Recordings are replayed only into a ledger made with 'init --simulated'."_s});
    }
    auto address = liveInstance(config->ledger, context().clock().now());
    if (!address)
        return context().complain(address.error());
    if (!*address)
        return context().complain(
            {ErrorCode::Unavailable, u"No instance is running on this ledger; start obstatd, or use --scratch."_s});
    auto url = wire::Url::parse(QByteArray("http://" + (*address)->toUtf8()));
    auto signer = m_admin.unlock(*config);
    auto origin = originOf(config->ledger);
    auto access = LedgerAccess::open(*config, context().clock(), context().random());
    if (!url || !signer || !origin || !access)
        return context().complain(!url      ? url.error()
                                  : !signer ? signer.error()
                                  : !origin ? origin.error()
                                            : access.error());

    const auto tools = base::readTextFile(config->registry);
    auto registry = tools ? policy::Registry::parse(*tools, config->registry) : tl::unexpected(tools.error());
    if (!registry)
        return context().complain(registry.error());

    QHash<QString, QString> tokens;
    for (const sim::Recording &recording : recordings) {
        for (const sim::RecordedRun &run : recording.runs) {
            const gateway::NewToken token = gateway::newToken(context().random());
            const QJsonObject data{{u"hash"_s, token.hash},
                                   {u"tenant"_s, sim::SimulatedOwner::tenantOf(run)},
                                   {u"actor"_s, run.actor},
                                   {u"sponsor"_s, u"orchestrator"_s},
                                   {u"scopes"_s, QJsonArray{u"submit"_s, u"facts"_s, u"read"_s}}};
            if (auto sent = signAndSend(context(), **access, *origin, *signer, {u"token"_s, token.id, data}); !sent)
                return context().complain(sent.error());
            tokens.insert(run.id, token.text);
        }
    }
    sim::ReplayTarget target;
    target.host = url->host;
    target.port = url->port;
    target.registry = *registry;
    target.waitSeconds = m_wait;
    target.parallel = m_parallel;
    target.token = [&tokens](const sim::RecordedRun &run) { return tokens.value(run.id); };
    QList<sim::ReplayCounts> counts;
    for (const sim::Recording &recording : recordings) {
        auto counted = sim::replay(recording, target);
        if (!counted)
            return context().complain(counted.error());
        if (!m_ownerBook.empty()) {
            auto book = sim::OwnerBook::open(QString::fromStdString(m_ownerBook));
            for (qsizetype i = 0; book && i < recording.runs.size(); ++i)
                counted->effects += (*book)->countEffects(sim::SimulatedOwner::tenantOf(recording.runs[i])).value_or(0);
        }
        counts.append(*counted);
    }
    return report(recordings, counts);
}

int ReplayCommand::report(const QList<sim::Recording> &recordings, const QList<sim::ReplayCounts> &counts)
{
    QJsonArray files;
    sim::ReplayCounts total;
    for (qsizetype i = 0; i < recordings.size(); ++i) {
        QJsonObject file = counts[i].toJson();
        file.insert(u"file"_s, recordings[i].name);
        files.append(file);
        total += counts[i];
        if (!m_json)
            context().say(u"%1: %2 runs, %3 writes: %4 created (%5 revisions), %6 repeated, %7 conflicts, %8 refused; "
                          "%9 succeeded, %10 failed, %11 unknown, %12 waiting; %13 effects in the owner's book"_s
                              .arg(recordings[i].name)
                              .arg(counts[i].runs)
                              .arg(counts[i].writes)
                              .arg(counts[i].created)
                              .arg(counts[i].revisions)
                              .arg(counts[i].repeated)
                              .arg(counts[i].conflict)
                              .arg(counts[i].refused)
                              .arg(counts[i].succeeded)
                              .arg(counts[i].failed)
                              .arg(counts[i].unknown)
                              .arg(counts[i].waiting)
                              .arg(counts[i].effects));
    }
    if (m_json)
        context().print(QJsonObject{{u"files"_s, files}, {u"total"_s, total.toJson()}});
    return Done;
}

} // namespace obstat::ctl
