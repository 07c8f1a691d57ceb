#include "console/pages/changepanel.h"

#include "base/visibletext.h"
#include "console/models/editablejson.h"
#include "console/models/payloaddiff.h"
#include "console/widgets/notice.h"
#include "console/widgets/plaintextlabel.h"
#include "console/widgets/sidebysideview.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

PlainTextLabel *label(const QString &text, const QString &look, QWidget *parent)
{
    auto *made = new PlainTextLabel(parent);
    made->setText(text);
    made->setLook(look);
    made->setWordWrap(true);
    return made;
}

} // namespace

ChangePanel::ChangePanel(QWidget *parent)
    : QFrame(parent)
    , m_text(new QPlainTextEdit(this))
    , m_problem(new Notice(this))
    , m_heading(label({}, u"heading"_s, this))
    , m_difference(new SideBySideView(this))
{
    m_text->setObjectName(u"argumentsEdit"_s);
    m_text->setProperty("look", u"canonical"_s);
    m_text->setAccessibleName(tr("Arguments as JSON"));
    m_text->setTabChangesFocus(true);
    m_text->setLayoutDirection(Qt::LeftToRight);
    m_text->installEventFilter(this);
    m_problem->setObjectName(u"changeProblem"_s);
    m_difference->setObjectName(u"changeDifference"_s);
    m_difference->setTitles(tr("PLANNED"), tr("CHANGED"));
    auto *area = new QScrollArea(this);
    area->setWidget(m_difference);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 4, 18, 4);
    layout->setSpacing(6);
    layout->addWidget(label(tr("CHANGE THE ARGUMENTS"), u"heading"_s, this));
    layout->addWidget(
        label(tr("This plan is rejected, and what you write here is planned as its next revision. Somebody "
                 "else has to approve that."),
              u"small"_s, this));
    layout->addWidget(m_text, 3);
    layout->addWidget(m_problem);
    layout->addWidget(m_heading);
    layout->addWidget(area, 2);
    connect(m_text, &QPlainTextEdit::textChanged, this, &ChangePanel::look);
    hide();
}

void ChangePanel::open(const PlanReview &plan)
{
    m_plan = plan;
    const QString draft = m_drafts.take(plan.shownDigest);
    m_text->setPlainText(draft.isEmpty() ? editableJson(plan.shown.arguments) : draft);
    show();
    look();
    m_text->moveCursor(QTextCursor::Start);
    m_text->setFocus();
}

void ChangePanel::close(bool forget)
{
    if (isOpen() && !forget && m_edit.problem != ArgumentEdit::Problem::Unchanged)
        m_drafts.insert(m_plan.shownDigest, m_text->toPlainText());
    hide();
    m_plan = {};
    m_edit = {};
    m_text->clear();
    m_difference->setRows({});
}

void ChangePanel::look()
{
    if (!isOpen())
        return;
    m_edit = ArgumentEdit::of(m_plan, m_text->toPlainText());
    using Problem = ArgumentEdit::Problem;
    if (m_edit.problem == Problem::None)
        m_problem->hide();
    else
        m_problem->show(m_edit.problem == Problem::Unchanged ? Tone::Neutral : Tone::Bad,
                        ArgumentEdit::sentence(m_edit.problem), base::visibleText(m_edit.detail));
    showDifference();
    Q_EMIT edited();
}

void ChangePanel::showDifference()
{
    QList<SideBySideView::Row> rows;
    const auto differences = payloadDifferences(m_plan.canonical, m_edit.canonical);
    for (const PayloadDifference &difference : differences.value_or(QList<PayloadDifference>()))
        rows.append({difference.pointer, difference.first, difference.second});
    m_heading->setText(tr("WHAT CHANGES · %n place(s)", nullptr, static_cast<int>(rows.size())));
    m_heading->setVisible(!rows.isEmpty());
    m_difference->setVisible(!rows.isEmpty());
    m_difference->setRows(rows);
}

bool ChangePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_text && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        Q_EMIT cancelled();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace obstat::console
