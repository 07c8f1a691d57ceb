#include "ledger/writerlock.h"

#include "base/plantedbug.h"
#include "ledger/fileinuse.h"
#include "ledger/filesystem.h"

#include <QFile>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace obstat::ledger {

using namespace Qt::StringLiterals;
using base::ErrorCode;
using base::fail;

namespace {

tl::unexpected<base::Error> notOpened(const QString &path, int error)
{
    const QString detail = QString::fromLocal8Bit(std::strerror(error));
    if (error == EACCES || error == EROFS || error == EPERM) {
        return fail(ErrorCode::ReadOnly, u"The lock file %1 cannot be written."_s.arg(path), detail);
    }
    if (error == ENOENT || error == ENOTDIR) {
        return fail(ErrorCode::NotFound, u"There is no folder for %1."_s.arg(path), detail);
    }
    return fail(error == ENOSPC ? ErrorCode::DiskFull : ErrorCode::Io,
                u"The lock file %1 cannot be opened."_s.arg(path), detail);
}

QString holderOf(int fd)
{
    char text[32] = {};
    const ssize_t got = ::pread(fd, text, sizeof text - 1, 0);
    const QString pid = QString::fromLatin1(text, got < 0 ? 0 : got).trimmed();
    return pid.isEmpty() ? u"another process"_s : u"process %1"_s.arg(pid);
}

} // namespace

base::Result<std::unique_ptr<WriterLock>> WriterLock::take(const QString &path)
{
    if (auto local = requireLocalDisk(path); !local) {
        return tl::unexpected(local.error());
    }
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return notOpened(path, errno);
    }
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && !base::plantedBug("two_writers")) {
        const int error = errno;
        const QString holder = holderOf(fd);
        ::close(fd);
        if (error == EWOULDBLOCK) {
            return fail(ErrorCode::Locked, u"The ledger has a writer already: %1 holds %2."_s.arg(holder, path));
        }
        return fail(ErrorCode::Io, u"%1 cannot be locked."_s.arg(path), QString::fromLocal8Bit(std::strerror(error)));
    }
    // Only to name the holder; the lock is flock's.
    const QByteArray pid = QByteArray::number(static_cast<qint64>(::getpid())) + '\n';
    if (::ftruncate(fd, 0) != 0 || ::pwrite(fd, pid.constData(), static_cast<size_t>(pid.size()), 0) != pid.size()) {
        [[maybe_unused]] const int cut = ::ftruncate(fd, 0);
    }
    return std::unique_ptr<WriterLock>(new WriterLock(fd));
}

base::Result<> WriterLock::holdDatabase(const QString &database)
{
    const int fd = ::open(QFile::encodeName(database).constData(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return fail(ErrorCode::Io, u"The ledger %1 cannot be opened."_s.arg(database),
                    QString::fromLocal8Bit(std::strerror(errno)));
    }
    m_databaseFd = fd;
    m_database = database;
    // flock and SQLite's POSIX locks do not see each other.
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && !base::plantedBug("two_writers")) {
        const int error = errno;
        return error == EWOULDBLOCK
                   ? fail(ErrorCode::Locked,
                          u"The ledger has a writer already: another process writes the file %1 by this or another "
                          "name."_s.arg(database))
                   : fail(ErrorCode::Io, u"%1 cannot be locked."_s.arg(database),
                          QString::fromLocal8Bit(std::strerror(error)));
    }
    return {};
}

WriterLock::~WriterLock()
{
    if (m_databaseFd >= 0) {
        ::flock(m_databaseFd, LOCK_UN);
        // Closing it drops the locks of whoever still reads the file in this process; then the descriptor stays.
        FileInUse::unlessInUse(m_database, [this] { ::close(m_databaseFd); });
    }
    ::close(m_fd);
}

} // namespace obstat::ledger
