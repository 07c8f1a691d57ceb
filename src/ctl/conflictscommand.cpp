#include "ctl/conflictscommand.h"

#include "ctl/operationprint.h"
#include "ledger/ledgerreader.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>
#include <QJsonObject>
#include <limits>

namespace obstat::ctl {

using namespace Qt::StringLiterals;

CLI::App *ConflictsCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("conflicts", "List open conflicts, newest first: a key that came with another payload");
    command->add_option("--limit", m_limit, "At most so many")->check(CLI::Range(1, 100000));
    command->add_flag("--json", m_json, "Print JSON");
    m_ledger.declare(*command);
    return command;
}

int ConflictsCommand::run()
{
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    const auto rows = (*reader)->openConflicts(std::numeric_limits<qint64>::max(), m_limit);
    if (!rows)
        return context().complain(rows.error());
    if (rows->isEmpty() && !m_json)
        context().say(u"No conflict is open."_s);
    QJsonArray json;
    for (const ledger::ConflictRow &row : *rows) {
        QJsonObject conflict = conflictFields(row);
        conflict.insert("operation"_L1, row.operation);
        conflict.insert("record"_L1, row.record.isEmpty() ? QJsonValue() : QJsonValue(row.record));
        json.append(conflict);
        if (m_json)
            continue;
        context().say(u"operation %1  %2"_s.arg(QString::number(row.operation), markedText(row.record)));
        context().say(u"    "_s + conflictText(conflict));
        context().say(u"    from %1, run %2, at %3"_s.arg(row.actor, row.run, base::isoText(row.at)));
    }
    if (m_json)
        context().print(json);
    return Done;
}

} // namespace obstat::ctl
