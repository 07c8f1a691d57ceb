#include "support/tempfolder.h"

#include <QFile>
#include <QTest>

namespace obstat::tests {

TempFolder::TempFolder()
{
    if (!m_dir.isValid()) {
        qFatal("no temporary folder: %s", qPrintable(m_dir.errorString()));
    }
}

QString TempFolder::write(const QString &name, const QByteArray &bytes) const
{
    const QString target = path(name);
    QFile file(target);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
        qFatal("cannot write %s: %s", qPrintable(target), qPrintable(file.errorString()));
    }
    return target;
}

QByteArray readFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        QTest::qFail(qPrintable(QString(path + QStringLiteral(": ") + file.errorString())), __FILE__, __LINE__);
        return {};
    }
    return file.readAll();
}

} // namespace obstat::tests
