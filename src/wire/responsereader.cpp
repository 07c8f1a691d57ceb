#include "wire/responsereader.h"

#include "wire/headparser.h"

namespace obstat::wire {

namespace {

constexpr qsizetype kMaxHeader = 64 * 1024;
constexpr int kMaxInterim = 16;

} // namespace

ResponseReader::ResponseReader(bool toHead, qsizetype maxBytes)
    : m_toHead(toHead)
    , m_maxBytes(maxBytes)
    , m_scan(HeaderScan::Folding::Allowed)
    , m_chunks(ChunkDecoder::Reading::Lenient, maxBytes)
{
}

ResponseReader::Step ResponseReader::consume(QByteArray &input)
{
    m_begun = m_begun || !input.isEmpty();
    while (!m_headRead) {
        const Step step = readHead(input);
        if (step != Step::Done)
            return step;
    }
    return readBody(input);
}

/// Done means one header was read; it may have been an interim one.
ResponseReader::Step ResponseReader::readHead(QByteArray &input)
{
    switch (m_scan.scan(input)) {
    case HeaderScan::Found::More:
        return input.size() > kMaxHeader ? Step::TooLarge : Step::More;
    case HeaderScan::Found::Malformed:
        return Step::Malformed;
    case HeaderScan::Found::End:
        break;
    }
    if (m_scan.length() > kMaxHeader)
        return Step::TooLarge;
    HeadParser<false> parser;
    const boost::beast::error_code code = parser.parse(QByteArrayView(input).first(m_scan.length()));
    input.remove(0, m_scan.length());
    m_scan = HeaderScan(HeaderScan::Folding::Allowed);
    if (code || parser.status < 100 || parser.status == 101)
        return Step::Malformed;
    if (parser.status < 200)
        return ++m_interim > kMaxInterim ? Step::Malformed : Step::Done;

    m_headRead = true;
    response.status = parser.status;
    response.headers = std::move(parser.headers);
    m_keepAlive = parser.keep_alive();
    if (m_toHead || response.status == 204 || response.status == 304)
        return Step::Done;
    if (parser.chunked()) {
        m_framing = Framing::Chunked;
    } else if (const auto length = parser.content_length()) {
        m_framing = Framing::Length;
        if (*length > static_cast<std::uint64_t>(m_maxBytes))
            return Step::TooLarge;
        m_length = static_cast<qsizetype>(*length);
    } else {
        m_framing = Framing::ToEnd;
    }
    return Step::Done;
}

ResponseReader::Step ResponseReader::readBody(QByteArray &input)
{
    switch (m_framing) {
    case Framing::None:
        return Step::Done;
    case Framing::Length: {
        const Step step = append(input, std::min(m_length - response.body.size(), input.size()));
        return step == Step::More && response.body.size() == m_length ? Step::Done : step;
    }
    case Framing::ToEnd:
        return append(input, input.size());
    case Framing::Chunked:
        break;
    }
    switch (m_chunks.decode(input, response.body)) {
    case ChunkDecoder::State::More:
        return Step::More;
    case ChunkDecoder::State::Done:
        return Step::Done;
    case ChunkDecoder::State::TooLarge:
        return Step::TooLarge;
    case ChunkDecoder::State::Malformed:
        break;
    }
    return Step::Malformed;
}

ResponseReader::Step ResponseReader::append(QByteArray &input, qsizetype count)
{
    if (response.body.size() + count > m_maxBytes)
        return Step::TooLarge;
    response.body.append(QByteArrayView(input).first(count));
    input.remove(0, count);
    return Step::More;
}

ResponseReader::Step ResponseReader::end() const
{
    if (!m_begun)
        return Step::NoAnswer;
    return m_headRead && m_framing == Framing::ToEnd ? Step::Done : Step::CutShort;
}

} // namespace obstat::wire
