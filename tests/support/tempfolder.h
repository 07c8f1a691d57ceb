#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace obstat::tests {

/// A folder of its own for one test, removed at its end.
class TempFolder
{
public:
    /// Ends the program when no folder can be made: nothing could be tested.
    TempFolder();

    [[nodiscard]] QString path() const { return m_dir.path(); }
    [[nodiscard]] QString path(const QString &name) const { return m_dir.filePath(name); }
    /// Writes a file and returns its path.
    QString write(const QString &name, const QByteArray &bytes) const;

private:
    QTemporaryDir m_dir;
};

/// The bytes of a file; fails the running test (and returns nothing) when it cannot be read.
[[nodiscard]] QByteArray readFile(const QString &path);

} // namespace obstat::tests
