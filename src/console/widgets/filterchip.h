#pragma once

#include <QStringList>
#include <QToolButton>

class QLineEdit;
class QFrame;
class QListWidget;

namespace obstat::console {

/// One filter in a bar: its name while it is not set, `tool: send_email` while it is. Opens a small list to choose
/// from, with a line to narrow it; where free text is allowed, any text can be entered. Backspace or Delete on the chip
/// clears it.
class FilterChip : public QToolButton
{
    Q_OBJECT
    Q_PROPERTY(QString name READ name WRITE setName)

public:
    struct Choice
    {
        QString value; ///< what is filtered by
        QString text;  ///< what is shown; already escaped
    };

    explicit FilterChip(QWidget *parent = nullptr);

    [[nodiscard]] QString name() const { return m_name; }
    void setName(const QString &name);
    void setChoices(const QList<Choice> &choices);
    /// Values that others wrote; shown escaped.
    void setValues(const QStringList &values);
    void setFreeText(bool allowed, const QString &placeholder = {});

    [[nodiscard]] QString value() const { return m_value; } ///< "" = not set
    void setValue(const QString &value);
    void clear() { setValue({}); }

Q_SIGNALS:
    void valueChanged(const QString &value);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void open();
    void buildPopup();
    void fill(const QString &narrowed);
    void choose();
    void updateText();
    [[nodiscard]] QString textOf(const QString &value) const;

    QString m_name;
    QString m_value;
    QList<Choice> m_choices;
    bool m_freeText = false;
    QString m_placeholder;
    QFrame *m_popup = nullptr;
    QLineEdit *m_entry = nullptr;
    QListWidget *m_list = nullptr;
};

} // namespace obstat::console
