#pragma once

#include "approval/decision.h"
#include "console/pages/attentionpage.h"
#include "console/pages/conflictpanel.h"
#include "console/pages/operationpanel.h"
#include "console/pages/outcomeform.h"
#include "console/pages/outcomepanel.h"
#include "console/widgets/notice.h"
#include "console/widgets/operationtable.h"
#include "console/widgets/sectionbar.h"
#include "support/auditsample.h"
#include "support/consoletest.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

namespace obstat::tests {

using namespace Qt::StringLiterals;

/// The Attention page over the sample, and what is below its detail: buttons, form, notices, and what was sent.
class OutcomeFixture
{
protected:
    void add(ledger::Status status, base::Micros age = base::kHour, const QString &amount = u"1250.00"_s)
    {
        SampleBook::Plan plan;
        plan.arguments = {{u"withdrawal_id"_s, u"WD-%1"_s.arg(m_sample->book.details().size())},
                          {u"amount"_s, amount},
                          {u"currency"_s, u"USD"_s}};
        plan.status = status;
        plan.age = age;
        m_sample->book.add(plan);
        m_sample->ledger->book = m_sample->book.details();
    }
    console::OperationDetail &detail(qint64 id) { return m_sample->ledger->book[id - 1]; }
    void addConflict()
    {
        add(ledger::Status::Succeeded);
        m_sample->ledger->frame.counts.openConflicts = 1;
        auditsample::addConflict(*m_sample->ledger, 1, {{u"amount"_s, u"125.00"_s}},
                                 m_sample->clock.now() - base::kMinute, u"ops-agent-9"_s);
    }
    void open(console::AttentionSection section)
    {
        m_sample->session->refresh();
        m_page->setSession(m_sample->session.get());
        m_page->resize(1240, 760);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
        QTRY_VERIFY(m_page->isReady());
        widget<console::SectionBar>(m_page.get(), u"sections"_s)->setCurrent(static_cast<int>(section));
        QTRY_VERIFY(m_page->isReady());
        QTRY_VERIFY(panel().isVisible());
    }
    [[nodiscard]] bool isConflicts() const
    {
        return widget<console::SectionBar>(m_page.get(), u"sections"_s)->current() ==
               static_cast<int>(console::AttentionSection::Conflicts);
    }
    [[nodiscard]] console::OutcomePanel &panel() const
    {
        return isConflicts() ? widget<console::ConflictPanel>(m_page.get(), u"conflictPanel"_s)->outcome()
                             : widget<console::OperationPanel>(m_page.get(), u"operationPanel"_s)->outcome();
    }
    [[nodiscard]] console::OutcomeForm &form() const { return *panel().findChild<console::OutcomeForm *>(); }
    [[nodiscard]] QPushButton *button(const QString &name) const { return widget<QPushButton>(&panel(), name); }
    [[nodiscard]] QString label(const QString &name) const { return widget<QLabel>(&panel(), name)->text(); }
    void type(const QString &field, const QString &text) { widget<QLineEdit>(&form(), field)->setText(text); }
    void confirm() { QTest::mouseClick(widget<QPushButton>(&form(), u"rejectConfirmButton"_s), Qt::LeftButton); }
    [[nodiscard]] QString notice() const { return widget<console::Notice>(&panel(), u"settledNotice"_s)->text(); }
    [[nodiscard]] qsizetype sent() const { return m_sample->decisions->sent.size(); }
    [[nodiscard]] approval::DecisionBody last() const
    {
        const auto body = approval::DecisionBody::parse(m_sample->decisions->sent.last().body);
        if (!body)
            qFatal("%s", qUtf8Printable(body.error().message));
        return *body;
    }

    void prepare()
    {
        m_sample = std::make_unique<SampleConsole>(false);
        m_page = std::make_unique<console::AttentionPage>();
        QTRY_VERIFY(m_sample->session->isRead());
    }
    void finish()
    {
        m_page->setSession(nullptr); // what still runs belongs to the session
        m_page.reset();
        m_sample.reset();
    }

    std::unique_ptr<SampleConsole> m_sample;
    std::unique_ptr<console::AttentionPage> m_page;
};

} // namespace obstat::tests
