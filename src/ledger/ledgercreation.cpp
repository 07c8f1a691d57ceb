#include "ledger/ledgercreation.h"

#include "base/plantedbug.h"
#include "evidence/verifierkey.h"
#include "ledger/filesystem.h"
#include "ledger/migrations.h"
#include "ledger/sealer.h"

#include <QFile>
#include <QFileInfo>

#include <sqlite3.h>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr int kSchemaOfHeadMac = 2;

base::Result<> fill(WriterCore &core, const QString &origin, bool simulated)
{
    if (auto migrated = migrate(*core.connection, landedMigrations(), core.options.clock->now()); !migrated) {
        return migrated;
    }
    if (base::plantedBug("unique_index_dropped")) {
        static_cast<void>(core.connection->execute(u"DROP INDEX operation_one_alive"_s));
    }
    auto first = core.transact([&]() -> base::Result<> {
        if (auto made = core.events.create(origin, base::randomUuid(*core.options.random), simulated); !made) {
            return made;
        }
        evidence::Event event;
        event.kind = simulated ? evidence::kinds::simulated : evidence::kinds::epoch;
        event.actor = core.flowActor();
        event.data = {{u"origin"_s, origin}};
        core.events.append(std::move(event));
        return {};
    });
    if (!first) {
        return first;
    }
    // Everything into the file itself, so that its header can be looked at without its log.
    if (auto moved = core.connection->number(u"PRAGMA wal_checkpoint(TRUNCATE)"_s); !moved) {
        return tl::unexpected(moved.error());
    }
    if (auto synced = syncFolderOf(core.files.database); !synced) {
        return synced;
    }
    return Sealer(core).acceptCopy();
}

/// An empty file that only its owner may read: account numbers stand in a ledger. SQLite gives its log and its index
/// the same rights. Who shall read along is given the rights by the operator.
base::Result<> createPrivately(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly, QFile::ReadOwner | QFile::WriteOwner)) {
        return fail(QFileInfo::exists(path) ? ErrorCode::AlreadyExists : ErrorCode::Io,
                    u"The ledger %1 cannot be made."_s.arg(path), file.errorString());
    }
    return {};
}

base::Result<> build(const WriterOptions &options, const LedgerFiles &files, const QString &origin, bool simulated)
{
    auto lock = WriterLock::take(files.lock);
    if (!lock) {
        return tl::unexpected(lock.error());
    }
    if (auto made = createPrivately(files.database); !made) {
        return made;
    }
    if (auto held = (*lock)->holdDatabase(files.database); !held) {
        return held;
    }
    auto connection = SqliteConnection::open(files.database, SqliteConnection::Mode::Create);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    WriterCore core(options, files, std::move(*lock), std::move(*connection));
    return fill(core, origin, simulated);
}

} // namespace

base::Result<> createLedger(const WriterOptions &options, const QString &origin, bool simulated)
{
    const LedgerFiles files = LedgerFiles::beside(options.database);
    if (QFileInfo::exists(files.database)) {
        return fail(ErrorCode::AlreadyExists, u"There is a file at %1 already."_s.arg(files.database));
    }
    if (const auto name = evidence::VerifierKey::create(origin, QByteArray(32, '\1')); !name) {
        return fail(ErrorCode::Malformed, u"'%1' cannot be a ledger's origin."_s.arg(origin), name.error().message);
    }
    const bool hadLock = QFileInfo::exists(files.lock);
    auto built = build(options, files, origin, simulated);
    if (!built && built.error().code != ErrorCode::Locked && built.error().code != ErrorCode::AlreadyExists) {
        for (const QString &made :
             {files.database, QString(files.database + u"-wal"_s), QString(files.database + u"-shm"_s), files.state}) {
            QFile::remove(made);
        }
        if (!hadLock) {
            QFile::remove(files.lock);
        }
    }
    return built;
}

base::Result<std::unique_ptr<WriterCore>> openCore(const WriterOptions &options, const FileSystemProbe &probe)
{
    if (auto looked = inspectLedgerFile(options.database, probe); !looked) {
        return tl::unexpected(looked.error());
    }
    // The lock lies beside the file itself, whatever links lead to it.
    const LedgerFiles files = LedgerFiles::beside(QFileInfo(options.database).canonicalFilePath());
    if (auto writable = requireWritableFolderOf(files.database); !writable) {
        return tl::unexpected(writable.error());
    }
    auto lock = WriterLock::take(files.lock);
    if (!lock) {
        return tl::unexpected(lock.error());
    }
    if (auto held = (*lock)->holdDatabase(files.database); !held) {
        return tl::unexpected(held.error());
    }
    auto connection = SqliteConnection::open(files.database, SqliteConnection::Mode::ReadWrite);
    if (!connection) {
        return tl::unexpected(connection.error());
    }
    if (sqlite3_db_readonly((*connection)->handle(), "main") == 1) {
        return fail(ErrorCode::ReadOnly, u"The ledger %1 cannot be written."_s.arg(files.database));
    }
    const auto schema = (*connection)->number(u"PRAGMA user_version"_s);
    if (!schema) {
        return tl::unexpected(ofLedger(schema.error(), files.database));
    }
    if (auto migrated = migrate(**connection, landedMigrations(), options.clock->now()); !migrated) {
        return tl::unexpected(ofLedger(migrated.error(), files.database));
    }
    auto core = std::make_unique<WriterCore>(options, files, std::move(*lock), std::move(*connection));
    if (auto loaded = core->events.load(); !loaded) {
        return tl::unexpected(ofLedger(loaded.error(), files.database));
    }
    core->headWasUnsigned = *schema < kSchemaOfHeadMac;
    core->clock.emplace(*options.clock, core->events.head().at);
    return core;
}

} // namespace obstat::ledger
