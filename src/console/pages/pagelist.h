#pragma once

#include <QList>
#include <QString>

#include <functional>

class QWidget;

namespace obstat::console {

class Page;

/// How a page is made and found.
struct PageEntry
{
    QString name; ///< for --page
    QString icon; ///< of resources/icons
    QChar letter; ///< after G
    std::function<Page *(QWidget *parent)> make;
};

/// Every page of the console in the order of the navigation: the one place where pages are registered.
[[nodiscard]] QList<PageEntry> pageList();

} // namespace obstat::console
