#pragma once

#include <QFrame>
#include <QMap>

namespace obstat::console {

class FilterChip;

/// The filters of a page: the chips of its form, read and set together, and saved under names. A chip named `savedChip`
/// offers the saved ones and saves the present one under a new name.
class FilterBar : public QFrame
{
    Q_OBJECT

public:
    using Values = QMap<QString, QString>; ///< object name of the chip → value; unset ones are left out

    explicit FilterBar(QWidget *parent = nullptr);

    /// After the form was set up: finds its chips. `settingsName` is where filters are saved.
    void prepare(const QString &settingsName);

    [[nodiscard]] QString value(const QString &chip) const;
    [[nodiscard]] Values values() const;
    [[nodiscard]] bool isActive() const { return !values().isEmpty(); }
    /// One changed() for all.
    void setValues(const Values &values);
    void clear() { setValues({}); }
    void focusFirst();

Q_SIGNALS:
    void changed();

private:
    void flow();
    void save(const QString &name);
    void applySaved(const QString &name);
    void fillSaved();

    QString m_settingsName;
    QList<FilterChip *> m_chips;
    FilterChip *m_saved = nullptr;
    bool m_setting = false;
};

} // namespace obstat::console
