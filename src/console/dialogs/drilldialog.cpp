#include "console/dialogs/drilldialog.h"

#include "base/textfile.h"
#include "base/visibletext.h"
#include "console/client/background.h"
#include "console/client/whenready.h"
#include "console/models/textrowsmodel.h"
#include "console/models/wording.h"
#include "ui_drilldialog.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using base::ErrorCode;

namespace {

base::Result<> write(const QString &file, const QByteArray &bytes)
{
    QSaveFile out(file);
    if (!QDir().mkpath(QFileInfo(file).absolutePath()) || !out.open(QIODevice::WriteOnly) ||
        out.write(bytes) != bytes.size() || !out.commit())
        return base::fail(ErrorCode::Io, u"%1 cannot be written."_s.arg(file), out.errorString());
    return {};
}

} // namespace

DrillDialog::DrillDialog(const QString &program, QWidget *parent)
    : QDialog(parent), m_ui(std::make_unique<Ui::DrillDialog>()), m_rows(new TextRowsModel(this)), m_run(program)
{
    m_ui->setupUi(this);
    setAttribute(Qt::WA_DeleteOnClose);
    m_rows->setHeadings({tr("Owner"), tr("Killed"), tr("Outcome"), tr("Effects"), tr("Verdict")});
    m_ui->table->setRecords(m_rows, u"drill"_s, {205, 0, 100, 70, 110});
    m_disk.setMaxThreadCount(1); // the file's operations keep their order
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &DrillDialog::updateElapsed);
    connect(&m_run, &DrillRun::reported, this, [this](const DrillReport &report) { take(report); });
    connect(&m_run, &DrillRun::failed, this, [this](const base::Error &error) { take(tl::unexpected(error)); });
    connect(m_ui->busyBar, &BusyBar::cancelled, &m_run, &DrillRun::cancel);
    connect(m_ui->runButton, &QPushButton::clicked, this, &DrillDialog::run);
    connect(m_ui->closeButton, &QPushButton::clicked, this, &QDialog::reject);
    m_ui->closeButton->setFocus();
    updateButtons();
    loadLast();
}

DrillDialog::~DrillDialog()
{
    m_disk.waitForDone(); // a report of a few kilobytes reaches its file
}

QString DrillDialog::file()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/drill.json"_s;
}

void DrillDialog::done(int result)
{
    if (m_run.isRunning()) { // it ends first, with what it started
        m_closing = true;
        hide();
        m_run.cancel();
        return;
    }
    QDialog::done(result);
}

void DrillDialog::showEvent(QShowEvent *event)
{
    m_closing = false; // wanted again before it had gone
    QDialog::showEvent(event);
}

void DrillDialog::run()
{
    if (m_run.isRunning())
        return;
    m_ui->notice->hide();
    m_since.start();
    m_run.start(); // may have failed by now
    if (m_run.isRunning()) {
        m_tick.start();
        updateElapsed();
    }
    updateButtons();
}

void DrillDialog::updateElapsed()
{
    m_ui->busyBar->start(tr("Killing and starting scratch instances, about a minute: %1")
                             .arg(Wording::duration(std::max<qint64>(m_since.elapsed(), 1000) * base::kMillisecond)));
}

void DrillDialog::updateButtons()
{
    // A button that is switched off hands the keyboard to the next one, which the next Space would press.
    if (m_run.isRunning() && m_ui->runButton->hasFocus())
        m_ui->table->setFocus();
    m_ui->runButton->setEnabled(!m_run.isRunning());
    m_ui->runButton->setText(m_report ? tr("Run again") : tr("Run the drill"));
}

void DrillDialog::take(const base::Result<DrillReport> &report)
{
    m_tick.stop();
    m_ui->busyBar->stop();
    if (m_closing) {
        QDialog::done(Rejected);
        return;
    }
    if (report) {
        showReport(*report);
        keep(*report);
    } else if (report.error().code == ErrorCode::Cancelled) {
        m_ui->notice->show(Tone::Neutral, tr("Cancelled. The scratch instances were ended."));
    } else if (report.error().code == ErrorCode::NotFound) {
        m_ui->notice->show(
            Tone::Bad, tr("The program obstatctl was not found."),
            tr("It is looked for beside this program and in PATH. Install it, then run the drill again."));
    } else if (report.error().code == ErrorCode::Malformed) {
        m_ui->notice->show(Tone::Bad, tr("What obstatctl said is no report of a drill."),
                           tr("It may be of another version than this program."));
    } else {
        m_ui->notice->show(Tone::Bad, tr("The drill could not be run to its end."),
                           base::visibleText(report.error().detail));
    }
    updateButtons();
}

void DrillDialog::showReport(const DrillReport &report)
{
    m_report = report;
    QList<DrillReport::Case> cases = report.cases;
    std::stable_partition(cases.begin(), cases.end(), [](const auto &one) { return !one.trouble.isEmpty(); });
    QList<TextRowsModel::Row> rows;
    for (const DrillReport::Case &one : std::as_const(cases))
        rows.append(
            {{DrillWording::owner(one.owner), DrillWording::point(one), DrillWording::outcome(one.outcome),
              Wording::number(one.effects),
              one.trouble.isEmpty() ? tr("in order") : tr("NOT in order: %1").arg(base::visibleText(one.trouble))},
             true});
    m_rows->setRows(rows);
    m_ui->stack->setCurrentWidget(m_ui->table);
    m_ui->notice->show(report.notInOrder() == 0 ? Tone::Ok : Tone::Bad, DrillWording::verdict(report),
                       DrillWording::summary(report));
    m_ui->timeLabel->setText(tr("Report of %1").arg(Wording::exactTime(report.at).left(19)));
    updateButtons();
}

void DrillDialog::loadLast()
{
    ++m_busyWithFile;
    const auto read = inBackground(m_disk, [file = file()]() -> base::Result<DrillReport> {
        const auto text = base::readTextFile(file);
        return text ? DrillReport::fromKept(*text) : tl::unexpected(text.error());
    });
    whenReady(read, this, [this](const base::Result<DrillReport> &report) {
        --m_busyWithFile;
        if (report && !m_report)
            showReport(*report);
        else if (!report && report.error().code != ErrorCode::NotFound && !m_run.isRunning())
            m_ui->notice->show(Tone::Warn, tr("The last report cannot be read."), tr("Run the drill again."));
    });
}

void DrillDialog::keep(const DrillReport &report)
{
    ++m_busyWithFile;
    const auto written = inBackground(m_disk, [file = file(), bytes = report.kept()] { return write(file, bytes); });
    whenReady(written, this, [this](const base::Result<> &result) {
        --m_busyWithFile;
        if (!result)
            m_ui->timeLabel->setText(tr("This report cannot be kept: %1").arg(Wording::error(result.error())));
    });
}

} // namespace obstat::console
