#pragma once

#include "evidence/leafsource.h"
#include "ledger/readsession.h"

namespace obstat::ledger {

/// The leaves of the table `event`, read in short chunks, each a reading of its own: a verification of hours does not
/// hold the write-ahead log back.
class EventLeafSource final : public evidence::LeafSource
{
public:
    /// `size`: how many leaves the log had when the verification began; later ones are not looked at.
    EventLeafSource(ReadSession &session, quint64 size) : m_session(session), m_size(size) {}

    [[nodiscard]] base::Result<quint64> size() override { return m_size; }
    [[nodiscard]] base::Result<> forEach(quint64 from, quint64 to, const Visit &visit) override;

private:
    ReadSession &m_session;
    quint64 m_size;
};

} // namespace obstat::ledger
