#include "ledger/filesystem.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

// linux/magic.h and statfs(2)
constexpr std::array<quint64, 22> kNetworkMagics{
    0x6969,     // nfs
    0x517B,     // smb
    0xFF534D42, // cifs
    0xFE534D42, // smb2
    0x5346414F, // afs
    0x6B414653, // kafs
    0x73757245, // coda
    0x564C,     // ncp
    0x01021997, // 9p
    0x00C36400, // ceph
    0x0BD00BD0, // lustre
    0x7461636F, // ocfs2
    0x01161970, // gfs2
    0x47504653, // gpfs
    0x19830326, // beegfs
    0x20030528, // orangefs
    0xAAD7AAEA, // panfs
    0xBEEFDEAD, // snfs
    0x61636673, // acfs
    0x786F4256, // folders shared by VirtualBox
    0xBACBACBC, // by VMware
    0x7C7C6673, // by Parallels
};

} // namespace

bool isNetworkFileSystem(quint64 magic)
{
    return std::find(kNetworkMagics.begin(), kNetworkMagics.end(), magic & 0xFFFFFFFFU) != kNetworkMagics.end();
}

std::optional<quint64> statfsMagic(const QString &place)
{
    struct statfs facts = {};
    if (::statfs(QFile::encodeName(place).constData(), &facts) != 0) {
        return std::nullopt;
    }
    return static_cast<quint64>(facts.f_type);
}

base::Result<> requireLocalDisk(const QString &path, const FileSystemProbe &probe)
{
    const QString place = QFileInfo::exists(path) ? path : QFileInfo(path).absolutePath();
    const auto magic = probe(place);
    if (!magic) {
        const int error = errno;
        return fail(error == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
                    u"%1 cannot be looked at%2."_s.arg(place, error == EACCES ? u": its folder is closed to this user"_s
                                                                              : QString()),
                    QString::fromLocal8Bit(std::strerror(error)));
    }
    if (isNetworkFileSystem(*magic)) {
        return fail(ErrorCode::NetworkFileSystem,
                    u"%1 lies on a network file system, where the lock of the one writer does not hold; move the "
                    "ledger to a local disk of the machine that runs obstatd."_s.arg(path));
    }
    return {};
}

base::Result<> requireWritableFolderOf(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    if (::faccessat(AT_FDCWD, QFile::encodeName(folder).constData(), W_OK | X_OK, AT_EACCESS) != 0) {
        const int error = errno;
        return fail(error == ENOENT ? ErrorCode::NotFound : ErrorCode::ReadOnly,
                    u"The folder %1 cannot be written; the writer of a ledger keeps its lock, its state file and the "
                    "write-ahead log there."_s.arg(folder),
                    QString::fromLocal8Bit(std::strerror(error)));
    }
    return {};
}

QString machineId()
{
    QFile file(u"/etc/machine-id"_s);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.read(64).trimmed()) : QString();
}

quint64 inodeOf(const QString &path)
{
    struct stat facts = {};
    return ::stat(QFile::encodeName(path).constData(), &facts) == 0 ? static_cast<quint64>(facts.st_ino) : 0;
}

base::Result<> syncFolderOf(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    const int fd = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool good = fd >= 0 && ::fsync(fd) == 0;
    const int error = errno;
    if (fd >= 0) {
        ::close(fd);
    }
    if (!good) {
        return fail(ErrorCode::Io, u"The folder %1 could not be made durable."_s.arg(folder),
                    QString::fromLocal8Bit(std::strerror(error)));
    }
    return {};
}

} // namespace obstat::ledger
