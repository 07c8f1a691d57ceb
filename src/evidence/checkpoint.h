#pragma once

#include "evidence/merkle.h"

namespace obstat::evidence {

/// The text of a signed tree head (C2SP tlog-checkpoint): origin, size and base64 root, one a line. Extension lines are
/// never written and are refused.
struct Checkpoint
{
    QString origin;
    TreeHead head;

    /// `origin\nsize\nroot\n`.
    [[nodiscard]] QByteArray text() const;
    /// Malformed unless it is exactly what text() writes.
    [[nodiscard]] static base::Result<Checkpoint> parse(QByteArrayView text);

    friend bool operator==(const Checkpoint &a, const Checkpoint &b) = default;
};

} // namespace obstat::evidence
