#include "approval/outbox.h"

#include "approval/privatefile.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace obstat::approval {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

constexpr qint64 kOutboxLimit = 64 * 1024 * 1024;

/// Holds `path`.lock for its life.
class FileLock
{
public:
    explicit FileLock(const QString &path)
        : m_descriptor(::open(QFile::encodeName(path + u".lock").constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        while (m_descriptor >= 0 && !m_held) {
            m_held = ::flock(m_descriptor, LOCK_EX) == 0;
            if (!m_held && errno != EINTR)
                break;
        }
        m_error = errno;
    }
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;
    ~FileLock()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    [[nodiscard]] base::Result<> result(const QString &path) const
    {
        if (m_held)
            return {};
        return tl::unexpected(fileError(u"Locking"_s, path, m_error));
    }

private:
    int m_descriptor;
    bool m_held = false;
    int m_error = 0;
};

base::Result<QByteArray> readAll(const QString &path)
{
    auto bytes = readPrivateFile(path, kOutboxLimit);
    if (!bytes && bytes.error().code == ErrorCode::NotFound)
        return QByteArray();
    return bytes;
}

/// The length of the whole lines.
qsizetype wholeSize(const QByteArray &bytes)
{
    return bytes.lastIndexOf('\n') + 1;
}

QList<QByteArray> wholeLines(const QByteArray &bytes)
{
    QList<QByteArray> lines = bytes.first(wholeSize(bytes)).split('\n');
    lines.removeLast(); // what follows the last line end
    return lines;
}

base::Result<OutboxEntry> entryOf(const QByteArray &line)
{
    const auto envelope = DecisionEnvelope::fromJson(line);
    if (!envelope)
        return tl::unexpected(envelope.error());
    const auto body = DecisionBody::parse(envelope->body);
    if (!body)
        return tl::unexpected(body.error());
    return OutboxEntry{body->nonce, *envelope};
}

OutboxContents contentsOf(const QByteArray &bytes)
{
    OutboxContents contents;
    contents.tornLastLine = wholeSize(bytes) != bytes.size();
    int number = 0;
    for (const QByteArray &line : wholeLines(bytes)) {
        ++number;
        if (const auto entry = entryOf(line); entry)
            contents.entries.append(*entry);
        else
            contents.unreadableLines.append(number);
    }
    return contents;
}

bool holds(const OutboxContents &contents, const QString &nonce)
{
    return std::any_of(contents.entries.begin(), contents.entries.end(),
                       [&](const OutboxEntry &entry) { return entry.nonce == nonce; });
}

/// Cuts the file to `whole` bytes and adds `line`, durably.
base::Result<> appendLine(const QString &path, qsizetype whole, const QByteArray &line)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(), O_WRONLY | O_CLOEXEC);
    const bool written = descriptor >= 0 && ::ftruncate(descriptor, off_t(whole)) == 0 &&
                         ::lseek(descriptor, off_t(whole), SEEK_SET) >= 0 && writeAll(descriptor, line) &&
                         ::fsync(descriptor) == 0;
    const base::Error error = written ? base::Error{} : fileError(u"Writing"_s, path, errno);
    if (descriptor >= 0)
        ::close(descriptor);
    if (!written)
        return tl::unexpected(error);
    return {};
}

} // namespace

Outbox::Outbox(QString path) : m_path(std::move(path)) {}

base::Result<> Outbox::append(const DecisionEnvelope &envelope)
{
    const QByteArray line = QByteArray(envelope.toJson() + '\n');
    const auto entry = entryOf(line.chopped(1));
    if (!entry)
        return tl::unexpected(entry.error());
    const FileLock lock(m_path);
    if (const auto locked = lock.result(m_path); !locked)
        return locked;
    const auto bytes = readAll(m_path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (holds(contentsOf(*bytes), entry->nonce))
        return base::fail(ErrorCode::AlreadyExists,
                          u"The decision %1 waits in the outbox already."_s.arg(entry->nonce));
    if (!QFileInfo::exists(m_path))
        return writeNewPrivateFile(m_path, line);
    return appendLine(m_path, wholeSize(*bytes), line);
}

base::Result<OutboxContents> Outbox::list() const
{
    if (!QFileInfo::exists(m_path))
        return OutboxContents{};
    const FileLock lock(m_path);
    if (const auto locked = lock.result(m_path); !locked)
        return tl::unexpected(locked.error());
    const auto bytes = readAll(m_path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return contentsOf(*bytes);
}

base::Result<> Outbox::remove(const QString &nonce)
{
    const auto notThere = [&] {
        return base::fail(ErrorCode::NotFound, u"No decision %1 waits in the outbox."_s.arg(nonce));
    };
    if (!QFileInfo::exists(m_path))
        return notThere();
    const FileLock lock(m_path);
    if (const auto locked = lock.result(m_path); !locked)
        return locked;
    const auto bytes = readAll(m_path);
    if (!bytes)
        return tl::unexpected(bytes.error());
    QByteArray kept;
    bool found = false;
    for (const QByteArray &line : wholeLines(*bytes)) {
        const auto entry = entryOf(line);
        if (entry && entry->nonce == nonce)
            found = true;
        else
            kept += line + '\n';
    }
    if (!found)
        return notThere();
    return replacePrivateFile(m_path, kept);
}

} // namespace obstat::approval
