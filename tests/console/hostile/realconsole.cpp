#include "hostile/realconsole.h"

#include "console/client/workerledgerclient.h"
#include "console/theme/theme.h"
#include "support/fakeadminclient.h"
#include "support/passevents.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

namespace obstat::tests {

using namespace Qt::StringLiterals;

RealConsole::RealConsole(LedgerUnderTest &ledger)
{
    QCoreApplication::setOrganizationName(u"ObstatTests"_s);
    QStandardPaths::setTestModeEnabled(true);
    QSettings().clear();
    console::Theme::apply(*qApp, console::Scheme::Light);
    need(ledger.writer().setAddress(u"127.0.0.1:9400"_s), "address");
    need(ledger.writer().heartbeat(u"running"_s), "heartbeat");
    auto client = std::make_unique<AdmittingClient>(ledger.writer());
    m_admitting = client.get();
    console::Session::Parts parts;
    parts.ledger = std::make_unique<console::WorkerLedgerClient>(ledger.files().database, ledger.clock);
    parts.decisions = std::move(client);
    parts.admin = std::make_unique<FakeAdminClient>();
    parts.clock = &ledger.clock;
    parts.random = &m_random;
    parts.outbox = m_folder.path(u"outbox.jsonl"_s);
    m_session = std::make_unique<console::Session>(std::move(parts));
    m_page = std::make_unique<console::QueuePage>();
    m_page->resize(1110, 720);
    if (!QTest::qWaitFor([this] { return m_session->isRead(); }, 20'000))
        qFatal("The ledger was not read.");
    m_session->key().adopt(need(approval::SigningKey::fromSeed(QByteArray(32, 'b')), "key"));
    m_page->setSession(m_session.get());
    m_page->show();
    waitUntilReady();
}

RealConsole::~RealConsole()
{
    m_page->setSession(nullptr);
}

void RealConsole::waitUntilReady()
{
    if (!QTest::qWaitFor([this] { return m_page->isReady(); }, 20'000))
        qFatal("The queue did not get ready.");
}

void RealConsole::read(const char *area, const std::function<bool()> &isRead)
{
    QScrollBar *bar = child<QScrollArea>(area).verticalScrollBar();
    passEvents(20);
    bar->setValue(0);
    for (int i = 0; i < 2000 && !isRead(); ++i) {
        if (bar->value() == bar->maximum())
            bar->setValue(0); // laid out anew meanwhile: once more
        else
            bar->setValue(bar->value() + std::max(20, bar->pageStep() - 40));
        passEvents(1);
    }
    if (!isRead())
        qFatal("It could not be read to its end.");
}

} // namespace obstat::tests
