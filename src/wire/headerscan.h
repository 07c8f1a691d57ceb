#pragma once

#include <QByteArrayView>

namespace obstat::wire {

/// Looks at the raw bytes of a message header before any parser does: every line ends with CRLF, no other control is
/// in it, no line is folded (RFC 9112, 2.2 and 5.2). These are the forms that two parsers may read differently.
class HeaderScan
{
public:
    enum class Found { More, End, Malformed };
    enum class Folding { Refused, Allowed };

    explicit HeaderScan(Folding folding) : m_folding(folding) {}

    /// `all` is everything from the first byte of the header; only what is new since the last call is looked at.
    [[nodiscard]] Found scan(QByteArrayView all);
    /// The length of the header with its last empty line, after End.
    [[nodiscard]] qsizetype length() const { return m_position; }

private:
    Folding m_folding;
    qsizetype m_position = 0;
    qsizetype m_lineStart = 0;
    bool m_afterCr = false;
};

} // namespace obstat::wire
