#include "console/widgets/undobar.h"

#include "base/visibletext.h"
#include "console/client/session.h"
#include "console/models/outcomewording.h"
#include "console/widgets/keybutton.h"
#include "console/widgets/plaintextlabel.h"

#include <QHBoxLayout>

namespace obstat::console {

using namespace Qt::StringLiterals;

UndoBar::UndoBar(QWidget *parent) : QFrame(parent), m_text(new PlainTextLabel(this)), m_button(new KeyButton(this))
{
    setProperty("look", u"note"_s);
    setProperty("tone", u"warn"_s);
    m_text->setObjectName(u"undoText"_s);
    m_button->setObjectName(u"undoButton"_s);
    m_button->setText(tr("Undo"));
    m_button->setKey(u"U"_s);
    m_button->setFocusPolicy(Qt::NoFocus); // it comes and goes: the keyboard stays where it is
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 5, 12, 5);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    connect(m_button, &QPushButton::clicked, this, &UndoBar::undo);
    hide();
}

void UndoBar::setSession(Session *session)
{
    m_session = session;
    if (session)
        connect(&session->desk(), &DecisionDesk::heldChanged, this, &UndoBar::look);
    look();
}

void UndoBar::undo()
{
    const QList<HeldDecision> held = m_session ? m_session->desk().held() : QList<HeldDecision>();
    if (!held.isEmpty())
        m_session->desk().recall(held.last().nonce);
}

void UndoBar::look()
{
    const QList<HeldDecision> held = m_session ? m_session->desk().held() : QList<HeldDecision>();
    setVisible(!held.isEmpty());
    if (held.isEmpty())
        return;
    const HeldDecision &newest = held.last();
    const int seconds = static_cast<int>((newest.left + base::kSecond - 1) / base::kSecond);
    const QString what = newest.record.isEmpty() ? u"#%1"_s.arg(newest.operation) : base::visibleText(newest.record);
    QString text = OutcomeWording::held(newest.kind, what, seconds);
    if (text.isEmpty())
        text = newest.kind == u"approve"  ? tr("Approving %1 in %n s", nullptr, seconds).arg(what)
               : newest.kind == u"change" ? tr("Changing %1 in %n s", nullptr, seconds).arg(what)
                                          : tr("Rejecting %1 in %n s", nullptr, seconds).arg(what);
    if (!newest.onBehalfOf.isEmpty())
        text += tr(" · for %1").arg(base::visibleText(newest.onBehalfOf));
    if (held.size() > 1)
        text += tr(" · %n more before it", nullptr, static_cast<int>(held.size()) - 1);
    m_text->setText(text);
}

} // namespace obstat::console
