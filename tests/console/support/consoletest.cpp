#include "support/consoletest.h"

#include "console/theme/theme.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>

namespace obstat::tests {

void prepareConsole()
{
    QCoreApplication::setOrganizationName(QStringLiteral("ObstatTests"));
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
}

} // namespace obstat::tests
