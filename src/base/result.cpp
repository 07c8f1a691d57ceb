#include "base/result.h"

#include <array>

namespace obstat::base {

using namespace Qt::StringLiterals;

namespace {

// In the order of ErrorCode.
constexpr std::array kTexts = {
    "malformed"_L1,
    "not-canonical"_L1,
    "too-large"_L1,
    "not-found"_L1,
    "already-exists"_L1,
    "conflict"_L1,
    "forbidden"_L1,
    "unauthorized"_L1,
    "illegal"_L1,
    "stale"_L1,
    "expired"_L1,
    "bad-signature"_L1,
    "bad-mac"_L1,
    "weak-key"_L1,
    "wrong-passphrase"_L1,
    "busy"_L1,
    "locked"_L1,
    "read-only"_L1,
    "not-a-ledger"_L1,
    "newer"_L1,
    "truncated"_L1,
    "network-file-system"_L1,
    "disk-full"_L1,
    "corrupt"_L1,
    "doubt"_L1,
    "io"_L1,
    "unavailable"_L1,
    "timeout"_L1,
    "cancelled"_L1,
    "unsupported"_L1,
    "usage"_L1,
    "internal"_L1,
};
static_assert(kTexts.size() == static_cast<size_t>(ErrorCode::Internal) + 1, "every code has a text");

} // namespace

QString codeText(ErrorCode code)
{
    return kTexts.at(static_cast<size_t>(code));
}

} // namespace obstat::base
