#include "approval/privatefile.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

class Descriptor
{
public:
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] bool isOpen() const { return m_number >= 0; }
    [[nodiscard]] bool close()
    {
        const int number = m_number;
        m_number = -1;
        return ::close(number) == 0;
    }

private:
    int m_number;
};

} // namespace

base::Error fileError(const QString &doing, const QString &path, int errorNumber)
{
    ErrorCode code = ErrorCode::Io;
    if (errorNumber == ENOENT || errorNumber == ENOTDIR)
        code = ErrorCode::NotFound;
    else if (errorNumber == EEXIST)
        code = ErrorCode::AlreadyExists;
    else if (errorNumber == EROFS || errorNumber == EACCES || errorNumber == EPERM)
        code = ErrorCode::ReadOnly;
    else if (errorNumber == ENOSPC || errorNumber == EDQUOT)
        code = ErrorCode::DiskFull;
    const QString reason = QString::fromLocal8Bit(std::strerror(errorNumber));
    return {code, u"%1 %2 failed: %3."_s.arg(doing, path, reason), reason};
}

bool writeAll(int descriptor, const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::write(descriptor, bytes.constData() + done, size_t(bytes.size() - done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        done += count;
    }
    return true;
}

base::Result<> syncFolderOf(const QString &path)
{
    const QString folder = QFileInfo(path).absolutePath();
    const Descriptor descriptor(::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor.isOpen() || ::fsync(descriptor.number()) != 0)
        return tl::unexpected(fileError(u"Writing the folder"_s, folder, errno));
    return {};
}

base::Result<QByteArray> readPrivateFile(const QString &path, qint64 limit)
{
    // not blocking: a pipe in the place of a key file must not stop the program
    const Descriptor descriptor(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!descriptor.isOpen()) {
        base::Error error = fileError(u"Reading"_s, path, errno);
        if (error.code == ErrorCode::ReadOnly)
            error.code = ErrorCode::Io;
        return tl::unexpected(error);
    }
    struct stat status = {};
    if (::fstat(descriptor.number(), &status) != 0)
        return tl::unexpected(fileError(u"Reading"_s, path, errno));
    if (!S_ISREG(status.st_mode))
        return base::fail(ErrorCode::Io, u"%1 is not a regular file."_s.arg(path));
    if ((status.st_mode & 077) != 0)
        return base::fail(ErrorCode::Io, u"%1 can be used by others (mode %2); make it 0600 first."_s.arg(
                                             path, QString::number(status.st_mode & 0777, 8).rightJustified(4, u'0')));
    if (status.st_size > limit)
        return base::fail(ErrorCode::TooLarge, u"%1 is larger than %2 bytes."_s.arg(path).arg(limit));
    QByteArray bytes(qsizetype(status.st_size), Qt::Uninitialized);
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::read(descriptor.number(), bytes.data() + done, size_t(bytes.size() - done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return tl::unexpected(fileError(u"Reading"_s, path, errno));
        if (count == 0)
            break;
        done += count;
    }
    bytes.truncate(done);
    return bytes;
}

base::Result<> writeNewPrivateFile(const QString &path, const QByteArray &bytes)
{
    const QByteArray name = QFile::encodeName(path);
    Descriptor descriptor(::open(name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!descriptor.isOpen())
        return tl::unexpected(fileError(u"Making"_s, path, errno));
    const bool written = ::fchmod(descriptor.number(), 0600) == 0 && writeAll(descriptor.number(), bytes) &&
                         ::fsync(descriptor.number()) == 0 && descriptor.close();
    if (!written) {
        const base::Error error = fileError(u"Writing"_s, path, errno);
        ::unlink(name.constData());
        return tl::unexpected(error);
    }
    return syncFolderOf(path);
}

base::Result<> replacePrivateFile(const QString &path, const QByteArray &bytes)
{
    const QString temporary = path + u".new";
    ::unlink(QFile::encodeName(temporary).constData()); // what an interrupted replacement left
    if (const auto written = writeNewPrivateFile(temporary, bytes); !written)
        return written;
    if (::rename(QFile::encodeName(temporary).constData(), QFile::encodeName(path).constData()) != 0) {
        const base::Error error = fileError(u"Replacing"_s, path, errno);
        ::unlink(QFile::encodeName(temporary).constData());
        return tl::unexpected(error);
    }
    return syncFolderOf(path);
}

} // namespace obstat::approval
