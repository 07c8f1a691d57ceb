#pragma once

#include "console/widgets/plaintextlabel.h"

#include <QTimer>

namespace obstat::console {

class UnlockedKey;

/// Says how long the next try of a passphrase has to wait; hidden when it has not. Looks four times a second.
class PassphraseWait : public PlainTextLabel
{
    Q_OBJECT

public:
    explicit PassphraseWait(QWidget *parent = nullptr);

    /// `key` must outlive the label.
    void setKey(const UnlockedKey &key);
    /// Looks now.
    void look();
    [[nodiscard]] bool mayTry() const { return m_mayTry; }

Q_SIGNALS:
    void mayTryChanged();

private:
    const UnlockedKey *m_key = nullptr;
    QTimer m_timer;
    bool m_mayTry = true;
};

} // namespace obstat::console
