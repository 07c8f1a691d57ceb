#include "console/pages/dashboardpage.h"

#include "console/client/cancelanswer.h"
#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/filtertext.h"
#include "console/models/wording.h"
#include "console/widgets/numbercardwidget.h"
#include "ui_dashboardpage.h"

#include <QGridLayout>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMargin = 16;
constexpr int kSpacing = 14;
constexpr int kLeastCardWidth = 330;
constexpr base::Micros kOld = base::kMinute; // numbers older than this are computed anew when the page is opened
constexpr auto kDefaultRange = "30d"_L1;

} // namespace

DashboardPage::DashboardPage(QWidget *parent) : Page(parent), m_ui(std::make_unique<Ui::DashboardPage>())
{
    m_ui->setupUi(this);
    m_ui->asOfLabel->setProperty("stayRight", true);
    m_ui->filterBar->prepare(u"dashboard"_s);
    m_grid = new QGridLayout(m_ui->cards);
    m_grid->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    m_grid->setSpacing(kSpacing);
    prepareChips();
    connect(m_ui->filterBar, &FilterBar::changed, this, &DashboardPage::compute);
    connect(m_ui->busyBar, &BusyBar::cancelled, this, &DashboardPage::cancel);
    connect(m_ui->errorNotice, &Notice::actionTriggered, this, &DashboardPage::compute);
}

DashboardPage::~DashboardPage() = default;

void DashboardPage::prepareChips()
{
    m_ui->rangeChip->setChoices({{u"24h"_s, tr("last 24 hours")},
                                 {u"7d"_s, tr("last 7 days")},
                                 {u"30d"_s, tr("last 30 days")},
                                 {u"90d"_s, tr("last 90 days")}});
    m_ui->rangeChip->setFreeText(true, tr("2026-09-20 or 2026-09-01..2026-09-20"));
    m_ui->rangeChip->setValue(QString(kDefaultRange));
}

QString DashboardPage::title() const
{
    return tr("Dashboard");
}

void DashboardPage::setSession(Session *session)
{
    cancel();
    m_session = session;
    m_asOf = 0;
    m_waiting = session;
    m_ui->errorNotice->hide();
    m_ui->basisLabel->setText({});
    m_ui->asOfLabel->setText({});
    m_ui->emptyState->setTexts(u"dashboard"_s, tr("Six numbers"),
                               tr("Repeats, calls per run, durations, waiting, automatic approvals and completeness "
                                  "stand here as soon as they are computed."));
    m_ui->stack->setCurrentWidget(m_ui->emptyState);
    if (!session)
        return;
    whenReady(session->ledger().distinctValues(), this,
              [this](const base::Result<ledger::LedgerReader::Distinct> &values) {
                  if (values)
                      m_ui->toolChip->setValues(values->tools);
              });
    if (isVisible())
        compute();
}

QString DashboardPage::rangeText() const
{
    return m_ui->rangeChip->value().isEmpty() ? QString(kDefaultRange) : m_ui->rangeChip->value();
}

std::optional<metrics::SixNumbersRequest> DashboardPage::request() const
{
    metrics::SixNumbersRequest request;
    request.now = m_session->clock().now();
    request.runLimit = kRunLimit;
    const auto range = TimeRange::parse(rangeText(), request.now);
    if (!range)
        return {};
    request.range = {range->from.value_or(0), std::min(range->to.value_or(request.now), request.now),
                     m_ui->toolChip->value()};
    return request.range.from < request.range.to ? std::optional(request) : std::nullopt;
}

void DashboardPage::compute()
{
    m_waiting = false;
    if (!m_session)
        return;
    cancel();
    m_ui->errorNotice->hide();
    const auto asked = request();
    if (!asked) {
        m_ui->errorNotice->setAction({});
        m_ui->errorNotice->show(Tone::Warn, tr("This range is not a time in the past."),
                                tr("Choose one, or write days such as 2026-09-01..2026-09-20."));
        return;
    }
    m_computing = true;
    m_ui->busyBar->start(tr("Computing over the whole range …"));
    for (NumberCardWidget *card : std::as_const(m_cards))
        card->setStale(true);
    m_answer = m_session->ledger().sixNumbers(*asked);
    whenReady(m_answer, this, [this, mine = ++m_request](const base::Result<LedgerClient::NumbersReport> &report) {
        if (mine == m_request)
            take(report);
    });
}

void DashboardPage::cancel()
{
    ++m_request;
    cancelAnswer(m_answer);
    if (!std::exchange(m_computing, false))
        return;
    m_ui->busyBar->stop();
    m_ui->errorNotice->setAction(tr("Compute"));
    m_ui->errorNotice->show(Tone::Neutral, tr("Computing was cancelled; what is shown is older."));
}

void DashboardPage::take(const base::Result<LedgerClient::NumbersReport> &report)
{
    m_computing = false;
    m_ui->busyBar->stop();
    if (!report) {
        m_ui->errorNotice->setAction(tr("Try again"));
        m_ui->errorNotice->show(Tone::Bad, Wording::error(report.error()), Wording::errorAdvice(report.error()));
        Q_EMIT becameReady();
        return;
    }
    m_asOf = m_session->clock().now();
    const metrics::SixNumbers &six = report->six;
    const QList<NumberCard> cards = NumberCards::build(six, kRunLimit, m_asOf, rangeText());
    while (m_cards.size() < cards.size()) {
        auto *card = new NumberCardWidget(m_ui->cards);
        connect(card, &NumberCardWidget::followed, this, &DashboardPage::follow);
        m_cards.append(card);
        m_columns = 0;
    }
    for (int i = 0; i < cards.size(); ++i) {
        m_cards.at(i)->setCard(cards.at(i));
        m_cards.at(i)->setStale(false);
    }
    arrange();
    const base::Micros length = six.range.to - six.range.from;
    const QString before = length % base::kDay == 0 && length > base::kDay
                               ? tr("%n days", nullptr, static_cast<int>(length / base::kDay))
                               : Wording::duration(length);
    m_ui->basisLabel->setText(
        tr("against the %1 before · computed over %2 operations").arg(before, Wording::number(report->operations)));
    m_ui->asOfLabel->setText(tr("as of %1").arg(Wording::time(m_asOf, m_asOf)));
    m_ui->stack->setCurrentWidget(m_ui->area);
    Q_EMIT becameReady();
}

void DashboardPage::follow(const CardLink &link)
{
    if (link.page == u"operations" && link.filter.contains(u"runChip"_s))
        Q_EMIT runRequested(link.filter.value(u"runChip"_s));
    else
        Q_EMIT linkRequested(link.page, link.filter);
}

void DashboardPage::refresh()
{
    compute();
}

void DashboardPage::focusFilter()
{
    m_ui->filterBar->focusFirst();
}

void DashboardPage::applyLink(const QMap<QString, QString> &values)
{
    m_ui->filterBar->setValues(values);
}

bool DashboardPage::isReady() const
{
    return m_session && !m_computing && !m_waiting;
}

void DashboardPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (m_session && !m_computing && (m_waiting || m_session->clock().now() - m_asOf > kOld))
        compute();
}

void DashboardPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    arrange();
}

void DashboardPage::arrange()
{
    const int columns = std::clamp((width() - kMargin) / (kLeastCardWidth + kSpacing), 1, 3);
    if (columns == m_columns || m_cards.isEmpty())
        return;
    m_columns = columns;
    for (int row = 0; row <= m_cards.size(); ++row)
        m_grid->setRowStretch(row, 0);
    for (int column = 0; column < 3; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    for (int i = 0; i < m_cards.size(); ++i)
        m_grid->addWidget(m_cards.at(i), i / columns, i % columns);
    m_grid->setRowStretch(static_cast<int>(m_cards.size() + columns - 1) / columns, 1);
}

} // namespace obstat::console
