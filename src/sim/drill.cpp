#include "sim/drill.h"

#include "ledger/ledgerreader.h"
#include "sim/drillset.h"

#include <QElapsedTimer>
#include <QThread>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;
using ledger::Status;

namespace {

constexpr int kLook = 20; // ms

struct Point
{
    const char *name;
    const char *what;
};

constexpr Point kPoints[] = {
    {"P5", "inside the claim"},
    {"P6", "after the claim, before the request left"},
    {"P7", "the request had left"},
    {"P8", "the owner had committed, its answer just came"},
    {"P9", "the answer was read, before its outcome was stored"},
    {"P10", "while the outcome was being stored"},
    {"P11", "the outcome was stored, before the log was sealed"},
};

/// Ended, or not without a person.
bool isAtRest(const ledger::OperationRow &row, const QList<ledger::AttemptRow> &attempts)
{
    const bool open =
        std::any_of(attempts.begin(), attempts.end(), [](const auto &attempt) { return !attempt.endedAt; });
    return !ledger::isOpen(row.status) || (row.status == Status::Unknown && !row.notBefore && !open);
}

QString outcomeOf(const ledger::OperationRow &row, const QList<ledger::AttemptRow> &attempts)
{
    if (row.status == Status::Unknown)
        return u"escalated"_s;
    if (row.status != Status::Succeeded)
        return {};
    const bool asked = std::any_of(attempts.begin(), attempts.end(), [](const auto &attempt) {
        return attempt.kind == u"query" && attempt.outcome != u"crashed";
    });
    return asked ? u"reconciled"_s : u"original"_s;
}

QString troubleOf(const DrillResult &result)
{
    if (result.outcome.isEmpty())
        return u"It ended as %1."_s.arg(result.status);
    if (result.effects > 1)
        return u"The owner did it %1 times."_s.arg(result.effects);
    if (result.status == u"succeeded" && result.effects != 1)
        return u"The ledger says that it was done, the owner's book does not."_s;
    if (!result.sameResult)
        return u"The agent's second call was not answered as a repeat."_s;
    const bool couldTell = result.drilled.owner.honoursKey || result.drilled.owner.canBeAsked;
    if (couldTell && result.outcome == u"escalated")
        return u"A person is asked although the owner could tell."_s;
    return {};
}

} // namespace

QJsonObject DrillResult::toJson() const
{
    return {{u"owner"_s, drilled.owner.name}, {u"point"_s, drilled.point}, {u"what"_s, drilled.what},
            {u"outcome"_s, outcome},          {u"status"_s, status},       {u"effects"_s, effects},
            {u"repeat"_s, sameResult},        {u"trouble"_s, trouble}};
}

Drill::Drill(Settings settings, const base::Clock &clock, base::Random &random)
    : m_settings(std::move(settings)), m_clock(clock), m_random(random)
{
}

QList<DrillCase> Drill::cases()
{
    const QList<DrillOwner> owners{{u"key and query"_s, true, true},
                                   {u"key only"_s, true, false},
                                   {u"query only"_s, false, true},
                                   {u"neither"_s, false, false}};
    QList<DrillCase> cases;
    for (const DrillOwner &owner : owners) {
        for (const Point &point : kPoints)
            cases.append({owner, QString::fromLatin1(point.name), QString::fromLatin1(point.what)});
        if (owner.canBeAsked && !owner.honoursKey) // an owner that honours the key is not asked, it gets the key again
            cases.append({owner, u"P13"_s, u"while it was being reconciled"_s});
    }
    return cases;
}

Result<DrillResult> Drill::run(const DrillCase &drilled)
{
    DrillSet set(drilled, m_settings.daemon, m_clock, m_random);
    if (auto made = set.make(); !made)
        return tl::unexpected(made.error());
    const int patience = m_settings.patience * 1000;
    if (auto started = set.startInstance(drilled.point, patience); !started)
        return tl::unexpected(started.error());
    (void)set.submit(); // the instance may die before it answers
    if (!set.waitForDeath(patience))
        return fail(ErrorCode::Internal, u"The instance was never killed: it did not pass %1."_s.arg(drilled.point));

    if (auto started = set.startInstance({}, patience); !started)
        return tl::unexpected(started.error());
    auto again = set.submit(); // what never arrived is planned now; what did is a repeat
    if (!again)
        return tl::unexpected(again.error());
    QElapsedTimer waited;
    waited.start();
    DrillResult result;
    result.drilled = drilled;
    for (;;) {
        auto seen = set.look();
        if (!seen)
            return tl::unexpected(seen.error());
        result.status = ledger::statusText(seen->row.status);
        if (isAtRest(seen->row, seen->attempts) || waited.elapsed() > patience) {
            result.outcome = isAtRest(seen->row, seen->attempts) ? outcomeOf(seen->row, seen->attempts) : QString();
            break;
        }
        QThread::msleep(kLook);
    }
    auto repeat = set.submit();
    auto effects = set.effects();
    if (!repeat || !effects)
        return tl::unexpected(repeat ? effects.error() : repeat.error());
    const bool done = result.status == u"succeeded";
    result.sameResult = repeat->answer == u"repeated" && repeat->hasResult == done;
    result.effects = *effects;
    result.trouble = troubleOf(result);
    return result;
}

} // namespace obstat::sim
