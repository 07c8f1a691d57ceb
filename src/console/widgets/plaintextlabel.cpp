#include "console/widgets/plaintextlabel.h"

#include "base/visibletext.h"

#include <QStyle>

namespace obstat::console {

using namespace Qt::StringLiterals;

PlainTextLabel::PlainTextLabel(QWidget *parent) : QLabel(parent)
{
    QLabel::setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::NoTextInteraction);
}

void PlainTextLabel::setText(const QString &text)
{
    QLabel::setTextFormat(Qt::PlainText); // a form may have set another
    QLabel::setText(text);
}

void PlainTextLabel::setForeignText(const QString &text)
{
    setText(base::visibleText(text));
}

void PlainTextLabel::setLook(const QString &look)
{
    setProperty("look", look);
    style()->unpolish(this);
    style()->polish(this);
}

PlainTextLabel *smallLabel(const QString &name, QWidget *parent)
{
    auto *label = new PlainTextLabel(parent);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setLook(u"small"_s);
    return label;
}

QString plainToolTip(const QString &text)
{
    return text.isEmpty() ? QString()
                          : QString(u"<p style=\"white-space:pre-wrap\">"_s + text.toHtmlEscaped() + u"</p>"_s);
}

} // namespace obstat::console
