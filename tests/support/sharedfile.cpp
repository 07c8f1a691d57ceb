#include "support/sharedfile.h"

#include <QFileInfo>

namespace obstat::tests {

std::optional<QString> sharedFile(const QString &name)
{
    return outsideFile(QString(QStringLiteral(OBSTAT_SHARED_DIR) + u'/' + name),
                       QStringLiteral("the folder that OBSTAT_SHARED_DIR names"));
}

std::optional<QString> outsideFile(const QString &path, const QString &source)
{
    if (QFileInfo::exists(path)) {
        return path;
    }
    qWarning("NOT TESTED: %s is missing; it comes from %s", qPrintable(path), qPrintable(source));
    return std::nullopt;
}

} // namespace obstat::tests
