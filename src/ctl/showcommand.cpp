#include "ctl/showcommand.h"

#include "ctl/operationprint.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;
using ledger::OperationRow;

CLI::App *ShowCommand::declare(CLI::App &parent)
{
    CLI::App *command = parent.add_subcommand("show", "Show one operation in full, or all of an intent key");
    command->add_option("what", m_what, "The operation's number, or an intent key, record, reference or run")
        ->required();
    command->add_flag("--json", m_json, "Print JSON");
    m_ledger.declare(*command);
    return command;
}

Result<QList<OperationRow>> ShowCommand::find(ledger::LedgerReader &reader) const
{
    const QString what = QString::fromStdString(m_what);
    bool number = false;
    const qint64 id = what.toLongLong(&number);
    if (number) {
        auto row = reader.operation(id);
        if (!row)
            return tl::unexpected(row.error());
        if (*row)
            return QList<OperationRow>{**row};
    }
    auto rows = reader.search(what, 1000);
    if (rows && rows->isEmpty())
        return fail(ErrorCode::NotFound,
                    u"No operation has the number, key, record, reference or run '%1'."_s.arg(what));
    return rows;
}

int ShowCommand::run()
{
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    auto rows = find(**reader);
    if (!rows)
        return context().complain(rows.error());
    QJsonArray all;
    for (const OperationRow &row : *rows) {
        auto full = operationInFull(**reader, row);
        if (!full)
            return context().complain(full.error());
        all.append(*full);
        if (m_json)
            continue;
        for (const QString &line : operationText(row, *full))
            context().say(line);
    }
    if (m_json)
        context().print(all.size() == 1 ? all.first() : QJsonValue(all));
    return Done;
}

CLI::App *ListCommand::declare(CLI::App &parent)
{
    CLI::App *command = parent.add_subcommand("list", "List operations, newest first");
    command->add_option("--status", m_statuses, "Only this status (repeatable)");
    command->add_option("--tool", m_tool, "Only this tool");
    command->add_option("--run", m_run, "Only this run");
    command->add_option("--actor", m_actor, "Only this agent");
    command->add_option("--record", m_record, "Only this record");
    command->add_option("--rule", m_rule, "Only what this rule decided");
    command->add_option("--limit", m_limit, "At most so many")->check(CLI::Range(1, 100000));
    command->add_option("--after", m_after, "Go on after this operation's number");
    command->add_flag("--json", m_json, "Print JSON");
    m_ledger.declare(*command);
    return command;
}

Result<ledger::OperationFilter> ListCommand::filter() const
{
    ledger::OperationFilter filter;
    for (const std::string &text : m_statuses) {
        const auto status = ledger::statusFromText(QString::fromStdString(text));
        if (!status)
            return fail(
                ErrorCode::Usage,
                u"'%1' is no status; there are awaiting_approval, approved, running, unknown, succeeded, failed, "
                "rejected, expired and withdrawn."_s.arg(QString::fromStdString(text)));
        filter.statuses.append(*status);
    }
    filter.tool = QString::fromStdString(m_tool);
    filter.run = QString::fromStdString(m_run);
    filter.actor = QString::fromStdString(m_actor);
    filter.record = QString::fromStdString(m_record);
    filter.rule = QString::fromStdString(m_rule);
    return filter;
}

int ListCommand::run()
{
    auto wanted = filter();
    if (!wanted) {
        context().complain(wanted.error());
        return WrongUsage;
    }
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    auto rows = (*reader)->operations(*wanted, m_after, m_limit);
    if (!rows)
        return context().complain(rows.error());
    QJsonArray json;
    for (const OperationRow &row : *rows) {
        if (m_json)
            json.append(operationFields(row));
        else
            context().say(operationLine(row));
    }
    if (m_json)
        context().print(json);
    return Done;
}

} // namespace obstat::ctl
