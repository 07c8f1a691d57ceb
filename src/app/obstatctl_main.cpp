#include "ctl/application.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("obstatctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(OBSTAT_VERSION));
    return obstat::ctl::runApplication(argc, argv);
}
