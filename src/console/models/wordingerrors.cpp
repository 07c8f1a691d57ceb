#include "console/models/wording.h"

namespace obstat::console {

using base::ErrorCode;

QString Wording::error(const base::Error &error)
{
    switch (error.code) {
    case ErrorCode::NotFound:
        return tr("It is not there.");
    case ErrorCode::NotALedger:
        return tr("This file is not an Obstat ledger.");
    case ErrorCode::Newer:
        return tr("This ledger was made by a newer Obstat.");
    case ErrorCode::Truncated:
        return tr("This ledger is shorter than it should be.");
    case ErrorCode::Corrupt:
        return tr("Stored bytes are not what the ledger says they are.");
    case ErrorCode::NetworkFileSystem:
        return tr("A ledger must lie on a local disk; this one is on a network file system.");
    case ErrorCode::ReadOnly:
        return tr("This ledger cannot be read by you.");
    case ErrorCode::Locked:
    case ErrorCode::Busy:
        return tr("The ledger is busy.");
    case ErrorCode::DiskFull:
        return tr("The disk is full.");
    case ErrorCode::Io:
        return tr("The file could not be read or written.");
    case ErrorCode::Unavailable:
        return tr("No instance could be reached.");
    case ErrorCode::Timeout:
        return tr("There was no answer in time.");
    case ErrorCode::Cancelled:
        return tr("Cancelled.");
    case ErrorCode::WrongPassphrase:
        return tr("The passphrase does not open this key.");
    case ErrorCode::Malformed:
        return tr("The file is not what its name says.");
    case ErrorCode::Unauthorized:
        return tr("Your key is locked, or nobody enrolled in this ledger has it.");
    case ErrorCode::Forbidden:
        return tr("You are not allowed to do this.");
    case ErrorCode::Expired:
        return tr("It is too late for this.");
    case ErrorCode::Unsupported:
        return tr("This version cannot do that.");
    case ErrorCode::NotCanonical:
    case ErrorCode::TooLarge:
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
    case ErrorCode::Illegal:
    case ErrorCode::Stale:
    case ErrorCode::BadSignature:
    case ErrorCode::BadMac:
    case ErrorCode::WeakKey:
    case ErrorCode::Doubt:
    case ErrorCode::Usage:
    case ErrorCode::Internal:
        break;
    }
    return tr("Something went wrong: %1").arg(error.message);
}

QString Wording::errorAdvice(const base::Error &error)
{
    switch (error.code) {
    case ErrorCode::NotFound:
        return tr("Check the path, or open another ledger.");
    case ErrorCode::NotALedger:
    case ErrorCode::Malformed:
        return tr("Choose another file.");
    case ErrorCode::Newer:
    case ErrorCode::Unsupported:
        return tr("Install the newer version.");
    case ErrorCode::Truncated:
    case ErrorCode::Corrupt:
        return tr("Do not decide anything here. Run “obstatctl verify” and tell an administrator.");
    case ErrorCode::NetworkFileSystem:
        return tr("Open it on the machine where it lies.");
    case ErrorCode::ReadOnly:
    case ErrorCode::Io:
        return tr("Check who may read the file and its folder.");
    case ErrorCode::Locked:
    case ErrorCode::Busy:
    case ErrorCode::Timeout:
        return tr("Try again in a moment.");
    case ErrorCode::DiskFull:
        return tr("Free some space; nothing was changed.");
    case ErrorCode::Unavailable:
        return tr("Start a flow, or wait until one is back.");
    default:
        return {};
    }
}

} // namespace obstat::console
