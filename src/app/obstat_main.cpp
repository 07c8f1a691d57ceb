#include "console/application.h"
#include "console/coredumps.h"

#include <QApplication>

#include <cstdio>

using obstat::console::Application;
using obstat::console::CommandLine;

int main(int argc, char **argv)
{
    if (!obstat::console::forbidCoreDumps())
        std::fprintf(stderr, "obstat: core dumps of this program could not be switched off\n");
    QCoreApplication::setOrganizationName(QStringLiteral("Obstat"));
    QCoreApplication::setApplicationName(QStringLiteral("obstat"));
    QCoreApplication::setApplicationVersion(QStringLiteral(OBSTAT_VERSION));
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const auto line = CommandLine::parse(arguments);
    if (!line) {
        std::fprintf(stderr, "obstat: %s\nTry obstat --help.\n", qUtf8Printable(line.error().message));
        return Application::kUsage;
    }
    if (line->action != CommandLine::Action::Run) {
        const QCoreApplication text(argc, argv);
        const bool help = line->action == CommandLine::Action::Help;
        std::printf("%s\n", help ? qUtf8Printable(CommandLine::help()) : "obstat " OBSTAT_VERSION);
        return 0;
    }
    line->prepareProcess();
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("Obstat"));
    QApplication::setDesktopFileName(QStringLiteral("obstat"));
    Application console(application, *line);
    return console.run();
}
