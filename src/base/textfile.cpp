#include "base/textfile.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace obstat::base {

Result<QByteArray> readTextFile(const QString &path, qint64 limit)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotFound, u"'%1' cannot be read."_s.arg(path), file.errorString());
    QByteArray text;
    while (text.size() <= limit) {
        const QByteArray more = file.read(limit + 1 - text.size());
        if (more.isEmpty())
            break;
        text += more;
    }
    if (file.error() != QFileDevice::NoError)
        return fail(ErrorCode::NotFound, u"'%1' cannot be read."_s.arg(path), file.errorString());
    if (text.size() > limit)
        return fail(ErrorCode::TooLarge, u"'%1' is larger than %2 bytes."_s.arg(path).arg(limit));
    return text;
}

} // namespace obstat::base
