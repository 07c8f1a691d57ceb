#include "console/client/keypassphrase.h"

#include "approval/keys.h"
#include "approval/privatefile.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <unistd.h>

namespace obstat::console {

using namespace Qt::StringLiterals;
using base::ErrorCode;

namespace {

/// The file at `path` holds the key `expected` under this passphrase.
base::Result<> checkKeyFile(const QString &path, const QByteArray &passphrase, const approval::PublicKey &expected)
{
    const auto key = approval::loadKeyFile(path, passphrase);
    if (!key)
        return tl::unexpected(key.error());
    if (key->publicKey().raw != expected.raw)
        return base::fail(ErrorCode::Internal, u"%1 holds another key than before."_s.arg(path));
    return {};
}

/// The temporary file beside the key; gone at the end whatever happens.
class NewFile
{
public:
    explicit NewFile(QString path) : m_path(std::move(path)) { remove(); }
    ~NewFile() { remove(); }
    Q_DISABLE_COPY_MOVE(NewFile)

    [[nodiscard]] const QString &path() const { return m_path; }

private:
    void remove() const { ::unlink(QFile::encodeName(m_path).constData()); }
    QString m_path;
};

/// Puts `fresh` in the place of `path`, whose bytes stay as `backup`. Both are durable afterwards.
base::Result<> putInPlace(const QString &fresh, const QString &path, const QString &backup)
{
    const QByteArray name = QFile::encodeName(path);
    if (::link(name.constData(), QFile::encodeName(backup).constData()) != 0)
        return tl::unexpected(approval::fileError(u"Keeping"_s, backup, errno));
    if (const auto kept = approval::syncFolderOf(path); !kept)
        return kept;
    if (::rename(QFile::encodeName(fresh).constData(), name.constData()) != 0)
        return tl::unexpected(approval::fileError(u"Replacing"_s, path, errno));
    return approval::syncFolderOf(path);
}

} // namespace

base::Result<> changeKeyPassphrase(const QString &path, const QByteArray &present, const QByteArray &next)
{
    const auto key = approval::loadKeyFile(path, present);
    if (!key)
        return tl::unexpected(key.error());
    const QString real = QFileInfo(path).canonicalFilePath(); // a link stays a link
    const QString backup = real + u".bak"_s;
    if (QFileInfo::exists(backup))
        return base::fail(ErrorCode::AlreadyExists,
                          u"%1 is in the way. It may hold your only key: move it to a safe place first."_s.arg(backup));
    const NewFile fresh(real + u".new"_s);
    if (auto written = approval::saveKeyFile(fresh.path(), *key, next); !written)
        return written;
    if (auto good = checkKeyFile(fresh.path(), next, key->publicKey()); !good)
        return good;
    auto placed = putInPlace(fresh.path(), real, backup);
    if (placed)
        placed = checkKeyFile(real, next, key->publicKey());
    const QByteArray kept = QFile::encodeName(backup);
    if (!placed) {
        ::rename(kept.constData(), QFile::encodeName(real).constData());
        (void)approval::syncFolderOf(real);
        return placed;
    }
    ::unlink(kept.constData());
    return approval::syncFolderOf(real);
}

} // namespace obstat::console
