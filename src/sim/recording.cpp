#include "sim/recording.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

Result<Recording> Recording::load(const QString &path, const QString &format)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotFound, u"The recording '%1' cannot be read."_s.arg(path), file.errorString());
    const QByteArray json = file.readAll();
    const QString name = QFileInfo(path).fileName();
    if (format == u"tau-bench"_s)
        return parseTauBench(json, name);
    if (format == u"tau2"_s)
        return parseTau2(json, name);
    if (format == u"obstat"_s)
        return parseObstat(json, name);
    return fail(ErrorCode::Usage,
                u"'%1' is no format of recordings; there are tau-bench, tau2 and obstat."_s.arg(format));
}

} // namespace obstat::sim
