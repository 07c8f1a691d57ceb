#include "ledger/ledgerfiles.h"

#include "ledger/fileinuse.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QtEndian>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr qint64 kHeaderSize = 100;
constexpr qsizetype kPageSizeAt = 16;
constexpr qsizetype kPageCountAt = 28;
constexpr qsizetype kApplicationIdAt = 68;
const QByteArray kMagic("SQLite format 3\0", 16);

quint32 numberAt(const QByteArray &header, qsizetype at)
{
    return qFromBigEndian<quint32>(header.constData() + at);
}

/// With pages in the write-ahead log the file itself may rightly be behind its header.
bool hasLogPages(const QString &database)
{
    return QFileInfo(database + u"-wal"_s).size() > 0;
}

base::Result<> checkLength(const QString &database, const QByteArray &header, qint64 size)
{
    const auto stored = qFromBigEndian<quint16>(header.constData() + kPageSizeAt);
    const qint64 pageSize = stored == 1 ? 65536 : stored;
    const qint64 pages = numberAt(header, kPageCountAt);
    if (pageSize < 512 || size % pageSize != 0 || size / pageSize < pages) {
        return fail(
            ErrorCode::Truncated,
            u"%1 is shorter than it says: it has %2 bytes of %3."_s.arg(database).arg(size).arg(pages * pageSize));
    }
    return {};
}

base::Result<> inspectBytes(const QString &database)
{
    QFile file(database);
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::Io, u"The ledger %1 cannot be read."_s.arg(database), file.errorString());
    }
    if (file.size() == 0) {
        return fail(ErrorCode::NotALedger, u"%1 is empty and not an Obstat ledger."_s.arg(database));
    }
    const QByteArray header = file.read(kHeaderSize);
    if (header.size() < kHeaderSize || !header.startsWith(kMagic) ||
        numberAt(header, kApplicationIdAt) != kApplicationId) {
        return fail(ErrorCode::NotALedger, u"%1 is not an Obstat ledger."_s.arg(database));
    }
    return hasLogPages(database) ? base::Result<>() : checkLength(database, header, file.size());
}

} // namespace

LedgerFiles LedgerFiles::beside(const QString &database)
{
    const QFileInfo info(database);
    const QDir folder = info.absoluteDir();
    const QString name = info.fileName();
    const QString stem = name.endsWith(".obstat"_L1) ? name.chopped(7) : name;
    const auto file = [&folder](const QString &of) { return folder.filePath(of); };
    return {file(name),
            file(stem + u".lock"_s),
            file(stem + u".state"_s),
            file(stem + u".key"_s),
            file(u"obstatd.toml"_s),
            file(u"tools.toml"_s),
            file(u"policy.toml"_s)};
}

QString findLedger(const QString &option)
{
    if (!option.isEmpty()) {
        return option;
    }
    const QString fromEnvironment = qEnvironmentVariable("OBSTAT_LEDGER");
    if (!fromEnvironment.isEmpty()) {
        return fromEnvironment;
    }
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return QDir(data).filePath(u"obstat/ledger.obstat"_s);
}

base::Result<> inspectLedgerFile(const QString &database, const FileSystemProbe &probe)
{
    const QFileInfo info(database);
    if (!info.exists()) {
        const QString folder = info.absolutePath();
        return QFileInfo(folder).isDir() && !QFileInfo(folder).isExecutable()
                   ? fail(ErrorCode::Io,
                          u"The ledger %1 cannot be looked at: its folder is closed to this user."_s.arg(database))
                   : fail(ErrorCode::NotFound, u"There is no ledger at %1."_s.arg(database));
    }
    if (auto local = requireLocalDisk(database, probe); !local) {
        return local;
    }
    if (!info.isFile()) {
        return fail(ErrorCode::NotALedger, u"%1 is %2, not an Obstat ledger."_s.arg(
                                               database, info.isDir() ? u"a folder"_s : u"no regular file"_s));
    }
    base::Result<> looked;
    FileInUse::unlessInUse(database, [&looked, &database] { looked = inspectBytes(database); });
    return looked;
}

base::Error ofLedger(base::Error error, const QString &database)
{
    // A message may name a file beside it instead.
    if (!error.message.contains(database) && !error.message.contains(QFileInfo(database).absolutePath())) {
        error.message = u"%1: %2"_s.arg(database, error.message);
    }
    return error;
}

} // namespace obstat::ledger
