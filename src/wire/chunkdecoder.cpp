#include "wire/chunkdecoder.h"

#include "wire/chars.h"

namespace obstat::wire {

namespace {

constexpr qsizetype kMaxLine = 4096;
constexpr qsizetype kMaxTrailer = 16 * 1024;

} // namespace

ChunkDecoder::State ChunkDecoder::decode(QByteArray &input, QByteArray &body)
{
    qsizetype used = 0;
    State state = State::More;
    while (state == State::More && used < input.size()) {
        const QByteArrayView rest = QByteArrayView(input).sliced(used);
        if (m_part == Part::Data) {
            const qsizetype count = std::min(m_left, rest.size());
            body.append(rest.first(count));
            used += count;
            m_left -= count;
            if (m_left == 0)
                m_part = Part::DataEnd;
            continue;
        }
        const qsizetype lineFeed = rest.indexOf('\n');
        if (lineFeed < 0) {
            // What cannot become a line any more is refused now, not at the time limit.
            const bool strayReturn = rest.chopped(1).contains('\r');
            if (rest.size() > kMaxLine || strayReturn || (m_part == Part::DataEnd && rest != "\r"))
                state = State::Malformed;
            break;
        }
        if (lineFeed == 0 || rest.indexOf('\r') != lineFeed - 1) {
            state = State::Malformed;
            break;
        }
        state = readLine(rest.first(lineFeed - 1), body);
        used += lineFeed + 1;
    }
    input.remove(0, used);
    return state;
}

ChunkDecoder::State ChunkDecoder::readLine(QByteArrayView line, const QByteArray &body)
{
    if (m_part == Part::Size)
        return readSize(line, body);
    if (m_part == Part::Trailer)
        return readTrailer(line);
    m_part = Part::Size;
    return line.empty() ? State::More : State::Malformed;
}

ChunkDecoder::State ChunkDecoder::readSize(QByteArrayView line, const QByteArray &body)
{
    qsizetype digits = 0;
    quint64 size = 0;
    while (digits < line.size() && hexValue(line[digits]) >= 0) {
        size = size * 16 + static_cast<quint64>(hexValue(line[digits]));
        if (++digits > 8)
            return State::Malformed;
    }
    if (digits == 0)
        return State::Malformed;
    if (digits < line.size()) {
        const char next = line[digits];
        const bool extension = next == ';' || next == ' ' || next == '\t';
        if (m_reading == Reading::Strict || !extension || std::ranges::any_of(line, isControl))
            return State::Malformed;
    }
    if (size > static_cast<quint64>(m_maxBytes - body.size()))
        return State::TooLarge;
    m_left = static_cast<qsizetype>(size);
    m_part = size == 0 ? Part::Trailer : Part::Data;
    return State::More;
}

ChunkDecoder::State ChunkDecoder::readTrailer(QByteArrayView line)
{
    if (line.empty())
        return State::Done;
    m_trailerBytes += line.size();
    if (m_reading == Reading::Strict || m_trailerBytes > kMaxTrailer)
        return State::Malformed;
    return State::More;
}

} // namespace obstat::wire
