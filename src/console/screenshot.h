#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

namespace obstat::console {

class MainWindow;
class Page;
class Session;

/// Renders the page on screen into a PNG once its data and the overview are there, then ends the event loop: 0 when it
/// was written, 1 when it was not or the data did not come within a minute.
class Screenshot : public QObject
{
    Q_OBJECT

public:
    /// `page` nullptr: the start page. All must outlive it.
    Screenshot(MainWindow &window, Page *page, Session *session, QString file);

private:
    void look();
    void take();

    MainWindow &m_window;
    Page *m_page;
    Session *m_session;
    QString m_file;
    QTimer m_settle;
    QTimer m_limit;
};

} // namespace obstat::console
