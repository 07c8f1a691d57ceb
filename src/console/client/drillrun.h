#pragma once

#include "console/models/drillreport.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace obstat::console {

/// One run of `obstatctl drill --json` in a process of its own, with what it starts and what it leaves behind: its
/// scratch ledgers lie in a folder that goes with it. GUI thread; nothing waits.
class DrillRun : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 kMostAnswer = qint64(1024) * 1024; ///< bytes

    /// `program` "" = the obstatctl beside this program, else in PATH.
    explicit DrillRun(QString program = {}, QObject *parent = nullptr);
    /// Ends what still runs.
    ~DrillRun() override;

    void start();
    /// failed() comes with Cancelled, as soon as it has ended.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }

Q_SIGNALS:
    void reported(const DrillReport &report);
    /// NotFound: there is no such program. Io: it did not start or did not end well; the detail is what it said.
    /// Malformed: what it said is no report. Cancelled.
    void failed(const base::Error &error);

private:
    void end(const base::Result<DrillReport> &report);
    void ended(int code, QProcess::ExitStatus status);
    void readComplaint();
    void signalAll(int signal);

    QString m_program;
    QProcess *m_process = nullptr;
    std::unique_ptr<QTemporaryDir> m_scratch;
    QByteArray m_answer;
    QByteArray m_complaint;
    qint64 m_group = 0; ///< of the processes, also after the first of them has ended; 0 = none
    bool m_cancelled = false;
};

} // namespace obstat::console
