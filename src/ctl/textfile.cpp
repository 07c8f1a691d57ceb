#include "ctl/textfile.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::fail;

namespace {

constexpr qint64 kLimit = qint64(1024) * 1024;

} // namespace

base::Result<QByteArray> readTextFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotFound, u"'%1' cannot be read."_s.arg(path), file.errorString());
    QByteArray text;
    while (text.size() <= kLimit) {
        const QByteArray more = file.read(kLimit + 1 - text.size());
        if (more.isEmpty())
            break;
        text += more;
    }
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::NotFound, u"'%1' cannot be read."_s.arg(path), file.errorString());
    if (text.size() > kLimit)
        return fail(ErrorCode::TooLarge, u"'%1' is larger than 1 MiB."_s.arg(path));
    return text;
}

} // namespace obstat::ctl
