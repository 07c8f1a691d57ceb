#pragma once

#include "evidence/hash.h"

#include <initializer_list>

namespace obstat::evidence {

/// SHA-256 of the concatenation of the parts, without allocating (base::sha256 gives a QByteArray). Thread-safe.
[[nodiscard]] Hash sha256(std::initializer_list<QByteArrayView> parts);

} // namespace obstat::evidence
