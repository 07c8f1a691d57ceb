#include "support/decisionsample.h"

#include "approval/decision.h"
#include "base/canonicaljson.h"
#include "base/digest.h"

#include <QJsonArray>

namespace obstat::tests {

using namespace Qt::StringLiterals;

ledger::DecisionRow approvalOf(const ledger::OperationRow &row, const QString &person, const QString &keyId,
                               base::Micros at, const QString &onBehalfOf)
{
    const QString hex = QString(64, u'a');
    const auto orAny = [](const QString &value, const QString &any) { return value.isEmpty() ? any : value; };
    approval::DecisionBody body;
    body.origin = u"obstat.local/sample"_s;
    body.tenant = orAny(row.tenant, u"default"_s);
    body.operation = row.id;
    body.intentKey = orAny(row.intentKey, hex.left(32));
    body.revision = row.revision;
    body.version = row.version;
    body.tool = row.tool;
    body.registryDigest = orAny(row.registryDigest, hex);
    body.payloadDigest = orAny(row.payloadDigest, hex);
    body.kind = u"approve"_s;
    body.verdict = u"approve"_s;
    body.approver = person;
    body.keyId = keyId;
    body.nonce = hex.left(32);
    body.decidedAt = at;
    body.shownDigest = hex;
    body.allShown = true;
    body.surface = u"console"_s;
    body.onBehalfOf = onBehalfOf;
    ledger::DecisionRow decision;
    decision.operation = row.id;
    decision.kind = body.kind;
    decision.approver = person;
    decision.keyId = keyId;
    decision.body = body.canonical();
    decision.decidedAt = decision.sentAt = decision.receivedAt = at;
    decision.state = u"admitted"_s;
    decision.code = u"counted"_s;
    return decision;
}

QByteArray frozenVerdict(const QList<policy::Approval> &approvals, base::Micros after, const QString &role)
{
    policy::Verdict verdict;
    verdict.approvals = approvals;
    verdict.escalate = {after, role};
    return base::canonicalBytes(verdict.frozen());
}

void makeSensitive(console::OperationDetail &detail, const QStringList &paths)
{
    const auto entry = base::parseStoredCanonical(**detail.entry);
    if (!entry)
        qFatal("%s", qUtf8Printable(entry.error().message));
    QJsonObject changed = entry->value.toObject();
    changed.insert(u"sensitive"_s, QJsonArray::fromStringList(paths));
    detail.entry = std::optional(base::canonicalBytes(changed));
    detail.row.registryDigest = base::digestHex(**detail.entry);
}

QString keyId(char digit)
{
    return QString(16, QLatin1Char(digit));
}

} // namespace obstat::tests
