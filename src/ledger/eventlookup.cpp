#include "ledger/eventlookup.h"

#include "ledger/operationfold.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

EventLookup::EventLookup(SqliteConnection &connection)
    : m_transitions(connection,
                    // By the leaves alone: a kind changed in its column must not hide a transition (C17).
                    u"SELECT leaf FROM event WHERE operation=? ORDER BY seq DESC"_s)
    , m_life(connection, u"SELECT leaf FROM event WHERE operation=? ORDER BY seq"_s)
    , m_at(connection, u"SELECT leaf FROM event WHERE seq=?"_s)
    // Oldest first: repeats pile up behind the settlement.
    , m_succeeded(connection, u"SELECT leaf FROM event WHERE operation=? AND kind='succeeded' ORDER BY seq LIMIT 1"_s)
    , m_kind(connection, u"SELECT leaf FROM event WHERE kind=? ORDER BY seq"_s)
{
}

base::Result<std::optional<evidence::Event>>
EventLookup::lastTransition(qint64 operation, const std::function<bool(const evidence::Event &)> &wanted)
{
    if (auto ran = m_transitions.run({operation}); !ran) {
        return tl::unexpected(ran.error());
    }
    while (true) {
        const auto more = m_transitions.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return std::optional<evidence::Event>();
        }
        auto event = evidence::parseLeaf(m_transitions.value(0).toByteArray());
        if (!event || event->operation != operation) {
            m_transitions.done();
            return std::optional<evidence::Event>(); // an edited leaf is no witness
        }
        if (!event->to.isEmpty() && wanted(*event)) {
            m_transitions.done();
            return std::optional<evidence::Event>(std::move(*event));
        }
    }
}

base::Result<bool> EventLookup::witnesses(qint64 operation, Status status)
{
    const auto last = lastTransition(operation, [](const evidence::Event &) { return true; });
    if (!last) {
        return tl::unexpected(last.error());
    }
    return last->has_value() && (*last)->to == statusText(status);
}

base::Result<bool> EventLookup::ledTo(qint64 operation, Status status)
{
    if (auto ran = m_life.run({operation}); !ran) {
        return tl::unexpected(ran.error());
    }
    OperationFold fold(operation);
    bool lawful = true;
    while (true) {
        const auto more = m_life.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return lawful && fold.isPlanned() && fold.status() == status;
        }
        const auto event = evidence::parseLeaf(m_life.value(0).toByteArray());
        lawful = lawful && event && event->operation == operation && fold.apply(*event).isEmpty();
    }
}

base::Result<QString> EventLookup::whyHeld(qint64 operation)
{
    if (auto ran = m_life.run({operation}); !ran) {
        return tl::unexpected(ran.error());
    }
    QString why;
    while (true) {
        const auto more = m_life.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return why;
        }
        const auto event = evidence::parseLeaf(m_life.value(0).toByteArray());
        if (event && event->kind == evidence::kinds::released) {
            why.clear();
        } else if (event && event->data.value("held"_L1).toBool()) {
            why = event->data.value("why"_L1).toString();
        }
    }
}

base::Result<std::optional<evidence::Event>> EventLookup::at(qint64 number)
{
    const auto found = m_at.first({number});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return std::optional<evidence::Event>();
    }
    auto event = evidence::parseLeaf(m_at.value(0).toByteArray());
    m_at.done();
    return event && event->seq == number ? std::optional<evidence::Event>(std::move(*event)) : std::nullopt;
}

base::Result<std::optional<evidence::Event>> EventLookup::succeeded(qint64 operation)
{
    const auto found = m_succeeded.first({operation});
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (!*found) {
        return std::optional<evidence::Event>();
    }
    auto event = evidence::parseLeaf(m_succeeded.value(0).toByteArray());
    m_succeeded.done();
    return event && event->operation == operation ? std::optional<evidence::Event>(std::move(*event)) : std::nullopt;
}

base::Result<QList<evidence::Event>> EventLookup::ofKind(QLatin1StringView kind)
{
    if (auto ran = m_kind.run({QString(kind)}); !ran) {
        return tl::unexpected(ran.error());
    }
    QList<evidence::Event> events;
    while (true) {
        const auto more = m_kind.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return events;
        }
        auto event = evidence::parseLeaf(m_kind.value(0).toByteArray());
        if (!event) {
            m_kind.done();
            return tl::unexpected(event.error());
        }
        events.append(std::move(*event));
    }
}

} // namespace obstat::ledger
