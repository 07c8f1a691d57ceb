#include "console/pages/logproof.h"

#include "base/visibletext.h"
#include "console/client/cancelanswer.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/numbercards.h"
#include "console/models/wording.h"
#include "evidence/checkpoint.h"
#include "ui_logproof.h"

#include <QPushButton>

namespace obstat::console {

using namespace Qt::StringLiterals;
using ledger::VerifyReport;

LogProof::LogProof(QWidget *parent) : QFrame(parent), m_ui(std::make_unique<Ui::LogProof>())
{
    m_ui->setupUi(this);
    connect(m_ui->verifyButton, &QPushButton::clicked, this, &LogProof::startVerification);
    connect(m_ui->verifyBar, &BusyBar::cancelled, this, &LogProof::cancelVerification);
    m_ui->gapLayout->addStretch(1);
    setSession(nullptr);
}

LogProof::~LogProof() = default;

void LogProof::setSession(Session *session)
{
    if (m_session)
        m_session->ledger().disconnect(this);
    cancelVerification();
    ++m_request;
    cancelAnswer(m_completeness);
    m_session = session;
    m_checkpointSize = -1;
    m_running = 0;
    m_ui->verifyNotice->hide();
    m_ui->checkpointLabel->setText({});
    m_ui->completeLabel->setText({});
    m_ui->completeText->setText({});
    showGaps({});
    m_ui->verifyLabel->setText(tr("Reads every event and every stored value again and names the first bad one. You can "
                                  "go on working meanwhile."));
    m_ui->verifyButton->setEnabled(session);
    if (session)
        connect(&session->ledger(), &LedgerClient::verifyProgressed, this, &LogProof::showProgress);
}

void LogProof::setRange(const ledger::MetricsRange &range, const QString &text)
{
    m_range = range;
    m_rangeText = text;
    if (m_session)
        computeCompleteness();
}

void LogProof::refresh()
{
    refreshCheckpoint();
    if (m_session)
        computeCompleteness();
}

void LogProof::refreshCheckpoint()
{
    if (!m_session)
        return;
    ++m_running;
    whenReady(m_session->ledger().lastCheckpoint(), this,
              [this, request = m_request](const base::Result<QByteArray> &note) {
                  if (request != m_request)
                      return;
                  takeCheckpoint(note);
                  finish();
              });
}

void LogProof::takeCheckpoint(const base::Result<QByteArray> &note)
{
    if (!note) {
        m_ui->checkpointLabel->setText(Wording::error(note.error()));
        return;
    }
    const qsizetype end = note->indexOf("\n\n");
    const auto checkpoint = end < 0 ? base::Result<evidence::Checkpoint>(base::fail(base::ErrorCode::NotFound, {}))
                                    : evidence::Checkpoint::parse(QByteArrayView(*note).first(end + 1));
    const qint64 before = m_checkpointSize;
    m_checkpointSize = checkpoint ? static_cast<qint64>(checkpoint->head.size) : -1;
    if (checkpoint)
        m_ui->checkpointLabel->setText(
            tr("Newest checkpoint: %1 events, root %2")
                .arg(Wording::number(m_checkpointSize), Wording::shortDigest(checkpoint->head.root.hex())));
    else
        m_ui->checkpointLabel->setText(note->isEmpty() ? tr("No checkpoint yet: no instance has sealed this log.")
                                                       : tr("The newest checkpoint cannot be read. Verify the log."));
    if (before != m_checkpointSize)
        Q_EMIT checkpointChanged();
}

void LogProof::computeCompleteness()
{
    cancelAnswer(m_completeness);
    m_ui->completeText->setText(tr("computing over %1 …").arg(m_rangeText));
    ++m_running;
    m_completeness = m_session->ledger().completeness(m_range);
    const quint64 mine = ++m_rangeRequest;
    const auto take = [this, mine, request = m_request](const base::Result<ledger::MetricsQuery::Completeness> &found) {
        if (request != m_request)
            return;
        if (mine == m_rangeRequest)
            takeCompleteness(found);
        finish();
    };
    whenReady(m_completeness, this, take, [this, request = m_request] {
        if (request == m_request)
            finish();
    });
}

void LogProof::takeCompleteness(const base::Result<ledger::MetricsQuery::Completeness> &answer)
{
    if (!answer) {
        m_ui->completeLabel->setText({});
        m_ui->completeText->setText(Wording::error(answer.error()));
        showGaps({});
        return;
    }
    m_ui->completeLabel->setText(NumberCards::percent(answer->complete, answer->operations));
    const qint64 gaps = answer->operations - answer->complete;
    if (answer->operations == 0)
        m_ui->completeText->setText(tr("No operation planned in %1 got past its approval.").arg(m_rangeText));
    else if (gaps == 0)
        m_ui->completeText->setText(
            tr("Operations planned in %2 and past their approval: %1, all with run, key, arguments and result.")
                .arg(Wording::number(answer->operations), m_rangeText));
    else
        m_ui->completeText->setText(
            tr("Operations planned in %3 and past their approval: %2. Of these, %1 lack something:")
                .arg(Wording::number(gaps), Wording::number(answer->operations), m_rangeText));
    showGaps(*answer);
}

void LogProof::showGaps(const ledger::MetricsQuery::Completeness &completeness)
{
    while (m_ui->gapLayout->count() > 1) { // the stretch stays
        QLayoutItem *item = m_ui->gapLayout->takeAt(0);
        item->widget()->deleteLater();
        delete item;
    }
    int at = 0;
    for (auto gap = completeness.gaps.begin(); gap != completeness.gaps.end(); ++gap) {
        if (gap.value() == 0)
            continue;
        auto *button =
            new QPushButton(tr("%1 %2").arg(Wording::number(gap.value()), NumberCards::gap(gap.key())), this);
        button->setObjectName(gap.key() + u"GapButton"_s);
        button->setProperty("look", u"link"_s);
        connect(button, &QPushButton::clicked, this, [this, name = gap.key()] { Q_EMIT gapChosen(name); });
        m_ui->gapLayout->insertWidget(at++, button);
    }
}

void LogProof::startVerification()
{
    if (!m_session || m_verifying)
        return;
    m_verifying = true;
    m_ui->verifyButton->setEnabled(false);
    m_ui->verifyNotice->hide();
    m_ui->verifyBar->start(tr("Verifying the log …"));
    // The keys that sign checkpoints and acts stand in the instance's configuration, which a console does not have.
    m_verification = m_session->ledger().verify({}, {});
    whenReady(m_verification, this, [this, request = ++m_verifyRequest](const base::Result<VerifyReport> &report) {
        if (request == m_verifyRequest)
            takeVerification(report);
    });
}

void LogProof::cancelVerification()
{
    if (!m_verifying)
        return;
    ++m_verifyRequest;
    cancelAnswer(m_verification);
    m_verifying = false;
    m_ui->verifyBar->stop();
    m_ui->verifyButton->setEnabled(m_session);
    m_ui->verifyNotice->show(Tone::Neutral, tr("The verification was cancelled."),
                             tr("What was read until then says nothing about the rest."));
}

void LogProof::showProgress(qint64 done, qint64 total, const QString &step)
{
    if (!m_verifying)
        return;
    const QString what = step == u"values"         ? tr("Checking stored values")
                         : step == u"operations"   ? tr("Checking operations against their events")
                         : step == u"other events" ? tr("Checking decisions and acts")
                                                   : tr("Checking events");
    m_ui->verifyBar->setProgress(done, total,
                                 tr("%1: %2 of %3").arg(what, Wording::number(done), Wording::number(total)));
}

void LogProof::takeVerification(const base::Result<VerifyReport> &report)
{
    m_verifying = false;
    m_ui->verifyBar->stop();
    m_ui->verifyButton->setEnabled(true);
    if (report)
        showReport(*report);
    else if (report.error().code == base::ErrorCode::Cancelled)
        m_ui->verifyNotice->show(Tone::Neutral, tr("The verification was cancelled."));
    else
        m_ui->verifyNotice->show(Tone::Bad, Wording::error(report.error()), Wording::errorAdvice(report.error()));
}

void LogProof::showReport(const VerifyReport &report)
{
    const QString read =
        tr("%1 events, %2 operations, %3 stored values and %4 checkpoints were read; root %5. Signatures "
           "were not checked, because a console does not have the keys: “obstatctl verify” does that.")
            .arg(Wording::number(report.events), Wording::number(report.operations), Wording::number(report.values),
                 Wording::number(report.checkpoints), Wording::shortDigest(report.root));
    if (report.whole && !report.state.isEmpty()) {
        m_ui->verifyNotice->show(Tone::Warn,
                                 tr("What is there is whole: nothing was edited, inserted or reordered. Whether the "
                                    "newest events were taken away, this console cannot tell."),
                                 base::visibleText(report.state) + u' ' + read);
        return;
    }
    if (report.whole) {
        m_ui->verifyNotice->show(Tone::Ok, tr("The log is whole: nothing was edited, removed, inserted or reordered."),
                                 read);
        return;
    }
    const ledger::VerifyFinding first = report.findings.value(0);
    QString where = tr("The log is not whole.");
    if (first.event >= 0)
        where = tr("The log is not whole. The first bad event is %1.").arg(Wording::number(first.event));
    else if (first.operation >= 0)
        where =
            tr("The ledger is not whole: operation %1 differs from its events.").arg(Wording::number(first.operation));
    QStringList details{base::visibleText(first.what)};
    if (report.findings.size() > 1)
        details.append(tr("%n more finding(s).", nullptr, static_cast<int>(report.findings.size()) - 1));
    details.append(tr("Do not decide anything here; tell an administrator."));
    m_ui->verifyNotice->show(Tone::Bad, where, details.join(u' '));
}

void LogProof::finish()
{
    if (m_running > 0 && --m_running == 0)
        Q_EMIT settled();
}

} // namespace obstat::console
