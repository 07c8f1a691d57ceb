#include "console/widgets/statusline.h"

#include "console/client/session.h"
#include "console/models/wording.h"
#include "ui_statusline.h"

#include <algorithm>

namespace obstat::console {

StatusLine::StatusLine(QWidget *parent) : QFrame(parent), m_ui(std::make_unique<Ui::StatusLine>())
{
    m_ui->setupUi(this);
    connect(m_ui->keysButton, &QPushButton::clicked, this, &StatusLine::keysRequested);
}

StatusLine::~StatusLine() = default;

void StatusLine::setSession(Session *session)
{
    m_session = session;
    m_ui->logLabel->setText({});
    m_ui->flowLabel->setText({});
    m_ui->outboxLabel->setText({});
    if (session)
        connect(session, &Session::overviewChanged, this, &StatusLine::update);
}

void StatusLine::update()
{
    const Overview &overview = m_session->overview();
    const base::Micros now = m_session->clock().now();
    const qint64 unsigned_ = std::max<qint64>(0, overview.head.size - std::max<qint64>(0, overview.checkpointSize));
    QString log =
        tr("Log %1 event(s)", nullptr, static_cast<int>(overview.head.size)).arg(Wording::number(overview.head.size));
    if (overview.checkpointSize < 0)
        log += tr(" · no checkpoint yet");
    else if (unsigned_ == 0)
        log += tr(" · all under a signed checkpoint");
    else
        log += tr(" · signed up to %1").arg(Wording::number(overview.checkpointSize));
    m_ui->logLabel->setText(log);
    const auto flows = std::count_if(overview.instances.begin(), overview.instances.end(),
                                     [now](const auto &instance) { return instance.flow && isAlive(instance, now); });
    m_ui->flowLabel->setText(flows == 0 ? tr("Flow: none")
                                        : tr("Flow: %1 running now, %2 approved, %3 overdue")
                                              .arg(Wording::number(overview.counts.running),
                                                   Wording::number(overview.counts.approved),
                                                   Wording::number(overview.counts.overdue)));
    m_ui->outboxLabel->setText(overview.head.automatic ? QString() : tr("Automatic approval is off"));
}

} // namespace obstat::console
