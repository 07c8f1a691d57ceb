#include "sim/recording.h"

#include "base/textfile.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

constexpr qint64 kLimit = qint64(1024) * 1024 * 1024;

} // namespace

Result<Recording> Recording::load(const QString &path, const QString &format)
{
    const auto text = base::readTextFile(path, kLimit);
    if (!text)
        return tl::unexpected(text.error());
    const QByteArray &json = *text;
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
