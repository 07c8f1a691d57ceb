#include "ctl/enrolcommand.h"

#include "base/canonicaljson.h"
#include "base/textfile.h"
#include "ctl/adminsigning.h"
#include "ctl/passphrase.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

QStringList texts(const std::vector<std::string> &list)
{
    QStringList result;
    for (const std::string &one : list)
        result.append(QString::fromStdString(one));
    return result;
}

} // namespace

CLI::App *EnrolCommand::declare(CLI::App &parent)
{
    CLI::App *command = parent.add_subcommand("enrol", "Enrol a person's key with roles (signed by an administrator)");
    command->add_option("name", m_name, "The person")->required();
    command->add_option("--role", m_roles, "A role that the person may decide for (repeatable)")->required();
    command->add_option("--tenant", m_tenants, "Tenants, * for all (repeatable)");
    command->add_option("--key", m_key, "The person's request (key new --name), or their key file")->required();
    command->add_option("--key-passphrase-file", m_keyPassphraseFile,
                        "Passphrase of the person's key file (default: as --passphrase-file)");
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

Result<QJsonObject> EnrolCommand::enrolment(const QString &origin) const
{
    const QString path = QString::fromStdString(m_key);
    const QString name = QString::fromStdString(m_name);
    const auto read = base::readTextFile(path);
    if (!read)
        return tl::unexpected(read.error());
    const QByteArray text = *read;
    if (text.startsWith("-----BEGIN")) {
        const QString passphraseFile =
            m_keyPassphraseFile.empty() ? m_admin.passphraseFile() : QString::fromStdString(m_keyPassphraseFile);
        auto passphrase = readPassphrase(passphraseFile, u"Passphrase of %1's key"_s.arg(name));
        if (!passphrase)
            return tl::unexpected(passphrase.error());
        auto key = approval::loadKeyFile(path, *passphrase);
        if (!key)
            return tl::unexpected(key.error());
        return enrolData(origin, name, *key, texts(m_roles), texts(m_tenants));
    }
    auto request = base::parseCanonical(text.trimmed());
    if (!request || !request->value.isObject())
        return fail(ErrorCode::Malformed,
                    u"'%1' is neither a key file nor the request of 'key new --name'."_s.arg(path),
                    request ? QString() : request.error().message);
    const QJsonObject object = request->value.toObject();
    if (object.value(u"name"_s).toString() != name)
        return fail(ErrorCode::Usage,
                    u"%1 is the request of '%2', not of '%3'."_s.arg(path, object.value(u"name"_s).toString(), name));
    return QJsonObject{{u"public_key"_s, object.value(u"public_key"_s)},
                       {u"roles"_s, QJsonArray::fromStringList(texts(m_roles))},
                       {u"tenants"_s, QJsonArray::fromStringList(texts(m_tenants))},
                       {u"proof"_s, object.value(u"proof"_s)}};
}

int EnrolCommand::run()
{
    auto origin = originOf(m_ledger.database());
    if (!origin)
        return context().complain(origin.error());
    auto data = enrolment(*origin);
    if (!data)
        return context().complain(data.error());
    const QString name = QString::fromStdString(m_name);
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"enrol"_s, name, *data}); !sent)
        return context().complain(sent.error());
    context().say(u"Enrolled %1 as %2."_s.arg(name, texts(m_roles).join(u", "_s)));
    return Done;
}

CLI::App *RevokeCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("revoke", "Revoke a person, or one of their keys (signed by an administrator)");
    command->add_option("name", m_name, "The person")->required();
    command->add_option("--key-id", m_keyId, "Only this key");
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int RevokeCommand::run()
{
    QJsonObject data;
    if (!m_keyId.empty())
        data.insert(u"key_id"_s, QString::fromStdString(m_keyId));
    const QString name = QString::fromStdString(m_name);
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"revoke"_s, name, data}); !sent)
        return context().complain(sent.error());
    context().say(u"Revoked %1; what they approved and was not executed yet goes back to the queue."_s.arg(name));
    return Done;
}

} // namespace obstat::ctl
