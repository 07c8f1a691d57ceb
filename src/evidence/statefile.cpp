#include "evidence/statefile.h"

#include "base/canonicaljson.h"
#include "base/digest.h"
#include "base/faultpoint.h"
#include "base/plantedbug.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace obstat::evidence {
namespace {

using base::ErrorCode;
using base::fail;

constexpr qint64 kMaxStateBytes = 16 * 1024;
constexpr int kVersion = 1;
constexpr qsizetype kMembers = 8;

tl::unexpected<base::Error> systemError(const QString &doing, const QString &path, int error)
{
    ErrorCode code = ErrorCode::Io;
    if (error == ENOSPC || error == EDQUOT)
        code = ErrorCode::DiskFull;
    else if (error == EACCES || error == EPERM || error == EROFS)
        code = ErrorCode::ReadOnly;
    return fail(code, u"The state file %1 could not be %2."_s.arg(path, doing),
                QString::fromLocal8Bit(std::strerror(error)));
}

/// An open file that is closed at the end of the scope.
class Descriptor
{
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() { close(); }
    Q_DISABLE_COPY_MOVE(Descriptor)
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    [[nodiscard]] int get() const { return m_fd; }
    bool close()
    {
        const int fd = m_fd;
        m_fd = -1;
        return fd < 0 || ::close(fd) == 0;
    }

private:
    int m_fd;
};

/// 0 or the errno of what failed.
int writeDurably(const QByteArray &path, const QByteArray &bytes)
{
    Descriptor file(::open(path.constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file.isOpen())
        return errno;
    const char *at = bytes.constData();
    const char *end = at + bytes.size();
    while (at < end) {
        const ssize_t written = ::write(file.get(), at, static_cast<size_t>(end - at));
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0)
            at += written;
    }
    if ((!base::plantedBug("state_file_unsynced") && ::fsync(file.get()) != 0) || !file.close())
        return errno;
    return 0;
}

int syncFolder(const QByteArray &folder)
{
    Descriptor directory(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory.isOpen() || ::fsync(directory.get()) != 0)
        return errno;
    return 0;
}

tl::unexpected<base::Error> corrupt(const QString &what)
{
    return fail(ErrorCode::Corrupt, u"The state file is damaged: %1."_s.arg(what));
}

base::Result<CompactRange> parseRange(const QJsonObject &object)
{
    const double size = object.value("size"_L1).toDouble(-1);
    if (size < 0 || size != static_cast<double>(static_cast<quint64>(size)))
        return corrupt(u"its size is not a whole number"_s);
    const auto root = Hash::fromHex(object.value("root"_L1).toString());
    if (!root)
        return corrupt(u"its root is not a hash"_s);
    const QString hex = object.value("range"_L1).toString();
    auto range = CompactRange::fromBytes(static_cast<quint64>(size), base::fromHexStrict(hex));
    if (!range || hex.size() != 2 * range->bytes().size())
        return corrupt(u"its compact range does not belong to its size"_s);
    if (range->root() != *root)
        return corrupt(u"its compact range does not give its root"_s);
    return range;
}

base::Result<CopyIdentity> parseCopy(const QJsonObject &object)
{
    const QString inodeText = object.value("inode"_L1).toString();
    bool ok = false;
    const quint64 inode = inodeText.toULongLong(&ok);
    if (!ok || QString::number(inode) != inodeText)
        return corrupt(u"its inode is not a number"_s);
    CopyIdentity copy{object.value("origin"_L1).toString(), object.value("instance"_L1).toString(),
                      object.value("machine"_L1).toString(), inode};
    if (copy.origin.isEmpty() || copy.instance.isEmpty() || !object.value("machine"_L1).isString())
        return corrupt(u"it does not name its log"_s);
    return copy;
}

} // namespace

QByteArray stateBytes(const SignedState &state)
{
    return base::canonicalBytes(QJsonObject{
        {u"v"_s, kVersion},
        {u"origin"_s, state.copy.origin},
        {u"instance"_s, state.copy.instance},
        {u"machine"_s, state.copy.machine},
        {u"inode"_s, QString::number(state.copy.inode)},
        {u"size"_s, static_cast<qint64>(state.range.size())},
        {u"root"_s, state.range.root().hex()},
        {u"range"_s, QString::fromLatin1(state.range.bytes().toHex())},
    });
}

base::Result<SignedState> parseState(QByteArrayView bytes)
{
    const auto json = base::parseStoredCanonical(bytes);
    if (!json)
        return fail(ErrorCode::Corrupt, u"The state file is damaged: it is torn or was edited."_s,
                    json.error().message);
    const QJsonObject object = json->value.toObject();
    const QJsonValue version = object.value("v"_L1);
    if (version.isDouble() && version.toDouble() > kVersion)
        return fail(ErrorCode::Newer, u"The state file was written by a newer version."_s);
    if (version.toDouble() != kVersion || object.size() != kMembers)
        return corrupt(u"its members are not those of a state file"_s);
    auto copy = parseCopy(object);
    if (!copy)
        return tl::unexpected(copy.error());
    auto range = parseRange(object);
    if (!range)
        return tl::unexpected(range.error());
    return SignedState{std::move(*copy), std::move(*range)};
}

base::Result<SignedState> StateFile::load() const
{
    QFile file(m_path);
    if (!file.exists())
        return fail(ErrorCode::NotFound, u"There is no state file %1."_s.arg(m_path));
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::Io, u"The state file %1 could not be read."_s.arg(m_path), file.errorString());
    const QByteArray bytes = file.read(kMaxStateBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::Io, u"The state file %1 could not be read."_s.arg(m_path), file.errorString());
    if (bytes.size() > kMaxStateBytes)
        return corrupt(u"it is too large"_s);
    return parseState(bytes);
}

base::Result<> StateFile::save(const SignedState &state) const
{
    const QByteArray path = QFile::encodeName(m_path);
    const QByteArray fresh = path + ".new";
    if (const int error = writeDurably(fresh, stateBytes(state)); error != 0) {
        ::unlink(fresh.constData());
        return systemError(u"written"_s, m_path, error);
    }
    base::faultPoint("P12");
    if (std::rename(fresh.constData(), path.constData()) != 0) {
        const int error = errno;
        ::unlink(fresh.constData());
        return systemError(u"replaced"_s, m_path, error);
    }
    if (const int error = syncFolder(QFile::encodeName(QFileInfo(m_path).absolutePath())); error != 0)
        return systemError(u"made durable"_s, m_path, error);
    return {};
}

} // namespace obstat::evidence
