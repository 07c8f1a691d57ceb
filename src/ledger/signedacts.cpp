#include "ledger/signedacts.h"

#include "base/digest.h"
#include "ledger/actrefusal.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

SignedActs::SignedActs(ReadSession &session, FindingList &findings, QList<approval::Administrator> administrators)
    : m_session(session), m_findings(findings), m_administrators(std::move(administrators))
{
}

base::Result<> SignedActs::check(const QString &origin)
{
    m_known = !m_administrators.isEmpty();
    m_directory = approval::Directory(origin, m_administrators);
    const Reading reading(m_session);
    const auto newest = m_session.number({u"SELECT max(seq) FROM event"_s, {}});
    if (!newest)
        return tl::unexpected(newest.error());
    m_asOf = newest->value_or(-1) + 1;
    const SqlText text{
        u"SELECT act.event, act.act, act.subject, act.body, act.signature, event.leaf FROM act LEFT JOIN "
        "event ON event.seq = act.event ORDER BY act.event"_s,
        {}};
    return m_session.forEach(text, [this](const QSqlQuery &row) {
        checkRow(row.value(0).toLongLong(), row.value(1).toString(), row.value(2).toString(),
                 {row.value(3).toByteArray(), row.value(4).toByteArray()}, row.value(5).toByteArray());
        return true;
    });
}

void SignedActs::checkRow(qint64 event, const QString &act, const QString &subject,
                          const approval::SignedAct &signedAct, const QByteArray &leaf)
{
    const auto logged = evidence::parseLeaf(leaf);
    if (!logged || logged->digests.value(u"act"_s) != base::digestHex(signedAct.body)) {
        m_findings.addGrave(
            event, -1, u"The administrator's act stored for event %1 is not the one that the log names."_s.arg(event));
        return;
    }
    const auto content = approval::AdminAct::parse(signedAct.body);
    if (!content || content->act != act || content->subject != subject) {
        m_findings.addGrave(
            event, -1,
            u"The administrator's act of event %1 has columns that its signed body does not have."_s.arg(event));
    }
    if (!m_known)
        return;
    if (const auto applied = m_directory.apply(signedAct, event); !applied) {
        m_findings.addGrave(event, -1, actRefusal(event, signedAct, applied.error(), m_administrators));
    }
}

base::Result<> SignedActs::checkNamed(const evidence::Event &event)
{
    if (!event.digests.contains(u"act"_s))
        return {};
    const auto found = m_session.number({u"SELECT 1 FROM act WHERE event = ?"_s, {event.seq}});
    if (!found)
        return tl::unexpected(found.error());
    if (!*found) {
        m_findings.addGrave(
            event.seq, -1,
            u"The administrator's act that event %1 (%2) names is missing from the ledger."_s.arg(event.seq).arg(
                event.kind));
    }
    return {};
}

} // namespace obstat::ledger
