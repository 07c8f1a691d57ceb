#include "console/client/drillrun.h"

#include "base/clock.h"

#include <QCoreApplication>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTimer>

#include <csignal>
#include <unistd.h>

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using base::ErrorCode;
using base::fail;

namespace {

constexpr int kInOrder = 0;
constexpr int kNotInOrder = 3; // the report says which
constexpr qsizetype kMostSaid = 600;

QString findProgram()
{
    const QString beside = QStandardPaths::findExecutable(u"obstatctl"_s, {QCoreApplication::applicationDirPath()});
    return beside.isEmpty() ? QStandardPaths::findExecutable(u"obstatctl"_s) : beside;
}

} // namespace

DrillRun::DrillRun(QString program, QObject *parent) : QObject(parent), m_program(std::move(program)) {}

DrillRun::~DrillRun()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    signalAll(SIGKILL); // at once: the process's own destructor waits for it
}

void DrillRun::start()
{
    if (m_process)
        return;
    const QString program = m_program.isEmpty() ? findProgram() : QStandardPaths::findExecutable(m_program);
    m_scratch = std::make_unique<QTemporaryDir>();
    if (program.isEmpty() || !m_scratch->isValid()) {
        Q_EMIT failed(program.isEmpty()
                          ? base::Error{ErrorCode::NotFound, u"The program obstatctl was not found."_s, u"obstatctl"_s}
                          : base::Error{ErrorCode::Io, u"No scratch folder can be made."_s, m_scratch->errorString()});
        return;
    }
    m_answer.clear();
    m_complaint.clear();
    m_cancelled = false;
    m_process = new QProcess(this);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TMPDIR"_s, m_scratch->path());
    m_process->setProcessEnvironment(environment);
    // A group of its own: the instances that it starts end with it.
    m_process->setChildProcessModifier([] { ::setpgid(0, 0); });
    connect(m_process, &QProcess::readyReadStandardOutput, this, [this] {
        m_answer += m_process->readAllStandardOutput();
        if (m_answer.size() > kMostAnswer)
            signalAll(SIGKILL);
    });
    connect(m_process, &QProcess::readyReadStandardError, this, &DrillRun::readComplaint);
    connect(m_process, &QProcess::finished, this, &DrillRun::ended);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(fail(ErrorCode::Io, u"%1 could not be started."_s.arg(m_process->program()), m_process->errorString()));
    });
    m_process->start(program, {u"drill"_s, u"--json"_s});
    m_group = m_process ? m_process->processId() : 0; // it may have failed by now
    if (m_process)
        m_process->closeWriteChannel();
}

void DrillRun::readComplaint()
{
    m_complaint += m_process->readAllStandardError();
    m_complaint = m_complaint.right(kMostSaid);
}

void DrillRun::signalAll(int signal)
{
    if (m_group <= 0)
        return;
    const auto group = static_cast<pid_t>(m_group);
    if (::kill(-group, signal) != 0 && m_process->processId() == m_group)
        ::kill(group, signal); // it has no group yet
}

void DrillRun::cancel()
{
    if (!m_process || m_cancelled)
        return;
    m_cancelled = true;
    signalAll(SIGTERM);
    QTimer::singleShot(2s, m_process, [this] { signalAll(SIGKILL); });
}

void DrillRun::ended(int code, QProcess::ExitStatus status)
{
    m_answer += m_process->readAllStandardOutput();
    readComplaint();
    if (m_cancelled) {
        end(fail(ErrorCode::Cancelled, u"The drill was cancelled."_s));
        return;
    }
    if (status != QProcess::NormalExit || (code != kInOrder && code != kNotInOrder)) {
        end(fail(ErrorCode::Io, u"The drill did not end by itself."_s, QString::fromUtf8(m_complaint).trimmed()));
        return;
    }
    end(DrillReport::parse(m_answer, base::SystemClock().now()));
}

void DrillRun::end(const base::Result<DrillReport> &report)
{
    signalAll(SIGKILL); // an instance that outlived it
    m_group = 0;
    m_process->deleteLater();
    m_process = nullptr;
    m_scratch.reset();
    if (report)
        Q_EMIT reported(*report);
    else
        Q_EMIT failed(report.error());
}

} // namespace obstat::console
