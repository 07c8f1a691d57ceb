#pragma once

#include <QByteArray>
#include <QString>
#include <tl/expected.hpp>

namespace obstat::base {

/// What kind of thing went wrong. Callers branch on it; its text (codeText) is stable and goes over the wire.
enum class ErrorCode {
    Malformed,         ///< not the syntax it claims to be (JSON, TOML, a key, an envelope)
    NotCanonical,      ///< well formed, but refused by contract 3.3 or 3.4
    TooLarge,          ///< over a stated limit
    NotFound,          ///< no such operation, document, file, person
    AlreadyExists,     ///< would overwrite what is there
    Conflict,          ///< same key, another payload; or a lost race
    Forbidden,         ///< known, but not allowed to
    Unauthorized,      ///< no or a wrong credential
    Illegal,           ///< a transition the contract does not have
    Stale,             ///< the version, fence or lease was not current any more
    Expired,           ///< too late
    BadSignature,      ///< a signature or a proof of possession that does not verify
    BadMac,            ///< a frozen plan whose MAC does not verify
    WeakKey,           ///< a public key that enrolment refuses
    WrongPassphrase,   ///< the private key did not open
    Busy,              ///< try again later; nothing was done
    Locked,            ///< another process is the writer
    ReadOnly,          ///< the file or its folder cannot be written
    NotALedger,        ///< the file is something else
    Newer,             ///< made by a newer version
    Truncated,         ///< shorter than it says
    NetworkFileSystem, ///< a ledger must lie on a local disk
    DiskFull,          ///< nothing was written
    Corrupt,           ///< stored bytes do not match their digest, or the database says so
    Doubt,             ///< the log went back, is a copy, or its state file is missing; needs `resumed`
    Io,                ///< any other failure of file or socket
    Unavailable,       ///< no instance, no flow, no network
    Timeout,
    Cancelled,
    Unsupported, ///< valid, but not in this version
    Usage,       ///< wrong command line
    Internal,    ///< a bug
};

/// The stable lower-case machine text of a code, for example "not-canonical".
[[nodiscard]] QString codeText(ErrorCode code);

/// An error is a value: `code` to branch on, `message` one plain English sentence for people that says what and
/// where, `detail` the driver's or library's own words.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    QString message;
    QString detail = {};
};

template <typename T = void>
using Result = tl::expected<T, Error>;

/// Shorthand for `tl::unexpected(Error{…})`.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, QString message, QString detail = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(detail)});
}

} // namespace obstat::base
