#include "console/pages/bulkaskpanel.h"

#include "console/client/session.h"
#include "console/client/whenready.h"
#include "console/models/bulkchoice.h"
#include "console/models/decisiondraft.h"
#include "console/models/outcomewording.h"
#include "console/models/wording.h"
#include "console/widgets/keybutton.h"
#include "console/widgets/linesview.h"
#include "console/widgets/plaintextlabel.h"

#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace obstat::console {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kAction = OutcomeAction::AskAgain;

} // namespace

BulkAskPanel::BulkAskPanel(QWidget *parent)
    : QFrame(parent), m_title(new PlainTextLabel(this)), m_lines(new LinesView), m_block(new PlainTextLabel(this))
{
    setProperty("look", u"detail"_s);
    m_title->setObjectName(u"bulkAskTitle"_s);
    m_title->setWordWrap(true);
    m_title->setLook(u"title"_s);
    auto *head = new QFrame(this);
    head->setProperty("look", u"head"_s);
    auto *headLayout = new QVBoxLayout(head);
    headLayout->setContentsMargins(18, 13, 18, 10);
    headLayout->addWidget(m_title);
    auto *body = new QWidget;
    body->setProperty("look", u"body"_s);
    auto *bodyLayout = new QVBoxLayout(body);
    bodyLayout->setContentsMargins(18, 10, 18, 14);
    m_lines->setObjectName(u"bulkAskLines"_s);
    m_lines->setAccessibleName(tr("What becomes of each"));
    bodyLayout->addWidget(m_lines);
    bodyLayout->addStretch(1);
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(body);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(head);
    outer->addWidget(area, 1);
    buildActions(*outer);
}

BulkAskPanel::~BulkAskPanel() = default;

void BulkAskPanel::buildActions(QVBoxLayout &outer)
{
    auto *actions = new QFrame(this);
    actions->setProperty("look", u"actions"_s);
    auto *layout = new QVBoxLayout(actions);
    layout->setContentsMargins(18, 9, 18, 11);
    m_block->setObjectName(u"bulkAskBlock"_s);
    m_block->setWordWrap(true);
    m_block->setLook(u"small"_s);
    m_close = new KeyButton(actions);
    m_close->setObjectName(u"bulkAskClose"_s);
    m_close->setText(tr("Back to one"));
    m_close->setKey(u"Esc"_s);
    m_ask = new KeyButton(actions);
    m_ask->setObjectName(u"bulkAskButton"_s);
    m_ask->setProperty("look", u"primary"_s);
    m_ask->setKey(OutcomeActions::key(kAction));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    buttons->addWidget(m_ask);
    layout->addWidget(m_block);
    layout->addLayout(buttons);
    outer.addWidget(actions);
    connect(m_close, &QPushButton::clicked, this, &BulkAskPanel::closed);
    connect(m_ask, &QPushButton::clicked, this, &BulkAskPanel::ask);
}

void BulkAskPanel::setSession(Session *session)
{
    close();
    if (m_session) {
        m_session->key().disconnect(this);
        m_session->desk().disconnect(this);
    }
    m_session = session;
    if (!session)
        return;
    connect(&session->desk(), &DecisionDesk::reported, this, &BulkAskPanel::takeReport);
    connect(&session->desk(), &DecisionDesk::recalled, this, &BulkAskPanel::takeRecall);
    connect(&session->key(), &KeySession::changed, this, &BulkAskPanel::updateState);
}

void BulkAskPanel::open(const QList<qint64> &operations)
{
    close();
    const quint64 request = ++m_request;
    for (const qint64 operation : operations.mid(0, BulkChoice::kMost)) {
        Item item;
        item.operation = operation;
        m_items.append(item);
    }
    m_unread = m_items.size();
    m_shownAt = m_session->clock().monotonic();
    for (qsizetype place = 0; place < m_items.size(); ++place)
        whenReady(
            m_session->ledger().operation(m_items.at(place).operation), this,
            [this, request, place](const base::Result<OperationDetail> &detail) { take(request, place, detail); });
    updateState();
}

void BulkAskPanel::close()
{
    ++m_request;
    m_items.clear();
    m_unread = 0;
    m_lines->setLines({});
}

void BulkAskPanel::take(quint64 request, qsizetype place, const base::Result<OperationDetail> &detail)
{
    if (request != m_request)
        return;
    Item &item = m_items[place];
    if (detail) {
        item.plan = PlanReview::read(*detail);
        item.review = OutcomeReview::read(*detail);
        item.waits = m_session->desk().isWaiting(item.operation);
    } else {
        item.tone = Tone::Bad;
        item.result = Wording::error(detail.error());
    }
    --m_unread;
    updateState();
    if (isRead())
        Q_EMIT becameReady();
}

OutcomeGate::Signer BulkAskPanel::signer(const Item &item) const
{
    if (!item.plan)
        return {};
    OutcomeGate::Screen screen;
    screen.decided = item.waits;
    return OutcomeGate::signer(kAction, &item.review, ApprovalGate::Approver::of(m_session->key()), {}, screen,
                               m_session->clock().now());
}

QList<qsizetype> BulkAskPanel::askable() const
{
    QList<qsizetype> places;
    for (qsizetype place = 0; place < m_items.size(); ++place) {
        const OutcomeBlock why = signer(m_items.at(place)).block;
        if (m_items.at(place).result.isEmpty() && (why == OutcomeBlock::None || why == OutcomeBlock::Locked))
            places.append(place);
    }
    return places;
}

QString BulkAskPanel::resultOf(const Item &item) const
{
    if (!item.result.isEmpty())
        return item.result;
    if (!item.plan)
        return tr("reading …");
    const OutcomeBlock why = signer(item).block;
    if (why == OutcomeBlock::None || why == OutcomeBlock::Locked)
        return tr("can be asked about");
    return tr("left out: %1").arg(OutcomeGate::text(why, &item.review, m_session->clock().now()));
}

QStringList BulkAskPanel::results() const
{
    QStringList results;
    for (const Item &item : m_items)
        results.append(resultOf(item));
    return results;
}

void BulkAskPanel::updateState()
{
    if (!m_session || !isOpen())
        return;
    QList<DisplayLine> lines;
    for (const Item &item : std::as_const(m_items)) {
        const QString record = item.plan ? m_session->columns().record(item.plan->row) : QString();
        DisplayLine line;
        line.label = record.isEmpty() ? tr("operation %1").arg(Wording::number(item.operation)) : record;
        line.value = resultOf(item);
        line.mono = false;
        line.tone = item.tone;
        lines.append(line);
    }
    if (lines != m_lines->lines())
        m_lines->setLines(lines);
    m_title->setText(tr("%n unknown together", nullptr, static_cast<int>(m_items.size())));
    const QList<qsizetype> places = askable();
    const bool locked = std::any_of(places.begin(), places.end(), [this](qsizetype place) {
        return signer(m_items.at(place)).block == OutcomeBlock::Locked;
    });
    const bool ready = isRead() && !places.isEmpty() && !locked;
    if (!ready && window()->focusWidget() == m_ask)
        Q_EMIT listRequested(); // else the next Space would press the button beside it
    m_ask->setEnabled(ready);
    m_ask->setVisible(!places.isEmpty());
    m_ask->setText(tr("Ask about %n again and sign each", nullptr, static_cast<int>(places.size())));
    m_block->setText(tr("Your key is locked."));
    m_block->setVisible(locked);
}

void BulkAskPanel::ask()
{
    updateState();
    const QList<qsizetype> places = askable();
    if (!isRead() || places.isEmpty())
        return;
    if (!m_session->key().isUnlocked()) {
        Q_EMIT unlockRequested();
        return;
    }
    const quint64 request = m_request;
    for (const qsizetype place : places) {
        if (request == m_request && signer(m_items.at(place)).block == OutcomeBlock::None)
            sign(m_items[place]);
    }
    updateState();
}

void BulkAskPanel::sign(Item &item)
{
    const ShownState shown{m_session->clock().monotonic() - m_shownAt, false, u"console-bulk"_s};
    approval::DecisionBody body =
        decisionDraft(*item.plan, OutcomeActions::kind(kAction), {}, shown, m_session->clock().now());
    body.onBehalfOf = signer(item).approver.onBehalfOf;
    const auto envelope = m_session->key().sign(body, m_session->random());
    if (!envelope) {
        item.tone = Tone::Bad;
        item.result = Wording::error(envelope.error());
        return;
    }
    item.waits = true;
    const QString record = item.plan->row.record;
    m_session->desk().submit(*envelope, record);
}

BulkAskPanel::Item *BulkAskPanel::itemOf(const DecisionReport &report)
{
    if (report.kind != OutcomeActions::kind(kAction))
        return nullptr;
    const auto found = std::find_if(m_items.begin(), m_items.end(),
                                    [&report](const Item &item) { return item.operation == report.operation; });
    return found == m_items.end() ? nullptr : &*found;
}

void BulkAskPanel::takeReport(const DecisionReport &report)
{
    Item *item = itemOf(report);
    if (!item)
        return;
    const OutcomeWording::Outcome outcome = OutcomeWording::outcome(report);
    item->tone = outcome.tone;
    item->result = outcome.detail.isEmpty() ? outcome.text : QString(outcome.text + u' ' + outcome.detail);
    updateState();
}

void BulkAskPanel::takeRecall(const DecisionReport &report)
{
    Item *item = itemOf(report);
    if (!item)
        return;
    item->tone = Tone::Neutral;
    item->result.clear(); // it can be asked about again
    item->waits = m_session->desk().isWaiting(report.operation);
    updateState();
}

} // namespace obstat::console
