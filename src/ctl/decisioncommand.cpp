#include "ctl/decisioncommand.h"

#include "approval/decision.h"
#include "base/visibletext.h"
#include "ctl/storedplan.h"

#include <CLI/CLI.hpp>

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;
using base::Result;

CLI::App *DecisionCommand::declare(CLI::App &parent)
{
    CLI::App *group = parent.add_subcommand("decision", "Signed decisions");
    group->require_subcommand(1);
    CLI::App *command =
        group->add_subcommand("show", "Show what was signed, and compare it with what the ledger holds now");
    command->add_option("what", m_what, "An operation's number, or a decision's nonce")->required();
    command->add_flag("--json", m_json, "Print JSON");
    m_ledger.declare(*command);
    return command;
}

Result<QList<ledger::DecisionRow>> DecisionCommand::find(ledger::LedgerReader &reader) const
{
    const QString what = QString::fromStdString(m_what);
    bool number = false;
    const qint64 id = what.toLongLong(&number);
    if (number && what.size() < 32) {
        auto rows = reader.decisions(id);
        if (rows && rows->isEmpty())
            return fail(ErrorCode::NotFound, u"Nobody has decided on operation %1."_s.arg(id));
        return rows;
    }
    const auto row = reader.decisionByNonce(what);
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return fail(ErrorCode::NotFound, u"There is no decision with the nonce '%1'."_s.arg(base::visibleText(what)));
    return QList<ledger::DecisionRow>{**row};
}

Result<QJsonObject> DecisionCommand::looked(ledger::LedgerReader &reader, const ledger::DecisionRow &row) const
{
    const auto body = approval::DecisionBody::parse(row.body);
    if (!body)
        return tl::unexpected(body.error());
    QJsonObject told{{u"operation"_s, row.operation},
                     {u"nonce"_s, row.nonce},
                     {u"kind"_s, row.kind},
                     {u"approver"_s, row.approver},
                     {u"on_behalf_of"_s, body->onBehalfOf},
                     {u"key_id"_s, row.keyId},
                     {u"decided_at"_s, base::isoText(row.decidedAt)},
                     {u"state"_s, row.state},
                     {u"code"_s, row.code},
                     {u"reason"_s, body->reason},
                     {u"reference"_s, body->reference},
                     {u"evidence_digest"_s, body->evidenceDigest},
                     {u"conflict_event"_s, body->conflictEvent < 0 ? QJsonValue() : QJsonValue(body->conflictEvent)},
                     {u"new_intent_key"_s, body->newIntentKey},
                     {u"surface"_s, body->surface},
                     {u"milliseconds_shown"_s, body->millisecondsShown},
                     {u"all_shown"_s, body->allShown},
                     {u"shown_digest"_s, body->shownDigest}};
    const auto then = rowAtDecision(reader, row);
    const auto plan =
        then ? storedPlan(reader, *then) : base::Result<approval::ShownPlan>(tl::unexpected(then.error()));
    if (!plan && plan.error().code == ErrorCode::NotFound) {
        told.insert("compared"_L1, u"purged"_s);
        return told;
    }
    const bool same = plan && approval::shownDigest(*plan) == body->shownDigest;
    const bool compared = !body->shownDigest.isEmpty();
    told.insert("compared"_L1, !compared ? u"nothing was signed about the screen"_s : same ? u"same"_s : u"differs"_s);
    if (plan)
        told.insert("shown"_L1, QString::fromUtf8(approval::shownText(*plan)));
    else
        told.insert("why"_L1, plan.error().message);
    return told;
}

void DecisionCommand::tell(const QJsonObject &decision)
{
    const auto text = [&decision](QLatin1StringView name) { return decision.value(name).toString(); };
    const QString forWhom =
        text("on_behalf_of"_L1).isEmpty() ? QString() : QString(u" for "_s + text("on_behalf_of"_L1));
    context().say(u"%1%2: %3 at %4, %5 (nonce %6, key %7)"_s.arg(text("approver"_L1), forWhom, text("kind"_L1),
                                                                 text("decided_at"_L1), text("state"_L1),
                                                                 text("nonce"_L1), text("key_id"_L1)));
    if (!text("reason"_L1).isEmpty())
        context().say(u"  reason: "_s + base::visibleText(text("reason"_L1)));
    const std::pair<QLatin1StringView, QString> more[] = {{"reference"_L1, u"reference"_s},
                                                          {"evidence_digest"_L1, u"evidence, SHA-256"_s},
                                                          {"new_intent_key"_L1, u"new key"_s}};
    for (const auto &[name, label] : more)
        if (!text(name).isEmpty())
            context().say(u"  %1: %2"_s.arg(label, base::visibleText(text(name))));
    if (!decision.value("conflict_event"_L1).isNull())
        context().say(u"  conflict: event %1"_s.arg(decision.value("conflict_event"_L1).toInteger()));
    context().say(
        u"  on the screen: %1 ms, %2, %3"_s.arg(decision.value("milliseconds_shown"_L1).toInteger())
            .arg(decision.value("all_shown"_L1).toBool() ? u"all of it"_s : u"not all of it"_s, text("surface"_L1)));
    const QStringList lines = text("shown"_L1).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        context().say(u"  | "_s + line);
    context().say(u"  compared with what was signed: "_s + text("compared"_L1));
}

int DecisionCommand::run()
{
    auto reader = m_ledger.reader();
    if (!reader)
        return context().complain(reader.error());
    const auto rows = find(**reader);
    if (!rows)
        return context().complain(rows.error());
    QJsonArray all;
    bool differs = false;
    for (const ledger::DecisionRow &row : *rows) {
        const auto told = looked(**reader, row);
        if (!told)
            return context().complain(told.error());
        differs = differs || told->value("compared"_L1) == "differs"_L1;
        if (m_json)
            all.append(*told);
        else
            tell(*told);
    }
    if (m_json)
        context().print(all);
    return differs ? NotWhole : Done;
}

} // namespace obstat::ctl
