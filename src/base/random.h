#pragma once

#include <QByteArray>
#include <QString>

namespace obstat::base {

/// Where random bytes come from; handed in so that tests can repeat a run. Thread-safe.
class Random
{
public:
    virtual ~Random() = default;
    [[nodiscard]] virtual QByteArray bytes(qsizetype count) = 0;
};

/// OpenSSL's generator (RAND_bytes); ends the process when it has no entropy.
class SystemRandom final : public Random
{
public:
    [[nodiscard]] QByteArray bytes(qsizetype count) override;
};

/// A UUID version 4 in lower case with dashes.
[[nodiscard]] QString randomUuid(Random &random);

} // namespace obstat::base
