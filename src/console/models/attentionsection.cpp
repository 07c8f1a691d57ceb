#include "console/models/attentionsection.h"

#include "console/models/wording.h"

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::OperationRow;
using ledger::Status;
using Section = AttentionSection;

QList<Section> AttentionWording::sections()
{
    return {Section::Unknown, Section::Conflicts, Section::Contradicted,
            Section::Failed,  Section::Overdue,   Section::Held};
}

QString AttentionWording::name(Section section)
{
    switch (section) {
    case Section::Unknown:
        return u"unknown"_s;
    case Section::Conflicts:
        return u"conflicts"_s;
    case Section::Contradicted:
        return u"contradicted"_s;
    case Section::Failed:
        return u"failed"_s;
    case Section::Overdue:
        return u"overdue"_s;
    case Section::Held:
        return u"held"_s;
    }
    return {};
}

QString AttentionWording::title(Section section)
{
    switch (section) {
    case Section::Unknown:
        return tr("Unknown outcomes");
    case Section::Conflicts:
        return tr("Conflicts");
    case Section::Contradicted:
        return tr("Contradicted");
    case Section::Failed:
        return tr("Failed");
    case Section::Overdue:
        return tr("Overdue");
    case Section::Held:
        return tr("Held");
    }
    return {};
}

QString AttentionWording::hint(Section section)
{
    switch (section) {
    case Section::Unknown:
        return tr("Nobody knows whether these happened: sent without an answer that says so, or open when the log went "
                  "back. The flow sends again only where the owner honours the key, so that a second effect is "
                  "impossible. What it may not repeat waits for a person: look into the owner's own book, then say "
                  "whether it happened.");
    case Section::Conflicts:
        return tr("The same work was asked for again with other arguments. The first operation goes on untouched, the "
                  "second was not executed; the agent was told to stop.");
    case Section::Contradicted:
        return tr(
            "The owner says otherwise than what was settled. Until a person settles it again, every new request for "
            "the same work is a conflict.");
    case Section::Failed:
        return tr("The owner said no in a way that proves that nothing happened. The key is free: the agent may ask "
                  "again with corrected arguments, as a new revision.");
    case Section::Overdue:
        return tr("Approved over a minute ago and still not executed. The flow takes these by itself, the oldest "
                  "first, as soon as one runs and their checks pass.");
    case Section::Held:
        return tr(
            "A check of the stored plan or of a signature failed. Held operations are never executed and never go "
            "back to the queue by themselves; the alarm is in the timeline.");
    }
    return {};
}

QString AttentionWording::emptyTitle(Section section)
{
    switch (section) {
    case Section::Unknown:
        return tr("No unknown outcomes");
    case Section::Conflicts:
        return tr("No open conflicts");
    case Section::Contradicted:
        return tr("Nothing is contradicted");
    case Section::Failed:
        return tr("Nothing failed");
    case Section::Overdue:
        return tr("Nothing is overdue");
    case Section::Held:
        return tr("Nothing is held");
    }
    return {};
}

QString AttentionWording::emptyText(Section section)
{
    switch (section) {
    case Section::Unknown:
        return tr("An operation stands here while nobody knows whether it happened: it was sent, and the answer was "
                  "lost, late or not readable; or it was open when the log went back.");
    case Section::Conflicts:
        return tr("A conflict stands here when an agent asks for work that is known already, but with other arguments. "
                  "Both payloads are kept and shown side by side.");
    case Section::Contradicted:
        return tr("An operation stands here when its owner's later answer does not fit the end that is recorded: a yes "
                  "to what failed, or a no to what succeeded.");
    case Section::Failed:
        return tr("An operation stands here when its owner refused it and that proves that nothing happened.");
    case Section::Overdue:
        return tr("An operation stands here when it was approved and nobody executed it within a minute, for example "
                  "because no flow runs.");
    case Section::Held:
        return tr(
            "An operation stands here when its row or a signature is not what it should be. That is never normal.");
    }
    return {};
}

Tone AttentionWording::tone(Section section)
{
    switch (section) {
    case Section::Unknown:
        return Tone::Unknown;
    case Section::Contradicted:
    case Section::Failed:
    case Section::Held:
        return Tone::Bad;
    case Section::Conflicts:
    case Section::Overdue:
        break;
    }
    return Tone::Warn;
}

qint64 AttentionWording::count(Section section, const ledger::LiveCounts &counts)
{
    switch (section) {
    case Section::Unknown:
        return counts.unknown;
    case Section::Conflicts:
        return counts.openConflicts;
    case Section::Contradicted:
        return counts.contradicted;
    case Section::Failed:
        return counts.failed;
    case Section::Overdue:
        return counts.overdue;
    case Section::Held:
        return counts.held;
    }
    return 0;
}

ledger::OperationFilter AttentionWording::filter(Section section)
{
    ledger::OperationFilter filter;
    switch (section) {
    case Section::Unknown:
        filter.statuses = {Status::Unknown};
        filter.oldestFirst = true;
        break;
    case Section::Contradicted:
        filter.contradicted = true;
        filter.oldestFirst = true;
        break;
    case Section::Failed:
        filter.statuses = {Status::Failed};
        break;
    case Section::Overdue:
        filter.overdue = true;
        filter.oldestFirst = true;
        break;
    case Section::Held:
        filter.held = true;
        break;
    case Section::Conflicts:
        break;
    }
    return filter;
}

QString AttentionWording::next(Section section, const OperationRow &row, base::Micros now)
{
    if (row.held && section != Section::Failed)
        return tr("held, never executed");
    const bool later = row.notBefore && *row.notBefore - now >= base::kSecond;
    switch (section) {
    case Section::Unknown:
        if (!row.notBefore)
            return tr("waits for a person");
        return later ? tr("same key again in %1").arg(Wording::duration(*row.notBefore - now))
                     : tr("same key again, due now");
    case Section::Contradicted:
        return row.status == Status::Succeeded ? tr("the owner says it did not happen")
                                               : tr("the owner says it happened");
    case Section::Failed:
        return tr("nothing happened, the key is free");
    case Section::Overdue:
        if (row.expiresAt <= now)
            return tr("expired, will not be executed");
        return later ? tr("was not sent, again in %1").arg(Wording::duration(*row.notBefore - now))
                     : tr("waits for a flow");
    case Section::Conflicts:
    case Section::Held:
        break;
    }
    return {};
}

base::Micros AttentionWording::since(Section section, const OperationRow &row)
{
    switch (section) {
    case Section::Unknown:
        return row.firstSentAt.value_or(row.updatedAt);
    case Section::Contradicted:
    case Section::Failed:
        return row.finishedAt.value_or(row.updatedAt);
    case Section::Overdue:
        return row.decidedAt.value_or(row.createdAt);
    case Section::Conflicts:
    case Section::Held:
        break;
    }
    return row.updatedAt;
}

} // namespace obstat::console
