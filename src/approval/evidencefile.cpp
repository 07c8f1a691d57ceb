#include "approval/evidencefile.h"

#include "base/digest.h"
#include "base/textfile.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace obstat::approval {

namespace {

constexpr qint64 kMostEvidence = qint64(64) * 1024 * 1024; // bytes

} // namespace

base::Result<QString> evidenceDigest(const QString &path)
{
    const QFileInfo info(path);
    if (info.exists() && !info.isFile()) // reading a pipe would wait for its writer
        return base::fail(base::ErrorCode::Malformed, u"'%1' is not a file."_s.arg(path));
    const auto bytes = base::readTextFile(path, kMostEvidence);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (bytes->isEmpty())
        return base::fail(base::ErrorCode::Malformed, u"'%1' is empty and shows nothing."_s.arg(path));
    return base::digestHex(*bytes);
}

} // namespace obstat::approval
