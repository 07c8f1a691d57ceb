#include "console/pages/documentpage.h"

#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/pages/versionspanel.h"
#include "console/widgets/recordtable.h"

namespace obstat::console {

void DocumentPage::setParts(const Parts &parts)
{
    m_pool.setMaxThreadCount(1);
    m_table = &parts.table;
    m_panel = &parts.panel;
    m_versions = &parts.versions;
    m_versions->setDocument(parts.kind, parts.digest);
    setErrorNotice(parts.error);
}

void DocumentPage::clear()
{
    m_digest.clear();
    m_versions->setSession(session());
}

void DocumentPage::read()
{
    m_versions->load();
    whenReady(session()->ledger().activeDocuments(), this,
              [this, asked = request()](const base::Result<LedgerClient::ActiveDocuments> &active) {
                  if (isCurrent(asked))
                      takeActive(active);
              });
}

void DocumentPage::takeActive(const base::Result<LedgerClient::ActiveDocuments> &active)
{
    if (!active) {
        fail(active.error());
        return;
    }
    const QString digest = digestOf(*active);
    if (digest.isEmpty()) {
        m_digest.clear();
        showNone();
        finish();
        return;
    }
    const bool again = digest == m_digest;
    m_digest = digest;
    found(again);
    if (again) {
        finish();
        return;
    }
    whenReady(session()->ledger().document(digest), this,
              [this, asked = request()](const base::Result<std::optional<QByteArray>> &text) {
                  if (!isCurrent(asked))
                      return;
                  if (text && *text)
                      takeText(**text);
                  else
                      failText(text ? base::Error{base::ErrorCode::NotFound, missingText()} : text.error());
              });
}

void DocumentPage::failText(const base::Error &error)
{
    m_digest.clear(); // so that the next look reads it again
    fail(error);
}

bool DocumentPage::perform(Command command)
{
    if (command == Command::Next || command == Command::Skip)
        m_table->moveCurrent(1);
    else if (command == Command::Previous)
        m_table->moveCurrent(-1);
    else if (command == Command::Open)
        m_panel->setFocus();
    else
        return false;
    return true;
}

} // namespace obstat::console
