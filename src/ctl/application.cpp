#include "ctl/application.h"

#include "ctl/benchcommand.h"
#include "ctl/conflictscommand.h"
#include "ctl/decidecommand.h"
#include "ctl/decisioncommand.h"
#include "ctl/delegatecommand.h"
#include "ctl/drillcommand.h"
#include "ctl/enrolcommand.h"
#include "ctl/initcommand.h"
#include "ctl/keycommand.h"
#include "ctl/ownercommand.h"
#include "ctl/policycommand.h"
#include "ctl/policystatuscommand.h"
#include "ctl/replaycommand.h"
#include "ctl/resumecommand.h"
#include "ctl/showcommand.h"
#include "ctl/tokencommand.h"
#include "ctl/verifycommand.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <vector>

#include <sys/stat.h>

namespace obstat::ctl {

namespace {

/// An empty word is what a script's unset variable leaves; it never stands for a default.
void refuseEmptyWords(CLI::App &app)
{
    const CLI::Validator notEmpty([](const std::string &word) { return word.empty() ? "must not be empty" : ""; }, "");
    for (CLI::Option *option : app.get_options())
        if (option->get_expected_max() > 0)
            option->check(notEmpty);
    for (CLI::App *verb : app.get_subcommands([](CLI::App *) { return true; }))
        refuseEmptyWords(*verb);
}

} // namespace

int runApplication(int argc, char **argv)
{
    ::umask(::umask(0) | S_IWGRP | S_IWOTH); // who may write obstatd.toml says who is an administrator
    CLI::App parser("obstatctl: every job of Obstat without a screen", "obstatctl");
    parser.set_version_flag("--version", "obstatctl " OBSTAT_VERSION);
    parser.require_subcommand(1);
    parser.footer("Exit: 0 done, 1 failed, 2 wrong usage, 3 not in order (verify, policy test, policy "
                  "status, tools check, drill), "
                  "4 not sent (decide).");

    Context context;
    std::vector<std::pair<CLI::App *, std::unique_ptr<Command>>> commands;
    const auto add = [&](std::unique_ptr<Command> command) {
        CLI::App *parsed = command->declare(parser);
        commands.emplace_back(parsed, std::move(command));
    };
    add(std::make_unique<InitCommand>(context));
    add(std::make_unique<KeyCommand>(context));
    add(std::make_unique<EnrolCommand>(context));
    add(std::make_unique<RevokeCommand>(context));
    add(std::make_unique<RoleCommand>(context));
    add(std::make_unique<DelegateCommand>(context));
    add(std::make_unique<TokenAddCommand>(context));
    add(std::make_unique<TokenRevokeCommand>(context));
    add(std::make_unique<ResumeCommand>(context, ResumeCommand::Act::Resume));
    add(std::make_unique<ResumeCommand>(context, ResumeCommand::Act::AutomaticOn));
    add(std::make_unique<PolicyTestCommand>(context));
    add(std::make_unique<PolicyActivateCommand>(context));
    add(std::make_unique<PolicyStatusCommand>(context));
    add(std::make_unique<ToolsCheckCommand>(context));
    add(std::make_unique<ReplayCommand>(context));
    add(std::make_unique<ShowCommand>(context));
    add(std::make_unique<ListCommand>(context));
    add(std::make_unique<ConflictsCommand>(context));
    add(std::make_unique<DecideCommand>(context));
    add(std::make_unique<DecisionCommand>(context));
    add(std::make_unique<VerifyCommand>(context));
    add(std::make_unique<MetricsCommand>(context));
    add(std::make_unique<DrillCommand>(context));
    add(std::make_unique<BenchCommand>(context));
    add(std::make_unique<OwnerCommand>(context));

    refuseEmptyWords(parser);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        const int code = parser.exit(error);
        return code == 0 ? Done : WrongUsage;
    }
    for (const auto &[parsed, command] : commands)
        if (parsed->parsed())
            return command->run();
    return WrongUsage;
}

} // namespace obstat::ctl
