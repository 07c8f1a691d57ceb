#pragma once

#include "evidence/hashsource.h"

namespace obstat::evidence {

/// The path that verifyInclusion() wants for leaf `index` of the first `size` leaves (RFC 9162 section 2.1.3.1). Reads
/// every leaf hash once: for bundles and tests; tiles make it cheap. Usage when index >= size.
[[nodiscard]] base::Result<QList<QByteArray>> inclusionProof(quint64 index, quint64 size, HashSource &source);

/// The proof that verifyConsistency() wants (RFC 9162 section 2.1.4.1). Usage unless 0 < size1 <= size2.
[[nodiscard]] base::Result<QList<QByteArray>> consistencyProof(quint64 size1, quint64 size2, HashSource &source);

} // namespace obstat::evidence
