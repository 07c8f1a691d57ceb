#pragma once

#include "wire/chunkdecoder.h"
#include "wire/headerscan.h"
#include "wire/message.h"

namespace obstat::wire {

/// Reads one final answer from bytes, without any I/O; interim answers (1xx) are read over.
class ResponseReader
{
public:
    enum class Step {
        More,      ///< needs more bytes
        Done,      ///< the answer is whole
        Malformed, ///< not HTTP/1.x
        TooLarge,  ///< over the limit, or the header over 64 KiB
        CutShort,  ///< the connection ended inside the answer
        NoAnswer,  ///< the connection ended before any byte of it
    };

    /// `toHead`: the request was HEAD, so no body follows.
    ResponseReader(bool toHead, qsizetype maxBytes);

    /// Takes what belongs to the answer off the front of `input`.
    [[nodiscard]] Step consume(QByteArray &input);
    /// The other side ended the connection.
    [[nodiscard]] Step end() const;

    Response response;
    [[nodiscard]] bool keepAlive() const { return m_keepAlive; }

private:
    enum class Framing { None, Length, Chunked, ToEnd };

    [[nodiscard]] Step readHead(QByteArray &input);
    [[nodiscard]] Step readBody(QByteArray &input);
    [[nodiscard]] Step append(QByteArray &input, qsizetype count);

    bool m_toHead;
    qsizetype m_maxBytes;
    HeaderScan m_scan;
    ChunkDecoder m_chunks;
    Framing m_framing = Framing::None;
    qsizetype m_length = 0;
    int m_interim = 0;
    bool m_begun = false;
    bool m_headRead = false;
    bool m_keepAlive = false;
};

} // namespace obstat::wire
