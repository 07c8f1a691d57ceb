#include "ledger/signedheads.h"

#include "evidence/checkpoint.h"
#include "evidence/eventcount.h"
#include "evidence/note.h"
#include "ledger/ledgerfiles.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

/// The text of a note, its signatures not looked at.
QByteArray textOf(const QByteArray &note)
{
    const qsizetype blank = note.lastIndexOf("\n\n");
    return blank < 0 ? QByteArray() : note.first(blank + 1);
}

} // namespace

void SignedHeads::readNote(const HeadRow &head, qint64 size, const QString &root, const QByteArray &note,
                           const std::optional<evidence::VerifierKey> &key)
{
    ++m_checkpoints;
    const QString counted = evidence::eventCount(quint64(size));
    QByteArray text = textOf(note);
    if (key) {
        const auto opened = evidence::openNote(note, {*key});
        if (!opened) {
            m_findings.addGrave(
                -1, -1,
                u"The checkpoint over %1 is not signed by this log's key: %2"_s.arg(counted, opened.error().message));
            return;
        }
        text = opened->text;
    }
    const auto checkpoint = evidence::Checkpoint::parse(text);
    if (!checkpoint) {
        m_findings.addGrave(-1, -1,
                            u"The checkpoint over %1 cannot be read: %2"_s.arg(counted, checkpoint.error().message));
        return;
    }
    if (checkpoint->head.size != static_cast<quint64>(size) || checkpoint->head.root.hex() != root ||
        checkpoint->origin != head.origin) {
        m_findings.addGrave(-1, -1,
                            u"The row of the checkpoint over %1 is not what its signed note says."_s.arg(counted));
        return;
    }
    m_heads.push_back(checkpoint->head);
}

base::Result<> SignedHeads::readCheckpoints(const HeadRow &head, const std::optional<evidence::VerifierKey> &key)
{
    return m_session.forEach(
        {u"SELECT size, root, note FROM checkpoint ORDER BY size"_s, {}}, [&](const QSqlQuery &row) {
            readNote(head, row.value(0).toLongLong(), row.value(1).toString(), row.value(2).toByteArray(), key);
            return true;
        });
}

void SignedHeads::readState()
{
    m_state = evidence::StateFile(LedgerFiles::beside(m_session.connection().file()).state).load();
}

QString SignedHeads::compareState(const HeadRow &head)
{
    if (!m_state) // a copy that is looked at elsewhere has none; the writer judges its own
        return m_state.error().message;
    if (m_state->copy.origin != head.origin)
        return u"The state file beside the ledger belongs to another log, %1."_s.arg(m_state->copy.origin);
    const evidence::TreeHead last = m_state->range.head();
    if (last.size > static_cast<quint64>(head.size)) {
        m_findings.addGrave(
            head.size, -1,
            u"The log went back from %1 to %2: event %3 and those after it were there when it was last signed."_s.arg(
                evidence::grouped(last.size), evidence::eventCount(quint64(head.size)), QString::number(head.size)));
    } else if (last.size > 0) {
        m_heads.push_back(last);
    }
    return {};
}

} // namespace obstat::ledger
