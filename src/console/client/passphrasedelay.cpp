#include "console/client/passphrasedelay.h"

namespace obstat::console {

void PassphraseDelay::failed(base::Micros now)
{
    m_until = now + m_next;
    m_next = std::min(m_next * 2, kMost);
}

} // namespace obstat::console
