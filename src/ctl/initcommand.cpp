#include "ctl/initcommand.h"

#include "base/digest.h"
#include "base/textfile.h"
#include "ctl/adminsigning.h"
#include "ctl/passphrase.h"
#include "ledger/ledgerfiles.h"
#include "sim/ledgersetup.h"

#include <CLI/CLI.hpp>

#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

namespace {

base::Result<QByteArray> textOf(const std::string &file, const QString &sample)
{
    return file.empty() ? sim::sampleText(sample) : base::readTextFile(QString::fromStdString(file));
}

/// The file as it was named, for messages.
QString nameOf(const std::string &file, const QString &sample)
{
    return file.empty() ? sample : QString::fromStdString(file);
}

} // namespace

CLI::App *InitCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("init", "Make a new ledger with its key, administrator, tools and policy");
    command->add_option("ledger,--ledger", m_ledger, "The file to make (default: OBSTAT_LEDGER, then the user's own)");
    command->add_option("--passphrase-file", m_passphraseFile,
                        "File whose first line becomes the administrator key's passphrase");
    command->add_option("--listen", m_listen, "ADDRESS:PORT of the gateway, written to obstatd.toml (port 0: any)");
    command->add_option("--tools", m_tools, "tools.toml to start with (default: the sample)");
    command->add_option("--policy", m_policy, "policy.toml to start with (default: the sample)");
    command->add_flag("--simulated", m_simulated, "Say in the first event that this ledger holds replayed recordings");
    command->add_flag("--json", m_json, "Print what was made as JSON");
    return command;
}

int InitCommand::run()
{
    sim::LedgerSetup setup;
    setup.database = QFileInfo(ledger::findLedger(QString::fromStdString(m_ledger))).absoluteFilePath();
    setup.simulated = m_simulated;
    auto listen = flow::DaemonConfig().withListen(QString::fromStdString(m_listen));
    if (!listen) {
        context().complain(listen.error());
        return WrongUsage;
    }
    setup.listen = listen->listen;
    setup.port = listen->port;
    auto registry = textOf(m_tools, u"tools.toml"_s);
    auto policy = textOf(m_policy, u"policy.toml"_s);
    if (!registry || !policy)
        return context().complain((registry ? policy : registry).error());
    setup.registry = *registry;
    setup.policy = *policy;
    if (auto parsed = policy::Registry::parse(*registry, nameOf(m_tools, u"tools.toml"_s)); !parsed)
        return context().complain(parsed.error());
    if (auto parsed = policy::Policy::parse(*policy, nameOf(m_policy, u"policy.toml"_s)); !parsed)
        return context().complain(parsed.error());
    auto passphrase =
        readNewPassphrase(QString::fromStdString(m_passphraseFile), u"Passphrase for the administrator's key"_s);
    if (!passphrase)
        return context().complain(passphrase.error());
    setup.passphrase = *passphrase;
    auto made = sim::makeLedger(setup, context().clock(), context().random());
    if (!made)
        return context().complain(made.error());

    auto access = LedgerAccess::open(made->config, context().clock(), context().random());
    if (!access)
        return context().complain(access.error());
    const AdminOptions::Signer signer{made->adminKey, setup.administrator};
    const ActRequest activate{u"policy"_s, base::digestHex(*policy), {{u"size"_s, policy->size()}}, *policy};
    if (auto sent = signAndSend(context(), **access, made->origin, signer, activate); !sent)
        return context().complain(sent.error());

    if (m_json) {
        context().print(QJsonObject{{u"ledger"_s, setup.database},
                                    {u"origin"_s, made->origin},
                                    {u"log_key"_s, made->config.logKey},
                                    {u"files"_s, QJsonArray::fromStringList(made->files)}});
        return Done;
    }
    context().say(u"Made the ledger %1 (%2)."_s.arg(setup.database, made->origin));
    for (const QString &file : made->files)
        context().say(u"  "_s + file);
    context().say(
        u"Keep admin.pem and its passphrase apart from this machine's backups: whoever has both decides who may approve."_s);
    context().say(u"Next: obstatctl key new, enrol, token add; then obstatd --config %1"_s.arg(made->config.path));
    return Done;
}

} // namespace obstat::ctl
