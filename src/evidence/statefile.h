#pragma once

#include "evidence/hashsource.h"

namespace obstat::evidence {

/// What tells one copy of a log from another (evidence.md 4).
struct CopyIdentity
{
    QString origin;
    QString instance;  ///< the id of this copy, kept in the database
    QString machine;   ///< /etc/machine-id
    quint64 inode = 0; ///< of the database file
    friend bool operator==(const CopyIdentity &a, const CopyIdentity &b) = default;
};

/// Which copy signed last, and what.
struct SignedState
{
    CopyIdentity copy;
    CompactRange range; ///< at the last signed size; its root is the last signed root
    friend bool operator==(const SignedState &a, const SignedState &b) = default;
};

/// The file `NAME.state` beside the database: never inside it, never in a backup. Canonical JSON, one object.
class StateFile
{
public:
    explicit StateFile(QString path) : m_path(std::move(path)) {}

    [[nodiscard]] const QString &path() const { return m_path; }
    /// NotFound when there is none, Corrupt when it is not what save() wrote, Newer, Io.
    [[nodiscard]] base::Result<SignedState> load() const;
    /// Durable when it returns: written beside, fsync, rename, fsync of the folder; mode 0600. After an error the old
    /// file is still there. Io, DiskFull or ReadOnly.
    [[nodiscard]] base::Result<> save(const SignedState &state) const;

private:
    QString m_path;
};

/// The bytes that save() writes, and back.
[[nodiscard]] QByteArray stateBytes(const SignedState &state);
[[nodiscard]] base::Result<SignedState> parseState(QByteArrayView bytes);

} // namespace obstat::evidence
