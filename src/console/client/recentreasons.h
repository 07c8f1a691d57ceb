#pragma once

#include <QSettings>
#include <QStringList>

namespace obstat::console {

/// The reasons a person gave for rejections lately, newest first, to be used again. One list for each person.
class RecentReasons
{
public:
    static constexpr int kKept = 8;

    RecentReasons(QSettings &settings, const QString &person);

    [[nodiscard]] QStringList list() const;
    /// To the front; one that is there already moves.
    void add(const QString &reason);

private:
    QSettings &m_settings;
    QString m_name;
};

} // namespace obstat::console
