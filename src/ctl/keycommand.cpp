#include "ctl/keycommand.h"

#include "approval/strictobject.h"
#include "base/canonicaljson.h"
#include "ctl/adminsigning.h"
#include "ctl/passphrase.h"

#include <CLI/CLI.hpp>

#include <QFile>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

CLI::App *KeyCommand::declare(CLI::App &parent)
{
    CLI::App *key = parent.add_subcommand("key", "Private keys of approvers and administrators");
    key->require_subcommand(1);
    CLI::App *command = key->add_subcommand("new", "Make a new Ed25519 key, encrypted under a passphrase");
    command->add_option("file", m_file, "The key file to make (never overwritten)")->required();
    command->add_option("--name", m_name, "Whose key it is; also writes FILE.request for the administrator to enrol");
    command->add_option("--passphrase-file", m_passphraseFile, "File whose first line becomes the passphrase");
    m_ledger.declare(*command);
    return command;
}

int KeyCommand::run()
{
    const QString path = QString::fromStdString(m_file);
    const QString name = QString::fromStdString(m_name);
    if (!name.isEmpty() && !approval::isName(name)) {
        context().complain({base::ErrorCode::Usage, u"--name must be a name of at most 128 plain characters."_s});
        return WrongUsage;
    }
    // The request binds the ledger's origin, so that it is asked for before anything is made.
    base::Result<QString> origin = QString();
    if (!name.isEmpty())
        origin = originOf(m_ledger.database());
    if (!origin)
        return context().complain(origin.error());
    auto passphrase = readNewPassphrase(QString::fromStdString(m_passphraseFile), u"Passphrase for the new key"_s);
    if (!passphrase)
        return context().complain(passphrase.error());
    const auto key = approval::SigningKey::generate();
    if (auto saved = approval::saveKeyFile(path, key, *passphrase); !saved)
        return context().complain(saved.error());
    context().say(u"Made the key %1 in %2."_s.arg(key.publicKey().id(), path));
    if (name.isEmpty())
        return Done;
    const QJsonObject request{{u"origin"_s, *origin},
                              {u"name"_s, name},
                              {u"public_key"_s, key.publicKey().base64()},
                              {u"proof"_s, QString::fromLatin1(approval::enrolProof(*origin, name, key).toBase64())}};
    QFile file(path + u".request"_s);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(base::canonicalBytes(request) + '\n') < 0)
        return context().complain(
            {base::ErrorCode::Io, u"'%1' cannot be written."_s.arg(file.fileName()), file.errorString()});
    context().say(u"Give %1 to an administrator: obstatctl enrol %2 --role ROLE --key %1"_s.arg(file.fileName(), name));
    return Done;
}

} // namespace obstat::ctl
