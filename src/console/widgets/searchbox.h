#pragma once

#include "ledger/types.h"

#include <QLineEdit>
#include <QTimer>

class QFrame;
class QListWidget;

namespace obstat::console {

class Session;

/// The search of the top bar: finds operations by intent key, record, reference or run while one types, and offers them
/// below; Enter opens the chosen one.
class SearchBox : public QLineEdit
{
    Q_OBJECT

public:
    explicit SearchBox(QWidget *parent = nullptr);

    void setSession(Session *session);

Q_SIGNALS:
    void operationChosen(qint64 id);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void ask();
    void offer(const QString &text, const base::Result<QList<ledger::OperationRow>> &answer);
    void choose();
    void hideOffers();

    Session *m_session = nullptr;
    QTimer m_delay;
    quint64 m_request = 0;
    QFrame *m_popup = nullptr;
    QListWidget *m_list = nullptr;
};

} // namespace obstat::console
