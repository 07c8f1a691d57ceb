#include "console/pages/readingpage.h"

#include "console/client/session.h"
#include "console/models/wording.h"
#include "console/widgets/notice.h"

namespace obstat::console {

void ReadingPage::setErrorNotice(Notice &notice)
{
    m_error = &notice;
    m_error->hide();
    connect(m_error, &Notice::actionTriggered, this, &ReadingPage::refresh);
}

void ReadingPage::setSession(Session *session)
{
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    ++m_request;
    m_loading = false;
    m_stale = session;
    hideError();
    clear();
    if (!session)
        return;
    connect(session, &Session::ledgerChanged, this, [this] {
        m_stale = true;
        if (isVisible())
            load();
    });
    if (isVisible())
        load();
}

void ReadingPage::load()
{
    if (!m_session || m_loading)
        return;
    m_stale = false;
    m_loading = true;
    ++m_request;
    read();
}

void ReadingPage::refresh()
{
    hideError();
    m_stale = true;
    load();
}

bool ReadingPage::isReady() const
{
    return m_session && !m_loading && !m_stale;
}

void ReadingPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_stale)
        load();
}

void ReadingPage::hideError()
{
    if (m_error)
        m_error->hide();
}

void ReadingPage::fail(const base::Error &error)
{
    if (error.code != base::ErrorCode::Cancelled && m_error) {
        m_error->setAction(tr("Try again"));
        m_error->show(Tone::Bad, Wording::error(error), Wording::errorAdvice(error));
    }
    finish();
}

void ReadingPage::finish()
{
    m_loading = false;
    if (m_stale && isVisible())
        load();
    if (isReady())
        Q_EMIT becameReady();
}

} // namespace obstat::console
