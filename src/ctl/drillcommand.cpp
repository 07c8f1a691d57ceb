#include "ctl/drillcommand.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>
#include <QJsonArray>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

namespace {

QString daemonProgram(const std::string &given)
{
    if (!given.empty())
        return QString::fromStdString(given);
    const QString beside = QStandardPaths::findExecutable(u"obstatd"_s, {QCoreApplication::applicationDirPath()});
    return beside.isEmpty() ? QStandardPaths::findExecutable(u"obstatd"_s) : beside;
}

} // namespace

CLI::App *DrillCommand::declare(CLI::App &parent)
{
    CLI::App *command = parent.add_subcommand(
        "drill", "Kill a scratch instance at every point, for every kind of owner, and tell what became of the work");
    command->add_option("--daemon", m_daemon, "The program obstatd (default: beside this one)");
    command->add_option("--point", m_point, "Only this point, such as P8");
    command->add_option("--owner", m_owner, "Only this owner")
        ->check(CLI::IsMember({"key and query", "key only", "query only", "neither"}));
    command->add_flag("--json", m_json, "Print the cases as JSON");
    return command;
}

bool DrillCommand::isWanted(const sim::DrillCase &drilled) const
{
    return (m_point.empty() || drilled.point == QString::fromStdString(m_point)) &&
           (m_owner.empty() || drilled.owner.name == QString::fromStdString(m_owner));
}

void DrillCommand::say(const sim::DrillResult &result)
{
    const sim::DrillCase &drilled = result.drilled;
    context().say(drilled.point.leftJustified(5) + drilled.what.leftJustified(54) +
                  drilled.owner.name.leftJustified(15) + result.outcome.leftJustified(12) +
                  QString::number(result.effects).leftJustified(9) +
                  (result.inOrder() ? u"in order"_s : u"NOT IN ORDER: "_s + result.trouble));
}

int DrillCommand::run()
{
    const QString daemon = daemonProgram(m_daemon);
    if (daemon.isEmpty())
        return context().complain(
            {base::ErrorCode::NotFound, u"The program obstatd was not found; name it by --daemon."_s});
    sim::Drill drill({daemon}, context().clock(), context().random());
    if (!m_json)
        context().say(u"POINT"_s.leftJustified(59) + u"OWNER"_s.leftJustified(15) + u"OUTCOME"_s.leftJustified(12) +
                      u"EFFECTS"_s);
    QJsonArray cases;
    int wrong = 0;
    for (const sim::DrillCase &drilled : sim::Drill::cases()) {
        if (!isWanted(drilled))
            continue;
        const auto result = drill.run(drilled);
        if (!result)
            return context().complain(result.error());
        cases.append(result->toJson());
        wrong += result->inOrder() ? 0 : 1;
        if (!m_json)
            say(*result);
    }
    if (cases.isEmpty())
        return context().complain({base::ErrorCode::Usage, u"There is no such point."_s});
    if (m_json)
        context().print(QJsonObject{{u"cases"_s, cases}, {u"in_order"_s, wrong == 0}});
    else
        context().say(u"%1 cases, %2 not in order"_s.arg(cases.size()).arg(wrong));
    return wrong == 0 ? Done : NotWhole;
}

} // namespace obstat::ctl
