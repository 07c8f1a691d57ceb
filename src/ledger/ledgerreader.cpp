#include "ledger/ledgerreader.h"

#include "ledger/ledgerfiles.h"
#include "ledger/ledgerreader_p.h"
#include "ledger/migrations.h"
#include "ledger/rows.h"

#include <QFileInfo>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr Micros kOverdueAfter = base::kMinute;
constexpr qint64 kEndOfKeys = std::numeric_limits<qint64>::max() - 1;

/// What SQLite cannot open although the file is there is its -shm, which it may not make.
base::Error withoutFolder(base::Error error, const QString &file)
{
    if ((error.code == ErrorCode::NotFound || error.code == ErrorCode::ReadOnly) && QFileInfo::exists(file)) {
        error.code = ErrorCode::ReadOnly;
        error.message =
            u"The ledger %1 cannot be opened for reading: its folder cannot be written and no program has "
            "it open. Open it as a user who may write there, or copy its files to another folder."_s.arg(file);
    }
    return error;
}

/// A table whose rows carry ledger time in the order of their keys.
struct TimedTable
{
    QString table;
    QString key;
    QString time;
};

/// The first key whose row is not before `moment`; kEndOfKeys when there is none. By bisection: ledger time never
/// falls, so no index over it is needed. Missing rows are stepped over.
base::Result<qint64> firstSince(ReadSession &session, const TimedTable &of, Micros moment)
{
    const auto highest = session.number({u"SELECT max("_s % of.key % u") FROM "_s % of.table, {}});
    if (!highest)
        return tl::unexpected(highest.error());
    const QString probe = u"SELECT "_s % of.time % u" FROM "_s % of.table % u" NOT INDEXED WHERE "_s % of.key %
                          u" >= ? ORDER BY "_s % of.key % u" LIMIT 1"_s;
    qint64 low = 0;
    qint64 high = highest->value_or(-1) + 1;
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        const auto time = session.number({probe, {middle}});
        if (!time)
            return tl::unexpected(time.error());
        if (time->value_or(std::numeric_limits<qint64>::max()) < moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low > highest->value_or(-1) ? kEndOfKeys : low;
}

/// First and last key of [from, to).
base::Result<KeyRange> keysBetween(ReadSession &session, const TimedTable &of, KeyRange range,
                                   std::optional<Micros> from, std::optional<Micros> to)
{
    const Reading reading(session);
    if (from) {
        const auto first = firstSince(session, of, *from);
        if (!first)
            return tl::unexpected(first.error());
        range.first = *first;
    }
    if (to) {
        const auto after = firstSince(session, of, *to);
        if (!after)
            return tl::unexpected(after.error());
        range.last = *after == kEndOfKeys ? kEndOfKeys : *after - 1;
    }
    return range;
}

} // namespace

base::Result<KeyRange> operationsBetween(ReadSession &session, std::optional<Micros> from, std::optional<Micros> to)
{
    return keysBetween(session, {u"operation"_s, u"id"_s, u"created_at"_s}, {1, kEndOfKeys}, from, to);
}

base::Result<KeyRange> eventsBetween(ReadSession &session, std::optional<Micros> from, std::optional<Micros> to)
{
    return keysBetween(session, {u"event"_s, u"seq"_s, u"at"_s}, {0, kEndOfKeys}, from, to);
}

LedgerReader::LedgerReader(std::unique_ptr<Private> state) : d(std::move(state)) {}

LedgerReader::~LedgerReader() = default;

base::Result<std::unique_ptr<LedgerReader>> LedgerReader::open(const QString &database, const FileSystemProbe &probe)
{
    if (auto looked = inspectLedgerFile(database, probe); !looked)
        return tl::unexpected(looked.error());
    auto connection = SqliteConnection::open(database, SqliteConnection::Mode::ReadOnly);
    if (!connection)
        return tl::unexpected(withoutFolder(connection.error(), database));
    if (auto known = requireKnownSchema(**connection, landedMigrations()); !known)
        return tl::unexpected(withoutFolder(ofLedger(known.error(), database), database));
    if (auto current = requireCurrentSchema(**connection, landedMigrations()); !current)
        return tl::unexpected(ofLedger(current.error(), database));
    return std::unique_ptr<LedgerReader>(new LedgerReader(std::make_unique<Private>(std::move(*connection))));
}

void LedgerReader::interrupt()
{
    d->session.interrupt();
}

base::Result<qint64> LedgerReader::dataVersion()
{
    const auto version = d->session.connection().number(u"PRAGMA data_version"_s);
    if (!version)
        return tl::unexpected(version.error());
    return *version;
}

base::Result<HeadRow> LedgerReader::head()
{
    const Reading reading(d->session);
    auto row =
        collectOne(d->session, {u"SELECT "_s % rows::headColumns() % u" FROM head WHERE one = 1"_s, {}}, &rows::head);
    if (!row)
        return tl::unexpected(row.error());
    if (!*row)
        return fail(ErrorCode::Corrupt, u"The ledger has no head row."_s);
    return std::move(**row);
}

base::Result<LiveCounts> LedgerReader::liveCounts(Micros now)
{
    const Reading reading(d->session);
    const QString live = u"FROM operation INDEXED BY operation_status WHERE status = "_s;
    const SqlText text{
        u"SELECT (SELECT count(*) "_s % live % u"'awaiting_approval'), (SELECT count(*) "_s % live %
            u"'approved'), (SELECT count(*) "_s % live %
            u"'approved' AND coalesce(decided_at, created_at) < ?), (SELECT count(*) "_s % live %
            u"'running'), (SELECT count(*) "_s % live %
            u"'unknown'), (SELECT count(*) FROM operation INDEXED BY operation_held WHERE held = 1 AND id > 0), "
            "(SELECT count(*) FROM conflict INDEXED BY conflict_open WHERE state = 'open'), "
            "(SELECT count(*) FROM operation INDEXED BY operation_status WHERE status = 'failed'), "
            "(SELECT count(*) FROM operation INDEXED BY operation_contrary WHERE contrary IS NOT NULL AND id > 0), "
            "(SELECT created_at "_s %
            live %
            u"'awaiting_approval' ORDER BY id LIMIT 1), (SELECT operations FROM head), (SELECT size FROM head)"_s,
        {now - kOverdueAfter}};
    LiveCounts counts;
    const auto read = d->session.forEach(text, [&counts](const QSqlQuery &row) {
        int column = 0;
        for (qint64 *value : {&counts.awaiting, &counts.approved, &counts.overdue, &counts.running, &counts.unknown,
                              &counts.held, &counts.openConflicts, &counts.failed, &counts.contradicted})
            *value = row.value(column++).toLongLong();
        if (!row.isNull(column))
            counts.oldestAwaiting = row.value(column).toLongLong();
        counts.operations = row.value(column + 1).toLongLong();
        counts.events = row.value(column + 2).toLongLong();
        return false;
    });
    if (!read)
        return tl::unexpected(read.error());
    return counts;
}

base::Result<QList<InstanceRow>> LedgerReader::instances()
{
    const Reading reading(d->session);
    return collect(
        d->session,
        {u"SELECT "_s % rows::instanceColumns() % u" FROM instance ORDER BY stopped_at IS NOT NULL, heartbeat DESC"_s,
         {}},
        &rows::instance);
}

} // namespace obstat::ledger
