#pragma once

#include <QFrame>
#include <QMap>
#include <QVariantMap>

namespace obstat::console {

class FilterChip;

/// The filters of a page: the chips of its form, read and set together, and saved under names. A chip named `savedChip`
/// offers the saved ones and saves the present one under a new name; its menu forgets one, or lets the page start with
/// it ("always ask me").
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

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void flow();
    void save(const QString &name);
    void applySaved(const QString &name);
    void fillSaved();
    void fitSaved();
    void openSavedMenu();
    [[nodiscard]] QVariantMap saved() const;
    [[nodiscard]] Values savedValues(const QString &name) const;
    [[nodiscard]] QString startName() const;
    void startWith(const QString &name);
    void forget(const QString &name);

    QString m_settingsName;
    QList<FilterChip *> m_chips;
    FilterChip *m_saved = nullptr;
    bool m_setting = false;
};

} // namespace obstat::console
