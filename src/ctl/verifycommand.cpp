#include "ctl/verifycommand.h"

#include "ctl/metricstable.h"
#include "ledger/ledgerverifier.h"
#include "metrics/sixnumbers.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

CLI::App *VerifyCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("verify", "Check the whole log and every stored value; exit 0 only when all is whole");
    m_ledger.declare(*command, true);
    command->add_flag("--json", m_json, "Print the report as JSON");
    return command;
}

int VerifyCommand::run()
{
    auto config = m_ledger.config();
    if (!config)
        return context().complain(config.error());
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    ledger::LedgerVerifier verifier(**reader, config->logKey, config->administrators);
    const bool terminal = !m_json && isatty(STDERR_FILENO);
    auto report = verifier.run([terminal](const ledger::VerifyProgress &progress) {
        if (terminal)
            std::fprintf(stderr, "\r%s %lld of %lld", qUtf8Printable(progress.step),
                         static_cast<long long>(progress.done), static_cast<long long>(progress.total));
        return true;
    });
    if (terminal)
        std::fputc('\n', stderr);
    if (!report)
        return context().complain(report.error());
    QJsonArray findings;
    for (const ledger::VerifyFinding &finding : report->findings) {
        findings.append(
            QJsonObject{{u"event"_s, finding.event < 0 ? QJsonValue() : QJsonValue(finding.event)},
                        {u"operation"_s, finding.operation < 0 ? QJsonValue() : QJsonValue(finding.operation)},
                        {u"what"_s, finding.what}});
        if (!m_json)
            context().say(u"BAD  %1"_s.arg(finding.what));
    }
    if (m_json)
        context().print(QJsonObject{
            {u"whole"_s, report->whole},
            {u"events"_s, report->events},
            {u"operations"_s, report->operations},
            {u"values"_s, report->values},
            {u"checkpoints"_s, report->checkpoints},
            {u"root"_s, report->root},
            {u"state_file"_s, QJsonObject{{u"compared"_s, report->state.isEmpty()}, {u"why_not"_s, report->state}}},
            {u"findings"_s, findings},
            {u"more_findings"_s, report->full}});
    else
        context().say(u"%1: %2 events, %3 operations, %4 values, %5 checkpoints, root %6"_s
                          .arg(report->whole ? u"whole"_s : u"NOT WHOLE"_s)
                          .arg(report->events)
                          .arg(report->operations)
                          .arg(report->values)
                          .arg(report->checkpoints)
                          .arg(report->root));
    if (!m_json && !report->state.isEmpty())
        context().say(u"not compared with a state file: %1 Whether the newest events were taken away cannot be "
                      "told."_s.arg(report->state));
    return report->whole ? Done : NotWhole;
}

CLI::App *MetricsCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("metrics", "The six watched numbers over a range, with the range before beside it");
    m_ledger.declare(*command, true);
    command->add_option("--last", m_last, "How far back from now: 24h, 30d, …");
    command->add_option("--tool", m_tool, "Only this tool");
    command->add_flag("--json", m_json, "Print JSON");
    return command;
}

int MetricsCommand::run()
{
    const base::Micros length = base::parseDuration(QString::fromStdString(m_last));
    if (length <= 0) {
        context().complain({base::ErrorCode::Usage, u"--last must be a duration such as 24h or 30d."_s});
        return WrongUsage;
    }
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    const base::Micros now = context().clock().now();
    auto numbers = metrics::sixNumbers(**reader, {now - length, now, QString::fromStdString(m_tool)}, now);
    if (!numbers)
        return context().complain(numbers.error());
    if (m_json) {
        context().print(numbers->toJson());
        return Done;
    }
    for (const QString &line : metricsTable(*numbers, now))
        context().say(line);
    return Done;
}

} // namespace obstat::ctl
