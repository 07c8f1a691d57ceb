#include "flow/daemonconfig.h"

#include "base/textfile.h"
#include "policy/tomlreader.h"
#include "wire/url.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace obstat::flow {

using base::ErrorCode;
using base::fail;
using base::Result;
using policy::TomlProblems;
using policy::TomlReader;

namespace {

QString beside(const QString &config, const QString &path)
{
    return QDir::cleanPath(QFileInfo(config).absoluteDir().filePath(path));
}

/// `127.0.0.1:9400`, `[::1]:9400`.
bool splitListen(const QString &listen, DaemonConfig &config)
{
    const qsizetype colon = listen.lastIndexOf(u':');
    bool ok = false;
    const uint port = listen.mid(colon + 1).toUInt(&ok);
    QString address = listen.left(std::max<qsizetype>(colon, 0));
    if (address.startsWith(u'[') && address.endsWith(u']'))
        address = address.mid(1, address.size() - 2);
    if (colon < 1 || !ok || port > 65535)
        return false;
    config.listen = address;
    config.port = static_cast<quint16>(port);
    return true;
}

void readListen(TomlReader &file, DaemonConfig &config)
{
    const QString expected = u"an address and port such as \"127.0.0.1:9400\""_s;
    const QString listen = file.text(u"listen"_s, expected);
    if (!listen.isEmpty() && !splitListen(listen, config))
        file.wrong(u"listen"_s, expected);
}

void readAdministrators(TomlReader &file, DaemonConfig &config)
{
    for (TomlReader &table : file.children(u"administrator"_s)) {
        approval::Administrator administrator;
        administrator.name = table.requiredText(u"name"_s, u"the administrator's name"_s);
        const QString key = table.requiredText(u"public_key"_s, u"an Ed25519 public key, 32 bytes in base64"_s);
        if (auto parsed = approval::PublicKey::fromBase64(key)) {
            administrator.key = *parsed;
            if (auto strong = parsed->checkStrength(); !strong)
                table.problems().add(table.lineOf(u"public_key"_s), strong.error().message, ErrorCode::WeakKey);
        } else if (!key.isEmpty()) {
            table.wrong(u"public_key"_s, u"an Ed25519 public key, 32 bytes in base64"_s);
        }
        table.refuseUnknown();
        config.administrators.append(administrator);
    }
}

void readWebhook(TomlReader &file, DaemonConfig &config)
{
    auto webhook = file.child(u"webhook"_s, u"[webhook]"_s);
    if (!webhook)
        return;
    config.webhook.url = webhook->requiredText(u"url"_s, u"an address such as \"http://127.0.0.1:8065/hook\""_s);
    config.webhook.secret = webhook->requiredText(u"secret"_s, u"\"env:NAME\" or \"file:PATH\""_s);
    if (!config.webhook.url.isEmpty() && !wire::Url::parse(config.webhook.url.toUtf8()))
        webhook->wrong(u"url"_s, u"an address such as \"http://127.0.0.1:8065/hook\""_s);
    if (!config.webhook.secret.isEmpty() && !config.webhook.secret.startsWith(u"env:"_s) &&
        !config.webhook.secret.startsWith(u"file:"_s))
        webhook->wrong(u"secret"_s, u"\"env:NAME\" or \"file:PATH\", never the secret itself"_s);
    webhook->refuseUnknown();
}

QByteArray quoted(const QString &text)
{
    QByteArray escaped = text.toUtf8();
    escaped.replace('\\', "\\\\").replace('"', "\\\"");
    return '"' + escaped + '"';
}

} // namespace

Result<DaemonConfig> DaemonConfig::load(const QString &path)
{
    const auto text = base::readTextFile(path);
    return text ? parse(*text, path) : tl::unexpected(text.error());
}

Result<DaemonConfig> DaemonConfig::parse(const QByteArray &toml, const QString &path)
{
    auto document = policy::parseToml(toml, path);
    if (!document)
        return tl::unexpected(document.error());
    TomlProblems problems(path);
    TomlReader file(*document, u"the file"_s, problems);
    DaemonConfig config;
    config.path = path;
    config.ledger = beside(path, file.requiredText(u"ledger"_s, u"the ledger's file name"_s));
    const QString registry = file.text(u"tools"_s, u"the file name of tools.toml"_s);
    config.registry = beside(path, registry.isEmpty() ? u"tools.toml"_s : registry);
    readListen(file, config);
    config.logKey = file.text(u"log_key"_s, u"the log's verifier key"_s);
    config.flow = file.flag(u"flow"_s, true);
    config.maxConnections = file.integer(u"max_connections"_s, 1, 10000, config.maxConnections);
    config.submitsPerSecond = file.integer(u"submits_per_second"_s, 0, 1000000, 0);
    config.graceSeconds = file.integer(u"grace_seconds"_s, 0, 3600, config.graceSeconds);
    readAdministrators(file, config);
    readWebhook(file, config);
    file.refuseUnknown();
    if (!problems.isEmpty())
        return tl::unexpected(problems.error());
    return config;
}

Result<DaemonConfig> DaemonConfig::withListen(const QString &addressAndPort) const
{
    DaemonConfig changed = *this;
    if (!splitListen(addressAndPort, changed))
        return fail(ErrorCode::Malformed, u"'%1' is no address and port such as 127.0.0.1:9400."_s.arg(addressAndPort));
    return changed;
}

QByteArray DaemonConfig::toToml() const
{
    QByteArray text = "# obstatd: what an instance is told from outside the database. Paths are beside this file.\n";
    text += "ledger = " + quoted(QFileInfo(ledger).fileName()) + "\n";
    text += "tools = " + quoted(QFileInfo(registry).fileName()) + "\n";
    text += "# Loopback only. Port 0 takes any free port; consoles find it through the ledger.\n";
    text += "listen = " + quoted(listen + u':' + QString::number(port)) + "\n";
    text += "# Drain approved plans (false: a gateway only).\n";
    text += QByteArray("flow = ") + (flow ? "true" : "false") + "\n";
    text += "max_connections = " + QByteArray::number(maxConnections) + "\n";
    text += "# New work per token and second, 0 = no limit. A repeat is never charged.\n";
    text += "submits_per_second = " + QByteArray::number(submitsPerSecond) + "\n";
    text += "# How long a stop waits for open attempts.\n";
    text += "grace_seconds = " + QByteArray::number(graceSeconds) + "\n";
    text += "# The key that signs the log's checkpoints; give it to whoever verifies.\n";
    text += "log_key = " + quoted(logKey) + "\n";
    text += "# Tell a chat tool what waits (docs/operating.md): the secret signs each call.\n";
    if (webhook.url.isEmpty())
        text += "# [webhook]\n# url = \"http://127.0.0.1:8065/hook\"\n# secret = \"file:/etc/obstat/webhook.secret\"\n";
    else
        text += "[webhook]\nurl = " + quoted(webhook.url) + "\nsecret = " + quoted(webhook.secret) + "\n";
    for (const approval::Administrator &administrator : administrators)
        text += "\n[[administrator]]\nname = " + quoted(administrator.name) +
                "\npublic_key = " + quoted(administrator.key.base64()) + "\n";
    return text;
}

} // namespace obstat::flow
