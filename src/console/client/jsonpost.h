#pragma once

#include "base/result.h"

#include <QFuture>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPromise>

#include <functional>
#include <memory>

namespace obstat::console {

/// One POST of a signed JSON document to an instance (contract 8.1): no proxy, no redirect, no cache, one attempt, ten
/// seconds. GUI thread.
class JsonPost
{
public:
    JsonPost();

    /// `read` makes the value of an answer's status and body, of which at most `most` bytes are looked at. Unavailable
    /// when nobody answered, Timeout.
    template <typename T>
    [[nodiscard]] QFuture<base::Result<T>> send(const QString &address, const QString &path, const QByteArray &json,
                                                qint64 most, base::Result<T> (*read)(int, const QByteArray &))
    {
        const auto promise = std::make_shared<QPromise<base::Result<T>>>();
        promise->start();
        post(address, path, json, most, [promise, read](const base::Result<Reply> &reply) {
            promise->addResult(reply ? read(reply->status, reply->body)
                                     : base::Result<T>(tl::unexpected(reply.error())));
            promise->finish();
        });
        return promise->future();
    }

private:
    struct Reply
    {
        int status = 0;
        QByteArray body;
    };
    using Done = std::function<void(const base::Result<Reply> &)>;

    void post(const QString &address, const QString &path, const QByteArray &json, qint64 most, const Done &done);
    [[nodiscard]] static base::Result<Reply> take(QNetworkReply &reply, qint64 most);

    QNetworkAccessManager m_network;
};

} // namespace obstat::console
