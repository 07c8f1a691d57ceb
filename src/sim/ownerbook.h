#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace obstat::sim {

/// What the owner really did: one row per side effect.
struct Effect
{
    qint64 id = 0;
    QString tenant; ///< as the request said
    QString tool;
    QByteArray arguments; ///< the request's body
    QString key;          ///< the Idempotency-Key, "" = none
    QString reference;
};

struct StoredAnswer
{
    int status = 0;
    QByteArray body;
    QByteArray request; ///< the first body under this key
};

/// A simulated owner's own book: a SQLite file of its own through the C API, independent of the ledger's code, so that
/// it can be counted against it. Durable before an answer leaves. One thread at a time.
class OwnerBook
{
public:
    [[nodiscard]] static base::Result<std::unique_ptr<OwnerBook>> open(const QString &path);
    ~OwnerBook();
    OwnerBook(const OwnerBook &) = delete;
    OwnerBook &operator=(const OwnerBook &) = delete;

    /// The first answer under a key.
    [[nodiscard]] base::Result<std::optional<StoredAnswer>> answerUnder(const QString &key);
    /// In one transaction: the effect (none for a refusal) and, where a key is honoured, the answer under it. Gives the
    /// number of the effect, 0 for a refusal.
    [[nodiscard]] base::Result<qint64> commit(const std::optional<Effect> &effect, const QString &key,
                                              const StoredAnswer &answer);
    /// The number that the next effect will have.
    [[nodiscard]] base::Result<qint64> nextNumber();
    [[nodiscard]] base::Result<std::optional<Effect>> effectUnder(const QString &key);
    [[nodiscard]] base::Result<QList<Effect>> effects(); ///< in order
    [[nodiscard]] base::Result<qint64> countEffects(const QString &tenantPrefix = {});

private:
    struct Private;
    explicit OwnerBook(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace obstat::sim
