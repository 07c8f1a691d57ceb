#include "console/widgets/searchbox.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/wording.h"
#include "console/theme/theme.h"

#include <QFrame>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kOffers = 12;
constexpr int kRow = 26;

} // namespace

SearchBox::SearchBox(QWidget *parent) : QLineEdit(parent)
{
    setPlaceholderText(tr("Search key, record, reference, run …   Ctrl+K"));
    setAccessibleName(tr("Search operations by intent key, record, reference or run"));
    setTextMargins(20, 0, 0, 0);
    setMaxLength(400);
    m_delay.setSingleShot(true);
    m_delay.setInterval(150ms);
    connect(&m_delay, &QTimer::timeout, this, &SearchBox::ask);
    connect(this, &QLineEdit::textEdited, this, [this] { m_delay.start(); });
}

void SearchBox::setSession(Session *session)
{
    m_session = session;
    ++m_request;
    hideOffers();
    clear();
}

void SearchBox::ask()
{
    const QString text = this->text().trimmed();
    const quint64 request = ++m_request;
    if (text.isEmpty() || !m_session) {
        hideOffers();
        return;
    }
    using Answer = base::Result<QList<ledger::OperationRow>>;
    whenReady(m_session->ledger().search(text, kOffers), this, [this, text, request](const Answer &answer) {
        if (request == m_request && hasFocus())
            offer(text, answer);
    });
}

void SearchBox::offer(const QString &text, const base::Result<QList<ledger::OperationRow>> &answer)
{
    if (!m_popup) {
        // A child of the window, not a popup: it must not take the keyboard.
        m_popup = new QFrame(window());
        m_popup->setObjectName(u"searchOffers"_s);
        m_popup->setProperty("look", u"popup"_s);
        m_list = new QListWidget(m_popup);
        m_list->setObjectName(u"searchResults"_s);
        m_list->setProperty("look", u"panel"_s);
        m_list->setFocusPolicy(Qt::NoFocus);
        m_list->setFont(Theme::textFont());
        auto *layout = new QVBoxLayout(m_popup);
        layout->setContentsMargins(5, 5, 5, 5);
        layout->addWidget(m_list);
        connect(m_list, &QListWidget::itemClicked, this, &SearchBox::choose);
    }
    m_list->clear();
    if (!answer || answer->isEmpty()) {
        auto *none = new QListWidgetItem(
            answer ? tr("Nothing has “%1” as key, record, reference or run").arg(base::visibleText(text))
                   : Wording::error(answer.error()),
            m_list);
        none->setFlags(Qt::NoItemFlags);
    } else {
        for (const ledger::OperationRow &row : *answer) {
            const QString record =
                row.record.isEmpty() ? base::visibleText(row.intentKey.left(12)) : m_session->columns().record(row);
            const QString reference = row.reference.isEmpty() ? row.run : row.reference;
            QStringList parts{Wording::toolTitle(row.tool), record};
            if (!row.amount.isEmpty())
                parts.append(m_session->columns().amount(row));
            parts.append(Wording::status(row.status));
            parts.append(base::visibleText(reference));
            auto *item = new QListWidgetItem(parts.join(u" · "_s), m_list);
            item->setSizeHint({200, kRow});
            item->setData(Qt::UserRole, row.id);
        }
        m_list->setCurrentRow(0);
    }
    const int rows = std::max(1, m_list->count());
    const int wide = std::max(width(), 460);
    const QPoint corner = mapTo(window(), QPoint(width() - wide, height() + 4));
    m_popup->setGeometry(std::max(4, corner.x()), corner.y(), wide, rows * kRow + 16);
    m_popup->show();
    m_popup->raise();
}

void SearchBox::choose()
{
    const QListWidgetItem *item = m_list ? m_list->currentItem() : nullptr;
    if (!item || !m_popup->isVisible() || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    const qint64 id = item->data(Qt::UserRole).toLongLong();
    hideOffers();
    clear();
    Q_EMIT operationChosen(id);
}

void SearchBox::hideOffers()
{
    if (m_popup)
        m_popup->hide();
}

void SearchBox::keyPressEvent(QKeyEvent *event)
{
    const bool offered = m_popup && m_popup->isVisible();
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (offered && step != 0) {
        m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (offered)
            choose();
        else
            ask();
    } else if (event->key() == Qt::Key_Escape) {
        hideOffers();
        clear();
        clearFocus();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void SearchBox::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    // Not at once: the click that takes the focus away may be on an offer.
    QMetaObject::invokeMethod(this, &SearchBox::hideOffers, Qt::QueuedConnection);
}

void SearchBox::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.drawPixmap(QPoint(8, height() / 2 - 7),
                       Theme::pixmap(u"search"_s, Theme::colors().dim, 14, devicePixelRatioF()));
}

} // namespace obstat::console
