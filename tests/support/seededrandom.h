#pragma once

#include "base/random.h"

#include <mutex>
#include <random>

namespace obstat::tests {

/// The same bytes for the same seed. Thread-safe.
class SeededRandom final : public base::Random
{
public:
    explicit SeededRandom(quint64 seed = 1) : m_engine(seed) {}

    [[nodiscard]] QByteArray bytes(qsizetype count) override
    {
        const std::lock_guard lock(m_mutex);
        QByteArray out(count, '\0');
        for (char &byte : out) {
            byte = static_cast<char>(m_engine() & 0xFFU);
        }
        return out;
    }

private:
    std::mutex m_mutex;
    std::mt19937_64 m_engine;
};

} // namespace obstat::tests
