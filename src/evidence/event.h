#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "evidence/eventkinds.h"

#include <QByteArray>
#include <QJsonObject>
#include <QMap>
#include <QString>

#include <optional>

namespace obstat::evidence {

/// Who acted: one of actors:: and the name.
struct Actor
{
    QString type;
    QString id;
    friend bool operator==(const Actor &a, const Actor &b) = default;
};

/// One appended audit record (formats.md); its canonical bytes are a leaf of the log.
struct Event
{
    qint64 seq = 0; ///< the leaf index
    base::Micros at = 0;
    QString kind; ///< one of kinds::
    QString tenant;
    std::optional<qint64> operation; ///< null in the leaf when absent
    Actor actor;
    QString run;                    ///< null in the leaf when empty
    QString from;                   ///< status before; null in the leaf when empty
    QString to;                     ///< status after; null in the leaf when empty
    QMap<QString, QString> digests; ///< name → 64 lower-case hex digits
    QJsonObject data;               ///< only what is never purged and never secret
    friend bool operator==(const Event &a, const Event &b) = default;
};

/// The leaf: RFC 8785 bytes of the event with `"v":1`. The caller promises valid UTF-16, known kind and actor type,
/// digests of 64 lower-case hex digits, and numbers within ±(2^53−1).
[[nodiscard]] QByteArray leafBytes(const Event &event);
/// The same with the data given as canonical text, for what is written often; event.data is not looked at.
[[nodiscard]] QByteArray leafBytes(const Event &event, const QByteArray &data);

/// Reads a leaf. Corrupt, with the place, when it is not exactly what leafBytes() writes for some event: version,
/// members, their types and order, canonical text, actor type, digest form. Kinds of newer versions are accepted here
/// (verifyLog refuses them).
[[nodiscard]] base::Result<Event> parseLeaf(QByteArrayView leaf);

} // namespace obstat::evidence
