#include "ctl/policycommand.h"

#include "base/textfile.h"
#include "ctl/adminsigning.h"
#include "ctl/subcommand.h"
#include "policy/policy.h"
#include "policy/registry.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

namespace {

base::Result<policy::Policy> readPolicy(const std::string &path)
{
    auto text = base::readTextFile(QString::fromStdString(path));
    if (!text)
        return tl::unexpected(text.error());
    return policy::Policy::parse(*text, QString::fromStdString(path));
}

} // namespace

CLI::App *PolicyTestCommand::declare(CLI::App &parent)
{
    CLI::App *policy = wordOf(parent, "policy", "The rules that decide which plans need a person");
    CLI::App *command = policy->add_subcommand("test", "Run a policy's own tests");
    command->add_option("file", m_file, "policy.toml");
    command->add_flag("--json", m_json, "Print the results as JSON");
    return command;
}

int PolicyTestCommand::run()
{
    auto policy = readPolicy(m_file);
    if (!policy)
        return context().complain(policy.error());
    const auto results = policy->runTests();
    QJsonArray json;
    qsizetype failed = 0;
    for (const policy::TestResult &result : results) {
        failed += result.passed ? 0 : 1;
        json.append(QJsonObject{{u"name"_s, result.name},
                                {u"expected"_s, result.expected.text()},
                                {u"got"_s, result.got.text()},
                                {u"passed"_s, result.passed}});
        if (!m_json)
            context().say(result.passed ? u"ok    "_s + result.name
                                        : u"FAIL  %1: expected %2, got %3"_s.arg(result.name, result.expected.text(),
                                                                                 result.got.text()));
    }
    if (m_json)
        context().print(QJsonObject{{u"tests"_s, json}, {u"failed"_s, failed}});
    else
        context().say(u"%1 tests, %2 failed"_s.arg(results.size()).arg(failed));
    return failed == 0 ? Done : NotWhole;
}

CLI::App *PolicyActivateCommand::declare(CLI::App &parent)
{
    CLI::App *policy = wordOf(parent, "policy", "The rules that decide which plans need a person");
    CLI::App *command = policy->add_subcommand("activate", "Make a policy the active one (signed by an administrator)");
    command->add_option("file", m_file, "policy.toml");
    m_ledger.declare(*command);
    m_admin.declare(*command);
    return command;
}

int PolicyActivateCommand::run()
{
    auto policy = readPolicy(m_file);
    if (!policy)
        return context().complain(policy.error());
    for (const policy::TestResult &result : policy->runTests())
        if (!result.passed)
            return context().complain(
                {base::ErrorCode::Forbidden,
                 u"The policy's test '%1' fails (expected %2, got %3); it was not activated."_s.arg(
                     result.name, result.expected.text(), result.got.text())});
    const ActRequest request{u"policy"_s, policy->digest(), {{u"size"_s, policy->text().size()}}, policy->text()};
    if (auto sent = signAndSend(context(), m_ledger, m_admin, request); !sent)
        return context().complain(sent.error());
    context().say(u"Activated the policy %1."_s.arg(policy->digest()));
    return Done;
}

CLI::App *ToolsCheckCommand::declare(CLI::App &parent)
{
    CLI::App *tools = wordOf(parent, "tools", "The list of things that cannot be undone");
    CLI::App *command = tools->add_subcommand("check", "Check tools.toml; fails when a write tool has open questions");
    command->add_option("file", m_file, "tools.toml");
    return command;
}

int ToolsCheckCommand::run()
{
    auto text = base::readTextFile(QString::fromStdString(m_file));
    if (!text)
        return context().complain(text.error());
    auto registry = policy::Registry::parse(*text, QString::fromStdString(m_file));
    if (!registry)
        return context().complain(registry.error());
    const QStringList problems = registry->problems();
    for (const QString &problem : problems)
        context().complain(base::Error{base::ErrorCode::Malformed, problem});
    context().say(u"%1 tools, %2 problems"_s.arg(registry->names().size()).arg(problems.size()));
    return problems.isEmpty() ? Done : NotWhole;
}

} // namespace obstat::ctl
