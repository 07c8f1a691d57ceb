#pragma once

#include "approval/directory.h"
#include "base/result.h"
#include "wire/message.h"

#include <memory>
#include <mutex>

namespace obstat::gateway {

/// Who calls: `Authorization: Bearer obs_<id>_<secret>`, looked up by id, compared in constant time (contract 8.2).
/// Works on a copy of the directory that the ledger thread replaces after each administrator's act. Thread-safe.
class TokenCheck
{
public:
    void setDirectory(const approval::Directory &directory);

    /// Unauthorized (no, unknown, wrong or revoked token, or its sponsor is revoked), the same words for all of them.
    [[nodiscard]] base::Result<approval::Token> caller(const wire::Request &request) const;

private:
    [[nodiscard]] std::shared_ptr<const approval::Directory> directory() const;

    mutable std::mutex m_mutex;
    std::shared_ptr<const approval::Directory> m_directory = std::make_shared<approval::Directory>();
};

/// A new token's text and what the directory stores of it.
struct NewToken
{
    QString id;
    QString text; ///< obs_<id>_<secret>, shown once
    QString hash;
};
[[nodiscard]] NewToken newToken(base::Random &random);

} // namespace obstat::gateway
