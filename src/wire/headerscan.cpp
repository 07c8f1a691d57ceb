#include "wire/headerscan.h"

#include "wire/chars.h"

namespace obstat::wire {

HeaderScan::Found HeaderScan::scan(QByteArrayView all)
{
    while (m_position < all.size()) {
        const char c = all[m_position];
        if (m_afterCr) {
            if (c != '\n')
                return Found::Malformed;
            const bool empty = m_position - m_lineStart == 1;
            const bool first = m_lineStart == 0;
            ++m_position;
            m_lineStart = m_position;
            m_afterCr = false;
            if (empty)
                return first ? Found::Malformed : Found::End;
            continue;
        }
        if (c == '\r') {
            m_afterCr = true;
        } else if (isControl(c)) {
            return Found::Malformed;
        } else if (m_position == m_lineStart && (c == ' ' || c == '\t')) {
            if (m_folding == Folding::Refused || m_lineStart == 0)
                return Found::Malformed;
        }
        ++m_position;
    }
    return Found::More;
}

} // namespace obstat::wire
