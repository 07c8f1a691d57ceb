#include "console/widgets/topbar.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/models/wording.h"
#include "console/theme/theme.h"
#include "ui_topbar.h"

#include <QEvent>
#include <QFileInfo>
#include <QMenu>

namespace obstat::console {

using namespace Qt::StringLiterals;

TopBar::TopBar(QWidget *parent) : QFrame(parent), m_ui(std::make_unique<Ui::TopBar>())
{
    m_ui->setupUi(this);
    connect(m_ui->searchBox, &SearchBox::operationChosen, this, &TopBar::operationChosen);
    connect(m_ui->startButton, &QPushButton::clicked, this, &TopBar::startRequested);
    connect(m_ui->identityButton, &QToolButton::clicked, this, &TopBar::identityRequested);
    connect(m_ui->outboxButton, &QToolButton::clicked, this, [this] {
        if (const auto waiting = m_session->desk().waiting(); !waiting.isEmpty())
            Q_EMIT operationChosen(waiting.first().operation);
    });
    setSession(nullptr);
}

TopBar::~TopBar() = default;

void TopBar::setSession(Session *session)
{
    m_session = session;
    m_ui->searchBox->setSession(session);
    for (QWidget *widget : {static_cast<QWidget *>(m_ui->ledgerLabel), static_cast<QWidget *>(m_ui->flowIcon),
                            static_cast<QWidget *>(m_ui->flowLabel), static_cast<QWidget *>(m_ui->searchBox),
                            static_cast<QWidget *>(m_ui->identityButton)})
        widget->setVisible(session != nullptr);
    m_ui->startButton->hide();
    m_ui->outboxButton->hide();
    updateAll();
    if (!session)
        return;
    const QFileInfo file(session->ledger().database());
    m_ui->ledgerLabel->setText(tr("%1 · SQLite").arg(base::visibleText(file.completeBaseName())));
    m_ui->ledgerLabel->setToolTip(plainToolTip(file.absoluteFilePath()));
    connect(session, &Session::overviewChanged, this, &TopBar::updateFlow);
    connect(&session->key(), &KeySession::changed, this, &TopBar::updateIdentity);
    connect(&session->key(), &KeySession::timeChanged, this, &TopBar::updateIdentity);
    connect(&session->desk(), &DecisionDesk::waitingChanged, this, &TopBar::updateOutbox);
}

void TopBar::setMenu(QMenu *menu)
{
    m_ui->brandButton->setMenu(menu);
}

void TopBar::focusSearch()
{
    m_ui->searchBox->setFocus(Qt::ShortcutFocusReason);
    m_ui->searchBox->selectAll();
}

void TopBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateAll();
}

void TopBar::updateAll()
{
    m_ui->brandButton->setIcon(QIcon(u":/obstat/icons/obstat.svg"_s));
    m_ui->brandButton->setIconSize({20, 20});
    updateFlow();
    updateIdentity();
    updateOutbox();
}

void TopBar::updateFlow()
{
    if (!m_session || !m_session->isRead())
        return;
    const ThemeColors &colors = Theme::colors();
    const FlowState flow = m_session->flow();
    const qint64 overdue = m_session->overview().counts.overdue;
    QString text = tr("live");
    QColor color = colors.ok;
    QString icon = u"check"_s;
    if (flow == FlowState::Behind) {
        text =
            overdue > 0 ? tr("behind, %1 overdue").arg(Wording::number(overdue)) : tr("in doubt, nothing is claimed");
        color = colors.warn;
        icon = u"warning"_s;
    } else if (flow == FlowState::None) {
        text = tr("no flow is running");
        color = colors.bad;
        icon = u"cross"_s;
    }
    QPalette palette = m_ui->flowLabel->palette();
    palette.setColor(QPalette::WindowText, color);
    m_ui->flowLabel->setPalette(palette);
    m_ui->flowLabel->setText(text);
    m_ui->flowIcon->setPixmap(Theme::pixmap(icon, color, 14, devicePixelRatioF()));
    m_ui->startButton->setVisible(flow == FlowState::None);
    if (m_session->overview().head.simulated)
        m_ui->ledgerLabel->setText(
            tr("%1 · simulated").arg(base::visibleText(QFileInfo(m_session->ledger().database()).completeBaseName())));
}

void TopBar::updateIdentity()
{
    if (!m_session)
        return;
    const KeySession &key = m_session->key();
    const ThemeColors &colors = Theme::colors();
    QString text = tr("locked");
    if (key.isUnlocked()) {
        const base::Micros left = key.untilLock() / base::kSecond;
        QStringList parts;
        parts.append(key.person().isEmpty() ? tr("not enrolled here") : base::visibleText(key.person()));
        if (!key.roles().isEmpty())
            parts.append(base::visibleText(key.roles().join(u", "_s)));
        parts.append(tr("locks in %1:%2").arg(left / 60).arg(left % 60, 2, 10, QChar(u'0')));
        text = parts.join(u" · "_s);
    }
    text.replace(u"&"_s, u"&&"_s);
    m_ui->identityButton->setText(text);
    m_ui->identityButton->setIcon(
        Theme::icon(key.isUnlocked() ? u"unlock"_s : u"lock"_s, key.isUnlocked() ? colors.ok : colors.dim));
    m_ui->identityButton->setIconSize({14, 14});
    m_ui->identityButton->setToolTip(
        plainToolTip(key.isUnlocked() ? tr("Lock your key (Ctrl+L)") : tr("Unlock your key (Ctrl+L)")));
}

void TopBar::updateOutbox()
{
    if (!m_session)
        return;
    int notSent = 0;
    for (const DecisionReport &report : m_session->desk().waiting())
        notSent += report.state == DecisionReport::State::NotSent ? 1 : 0;
    m_ui->outboxButton->setVisible(notSent > 0);
    m_ui->outboxButton->setText(tr("%n not sent", nullptr, notSent));
    m_ui->outboxButton->setIcon(Theme::icon(u"outbox"_s, Theme::colors().warn));
    m_ui->outboxButton->setIconSize({14, 14});
    m_ui->outboxButton->setToolTip(plainToolTip(
        tr("Signed decisions that wait in your outbox until an instance is reachable. They have no effect before.")));
}

} // namespace obstat::console
