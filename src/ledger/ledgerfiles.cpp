#include "ledger/ledgerfiles.h"

#include "ledger/filesystem.h"

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

base::Result<> inspectLedgerFile(const QString &database)
{
    if (!QFileInfo::exists(database)) {
        return fail(ErrorCode::NotFound, u"There is no ledger at %1."_s.arg(database));
    }
    if (auto local = requireLocalDisk(database); !local) {
        return local;
    }
    QFile file(database);
    if (!QFileInfo(database).isFile() || !file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::Io, u"The ledger %1 cannot be read."_s.arg(database), file.errorString());
    }
    const QByteArray header = file.read(kHeaderSize);
    if (header.size() < kHeaderSize || !header.startsWith(kMagic) ||
        numberAt(header, kApplicationIdAt) != kApplicationId) {
        return fail(ErrorCode::NotALedger, u"%1 is not an Obstat ledger."_s.arg(database));
    }
    return hasLogPages(database) ? base::Result<>() : checkLength(database, header, file.size());
}

} // namespace obstat::ledger
