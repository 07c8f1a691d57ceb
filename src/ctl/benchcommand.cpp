#include "ctl/benchcommand.h"

#include "ctl/benchledger.h"
#include "ctl/httpbench.h"
#include "sim/syncrate.h"

#include <CLI/CLI.hpp>

#include <QDir>
#include <QFileInfo>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace obstat::ctl {

using base::ErrorCode;
using base::Result;

namespace {

/// The disk's own limit is measured before and after, because a shared machine drifts.
class SyncLimit
{
public:
    SyncLimit(QString folder, double seconds) : m_folder(std::move(folder)), m_seconds(seconds) {}
    Result<> measure()
    {
        auto rate = sim::syncRate(m_folder, m_seconds);
        if (!rate)
            return tl::unexpected(rate.error());
        m_sum += *rate;
        ++m_count;
        return {};
    }
    [[nodiscard]] double rate() const { return m_sum / m_count; }

private:
    QString m_folder;
    double m_seconds;
    double m_sum = 0;
    int m_count = 0;
};

} // namespace

CLI::App *BenchCommand::declare(CLI::App &parent)
{
    CLI::App *command =
        parent.add_subcommand("bench", "Measure durable work beside the limit of this disk, in one run");
    command->add_option("what", m_what, "write (in process) or gateway (over HTTP)")
        ->required()
        ->check(CLI::IsMember({"write", "gateway"}));
    command->add_option("--folder", m_folder, "Folder on the disk to measure (default: the current one)");
    command->add_option("--seconds", m_seconds, "Seconds of each measurement")->check(CLI::Range(0.2, 600.0));
    command->add_option("--connections", m_connections, "gateway: keep-alive connections")->check(CLI::Range(1, 256));
    command->add_flag("--json", m_json, "Print JSON");
    return command;
}

int BenchCommand::run()
{
    const QString base = m_folder.empty() ? QDir::currentPath() : QString::fromStdString(m_folder);
    const QTemporaryDir folder(base + u"/obstat-bench-XXXXXX"_s);
    if (!folder.isValid())
        return context().complain({ErrorCode::Io, u"No folder can be made in '%1'."_s.arg(base), folder.errorString()});
    auto figures = m_what == "write" ? write(folder.path()) : gateway(folder.path());
    if (!figures)
        return context().complain(figures.error());
    if (m_json) {
        context().print(*figures);
        return Done;
    }
    for (auto it = figures->begin(); it != figures->end(); ++it)
        context().say(it.key().leftJustified(26) + QString::number(it.value().toDouble(), 'f', 2));
    return Done;
}

Result<QJsonObject> BenchCommand::write(const QString &folder)
{
    SyncLimit limit(folder, m_seconds / 2);
    BenchLedger ledger(context().clock(), context().random());
    if (auto made = ledger.make(folder + u"/bench.obstat"_s); !made)
        return tl::unexpected(made.error());
    if (auto measured = limit.measure(); !measured)
        return tl::unexpected(measured.error());
    auto single = ledger.submitRate(1, m_seconds, false);
    auto grouped = ledger.submitRate(256, m_seconds, false);
    auto repeats = ledger.submitRate(256, m_seconds, true);
    auto singleRepeats = ledger.submitRate(1, m_seconds, true);
    if (auto measured = limit.measure(); !measured)
        return tl::unexpected(measured.error());
    for (const auto *rate : {&single, &grouped, &repeats, &singleRepeats})
        if (!*rate)
            return tl::unexpected(rate->error());
    const double sync = limit.rate();
    return QJsonObject{{u"fdatasync_per_second"_s, sync},
                       {u"single_per_second"_s, *single},
                       {u"grouped_per_second"_s, *grouped},
                       {u"repeats_per_second"_s, *repeats},
                       {u"single_over_fdatasync"_s, *single / sync},
                       {u"grouped_over_fdatasync"_s, *grouped / sync},
                       {u"repeats_over_fdatasync"_s, *repeats / sync},
                       {u"single_repeats_over_fdatasync"_s, *singleRepeats / sync}};
}

Result<QJsonObject> BenchCommand::gateway(const QString &folder)
{
    SyncLimit limit(folder, m_seconds / 2);
    HttpBench bench(context().clock(), context().random(), context().log());
    if (auto started = bench.start(folder + u"/bench.obstat"_s); !started)
        return tl::unexpected(started.error());
    if (auto measured = limit.measure(); !measured)
        return tl::unexpected(measured.error());
    auto first = bench.submit(m_connections, m_seconds, false);
    auto repeats = bench.submit(m_connections, m_seconds, true);
    if (auto measured = limit.measure(); !measured)
        return tl::unexpected(measured.error());
    if (!first || !repeats)
        return tl::unexpected(first ? repeats.error() : first.error());
    const double sync = limit.rate();
    return QJsonObject{{u"fdatasync_per_second"_s, sync},
                       {u"connections"_s, m_connections},
                       {u"http_per_second"_s, first->perSecond},
                       {u"http_p50_ms"_s, first->p50Milliseconds},
                       {u"http_p99_ms"_s, first->p99Milliseconds},
                       {u"http_over_fdatasync"_s, first->perSecond / sync},
                       {u"repeats_per_second"_s, repeats->perSecond},
                       {u"repeats_p99_ms"_s, repeats->p99Milliseconds},
                       {u"repeats_over_fdatasync"_s, repeats->perSecond / sync}};
}

} // namespace obstat::ctl
