#include "console/screenshot.h"

#include "console/client/session.h"
#include "console/mainwindow.h"

#include <QCoreApplication>
#include <QPixmap>

#include <cstdio>

namespace obstat::console {

using namespace std::chrono_literals;

Screenshot::Screenshot(MainWindow &window, Page *page, Session *session, QString file)
    : m_window(window), m_page(page), m_session(session), m_file(std::move(file))
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(300ms); // layouts that follow the data
    connect(&m_settle, &QTimer::timeout, this, &Screenshot::take);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        std::fprintf(stderr, "obstat: the page was not ready within a minute; %s was not written.\n",
                     qUtf8Printable(m_file));
        QCoreApplication::exit(1);
    });
    m_limit.start(60s);
    if (page)
        connect(page, &Page::becameReady, this, &Screenshot::look);
    if (session)
        connect(session, &Session::overviewChanged, this, &Screenshot::look);
    look();
}

void Screenshot::look()
{
    const bool ready = (!m_page || m_page->isReady()) && (!m_session || m_session->isRead());
    if (ready && !m_settle.isActive())
        m_settle.start();
}

void Screenshot::take()
{
    if (m_page && !m_page->isReady()) { // something else was asked for meanwhile
        m_settle.start();
        return;
    }
    if (m_window.grab().save(m_file, "PNG")) {
        QCoreApplication::exit(0);
        return;
    }
    std::fprintf(stderr, "obstat: %s could not be written.\n", qUtf8Printable(m_file));
    QCoreApplication::exit(1);
}

} // namespace obstat::console
