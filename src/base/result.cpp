#include "base/result.h"

namespace obstat::base {

using namespace Qt::StringLiterals;

QString codeText(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Malformed:
        return u"malformed"_s;
    case ErrorCode::NotCanonical:
        return u"not-canonical"_s;
    case ErrorCode::TooLarge:
        return u"too-large"_s;
    case ErrorCode::NotFound:
        return u"not-found"_s;
    case ErrorCode::AlreadyExists:
        return u"already-exists"_s;
    case ErrorCode::Conflict:
        return u"conflict"_s;
    case ErrorCode::Forbidden:
        return u"forbidden"_s;
    case ErrorCode::Unauthorized:
        return u"unauthorized"_s;
    case ErrorCode::Illegal:
        return u"illegal"_s;
    case ErrorCode::Stale:
        return u"stale"_s;
    case ErrorCode::Expired:
        return u"expired"_s;
    case ErrorCode::BadSignature:
        return u"bad-signature"_s;
    case ErrorCode::BadMac:
        return u"bad-mac"_s;
    case ErrorCode::WeakKey:
        return u"weak-key"_s;
    case ErrorCode::WrongPassphrase:
        return u"wrong-passphrase"_s;
    case ErrorCode::Busy:
        return u"busy"_s;
    case ErrorCode::Locked:
        return u"locked"_s;
    case ErrorCode::ReadOnly:
        return u"read-only"_s;
    case ErrorCode::NotALedger:
        return u"not-a-ledger"_s;
    case ErrorCode::Newer:
        return u"newer"_s;
    case ErrorCode::Truncated:
        return u"truncated"_s;
    case ErrorCode::NetworkFileSystem:
        return u"network-file-system"_s;
    case ErrorCode::DiskFull:
        return u"disk-full"_s;
    case ErrorCode::Corrupt:
        return u"corrupt"_s;
    case ErrorCode::Doubt:
        return u"doubt"_s;
    case ErrorCode::Io:
        return u"io"_s;
    case ErrorCode::Unavailable:
        return u"unavailable"_s;
    case ErrorCode::Timeout:
        return u"timeout"_s;
    case ErrorCode::Cancelled:
        return u"cancelled"_s;
    case ErrorCode::Unsupported:
        return u"unsupported"_s;
    case ErrorCode::Usage:
        return u"usage"_s;
    case ErrorCode::Internal:
        return u"internal"_s;
    }
    Q_UNREACHABLE();
}

} // namespace obstat::base
