#pragma once

#include "support/tempfolder.h"

#include <QByteArray>
#include <QString>

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <thread>

namespace obstat::tests {

template <auto Free>
struct Freed
{
    template <typename T>
    void operator()(T *thing) const
    {
        Free(thing);
    }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using CertificatePointer = std::unique_ptr<X509, Freed<X509_free>>;

/// A certificate with its key, signed by `issuer`, by itself without one. `names` as in subjectAltName, for example
/// "IP:127.0.0.1"; an authority has none.
struct Certificate
{
    KeyPointer key;
    CertificatePointer certificate;

    Certificate(const char *commonName, const QByteArray &names, const Certificate *issuer)
        : key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256")), certificate(X509_new())
    {
        X509 *x = certificate.get();
        X509_set_version(x, 2);
        ASN1_INTEGER_set(X509_get_serialNumber(x), issuer ? 2 : 1);
        X509_gmtime_adj(X509_getm_notBefore(x), -3600);
        X509_gmtime_adj(X509_getm_notAfter(x), 3600);
        X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
                                   reinterpret_cast<const unsigned char *>(commonName), -1, -1, 0);
        X509 *by = issuer ? issuer->certificate.get() : x;
        X509_set_issuer_name(x, X509_get_subject_name(by));
        X509_set_pubkey(x, key.get());
        extend(by, NID_basic_constraints, issuer ? "critical,CA:FALSE" : "critical,CA:TRUE");
        if (!names.isEmpty())
            extend(by, NID_subject_alt_name, names.constData());
        X509_sign(x, (issuer ? issuer->key : key).get(), EVP_sha256());
    }

    void save(const QString &path) const
    {
        std::FILE *file = std::fopen(qPrintable(path), "w");
        PEM_write_X509(file, certificate.get());
        std::fclose(file);
    }

private:
    void extend(X509 *issuer, int what, const char *value) const
    {
        X509V3_CTX context;
        X509V3_set_ctx(&context, issuer, certificate.get(), nullptr, nullptr, 0);
        X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, &context, what, value);
        X509_add_ext(certificate.get(), extension, -1);
        X509_EXTENSION_free(extension);
    }
};

/// An owner at https that answers one connection after the other with the same bytes, and keeps what it read.
class TlsOwner
{
public:
    enum class Close { Properly, Abruptly };

    TlsOwner(const Certificate &certificate, QByteArray answer, Close close = Close::Properly, int newest = 0)
        : m_answer(std::move(answer)), m_close(close), m_context(SSL_CTX_new(TLS_server_method()))
    {
        SSL_CTX_use_certificate(m_context, certificate.certificate.get());
        SSL_CTX_use_PrivateKey(m_context, certificate.key.get());
        if (newest != 0) {
            SSL_CTX_set_security_level(m_context, 0);
            SSL_CTX_set_max_proto_version(m_context, newest);
        }
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof where;
        ::bind(m_listener, reinterpret_cast<const sockaddr *>(&where), size);
        ::listen(m_listener, 8);
        ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&where), &size);
        m_port = ntohs(where.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~TlsOwner()
    {
        ::shutdown(m_listener, SHUT_RDWR);
        m_thread.join();
        ::close(m_listener);
        SSL_CTX_free(m_context);
    }
    TlsOwner(const TlsOwner &) = delete;
    TlsOwner &operator=(const TlsOwner &) = delete;

    quint16 port() const { return m_port; }
    int requests() const { return m_requests; }

private:
    void serve()
    {
        for (;;) {
            const int peer = ::accept(m_listener, nullptr, nullptr);
            if (peer < 0)
                return;
            SSL *tls = SSL_new(m_context);
            SSL_set_fd(tls, peer);
            if (SSL_accept(tls) == 1)
                answer(tls);
            SSL_free(tls);
            ::close(peer);
        }
    }
    void answer(SSL *tls)
    {
        char read[4096];
        if (SSL_read(tls, read, sizeof read) <= 0)
            return;
        ++m_requests;
        if (!m_answer.isEmpty())
            SSL_write(tls, m_answer.constData(), int(m_answer.size()));
        if (m_close == Close::Properly)
            SSL_shutdown(tls);
    }

    QByteArray m_answer;
    Close m_close;
    SSL_CTX *m_context;
    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<int> m_requests = 0;
    std::thread m_thread;
};

} // namespace obstat::tests
