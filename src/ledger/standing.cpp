#include "ledger/standing.h"

#include "base/plantedbug.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;

namespace {

void take(Standing &standing, const QList<Revision> &revisions, const QString &payloadDigest, bool sameKey)
{
    for (Revision revision : revisions) {
        revision.sameKey = sameKey;
        if (revision.status == Status::Rejected && revision.payloadDigest == payloadDigest &&
            !base::plantedBug("rejection_forgotten")) {
            standing.rejected = revision;
        }
        if (endedWithoutEffect(revision.status) ||
            (revision.status == Status::Succeeded && base::plantedBug("repeat_reexecutes"))) {
            standing.ended.append(revision);
        } else if (!standing.live) {
            standing.live = revision;
        }
    }
}

} // namespace

StandingLookup::StandingLookup(SqliteConnection &connection)
    : m_byKey(connection,
              u"SELECT id, status, payload_digest, revision, generation, attempts, contrary IS NOT NULL FROM operation "
              "INDEXED BY operation_any_key WHERE %1 AND intent_key=? %2 ORDER BY id"_s.arg(
                  base::plantedBug("key_without_tenant") ? u"(tenant=? OR 1)"_s : u"likelihood(tenant=?, 1.0)"_s,
                  base::plantedBug("check_then_insert") ? u"AND created_at<=(SELECT at FROM head)"_s : QString()))
    , m_openWork(
          connection,
          u"SELECT id, status, payload_digest, revision, generation, attempts, contrary IS NOT NULL FROM operation "
          u"INDEXED BY "
          u"operation_open_work "
          "WHERE tenant=? AND base_text=? AND status IN ('awaiting_approval','approved','running','unknown') AND "
          "work_window<>''"_s)
{
}

base::Result<QList<Revision>> StandingLookup::revisions(Statement &statement, const QString &tenant, const QString &key)
{
    if (auto ran = statement.run({text(tenant), text(key)}); !ran) {
        return tl::unexpected(ran.error());
    }
    QList<Revision> found;
    while (true) {
        const auto more = statement.next();
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return found;
        }
        const auto status = statusFromText(statement.value(1).toString());
        if (!status) {
            return base::fail(base::ErrorCode::Corrupt, u"An operation has an unknown status."_s);
        }
        found.append({statement.value(0).toLongLong(), *status, statement.value(2).toString(),
                      statement.value(3).toInt(), statement.value(4).toInt(), statement.value(5).toInt(),
                      statement.value(6).toBool()});
    }
}

base::Result<Standing> StandingLookup::find(const QString &tenant, const policy::Identity &identity,
                                            const QString &payloadDigest)
{
    Standing standing;
    for (const QString &key : QStringList{identity.intentKey} + identity.previousKeys) {
        const auto found = revisions(m_byKey, tenant, key);
        if (!found) {
            return tl::unexpected(found.error());
        }
        take(standing, *found, payloadDigest, key == identity.intentKey);
        if (key == identity.intentKey && !found->isEmpty()) {
            standing.last = found->last();
        }
    }
    if (!standing.live && !identity.window.isEmpty()) {
        const auto found = revisions(m_openWork, tenant, identity.withoutWindow);
        if (!found) {
            return tl::unexpected(found.error());
        }
        take(standing, *found, payloadDigest, false);
    }
    return standing;
}

} // namespace obstat::ledger
