#pragma once

#include "console/client/ledgerclient.h"
#include "console/models/documentversions.h"

#include <QThreadPool>
#include <QWidget>

#include <memory>

namespace Ui {
class VersionsPanel;
}

namespace obstat::console {

class Session;

/// Who put which text of the policy or the registry in force when, and the difference between two of them.
class VersionsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit VersionsPanel(QWidget *parent = nullptr);
    ~VersionsPanel() override;

    /// `kind` of the events, `digest` the name of the text's digest in them.
    void setDocument(const QString &kind, const QString &digest);
    /// nullptr clears it.
    void setSession(Session *session);
    /// Reads the log again; what is compared stays.
    void load();
    [[nodiscard]] bool isReady() const { return m_waiting == 0; }

Q_SIGNALS:
    void countChanged(int count); ///< of versions

private:
    void takeEvents(const base::Result<QList<ledger::EventRow>> &events);
    void fill(const QList<DocumentVersion> &versions);
    void compare();
    void takeTexts();
    void takeDifference(const QList<LineChange> &changes);
    [[nodiscard]] QString chosen(bool newer) const;

    std::unique_ptr<Ui::VersionsPanel> m_ui;
    QThreadPool m_pool;
    Session *m_session = nullptr;
    QString m_kind;
    QString m_digestName;
    QList<DocumentVersion> m_versions;
    QMap<QString, QByteArray> m_texts; ///< by digest, as read
    quint64 m_request = 0;
    quint64 m_comparison = 0;
    int m_waiting = 0;
};

} // namespace obstat::console
