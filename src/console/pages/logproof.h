#pragma once

#include "console/client/ledgerclient.h"

#include <QFrame>

#include <memory>

namespace Ui {
class LogProof;
}

namespace obstat::console {

class Session;

/// How far the log can be believed: its newest checkpoint, its verification in plain words, and how complete it is,
/// with the gaps listed.
class LogProof : public QFrame
{
    Q_OBJECT

public:
    explicit LogProof(QWidget *parent = nullptr);
    ~LogProof() override;

    /// nullptr closes.
    void setSession(Session *session);
    /// Completeness of operations planned in this range; `text` names it in a sentence: "the last 30 days".
    void setRange(const ledger::MetricsRange &range, const QString &text);
    /// Reads checkpoint and completeness again.
    void refresh();
    /// Reads the checkpoint again: cheap.
    void refreshCheckpoint();
    void startVerification();
    void cancelVerification();

    [[nodiscard]] qint64 checkpointSize() const { return m_checkpointSize; }
    [[nodiscard]] const ledger::MetricsRange &range() const { return m_range; }
    [[nodiscard]] bool isVerifying() const { return m_verifying; }
    [[nodiscard]] bool isSettled() const { return m_running == 0; }

Q_SIGNALS:
    void gapChosen(const QString &gap);
    void checkpointChanged();
    void settled();

private:
    void takeCheckpoint(const base::Result<QByteArray> &note);
    void computeCompleteness();
    void takeCompleteness(const base::Result<ledger::MetricsQuery::Completeness> &answer);
    void takeVerification(const base::Result<ledger::VerifyReport> &report);
    void showProgress(qint64 done, qint64 total, const QString &step);
    void showReport(const ledger::VerifyReport &report);
    void showGaps(const ledger::MetricsQuery::Completeness &completeness);
    void finish();

    std::unique_ptr<Ui::LogProof> m_ui;
    Session *m_session = nullptr;
    ledger::MetricsRange m_range;
    QString m_rangeText;
    Answer<ledger::VerifyReport> m_verification;
    Answer<ledger::MetricsQuery::Completeness> m_completeness;
    quint64 m_request = 0;      // of the session
    quint64 m_rangeRequest = 0; // of completeness
    quint64 m_verifyRequest = 0;
    qint64 m_checkpointSize = -1;
    int m_running = 0;
    bool m_verifying = false;
};

} // namespace obstat::console
