#pragma once

#include "console/client/drillrun.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <optional>

namespace Ui {
class DrillDialog;
}

namespace obstat::console {

class TextRowsModel;

/// Runs the drill on scratch ledgers and shows its cases; keeps the last report and shows it when it is opened again.
/// Stands beside the window and is in nobody's way; closing it ends what runs.
class DrillDialog : public QDialog
{
    Q_OBJECT

public:
    /// `program` "" = the obstatctl beside this program, else in PATH.
    explicit DrillDialog(const QString &program = {}, QWidget *parent = nullptr);
    ~DrillDialog() override;

    /// Where the last report is kept.
    [[nodiscard]] static QString file();
    [[nodiscard]] bool isRunning() const { return m_run.isRunning(); }
    /// The kept report was looked for, and what was written is in the file.
    [[nodiscard]] bool isSettled() const { return m_busyWithFile == 0; }

    void done(int result) override;

protected:
    void showEvent(QShowEvent *event) override;

private:
    void run();
    void updateElapsed();
    void updateButtons();
    void take(const base::Result<DrillReport> &report);
    void showReport(const DrillReport &report);
    void loadLast();
    void keep(const DrillReport &report);

    std::unique_ptr<Ui::DrillDialog> m_ui;
    TextRowsModel *m_rows = nullptr;
    DrillRun m_run;
    QThreadPool m_disk;
    QTimer m_tick;
    QElapsedTimer m_since;
    std::optional<DrillReport> m_report;
    int m_busyWithFile = 0;
    bool m_closing = false;
};

} // namespace obstat::console
