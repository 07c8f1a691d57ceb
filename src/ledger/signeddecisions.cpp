#include "ledger/signeddecisions.h"

#include "base/digest.h"

#include <algorithm>

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

/// How the row of a decision says what became of it, by the event that recorded it.
bool stateFits(const QString &state, const QString &kind, const QString &code)
{
    static const QStringList admitted{u"counted"_s, u"asked"_s, u"settled"_s, u"settled_conflict"_s};
    if (kind == evidence::kinds::decisionRefused)
        return state == u"refused";
    if (kind == evidence::kinds::decisionReceived)
        return admitted.contains(code) ? state == u"admitted" : state == u"lost" || state == u"expired";
    return state == u"admitted";
}

} // namespace

void SignedDecisions::expect(const evidence::Event &event)
{
    if (event.digests.contains(u"decision"_s))
        m_expected.insert(event.seq, event);
}

QString SignedDecisions::wrongSignature(const DecisionRow &row, const approval::DecisionBody &body) const
{
    if (m_directory == nullptr || row.event >= m_asOf)
        return {};
    const approval::Person *person = m_directory->person(body.approver);
    if (person == nullptr)
        return u"comes from %1, whom no administrator enrolled"_s.arg(body.approver);
    const auto key = std::find_if(person->keys.begin(), person->keys.end(),
                                  [&body](const approval::PersonKey &one) { return one.key.id() == body.keyId; });
    if (key == person->keys.end())
        return u"names a key that is not one of %1's"_s.arg(body.approver);
    if (!approval::verifyDecision({row.body, row.signature, row.sentAt}, key->key))
        return u"has a signature that is not %1's"_s.arg(body.approver);
    const bool inForce = key->since < row.event && (key->revoked < 0 || key->revoked > row.event);
    if (row.state == u"admitted" && !inForce)
        return u"was admitted with a key of %1 that was not in force then"_s.arg(body.approver);
    return {};
}

QString SignedDecisions::wrongWith(const DecisionRow &row, const evidence::Event &event) const
{
    if (event.digests.value(u"decision"_s) != base::digestHex(row.body))
        return u"is not the one that the log names"_s;
    const auto body = approval::DecisionBody::parse(row.body);
    if (!body)
        return u"cannot be read"_s;
    const bool same = body->nonce == row.nonce && body->operation == row.operation && body->kind == row.kind &&
                      body->approver == row.approver && body->keyId == row.keyId && body->decidedAt == row.decidedAt;
    if (!same)
        return u"has columns that its signed body does not have"_s;
    if (!stateFits(row.state, event.kind, event.data.value("code"_L1).toString()))
        return u"is %1 in its row, which its event (%2) does not say"_s.arg(row.state, event.kind);
    if (row.receivedAt != event.at)
        return u"was received at another time than its event says"_s;
    return wrongSignature(row, *body);
}

void SignedDecisions::check(qint64 operation, const QList<DecisionRow> &rows)
{
    for (const DecisionRow &row : rows) {
        const auto event = m_expected.constFind(row.event);
        if (event == m_expected.constEnd()) {
            m_findings.add(
                row.event, operation,
                u"A decision on operation %1 by %2 is stored for event %3, which names none."_s.arg(operation)
                    .arg(row.approver)
                    .arg(row.event));
            continue;
        }
        if (const QString wrong = wrongWith(row, *event); !wrong.isEmpty()) {
            m_findings.add(row.event, operation,
                           u"The decision on operation %1 of event %2 %3."_s.arg(QString::number(operation),
                                                                                 QString::number(row.event), wrong));
        }
        m_expected.erase(event);
    }
    QList<qint64> missing = m_expected.keys();
    std::sort(missing.begin(), missing.end());
    for (const qint64 event : std::as_const(missing)) {
        m_findings.add(
            event, operation,
            u"The signed decision on operation %1 that event %2 names is missing from the ledger."_s.arg(operation).arg(
                event));
    }
}

} // namespace obstat::ledger
