#include "ctl/resumecommand.h"

#include "ctl/adminsigning.h"

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

CLI::App *ResumeCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("resume", "Accept this copy of the log after a doubt (signed by an administrator)");
    command->add_option("--reason", m_reason, "Why this copy may go on; it stays in the log's act")->required();
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int ResumeCommand::run()
{
    const QJsonObject data{{u"reason"_s, QString::fromStdString(m_reason)}};
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"resume"_s, {}, data}); !sent)
        return context().complain(sent.error());
    context().say(u"Resumed. What was open may have happened elsewhere and is unknown now; automatic approval stays "
                  "off until 'obstatctl automatic-on'."_s);
    return Done;
}

CLI::App *AutomaticOnCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("automatic-on", "Let rules approve again after a resume (signed by an administrator)");
    command->add_option("--reason", m_reason, "Why; it stays in the log's act")->required();
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int AutomaticOnCommand::run()
{
    const QJsonObject data{{u"reason"_s, QString::fromStdString(m_reason)}};
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {u"automatic_on"_s, {}, data}); !sent)
        return context().complain(sent.error());
    context().say(u"Automatic approval is on."_s);
    return Done;
}

} // namespace obstat::ctl
