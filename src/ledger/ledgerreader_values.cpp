// LedgerReader: values by digest, documents, people and the choices of filter menus.
#include "base/digest.h"
#include "evidence/event.h"
#include "ledger/ledgerreader.h"
#include "ledger/ledgerreader_p.h"

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr int kMaxChoices = 500;

struct StoredValue
{
    QByteArray bytes;
    std::optional<QByteArray> salt;
};

StoredValue readValue(const QSqlQuery &row, int from)
{
    StoredValue value{row.value(from).toByteArray(), {}};
    if (!row.isNull(from + 1))
        value.salt = row.value(from + 1).toByteArray();
    return value;
}

QByteArray readBytes(const QSqlQuery &row, int from)
{
    return row.value(from).toByteArray();
}

LedgerReader::DocumentRow readDocument(const QSqlQuery &row, int from)
{
    return {row.value(from).toString(), row.value(from + 1).toString(), row.value(from + 2).toString(),
            row.value(from + 3).toLongLong()};
}

/// Roles and tenants are stored joined by commas, which names cannot hold.
QStringList listOf(const QString &joined)
{
    return joined.split(u',', Qt::SkipEmptyParts);
}

qint64 numberOrNone(const QSqlQuery &row, int column)
{
    return row.isNull(column) ? -1 : row.value(column).toLongLong();
}

LedgerReader::EnrolmentRow readEnrolment(const QSqlQuery &row, int from)
{
    return {row.value(from).toString(),
            row.value(from + 1).toString(),
            row.value(from + 2).toString(),
            listOf(row.value(from + 3).toString()),
            listOf(row.value(from + 4).toString()),
            !row.isNull(from + 5),
            row.value(from + 6).toLongLong(),
            numberOrNone(row, from + 5)};
}

LedgerReader::TokenRow readToken(const QSqlQuery &row, int from)
{
    return {row.value(from).toString(),     row.value(from + 1).toString(),         row.value(from + 2).toString(),
            row.value(from + 3).toString(), listOf(row.value(from + 4).toString()), row.value(from + 5).toLongLong(),
            numberOrNone(row, from + 6)};
}

LedgerReader::DelegationRow readDelegation(const QSqlQuery &row, int from)
{
    return {row.value(from).toString(),       row.value(from + 1).toString(),   row.value(from + 2).toLongLong(),
            row.value(from + 3).toLongLong(), row.value(from + 4).toLongLong(), numberOrNone(row, from + 5)};
}

/// A digest that the last event of a kind names, "" when there is none.
base::Result<QString> digestOfLast(ReadSession &session, QLatin1StringView kind, const QString &name)
{
    const auto leaf = collectOne(
        session,
        {u"SELECT leaf FROM event INDEXED BY event_kind WHERE kind = ? ORDER BY seq DESC LIMIT 1"_s, {QString(kind)}},
        &readBytes);
    if (!leaf)
        return tl::unexpected(leaf.error());
    if (!*leaf)
        return QString();
    const auto event = evidence::parseLeaf(**leaf);
    if (!event)
        return tl::unexpected(event.error());
    return event->digests.value(name);
}

/// The different values of an indexed text column, by one seek each.
base::Result<QStringList> looseScan(ReadSession &session, const QString &column)
{
    QStringList found;
    const SqlText text{
        u"WITH RECURSIVE seen(x) AS (SELECT * FROM (SELECT %1 FROM operation INDEXED BY operation_%1 WHERE "
        "%1 <> '' AND %1 > '' ORDER BY %1 LIMIT 1) UNION ALL SELECT (SELECT %1 FROM operation INDEXED BY "
        "operation_%1 WHERE %1 <> '' AND %1 > seen.x ORDER BY %1 LIMIT 1) FROM seen WHERE seen.x IS NOT "
        "NULL LIMIT ?) SELECT x FROM seen WHERE x IS NOT NULL"_s.arg(column),
        {kMaxChoices}};
    const auto read = session.forEach(text, [&found](const QSqlQuery &row) {
        found.append(row.value(0).toString());
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    return found;
}

} // namespace

base::Result<std::optional<QByteArray>> LedgerReader::payload(const QString &digest)
{
    const Reading reading(d->session);
    const auto value =
        collectOne(d->session, {u"SELECT bytes, salt FROM payload WHERE digest = ?"_s, {digest}}, &readValue);
    if (!value)
        return tl::unexpected(value.error());
    if (!*value)
        return std::optional<QByteArray>();
    const StoredValue &stored = **value;
    const QString actual =
        stored.salt ? base::saltedDigestHex(*stored.salt, stored.bytes) : base::digestHex(stored.bytes);
    if (actual != digest) {
        return fail(ErrorCode::Corrupt,
                    u"The stored value %1 was changed: its bytes have another digest."_s.arg(digest.left(12)),
                    u"it is %1"_s.arg(actual));
    }
    return std::optional<QByteArray>(stored.bytes);
}

base::Result<std::optional<QByteArray>> LedgerReader::document(const QString &digest)
{
    const Reading reading(d->session);
    auto bytes = collectOne(d->session, {u"SELECT bytes FROM document WHERE digest = ?"_s, {digest}}, &readBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (*bytes && base::digestHex(**bytes) != digest) {
        return fail(ErrorCode::Corrupt,
                    u"The stored document %1 was changed: its bytes have another digest."_s.arg(digest.left(12)));
    }
    return std::move(*bytes);
}

base::Result<QList<LedgerReader::DocumentRow>> LedgerReader::documents(const QString &kind)
{
    const Reading reading(d->session);
    return collect(
        d->session,
        {u"SELECT digest, kind, name, seen_at FROM document WHERE kind = ? ORDER BY seen_at DESC, digest"_s, {kind}},
        &readDocument);
}

base::Result<QString> LedgerReader::activePolicyDigest()
{
    const Reading reading(d->session);
    return digestOfLast(d->session, evidence::kinds::policyActivated, u"policy"_s);
}

base::Result<QString> LedgerReader::activeRegistryDigest()
{
    const Reading reading(d->session);
    return digestOfLast(d->session, evidence::kinds::registryLoaded, u"registry"_s);
}

base::Result<QList<LedgerReader::EnrolmentRow>> LedgerReader::enrolments()
{
    const Reading reading(d->session);
    return collect(
        d->session,
        {u"SELECT person, key_id, public_key, roles, tenants, revoked, since FROM enrolment ORDER BY person, key_id"_s,
         {}},
        &readEnrolment);
}

base::Result<QList<LedgerReader::TokenRow>> LedgerReader::tokens()
{
    const Reading reading(d->session);
    return collect(d->session,
                   {u"SELECT id, tenant, actor, sponsor, scopes, since, revoked FROM token ORDER BY id"_s, {}},
                   &readToken);
}

base::Result<QList<LedgerReader::DelegationRow>> LedgerReader::delegations()
{
    const Reading reading(d->session);
    return collect(d->session,
                   {u"SELECT delegate, principal, from_at, until_at, since, revoked FROM delegation "
                    "ORDER BY since DESC, delegate, principal"_s,
                    {}},
                   &readDelegation);
}

base::Result<QByteArray> LedgerReader::lastCheckpoint()
{
    const Reading reading(d->session);
    const auto note =
        collectOne(d->session, {u"SELECT note FROM checkpoint ORDER BY size DESC LIMIT 1"_s, {}}, &readBytes);
    if (!note)
        return tl::unexpected(note.error());
    return note->value_or(QByteArray());
}

base::Result<LedgerReader::Distinct> LedgerReader::distinctValues()
{
    const Reading reading(d->session);
    Distinct distinct;
    const QList<QPair<QString, QStringList *>> columns{{u"tool"_s, &distinct.tools},
                                                       {u"actor"_s, &distinct.actors},
                                                       {u"rule"_s, &distinct.rules},
                                                       {u"role"_s, &distinct.roles},
                                                       {u"tenant"_s, &distinct.tenants}};
    for (const auto &[column, into] : columns) {
        auto values = looseScan(d->session, column);
        if (!values)
            return tl::unexpected(values.error());
        *into = std::move(*values);
    }
    return distinct;
}

} // namespace obstat::ledger
