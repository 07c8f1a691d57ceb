#include "console/widgets/busybar.h"

#include "console/widgets/plaintextlabel.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSteps = 1000; // the bar counts in int, events do not

} // namespace

BusyBar::BusyBar(QWidget *parent)
    : QFrame(parent)
    , m_text(new PlainTextLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setProperty("look", u"bar"_s);
    m_text->setObjectName(u"busyText"_s);
    m_text->setLook(u"dim"_s);
    m_bar->setObjectName(u"busyProgress"_s);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setMinimumWidth(120);
    m_cancel->setObjectName(u"cancelButton"_s);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(12);
    layout->addWidget(m_text);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, &BusyBar::cancelled);
    hide();
}

void BusyBar::start(const QString &text)
{
    m_text->setText(text);
    m_bar->setRange(0, 0);
    m_bar->setAccessibleName(text);
    show();
}

void BusyBar::setProgress(qint64 done, qint64 total, const QString &text)
{
    m_text->setText(text);
    m_bar->setRange(0, total > 0 ? kSteps : 0);
    if (total > 0)
        m_bar->setValue(static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kSteps));
}

void BusyBar::stop()
{
    hide();
}

} // namespace obstat::console
