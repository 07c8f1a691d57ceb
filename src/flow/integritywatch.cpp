#include "flow/integritywatch.h"

#include "ledger/ledgerverifier.h"

#include <chrono>

using namespace Qt::StringLiterals;

namespace obstat::flow {

using ledger::LedgerWriter;

namespace {

constexpr std::chrono::milliseconds kLook{200};

} // namespace

IntegrityWatch::IntegrityWatch(LedgerThread &ledger, base::JsonLog &log, Settings settings)
    : m_ledger(ledger), m_log(log), m_settings(std::move(settings))
{
}

IntegrityWatch::~IntegrityWatch()
{
    stop();
}

void IntegrityWatch::start()
{
    m_thread = std::thread([this] { run(); });
}

void IntegrityWatch::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void IntegrityWatch::run()
{
    while (!m_stopping) {
        const auto due = m_ledger.call<std::optional<qint64>>(
            [](LedgerWriter &writer) -> base::Result<std::optional<qint64>> { return writer.verificationDue(); });
        if (due && *due)
            verify(**due);
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, kLook, [this] { return m_stopping.load(); });
    }
}

void IntegrityWatch::verify(qint64 number)
{
    auto reader = ledger::LedgerReader::open(m_settings.ledger);
    auto report = reader ? ledger::LedgerVerifier(**reader, m_settings.logVerifierKey, m_settings.administrators)
                               .run([this](const ledger::VerifyProgress &) { return !m_stopping; })
                         : tl::unexpected(reader.error());
    if (!report) {
        if (!m_stopping)
            m_log.error(u"verification_failed"_s,
                        {{u"why"_s, report.error().message}, {u"detail"_s, report.error().detail}});
        return;
    }
    const auto taken = m_ledger.call<bool>([number, &report](LedgerWriter &writer) -> base::Result<bool> {
        if (auto done = writer.verified(number, *report); !done)
            return tl::unexpected(done.error());
        return true;
    });
    QJsonObject said{
        {u"events"_s, report->events}, {u"operations"_s, report->operations}, {u"findings"_s, report->findings.size()}};
    if (!report->whole)
        said.insert(u"first"_s, report->findings.first().what);
    if (!taken)
        said.insert(u"why"_s, taken.error().message);
    if (report->whole && taken)
        m_log.info(u"ledger_verified"_s, said);
    else
        m_log.error(u"ledger_not_whole"_s, said);
}

} // namespace obstat::flow
