#include "ctl/resumecommand.h"

#include "ctl/adminsigning.h"

#include <CLI/CLI.hpp>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

CLI::App *ResumeCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        m_act == Act::Resume
            ? parent.add_subcommand("resume", "Accept this copy of the log after a doubt (signed by an administrator)")
            : parent.add_subcommand("automatic-on",
                                    "Let rules approve again after a resume (signed by an administrator)");
    command->add_option("--reason", m_reason, "Why; it stays in the log's act")->required();
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int ResumeCommand::run()
{
    const QString act = m_act == Act::Resume ? u"resume"_s : u"automatic_on"_s;
    const QJsonObject data{{u"reason"_s, QString::fromStdString(m_reason)}};
    if (auto sent = signAndSend(context(), m_ledger, m_admin, {act, {}, data}); !sent)
        return context().complain(sent.error());
    context().say(m_act == Act::Resume ? u"Resumed. What was open may have happened elsewhere and is unknown now; "
                                         "automatic approval stays off until 'obstatctl automatic-on'."_s
                                       : u"Automatic approval is on."_s);
    return Done;
}

} // namespace obstat::ctl
