#pragma once

#include "wire/chunkdecoder.h"
#include "wire/headerscan.h"
#include "wire/requestrules.h"

namespace obstat::wire {

/// Reads one request from bytes, without any I/O.
class RequestReader
{
public:
    enum class Step {
        More,    ///< needs more bytes
        Head,    ///< the header is read and accepted, a body follows; call again
        Done,    ///< the request is whole
        Refused, ///< see refusal(); nothing more can be read from this connection
    };

    /// `config` must outlive the reader.
    RequestReader(const ServerConfig &config, quint16 port);

    /// Takes what belongs to this request off the front of `input`.
    [[nodiscard]] Step consume(QByteArray &input);

    Request request;
    [[nodiscard]] const Refusal &refusal() const { return m_refusal; }
    [[nodiscard]] bool headRead() const { return m_headRead; }
    [[nodiscard]] bool keepAlive() const { return m_keepAlive; }
    [[nodiscard]] int version() const { return m_version; }
    /// The rest did not come; makes `refusal` the reason.
    void giveUp(Refusal reason) { (void)refuse(std::move(reason)); }
    /// The client waits for `100 Continue` before it sends the body.
    [[nodiscard]] bool expectsContinue() const;

private:
    [[nodiscard]] Step readHead(QByteArray &input);
    [[nodiscard]] Step readBody(QByteArray &input);
    [[nodiscard]] Step refuse(Refusal refusal);

    const ServerConfig &m_config;
    RequestRules m_rules;
    HeaderScan m_scan;
    ChunkDecoder m_chunks;
    BodyFraming m_framing;
    Refusal m_refusal;
    int m_version = 11;
    bool m_headRead = false;
    bool m_keepAlive = false;
};

} // namespace obstat::wire
