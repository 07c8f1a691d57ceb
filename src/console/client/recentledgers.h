#pragma once

#include <QSettings>
#include <QStringList>

namespace obstat::console {

/// The ledgers that were open lately, newest first, in the user's settings.
class RecentLedgers
{
public:
    static constexpr int kKept = 10;

    /// `settings` must outlive it.
    explicit RecentLedgers(QSettings &settings);

    [[nodiscard]] QStringList list() const;
    void add(const QString &database);
    void remove(const QString &database);

    /// The key file that was last unlocked for a ledger, "" when none was.
    [[nodiscard]] QString keyFile(const QString &database) const;
    void setKeyFile(const QString &database, const QString &path);

private:
    QSettings &m_settings;
};

} // namespace obstat::console
