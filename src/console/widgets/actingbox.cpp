#include "console/widgets/actingbox.h"

#include "base/visibletext.h"
#include "console/widgets/plaintextlabel.h"

#include <QComboBox>
#include <QHBoxLayout>

namespace obstat::console {

using namespace Qt::StringLiterals;

ActingBox::ActingBox(QWidget *parent) : QWidget(parent), m_box(new QComboBox(this))
{
    auto *label = new PlainTextLabel(this);
    label->setText(tr("You decide"));
    label->setLook(u"small"_s);
    m_box->setObjectName(u"actingChoice"_s);
    m_box->setAccessibleName(tr("In whose name you decide"));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(18);
    m_box->setPlaceholderText(tr("choose for whom"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addWidget(m_box, 1);
    // Only what the person does, never what is filled in.
    connect(m_box, &QComboBox::activated, this,
            [this](int index) { Q_EMIT chosen(m_box->itemData(index).toString()); });
    hide();
}

void ActingBox::setChoices(bool own, const QStringList &principals, const QString &chosen)
{
    setVisible(!principals.isEmpty());
    QStringList shown = principals;
    if (own)
        shown.prepend({});
    if (shown != m_shown) {
        m_shown = shown;
        m_box->clear();
        for (const QString &principal : std::as_const(shown))
            m_box->addItem(principal.isEmpty() ? tr("in your own name")
                                               : tr("for %1").arg(base::visibleText(principal)),
                           principal);
    }
    m_box->setCurrentIndex(static_cast<int>(shown.indexOf(chosen)));
}

} // namespace obstat::console
