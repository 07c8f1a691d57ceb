#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace obstat::console {

/// One place where two payloads differ, for the screen: escaped, with the canonical text of both values.
struct PayloadDifference
{
    QString pointer;              ///< RFC 6901; "" is the whole payload
    std::optional<QString> first; ///< none: it is not in the first
    std::optional<QString> second;
};

/// Every place where two stored canonical payloads differ, in the order of the canonical bytes; none exactly when they
/// are equal. Corrupt when one is not canonical.
[[nodiscard]] base::Result<QList<PayloadDifference>> payloadDifferences(const QByteArray &first,
                                                                        const QByteArray &second);

} // namespace obstat::console
