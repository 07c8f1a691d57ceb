#pragma once

#include <QLabel>

namespace obstat::console {

/// The only label of the console: plain text whatever the text is (approval-integrity C4), so markup is shown as it was
/// written and nothing is fetched. What others wrote goes through setForeignText(), which makes invisible characters
/// visible (C3).
class PlainTextLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainTextLabel(QWidget *parent = nullptr);

    /// The console's own words.
    void setText(const QString &text);
    /// What an agent, an owner or a file wrote.
    void setForeignText(const QString &text);
    /// One of the style sheet's looks: dim, small, heading, title, sum, mono, pill …
    void setLook(const QString &look);

private:
    using QLabel::setTextFormat; // it is plain, always
};

/// A label of the look `small` whose text goes on in more lines.
[[nodiscard]] PlainTextLabel *smallLabel(const QString &name, QWidget *parent);

/// A tooltip of plain text. Qt guesses whether a tooltip is markup, so the text is escaped.
[[nodiscard]] QString plainToolTip(const QString &text);

} // namespace obstat::console
