#include "console/pages/bulkplan.h"

#include "console/pages/planlines.h"
#include "console/widgets/linesview.h"
#include "console/widgets/notice.h"
#include "console/widgets/plaintextlabel.h"

#include <QVBoxLayout>

#include <utility>

namespace obstat::console {

using namespace Qt::StringLiterals;
using approval::ShownLine;

namespace {

/// Everything of the shown text in the order of the plan panel.
QList<DisplayLine> allLines(const PlanReview &plan)
{
    return planlines::headLines(plan) + planlines::ruleLines(plan) + planlines::lines(plan, ShownLine::Kind::Fact) +
           planlines::answerLines(plan) + planlines::lines(plan, ShownLine::Kind::Argument) +
           planlines::digestLines(plan);
}

} // namespace

BulkPlan::BulkPlan(const PlanReview &review, const PlanReview *masked, QWidget *parent)
    : QFrame(parent), m_review(review), m_lines(new LinesView(this)), m_outcome(new Notice(this))
{
    const PlanReview &readable = masked ? *masked : review;
    const planlines::Head head = planlines::head(readable);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 12, 0, 4);
    layout->setSpacing(3);
    auto *title = new PlainTextLabel(this);
    title->setObjectName(u"bulkTitle"_s);
    title->setWordWrap(true);
    title->setLook(u"heading"_s);
    QStringList parts{head.title};
    for (const QString &part : {head.sum, head.recipient}) {
        if (!part.isEmpty())
            parts.append(part);
    }
    title->setText(parts.join(u" · "_s));
    m_lines->setObjectName(u"bulkLines"_s);
    m_lines->setAccessibleName(tr("All of plan %1").arg(review.row.id));
    m_lines->setLines(allLines(readable));
    m_outcome->setObjectName(u"bulkOutcome"_s);
    m_outcome->hide();
    layout->addWidget(title);
    layout->addWidget(m_outcome);
    layout->addWidget(m_lines);
    if (const QString warnings = planlines::allWarnings(readable); !warnings.isEmpty()) {
        auto *notice = new Notice(this);
        notice->show(Tone::Warn, warnings);
        layout->addWidget(notice);
    }
}

bool BulkPlan::hasFolded() const
{
    return m_lines->hasFolded();
}

void BulkPlan::setObstacle(const QString &text)
{
    if (m_state != State::Open)
        return;
    if (text.isEmpty() && std::exchange(m_obstacle, false))
        m_outcome->hide();
    m_obstacle = !text.isEmpty();
    if (m_obstacle && (m_outcome->text() != text || !m_outcome->isVisibleTo(this)))
        m_outcome->show(Tone::Warn, text, tr("It is left out; the others can be approved."));
}

void BulkPlan::compare(const OperationDetail &detail)
{
    if (m_state != State::Open)
        return;
    const PlanReview now = PlanReview::read(detail);
    if (now.row.version == m_review.row.version && now.row.status == m_review.row.status &&
        now.shownDigest == m_review.shownDigest && now.obstacle == m_review.obstacle)
        return;
    m_state = State::Changed;
    m_outcome->show(Tone::Warn, tr("It changed meanwhile and is not approved."),
                    tr("The others go on. Read it again in the queue."));
}

void BulkPlan::setOutcome(Tone tone, const QString &text, const QString &detail)
{
    m_outcome->show(tone, text, detail);
}

void BulkPlan::reopen(const QString &text)
{
    m_state = State::Open;
    m_outcome->show(Tone::Neutral, text);
}

} // namespace obstat::console
