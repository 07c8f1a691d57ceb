#include "console/client/instancestarter.h"

#include "ledger/ledgerfiles.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace obstat::console {

using namespace Qt::StringLiterals;

base::Result<> startInstance(const QString &database)
{
    const QString config = ledger::LedgerFiles::beside(database).config;
    if (!QFileInfo::exists(config))
        return base::fail(base::ErrorCode::NotFound, u"There is no %1 beside the ledger."_s.arg(config), config);
    QString program = QStandardPaths::findExecutable(u"obstatd"_s, {QCoreApplication::applicationDirPath()});
    if (program.isEmpty())
        program = QStandardPaths::findExecutable(u"obstatd"_s);
    if (program.isEmpty())
        return base::fail(base::ErrorCode::NotFound, u"The program obstatd was not found."_s, u"obstatd"_s);
    QProcess process;
    process.setProgram(program);
    process.setArguments({u"--config"_s, config});
    process.setWorkingDirectory(QFileInfo(config).absolutePath());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    if (!process.startDetached())
        return base::fail(base::ErrorCode::Io, u"%1 could not be started."_s.arg(program), process.errorString());
    return {};
}

} // namespace obstat::console
