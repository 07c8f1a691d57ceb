#pragma once

#include "console/client/ledgerclient.h"
#include "console/pages/readingpage.h"

#include <QThreadPool>

namespace obstat::console {

class RecordTable;
class VersionsPanel;

/// A page about one text that is in force, the policy or the registry: it is read from the ledger itself, and again
/// when another one is in force; beside it who put which text in force when.
class DocumentPage : public ReadingPage
{
    Q_OBJECT

public:
    using ReadingPage::ReadingPage;

    bool perform(Command command) override;

protected:
    /// What every such page has on screen. `kind` of the events that put a text in force, and the name of its digest
    /// in them.
    struct Parts
    {
        Notice &error;
        RecordTable &table;
        QWidget &panel; ///< what the chosen row says
        VersionsPanel &versions;
        QString kind;
        QString digest;
    };
    void setParts(const Parts &parts);

    void clear() override;
    void read() final;
    /// Of the text that this page is about, "" = none is in force.
    [[nodiscard]] virtual QString digestOf(const LedgerClient::ActiveDocuments &active) const = 0;
    /// English, for the error that the text is not stored.
    [[nodiscard]] virtual QString missingText() const = 0;
    virtual void showNone() = 0;
    /// Another text is in force, or `again` the same one was found: something beside it may have changed.
    virtual void found(bool again) = 0;
    /// Shows it and ends with finish(), or with failText().
    virtual void takeText(const QByteArray &text) = 0;
    void failText(const base::Error &error);

    [[nodiscard]] const QString &digest() const { return m_digest; }
    /// For work on the text, one after the other.
    [[nodiscard]] QThreadPool &pool() { return m_pool; }

private:
    void takeActive(const base::Result<LedgerClient::ActiveDocuments> &active);

    QThreadPool m_pool;
    RecordTable *m_table = nullptr;
    QWidget *m_panel = nullptr;
    VersionsPanel *m_versions = nullptr;
    QString m_digest; ///< of what is shown
};

} // namespace obstat::console
