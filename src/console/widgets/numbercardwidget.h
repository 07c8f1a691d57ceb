#pragma once

#include "console/models/numbercards.h"

#include <QFrame>

class QVBoxLayout;

namespace obstat::console {

class PillLabel;
class PlainTextLabel;

/// One watched number: its name, the number, how it changed, what that means, and the ways down to the rows.
class NumberCardWidget : public QFrame
{
    Q_OBJECT

public:
    explicit NumberCardWidget(QWidget *parent = nullptr);

    void setCard(const NumberCard &card);
    [[nodiscard]] const NumberCard &card() const { return m_card; }
    /// The number is of another range while the new one is computed.
    void setStale(bool stale);

Q_SIGNALS:
    void followed(const CardLink &link);

private:
    void setLinks(const QList<CardLink> &links);

    NumberCard m_card;
    PlainTextLabel *m_title = nullptr;
    PlainTextLabel *m_delta = nullptr;
    PillLabel *m_warning = nullptr;
    PlainTextLabel *m_value = nullptr;
    PlainTextLabel *m_meaning = nullptr;
    PlainTextLabel *m_lines = nullptr;
    QVBoxLayout *m_links = nullptr;
};

} // namespace obstat::console
