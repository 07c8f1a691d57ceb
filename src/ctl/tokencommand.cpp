#include "ctl/tokencommand.h"

#include "ctl/adminsigning.h"
#include "ctl/subcommand.h"
#include "gateway/tokencheck.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

CLI::App *TokenAddCommand::declare(CLI::App &parent)
{
    CLI::App *token = wordOf(parent, "token", "Tokens of orchestrators");
    CLI::App *command = token->add_subcommand("add", "Issue a token (signed by an administrator)");
    command->add_option("--actor", m_actor, "The agent that the token stands for");
    command->add_option("--tenant", m_tenant, "Whose work it is");
    command
        ->add_option("--sponsor", m_sponsor, "The enrolled person who answers for it, and who never approves its plans")
        ->required();
    command->add_option("--scope", m_scopes, "submit, facts, report, read, audit (repeatable)")->required();
    command->add_flag("--json", m_json, "Print id and token as JSON");
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int TokenAddCommand::run()
{
    QJsonArray scopes;
    for (const std::string &scope : m_scopes)
        scopes.append(QString::fromStdString(scope));
    const gateway::NewToken token = gateway::newToken(context().random());
    const QJsonObject data{{u"hash"_s, token.hash},
                           {u"tenant"_s, QString::fromStdString(m_tenant)},
                           {u"actor"_s, QString::fromStdString(m_actor)},
                           {u"sponsor"_s, QString::fromStdString(m_sponsor)},
                           {u"scopes"_s, scopes}};
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"token"_s, token.id, data}); !sent)
        return context().complain(sent.error());
    if (m_json)
        context().print(QJsonObject{{u"id"_s, token.id}, {u"token"_s, token.text}});
    else
        context().say(token.text);
    return Done;
}

CLI::App *TokenRevokeCommand::declare(CLI::App &parent)
{
    CLI::App *token = wordOf(parent, "token", "Tokens of orchestrators");
    CLI::App *command = token->add_subcommand("revoke", "Revoke a token (signed by an administrator)");
    command->add_option("id", m_id, "The token's id, the part after obs_")->required();
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int TokenRevokeCommand::run()
{
    const QString id = QString::fromStdString(m_id);
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"token"_s, id, {{u"revoked"_s, true}}}); !sent)
        return context().complain(sent.error());
    context().say(u"Revoked the token %1."_s.arg(id));
    return Done;
}

} // namespace obstat::ctl
