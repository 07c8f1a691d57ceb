#pragma once

#include "console/client/ledgerclient.h"
#include "console/dialogs/adminactdialog.h"
#include "console/pages/page.h"

class QPushButton;
class QStackedWidget;

namespace obstat::console {

class Notice;
class PlainTextLabel;
class RecordTable;
class SectionBar;
class TextRowsModel;

/// Who may do what in this ledger: people with their keys, tokens with sponsor and scopes, delegations; and the acts
/// of an administrator about them, signed here and sent to the running instance.
class PeoplePage final : public Page
{
    Q_OBJECT

public:
    explicit PeoplePage(QWidget *parent = nullptr);
    ~PeoplePage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    void refresh() override;
    bool perform(Command command) override;
    [[nodiscard]] bool isReady() const override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    enum Section { Keys, Tokens, Delegations };

    void buildActions();
    void load();
    void take(const base::Result<LedgerPeople> &people);
    void addTable(const QString &name, const QStringList &headings, const QList<int> &mono, const QList<int> &widths);
    void showRows();
    void showSection();
    [[nodiscard]] RecordTable &table() const;
    void updateActions();
    void act(AdminActDialog::Kind kind);
    void openAct(AdminActDialog::Kind kind);
    void unlock(AdminActDialog::Kind kind);
    [[nodiscard]] AdminActDialog::Start start(AdminActDialog::Kind kind) const;

    SectionBar *m_sections = nullptr;
    QStackedWidget *m_stack = nullptr;
    QList<RecordTable *> m_tables; ///< one for each section
    QList<TextRowsModel *> m_models;
    Notice *m_error = nullptr;
    PlainTextLabel *m_reason = nullptr;
    QList<QPushButton *> m_buttons;
    QPushButton *m_lock = nullptr;
    Session *m_session = nullptr;
    LedgerPeople m_people;
    quint64 m_request = 0;
    bool m_loading = false;
    bool m_stale = false;
};

} // namespace obstat::console
