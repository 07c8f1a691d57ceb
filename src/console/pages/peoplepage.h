#pragma once

#include "console/client/ledgerclient.h"
#include "console/dialogs/adminactdialog.h"
#include "console/pages/readingpage.h"

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
class PeoplePage final : public ReadingPage
{
    Q_OBJECT

public:
    explicit PeoplePage(QWidget *parent = nullptr);
    ~PeoplePage() override;

    [[nodiscard]] QString title() const override;
    void setSession(Session *session) override;
    bool perform(Command command) override;

protected:
    void clear() override;
    void read() override;

private:
    enum Section { Keys, Tokens, Delegations };

    void buildActions();
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
    PlainTextLabel *m_reason = nullptr;
    QList<QPushButton *> m_buttons;
    QPushButton *m_lock = nullptr;
    LedgerPeople m_people;
};

} // namespace obstat::console
