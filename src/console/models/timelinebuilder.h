#pragma once

#include "console/client/ledgertypes.h"
#include "console/models/sensitivemask.h"
#include "console/models/timelineitem.h"

#include <QCoreApplication>
#include <QList>

namespace obstat::evidence {
struct Event;
}

namespace obstat::console {

/// Makes the timeline of one operation from its events and attempts: long waits compressed into one line, bursts of
/// repeats and questions with the same answer grouped. Pure.
class TimelineBuilder
{
    Q_DECLARE_TR_FUNCTIONS(TimelineBuilder)

public:
    static constexpr base::Micros kLongWait = 10 * base::kSecond;
    static constexpr base::Micros kBurst = base::kMinute;

    /// `mask`: what the reader may not see.
    [[nodiscard]] static QList<TimelineItem> build(const OperationDetail &detail, const SensitiveMask &mask = {});

private:
    explicit TimelineBuilder(const OperationDetail &detail) : m_detail(detail) {}

    [[nodiscard]] TimelineItem describe(const ledger::EventRow &row) const;
    void describePlan(TimelineItem &item, const evidence::Event &event) const;
    void describePerson(TimelineItem &item, const evidence::Event &event) const;
    void describeAttempt(TimelineItem &item, const evidence::Event &event) const;
    void describeEnd(TimelineItem &item, const evidence::Event &event) const;
    void describeOther(TimelineItem &item, const evidence::Event &event) const;
    [[nodiscard]] bool isAnsweredQuestion(qsizetype index) const;
    [[nodiscard]] TimelineItem describeQuestion(const ledger::EventRow &asked, const ledger::EventRow &answer) const;
    void add(TimelineItem item);
    [[nodiscard]] const ledger::AttemptRow *attempt(int number) const;
    /// True when an orchestrator that executes by itself has this fence.
    [[nodiscard]] bool isCallers(qint64 fence) const;
    [[nodiscard]] const ledger::DecisionRow *decision(qint64 event) const;

    const OperationDetail &m_detail;
    QList<TimelineItem> m_items;
};

} // namespace obstat::console
