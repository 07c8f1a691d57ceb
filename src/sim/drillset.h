#pragma once

#include "ledger/types.h"
#include "sim/drill.h"
#include "sim/ledgersetup.h"
#include "sim/simulatedowner.h"

#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace obstat::sim {

class LedgerAdmin;

/// What one case of the drill runs on: a scratch ledger, an owner with its own book, and an instance in a process of
/// its own, which can be killed.
class DrillSet
{
public:
    DrillSet(const DrillCase &drilled, QString daemon, const base::Clock &clock, base::Random &random);
    ~DrillSet(); ///< kills the instance
    DrillSet(const DrillSet &) = delete;
    DrillSet &operator=(const DrillSet &) = delete;

    [[nodiscard]] base::Result<> make();
    /// `point`: where it is to die, "" = nowhere. Waits until it answers, at most `patience` milliseconds.
    [[nodiscard]] base::Result<> startInstance(const QString &point, int patience);
    [[nodiscard]] bool waitForDeath(int patience);

    struct Answer
    {
        QString answer; ///< created, repeated …
        bool hasResult = false;
    };
    /// The same work each time.
    [[nodiscard]] base::Result<Answer> submit();

    struct Seen
    {
        ledger::OperationRow row;
        QList<ledger::AttemptRow> attempts;
    };
    /// The one operation, read from the ledger's file.
    [[nodiscard]] base::Result<Seen> look() const;
    [[nodiscard]] base::Result<qint64> effects() { return m_owner->effects(); }

private:
    [[nodiscard]] QByteArray registry() const;
    [[nodiscard]] base::Result<> prepare(LedgerAdmin &admin);
    [[nodiscard]] base::Result<std::optional<quint16>> port() const;

    const DrillCase m_drilled;
    const QString m_daemon;
    const base::Clock &m_clock;
    base::Random &m_random;
    QTemporaryDir m_folder;
    std::unique_ptr<SimulatedOwner> m_owner;
    std::optional<MadeLedger> m_made;
    QString m_token;
    std::unique_ptr<QProcess> m_instance;
    quint16 m_port = 0;
};

} // namespace obstat::sim
