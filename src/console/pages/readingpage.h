#pragma once

#include "base/result.h"
#include "console/pages/page.h"

namespace obstat::console {

class Notice;

/// A page that reads something whole from the ledger: when it is shown, and anew when the ledger changed while it is on
/// screen; one reading at a time.
class ReadingPage : public Page
{
    Q_OBJECT

public:
    using Page::Page;

    void setSession(Session *session) override;
    void refresh() override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;

    /// Where errors are told; its action looks again.
    void setErrorNotice(Notice &notice);
    /// Nothing of the ledger before is on screen any more. The session is set already, nullptr = none.
    virtual void clear() = 0;
    /// Starts a reading, which ends with finish() or fail(). Its answers count while isCurrent(request()).
    virtual void read() = 0;
    void finish();
    void fail(const base::Error &error);
    void hideError();

    [[nodiscard]] Session *session() const { return m_session; }
    [[nodiscard]] quint64 request() const { return m_request; }
    [[nodiscard]] bool isCurrent(quint64 request) const { return request == m_request; }

private:
    void load();

    Session *m_session = nullptr;
    Notice *m_error = nullptr;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_stale = false; ///< the ledger changed since the last reading
};

} // namespace obstat::console
