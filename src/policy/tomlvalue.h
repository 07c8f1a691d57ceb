#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace obstat::policy {

struct TomlMember;

/// One value of a TOML document with the line it stands on, so that every refusal can name its place.
struct TomlValue
{
    enum class Kind { String, Integer, Float, Boolean, Time, Array, Table };

    Kind kind = Kind::Table;
    int line = 0; ///< 1-based
    QString text; ///< String; for Time the text as written
    qint64 integer = 0;
    double real = 0;
    bool boolean = false;
    std::vector<TomlValue> items;    ///< Array
    std::vector<TomlMember> members; ///< Table, in file order

    /// The member with this name; nullptr when there is none.
    [[nodiscard]] const TomlValue *find(const QString &name) const;
    /// "text", "a whole number", "a table", …: what it is, for messages.
    [[nodiscard]] QString kindText() const;
};

/// A named member of a table.
struct TomlMember
{
    QString name;
    int line = 0; ///< of the name
    TomlValue value;
};

/// Reads a TOML 1.0 document of at most 1 MiB, lines of at most 16 KiB and 512 points, nested at most 64 deep.
/// Malformed or TooLarge as `file:line: …`. Thread-safe.
[[nodiscard]] base::Result<TomlValue> parseToml(const QByteArray &text, const QString &fileName);

} // namespace obstat::policy
