#include "console/widgets/reasonbar.h"

#include "console/widgets/keybutton.h"
#include "console/widgets/reasonsbutton.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLongestReason = 1000;

} // namespace

ReasonBar::ReasonBar(QWidget *parent)
    : QFrame(parent), m_reason(new QLineEdit(this)), m_earlier(new ReasonsButton(this)), m_confirm(new KeyButton(this))
{
    auto *cancel = new KeyButton(this);
    cancel->setObjectName(u"rejectCancelButton"_s);
    cancel->setText(tr("Cancel"));
    m_reason->setObjectName(u"reasonEdit"_s);
    m_reason->setMaxLength(kLongestReason);
    m_earlier->setObjectName(u"reasonsButton"_s);
    m_earlier->setField(m_reason);
    m_confirm->setObjectName(u"rejectConfirmButton"_s);
    m_confirm->setProperty("look", u"danger"_s);
    auto *words = new QHBoxLayout;
    words->setSpacing(8);
    words->addWidget(m_reason, 1);
    words->addWidget(m_earlier);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(9);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_confirm);
    auto *layout = new QVBoxLayout(this); // a sentence needs the whole width
    layout->setContentsMargins(18, 9, 18, 9);
    layout->setSpacing(8);
    layout->addLayout(words);
    layout->addLayout(buttons);
    m_reason->installEventFilter(this);
    connect(m_reason, &QLineEdit::textChanged, this, &ReasonBar::updateButton);
    connect(m_reason, &QLineEdit::returnPressed, this, &ReasonBar::confirm);
    connect(m_confirm, &QPushButton::clicked, this, &ReasonBar::confirm);
    connect(cancel, &QPushButton::clicked, this, &ReasonBar::cancelled);
    updateButton();
    hide();
}

void ReasonBar::open(const Words &words, const QStringList &reasons)
{
    m_reason->setPlaceholderText(words.placeholder);
    m_reason->setAccessibleName(words.accessibleName);
    m_confirm->setText(words.confirm);
    m_earlier->setReasons(reasons);
    m_ready = true;
    updateButton();
    show();
}

void ReasonBar::close()
{
    hide();
    m_reason->clear();
}

void ReasonBar::focusReason()
{
    m_reason->setFocus();
}

void ReasonBar::setReady(bool ready)
{
    m_ready = ready;
    updateButton();
}

QString ReasonBar::reason() const
{
    return m_reason->text().trimmed();
}

void ReasonBar::updateButton()
{
    m_confirm->setEnabled(m_ready && !reason().isEmpty());
}

void ReasonBar::confirm()
{
    if (m_confirm->isEnabled())
        Q_EMIT confirmed(reason());
}

bool ReasonBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_reason && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        Q_EMIT cancelled();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace obstat::console
