#include "wire/requestreader.h"

#include "wire/chars.h"
#include "wire/headparser.h"

namespace obstat::wire {

namespace http = boost::beast::http;

namespace {

constexpr qsizetype kFirstReserve = 16 * 1024;

/// Whether a request line ends with a well-formed version that is not ours.
bool endsWithOtherVersion(QByteArrayView line)
{
    constexpr QByteArrayView shape(" HTTP/x.x");
    if (line.size() < shape.size())
        return false;
    const QByteArrayView end = line.last(shape.size());
    return end.startsWith(shape.first(6)) && isDigit(end[6]) && end[7] == '.' && isDigit(end[8]) &&
           !end.endsWith("1.0") && !end.endsWith("1.1");
}

} // namespace

RequestReader::RequestReader(const ServerConfig &config, quint16 port)
    : m_config(config)
    , m_rules(config, port)
    , m_scan(HeaderScan::Folding::Refused)
    , m_chunks(ChunkDecoder::Reading::Strict, config.maxBodyBytes)
{
}

RequestReader::Step RequestReader::consume(QByteArray &input)
{
    return m_headRead ? readBody(input) : readHead(input);
}

RequestReader::Step RequestReader::readHead(QByteArray &input)
{
    switch (m_scan.scan(input)) {
    case HeaderScan::Found::More:
        return input.size() > m_config.maxHeaderBytes ? refuse(Refusal::headerTooLarge()) : Step::More;
    case HeaderScan::Found::Malformed:
        return refuse(Refusal::malformed(QStringLiteral("The request header is not well formed.")));
    case HeaderScan::Found::End:
        break;
    }
    if (m_scan.length() > m_config.maxHeaderBytes)
        return refuse(Refusal::headerTooLarge());
    HeadParser<true> parser;
    const boost::beast::error_code code = parser.parse(QByteArrayView(input).first(m_scan.length()));
    const bool otherVersion =
        code == http::error::bad_version && endsWithOtherVersion(input.first(input.indexOf('\r')));
    input.remove(0, m_scan.length());
    if (otherVersion)
        return refuse({505, QStringLiteral("unsupported"), QStringLiteral("This version of HTTP is not spoken here.")});
    if (code)
        return refuse(Refusal::malformed(QStringLiteral("The request header is not well formed.")));

    request.method = std::move(parser.method);
    request.target = std::move(parser.target);
    request.headers = std::move(parser.headers);
    m_version = parser.version;
    m_keepAlive = parser.keep_alive();
    if (auto refusal = m_rules.apply(request, m_version, m_framing))
        return refuse(std::move(*refusal));
    m_headRead = true;
    if (!m_framing.chunked && m_framing.length == 0)
        return Step::Done;
    // Not the whole length: it is only a promise, and memory for promises is an attack.
    request.body.reserve(std::min(m_framing.length, kFirstReserve));
    return Step::Head;
}

RequestReader::Step RequestReader::readBody(QByteArray &input)
{
    if (!m_framing.chunked) {
        const qsizetype count = std::min(m_framing.length - request.body.size(), input.size());
        request.body.append(QByteArrayView(input).first(count));
        input.remove(0, count);
        return request.body.size() == m_framing.length ? Step::Done : Step::More;
    }
    switch (m_chunks.decode(input, request.body)) {
    case ChunkDecoder::State::More:
        return Step::More;
    case ChunkDecoder::State::Done:
        return Step::Done;
    case ChunkDecoder::State::TooLarge:
        return refuse(Refusal::bodyTooLarge());
    case ChunkDecoder::State::Malformed:
        break;
    }
    return refuse(Refusal::malformed(QStringLiteral("The chunked body is not well formed.")));
}

RequestReader::Step RequestReader::refuse(Refusal refusal)
{
    m_refusal = std::move(refusal);
    m_keepAlive = false;
    return Step::Refused;
}

bool RequestReader::expectsContinue() const
{
    return m_version >= 11 && request.headers.contains("Expect");
}

} // namespace obstat::wire
