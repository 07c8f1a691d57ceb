#include "support/queuepagefixture.h"

#include "support/passevents.h"

namespace obstat::tests {

void QueuePageFixture::make()
{
    m_sample = std::make_unique<tests::SampleConsole>(false);
    for (int i = 0; i < 5; ++i)
        m_first = m_first == 0 ? m_sample->book.addWithdrawal(u"WD-%1"_s.arg(i), u"%1.00"_s.arg(600 + i)).row.id
                               : (m_sample->book.addWithdrawal(u"WD-%1"_s.arg(i), u"%1.00"_s.arg(600 + i)), m_first);
    m_sample->ledger->book = m_sample->book.details();
    m_sample->session->refresh(); // the plans came after the session was made
    m_page = std::make_unique<QueuePage>();
    m_page->resize(1110, 720);
}

void QueuePageFixture::clear()
{
    if (m_page)
        m_page->setSession(nullptr);
    m_page.reset();
    m_sample.reset();
    m_first = 0;
}

void QueuePageFixture::open()
{
    QTRY_VERIFY(m_sample->session->isRead());
    m_page->setSession(m_sample->session.get());
    m_page->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    QTRY_VERIFY(m_page->isReady());
    QTRY_VERIFY(panel()->operation() || m_sample->ledger->book.isEmpty());
}

void QueuePageFixture::select(qint64 id)
{
    m_page->showOperation(id);
    QTRY_COMPARE(panel()->operation(), std::optional(id));
    QTRY_VERIFY(m_page->isReady());
}

void QueuePageFixture::readAll()
{
    // From the top, once what was chosen or opened is laid out: a person takes longer than that to start reading.
    QScrollBar *bar = child<QScrollArea>(u"area"_s)->verticalScrollBar();
    tests::passEvents(50);
    bar->setValue(0);
    int atTheEnd = 0;
    for (int i = 0; i < 2000 && atTheEnd < 20; ++i) {
        panel()->scrollDown();
        tests::passEvents(1);
        atTheEnd = bar->value() == bar->maximum() ? atTheEnd + 1 : 0;
    }
    QTRY_VERIFY(panel()->approveBlock() != GateBlock::NotAllShown);
}

void QueuePageFixture::makeReady(qint64 id)
{
    m_sample->unlock();
    select(id);
    readAll();
    m_sample->clock.advance(800 * base::kMillisecond);
    panel()->updateState();
    QCOMPARE(panel()->approveBlock(), GateBlock::None);
    QVERIFY(approveButton()->isEnabled());
}

qint64 QueuePageFixture::addLong(const QString &value)
{
    tests::SampleBook::Plan plan;
    plan.arguments = {
        {u"withdrawal_id"_s, u"WD-L"_s}, {u"amount"_s, u"700.00"_s}, {u"currency"_s, u"USD"_s}, {u"note"_s, value}};
    const qint64 id = m_sample->book.add(plan).row.id;
    m_sample->ledger->book = m_sample->book.details();
    return id;
}

} // namespace obstat::tests
