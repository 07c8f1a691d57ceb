#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace obstat::wire {

/// Decodes a chunked body (RFC 9112, 7.1). Our own because Beast 1.81 asserts on a last chunk that arrives byte by
/// byte. Strict refuses chunk extensions and trailers (nobody who calls us needs them, and smuggling lives there);
/// Lenient reads over them, as a recipient of answers must.
class ChunkDecoder
{
public:
    enum class State { More, Done, Malformed, TooLarge };
    enum class Reading { Strict, Lenient };

    ChunkDecoder(Reading reading, qsizetype maxBytes) : m_reading(reading), m_maxBytes(maxBytes) {}

    /// Moves decoded bytes from the front of `input` to the end of `body`.
    [[nodiscard]] State decode(QByteArray &input, QByteArray &body);

private:
    enum class Part { Size, Data, DataEnd, Trailer };

    [[nodiscard]] State readSize(QByteArrayView line, const QByteArray &body);
    [[nodiscard]] State readTrailer(QByteArrayView line);
    [[nodiscard]] State readLine(QByteArrayView line, const QByteArray &body);

    Reading m_reading;
    qsizetype m_maxBytes;
    Part m_part = Part::Size;
    qsizetype m_left = 0;
    qsizetype m_trailerBytes = 0;
};

} // namespace obstat::wire
