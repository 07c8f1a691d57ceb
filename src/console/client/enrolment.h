#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace obstat::console {

/// {"public_key", "proof"} of a person to be enrolled: from the request that `obstatctl key new --name` wrote, or made
/// with the person's own key file. The name and the origin must be those of the request. Blocks on the disk. NotFound,
/// Io, WrongPassphrase, Malformed; Conflict when the request is somebody else's or for another ledger.
[[nodiscard]] base::Result<QJsonObject> readEnrolment(const QString &file, const QByteArray &passphrase,
                                                      const QString &origin, const QString &name);

} // namespace obstat::console
