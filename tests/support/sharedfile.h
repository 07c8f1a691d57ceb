#pragma once

#include <QString>

#include <optional>

namespace obstat::tests {

/// The path of a file under OBSTAT_SHARED_DIR, for example `vectors/merkle.json`. Without it prints a loud warning and
/// returns nothing; the caller then skips that row:
/// `const auto file = sharedFile(u"vectors/merkle.json"_s); if (!file) QSKIP("no shared files");`
[[nodiscard]] std::optional<QString> sharedFile(const QString &name);

/// The same for any path outside the project, such as the files of a Debian package.
[[nodiscard]] std::optional<QString> outsideFile(const QString &path, const QString &source);

} // namespace obstat::tests
