#include "console/models/numbercards.h"

#include "base/visibletext.h"
#include "console/models/wording.h"
#include "metrics/judgement.h"

#include <algorithm>
#include <cmath>

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::MetricsQuery;
using metrics::State;

namespace {

QString decimal(double value)
{
    return Wording::decimal(value, value == std::floor(value) ? 0 : 1);
}

constexpr int kRunsShown = 3;
constexpr int kMaxDecimals = 6;

} // namespace

QList<NumberCard> NumberCards::build(const metrics::SixNumbers &six, qint64 runLimit, base::Micros now,
                                     const QString &range)
{
    const NumberCards cards(six, runLimit, now, range);
    return {cards.hits(), cards.runs(), cards.duration(), cards.waiting(), cards.automatic(), cards.completeness()};
}

QString NumberCards::percent(qint64 part, qint64 whole)
{
    if (whole <= 0)
        return tr("no data");
    if (part == 0 || part == whole)
        return tr("%1 %").arg(part == 0 ? 0 : 100);
    const double exact = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    const double toEnd = 100.0 * static_cast<double>(std::min(part, whole - part)) / static_cast<double>(whole);
    // So many decimals that it is told from 0 % and from 100 %; powers of ten need no more than their own.
    const int decimals = toEnd >= 10 ? 0 : toEnd >= 1 ? 1 : static_cast<int>(std::ceil(-std::log10(toEnd) - 1e-9));
    if (decimals > kMaxDecimals)
        return exact < 50 ? tr("almost 0 %") : tr("almost 100 %");
    return tr("%1 %").arg(Wording::decimal(exact, decimals));
}

QString NumberCards::gap(const QString &name)
{
    if (name == u"run")
        return tr("without a run");
    if (name == u"key")
        return tr("without a key");
    if (name == u"arguments")
        return tr("without arguments");
    if (name == u"result")
        return tr("without a result");
    return base::visibleText(name);
}

QString NumberCards::change(double now, double before)
{
    if (before <= 0)
        return {};
    const auto percent = static_cast<qint64>(std::llround(100.0 * (now - before) / before));
    if (percent == 0)
        return tr("as before");
    return percent > 0 ? tr("▲ %1 %").arg(Wording::number(percent)) : tr("▼ %1 %").arg(Wording::number(-percent));
}

QString NumberCards::points(double now, double before)
{
    const double points = 100.0 * (now - before);
    if (std::abs(points) < 0.005)
        return tr("as before");
    const QString size = Wording::decimal(std::abs(points), std::abs(points) < 1 ? 2 : 0);
    return points > 0 ? tr("▲ %1 pt").arg(size) : tr("▼ %1 pt").arg(size);
}

QString NumberCards::earlier(const QString &value)
{
    return tr("in the range before: %1").arg(value);
}

void NumberCards::warn(NumberCard &card, State state)
{
    if (state == State::Warning) {
        card.warning = tr("warning");
        card.icon = u"warning"_s;
        card.tone = Tone::Warn;
    } else if (state == State::Critical) {
        card.warning = tr("critical");
        card.icon = u"warning"_s;
        card.tone = Tone::Bad;
    } else if (state == State::NeverTested) {
        card.warning = tr("never tested");
        card.icon = u"question"_s;
        card.tone = Tone::Warn;
    }
}

CardLink NumberCards::events(const QString &text, const QString &kind) const
{
    return {text, u"audit"_s, {{u"kindChip"_s, kind}, {u"timeChip"_s, m_range}}};
}

NumberCard NumberCards::hits() const
{
    const auto &number = m_six.idempotencyHits;
    NumberCard card{u"hits"_s, tr("Idempotency hits"), tr("no data"), {}, {}, {}, Tone::Neutral, {}, {}, {}};
    if (number.state == State::NoData) {
        card.meaning = tr("Nothing was submitted in this range.");
        return card;
    }
    warn(card, number.state);
    if (number.state == State::NeverTested) {
        card.value = tr("never tested");
        card.warning = tr("untested");
        card.meaning = tr("%1 submits and not one repeat: whether a repeat is harmless was never tried here.")
                           .arg(Wording::number(number.current.submits));
        return card;
    }
    card.value = Wording::number(number.current.repeats);
    card.delta = change(static_cast<double>(number.current.repeats), static_cast<double>(number.previous.repeats));
    card.meaning =
        number.meaning == u"look_at_timeouts"
            ? tr("Twice as many repeats as in the range before: look at the timeouts, agents ask again when no answer "
                 "comes.")
            : tr("How often an agent asked again and got the first result. Twice as many would point at timeouts.");
    card.lines = {tr("%1 per 1,000 submits").arg(decimal(metrics::perThousand(number.current).value_or(0))),
                  number.previous.submits > 0 ? earlier(tr("%1 in %2 submits")
                                                            .arg(Wording::number(number.previous.repeats),
                                                                 Wording::number(number.previous.submits)))
                                              : earlier(tr("no data"))};
    card.links = {events(tr("Show the repeats"), u"replayed"_s)};
    return card;
}

NumberCard NumberCards::runs() const
{
    const auto &number = m_six.operationsPerRun;
    NumberCard card{u"runs"_s, tr("Side-effecting calls per run"), tr("no data"), {}, {}, {}, Tone::Neutral, {}, {},
                    {}};
    if (number.state == State::NoData) {
        card.meaning = tr("No operation of this range names a run.");
        return card;
    }
    warn(card, number.state);
    card.value = tr("%1 · p95 %2").arg(decimal(number.current.median), Wording::number(number.current.p95));
    card.delta = change(number.current.median, number.previous.runs > 0 ? number.previous.median : 0);
    const auto &over = number.current.overLimit;
    card.meaning = over.isEmpty()
                       ? tr("Half of %1 runs made at most %2 calls, 95 of 100 at most %3; none made more than %4.")
                             .arg(Wording::number(number.current.runs), decimal(number.current.median),
                                  Wording::number(number.current.p95), Wording::number(m_runLimit))
                       : tr("%n run(s) with more than %1 operations: the model writes when it should read.", nullptr,
                            static_cast<int>(over.size()))
                             .arg(Wording::number(m_runLimit));
    card.lines = {
        tr("the largest run made %1").arg(Wording::number(number.current.max)),
        earlier(number.previous.runs > 0
                    ? tr("%1 · p95 %2").arg(decimal(number.previous.median), Wording::number(number.previous.p95))
                    : tr("no data"))};
    for (const auto &[run, operations] : over.mid(0, kRunsShown)) {
        card.links.append({tr("%1: %2 operations").arg(base::visibleText(run), Wording::number(operations)),
                           u"operations"_s,
                           {{u"runChip"_s, run}}});
    }
    return card;
}

NumberCard NumberCards::duration() const
{
    const auto &number = m_six.duration;
    const auto &current = number.current;
    NumberCard card{
        u"duration"_s, tr("Duration p99 against the limit"), tr("no data"), {}, {}, {}, Tone::Neutral, {}, {}, {}};
    if (m_six.timeoutRate.state == State::NoData) {
        card.meaning = tr("Nothing was sent to an owner in this range.");
        return card;
    }
    warn(card, number.state == State::Critical || m_six.timeoutRate.state == State::Normal ? number.state
                                                                                           : m_six.timeoutRate.state);
    const auto shown = [](std::optional<base::Micros> value, const MetricsQuery::Attempts &of) {
        if (!value)
            return u"–"_s;
        const bool isCut = of.cut > 0 && *value >= 2 * of.timeout; // never answered: it only counts as that long
        return isCut ? tr("≥ %1").arg(Wording::duration(*value)) : Wording::exactDuration(*value);
    };
    card.value = tr("%1 / %2").arg(shown(current.p99, current), Wording::duration(current.timeout));
    if (current.p99 && number.previous.p99)
        card.delta = change(static_cast<double>(*current.p99), static_cast<double>(*number.previous.p99));
    if (current.cut > 0 && current.overTimeout == 0)
        card.meaning =
            tr("%n attempt(s) got no answer at all, so their outcome became unknown; each counts as twice the "
               "limit.",
               nullptr, static_cast<int>(current.cut));
    else if (number.meaning == u"over_timeout")
        card.meaning = tr("One attempt in a hundred takes longer than its limit, so its outcome becomes unknown.");
    else if (number.meaning == u"near_timeout")
        card.meaning = tr("p99 is over 80 % of the limit: a little slower, and outcomes become unknown.");
    else if (m_six.timeoutRate.meaning == u"timeouts_doubled")
        card.meaning = tr("Twice as many timeouts as in the range before: look at the owner.");
    else
        card.meaning = tr("Owners answer well within their limit.");
    card.lines = {
        tr("over the limit: %1 of %2 attempts")
            .arg(percent(current.overTimeout, current.commits), Wording::number(current.commits)),
        tr("half took at most %1, 95 of 100 at most %2").arg(shown(current.p50, current), shown(current.p95, current)),
        earlier(number.previous.p99 ? tr("p99 %1").arg(shown(number.previous.p99, number.previous)) : tr("no data"))};
    const auto &again = m_six.retries;
    if (again.sentAgain + again.asked + again.forPeople > 0)
        card.lines.insert(2, tr("%1 sent again with the same key, %2 questions to owners, %3 left to people now")
                                 .arg(Wording::number(again.sentAgain), Wording::number(again.asked),
                                      Wording::number(again.forPeople)));
    card.links = {events(tr("Show the attempts"), u"attempt_ended"_s)};
    return card;
}

NumberCard NumberCards::waiting() const
{
    const auto &number = m_six.waiting;
    const auto &current = number.current;
    NumberCard card{u"waiting"_s, tr("Waiting in the queue"), tr("no data"), {}, {}, {}, Tone::Neutral, {}, {}, {}};
    warn(card, number.state);
    if (current.decided > 0 && current.p50 && current.p90)
        card.value = tr("p50 %1 · p90 %2").arg(Wording::duration(*current.p50), Wording::duration(*current.p90));
    if (current.p90 && number.previous.p90)
        card.delta = change(static_cast<double>(*current.p90), static_cast<double>(*number.previous.p90));
    if (current.overdue > 0) {
        card.meaning = tr("%n approved plan(s) not executed for over a minute: waiting is not over when a person said "
                          "yes.",
                          nullptr, static_cast<int>(current.overdue));
        card.links.append({tr("Show what is overdue"), u"attention"_s, {{u"section"_s, u"overdue"_s}}});
    } else if (current.decided == 0) {
        card.meaning = tr("No person decided anything in this range.");
    } else {
        card.meaning = tr("A person's word came within %1 for half of %2 plans, within %3 for nine of ten.")
                           .arg(Wording::duration(current.p50.value_or(0)), Wording::number(current.decided),
                                Wording::duration(current.p90.value_or(0)));
    }
    QString pending = tr("%1 waiting now").arg(Wording::number(current.pending));
    if (current.oldestPending && m_now - *current.oldestPending >= base::kSecond)
        pending = tr("%1, the oldest for %2").arg(pending, Wording::duration(m_now - *current.oldestPending));
    card.lines.append(pending);
    QStringList roles;
    for (const auto &[role, plans] : current.byRole)
        roles.append(tr("%1 %2").arg(base::visibleText(role), Wording::number(plans)));
    if (!roles.isEmpty())
        card.lines.append(tr("needed: %1").arg(roles.join(u" · "_s)));
    card.lines.append(
        earlier(number.previous.p90 ? tr("p90 %1").arg(Wording::duration(*number.previous.p90)) : tr("no data")));
    if (current.pending > 0)
        card.links.append({tr("Open the queue"), u"queue"_s, {}});
    return card;
}

NumberCard NumberCards::automatic() const
{
    const auto &number = m_six.automaticApprovalRate;
    const auto rate = [](const MetricsQuery::Approvals &approvals) {
        return percent(approvals.automatic, approvals.automatic + approvals.byPeople);
    };
    NumberCard card{
        u"automatic"_s, tr("Automatic approval rate"), tr("no data"), {}, {}, {}, Tone::Neutral, {}, {}, {}};
    if (number.state == State::NoData) {
        card.meaning = tr("Nothing was approved in this range.");
        return card;
    }
    warn(card, number.state);
    card.value = rate(number.current);
    const auto before = metrics::automaticRate(number.previous);
    if (before)
        card.delta = points(metrics::automaticRate(number.current).value_or(0), *before);
    card.meaning =
        number.meaning == u"automatic_climbs"
            ? tr("Over 10 points more than in the month before: a threshold may have loosened. Look at the policy.")
            : tr("Of all approvals, those that a rule gave without a person.");
    card.lines = {tr("%1 by rules, %2 by people")
                      .arg(Wording::number(number.current.automatic), Wording::number(number.current.byPeople)),
                  earlier(rate(number.previous)), tr("the month before: %1").arg(rate(m_six.monthBefore))};
    card.links = {events(tr("Show the approvals"), u"approved"_s), {tr("Read the policy"), u"policy"_s, {}}};
    return card;
}

NumberCard NumberCards::completeness() const
{
    const auto &number = m_six.auditCompleteness;
    const auto &current = number.current;
    NumberCard card{u"completeness"_s, tr("Audit completeness"), tr("no data"), {}, {}, {}, Tone::Neutral, {}, {}, {}};
    if (number.state == State::NoData) {
        card.meaning = tr("No operation of this range got past its approval.");
        return card;
    }
    warn(card, number.state);
    card.value = percent(current.complete, current.operations);
    if (const auto before = metrics::completeRate(number.previous))
        card.delta = points(metrics::completeRate(current).value_or(0), *before);
    const qint64 gaps = current.operations - current.complete;
    card.meaning = gaps == 0 ? tr("Every operation past its approval has its run, key, arguments and result.")
                             : tr("%1 of %2 operations lack something that an auditor will ask for.")
                                   .arg(Wording::number(gaps), Wording::number(current.operations));
    card.lines = {
        tr("%1 of %2 have all four").arg(Wording::number(current.complete), Wording::number(current.operations)),
        earlier(percent(number.previous.complete, number.previous.operations))};
    for (auto each = current.gaps.begin(); each != current.gaps.end(); ++each) {
        if (each.value() > 0)
            card.links.append({tr("%1 %2").arg(Wording::number(each.value()), gap(each.key())),
                               u"audit"_s,
                               {{u"gap"_s, each.key()}, {u"timeChip"_s, m_range}}});
    }
    return card;
}

} // namespace obstat::console
