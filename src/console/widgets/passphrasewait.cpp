#include "console/widgets/passphrasewait.h"

#include "console/client/unlockedkey.h"

#include <utility>

namespace obstat::console {

using namespace std::chrono_literals;

PassphraseWait::PassphraseWait(QWidget *parent) : PlainTextLabel(parent)
{
    setVisible(false);
    m_timer.setInterval(250ms);
    connect(&m_timer, &QTimer::timeout, this, &PassphraseWait::look);
}

void PassphraseWait::setKey(const UnlockedKey &key)
{
    m_key = &key;
    look();
}

void PassphraseWait::look()
{
    if (!m_key)
        return;
    const base::Micros left = m_key->untilNextTry();
    const int seconds = static_cast<int>((left + base::kSecond - 1) / base::kSecond);
    const bool may = left == 0;
    setText(may ? QString() : tr("The next try is possible in %n s.", nullptr, seconds));
    setVisible(!may);
    if (may)
        m_timer.stop();
    else
        m_timer.start();
    if (may != std::exchange(m_mayTry, may))
        Q_EMIT mayTryChanged();
}

} // namespace obstat::console
