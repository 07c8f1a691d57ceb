#include "sim/ledgersetup.h"

#include "approval/frozenplan.h"
#include "ledger/ledgerwriter.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace obstat::sim {

using base::ErrorCode;
using base::fail;
using base::Result;

namespace {

/// Removes what was made unless it was kept.
class Undo
{
public:
    ~Undo()
    {
        for (const QString &path : m_paths)
            QFile::remove(path);
    }
    Undo() = default;
    Undo(const Undo &) = delete;
    Undo &operator=(const Undo &) = delete;
    void made(const QString &path) { m_paths.append(path); }
    QStringList keep() { return std::exchange(m_paths, {}); }

private:
    QStringList m_paths;
};

Result<> write(const QString &path, const QByteArray &text)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return fail(ErrorCode::Io, u"'%1' cannot be written."_s.arg(path), file.errorString());
    return {};
}

Result<> nothingThere(const QStringList &paths)
{
    for (const QString &path : paths)
        if (QFileInfo::exists(path))
            return fail(ErrorCode::AlreadyExists, u"'%1' is there already; nothing was made."_s.arg(path));
    return {};
}

} // namespace

Result<QByteArray> sampleText(const QString &name)
{
    QFile file(u":/obstat/samples/"_s + name);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorCode::Internal, u"The sample '%1' is not in this build."_s.arg(name));
    return file.readAll();
}

Result<MadeLedger> makeLedger(const LedgerSetup &setup, const base::Clock &clock, base::Random &random)
{
    const ledger::LedgerFiles files = ledger::LedgerFiles::beside(setup.database);
    const QDir folder = QFileInfo(setup.database).absoluteDir();
    const QString adminFile = folder.filePath(u"admin.pem"_s);
    if (auto free = nothingThere(
            {setup.database, files.key, files.state, files.config, files.registry, files.policy, adminFile});
        !free)
        return tl::unexpected(free.error());
    if (!folder.mkpath(u"."_s))
        return fail(ErrorCode::Io, u"The folder '%1' cannot be made."_s.arg(folder.path()));

    Undo undo;
    const QByteArray key = random.bytes(32);
    undo.made(files.key);
    if (auto saved = approval::saveInstanceKey(files.key, key); !saved)
        return tl::unexpected(saved.error());
    const auto adminKey = approval::SigningKey::generate();
    undo.made(adminFile);
    if (auto saved = approval::saveKeyFile(adminFile, adminKey, setup.passphrase); !saved)
        return tl::unexpected(saved.error());

    MadeLedger made{{}, adminKey, adminFile, u"obstat.local/"_s + base::randomUuid(random), {}};
    made.config.path = files.config;
    made.config.ledger = setup.database;
    made.config.registry = files.registry;
    made.config.listen = setup.listen;
    made.config.port = setup.port;
    made.config.administrators = {{setup.administrator, adminKey.publicKey()}};

    ledger::WriterOptions options;
    options.database = setup.database;
    options.administrators = made.config.administrators;
    options.instanceKey = key;
    options.clock = &clock;
    options.random = &random;
    for (const QString &path : {setup.database, files.lock, files.state})
        undo.made(path);
    if (auto created = ledger::LedgerWriter::create(options, made.origin, setup.simulated); !created)
        return tl::unexpected(created.error());
    {
        auto writer = ledger::LedgerWriter::open(options);
        if (!writer)
            return tl::unexpected(writer.error());
        made.config.logKey = (*writer)->logVerifierKey();
        if (auto stopped = (*writer)->markStopped(); !stopped)
            return tl::unexpected(stopped.error());
    }
    const QList<QPair<QString, QByteArray>> texts{
        {files.registry, setup.registry}, {files.policy, setup.policy}, {files.config, made.config.toToml()}};
    for (const auto &[path, text] : texts) {
        undo.made(path);
        if (auto written = write(path, text); !written)
            return tl::unexpected(written.error());
    }
    made.files = undo.keep();
    return made;
}

} // namespace obstat::sim
